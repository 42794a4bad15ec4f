// SPDX-License-Identifier: MIT
// Everything the program says as JSON, for the command line and the server: docs/schema.json
// describes the shapes.
//
// One thing has one shape. Values are "value" ("win", "draw", "loss") and "plies" (a number, or
// null where there is none or it is not known); players are letters; positions, moves and cells are
// in notation; numbers that may pass 2^53 are strings. All functions return a new reference, or
// NULL when memory runs out. Positions must be checked.
#pragma once

#include <jansson.h>

#include "rank/control.h"
#include "sternhalma/moves.h"
#include "sternhalma/rank.h"
#include "sternhalma/score.h"
#include "table/choices.h"
#include "table/quiz.h"
#include "table/reachable.h"
#include "table/stats.h"
#include "table/stats_race.h"

// {"error": {"status", "message"}}; the status is a word. Bytes that are not UTF-8 become '?'.
json_t *sh_encode_error(const char *status, const char *message);

// A cell's name, a player's letter (null for -1), a whole number as a string.
json_t *sh_encode_cell(const sh_game *game, int cell);
json_t *sh_encode_letter(const sh_game *game, int player);
json_t *sh_encode_large(sh_index number);

// {"game", "players", "pieces", "cells"}: what lists of games begin with.
json_t *sh_encode_game(const sh_game *game);
// Geometry for a drawing: cells with drawn coordinates, lines between neighbours, camps and goals.
json_t *sh_encode_board(const sh_game *game);

// {"game", "rules", "position", "turn", "verdict", "winner", "pieces"}: what everything about a
// position begins with.
json_t *sh_encode_position(const sh_game *game, const sh_position *position);
json_t *sh_encode_notation(const sh_game *game, const sh_position *position); // as a string
const char *sh_verdict_name(sh_verdict verdict); // "ongoing", "won", "illegal-filled", …

// {"move", "path", "position"}: what it is called, which cells it touches, where it leads.
json_t *sh_encode_move(const sh_game *game, const sh_position *position, sh_move move);
json_t *sh_encode_line(const sh_game *game, const sh_move *line, int length); // names of moves
// All legal moves of a position.
json_t *sh_encode_moves(const sh_game *game, const sh_position *position);

// Adds "value" and "plies".
void sh_encode_value(json_t *object, sh_value value);
const char *sh_outcome_name(sh_outcome outcome); // "win", "draw", "loss"

// {"kind", "amount", "plies"}: plies is null where it is not known.
json_t *sh_encode_score(sh_score score);

// Who can force what with this player to move: {"type", "winner", "solo", "draw", "shut_out",
// "enables", "kingmaker"}; pairs of players are two letters, "ab": a enables b.
json_t *sh_encode_control(const sh_game *game, int turn, sh_control_code control);
json_t *sh_encode_types(const uint64_t type[SH_TYPES]); // counts by the names of the types

// Adds what a table says of a position: value and plies, or control.
sh_status sh_encode_worth(json_t *object, const sh_table *table, const sh_position *position,
                          sh_error *error) SH_NODISCARD;
// The position, its worth, and its moves with theirs, best first. *answer is NULL on failure.
sh_status sh_encode_probe(json_t **answer, const sh_table *table, const sh_position *position,
                          sh_error *error) SH_NODISCARD;

// A quiz with the worth of its position.
sh_status sh_encode_quiz(json_t **answer, const sh_table *table, const sh_quiz *quiz,
                         sh_error *error) SH_NODISCARD;

// The facts of a table's header.
json_t *sh_encode_table(const sh_table_info *info);
// What a whole table counts; stats may be NULL (null then): they are not known yet.
json_t *sh_encode_stats(const sh_table *table, const sh_stats *stats);
json_t *sh_encode_race_stats(const sh_table *table, const sh_race_stats *stats);
json_t *sh_encode_reachable(const sh_reachable *reachable);
// Who is how often kingmaker for whom, players counted from the mover: {"mover_for_next", …}; and
// how many players can be crowned how often.
json_t *sh_encode_kingmakers(const uint64_t kingmaker[3][3]);
json_t *sh_encode_crowned(const uint64_t crowned[4]);
