// SPDX-License-Identifier: MIT
// Grading agents and games against a table: their moves, judged one by one (grade.h).
//
// An agent is asked about positions, each on its own, or plays itself; a game is replayed. Work is
// spread over the threads of a pool, each with an agent of its own, and adds up to the same grade
// whatever the threads.
#pragma once

#include "arena/grade.h"
#include "base/pool.h"
#include "base/progress.h"
#include "sternhalma/record.h"

typedef struct sh_grading_options {
    const sh_table *table;
    const char *agent;
    uint64_t seed; // of what the agent draws at random
} sh_grading_options;

// Asks the agent for a move in each of some positions, without what was played before.
// SH_INTERRUPTED where the monitor stops it: the grade is then of the moves so far.
sh_status sh_grading_positions(const sh_grading_options *options, const sh_position *positions,
                               size_t count, sh_pool *pool, const sh_monitor *monitor,
                               sh_grade *grade, sh_error *error) SH_NODISCARD;

// Lets the agent play itself from openings of 1 to `opening` plies drawn at random, each game at
// most SH_GRADING_PLIES long.
#define SH_GRADING_PLIES 400
sh_status sh_grading_games(const sh_grading_options *options, int games, int opening, sh_pool *pool,
                           const sh_monitor *monitor, sh_grade *grade,
                           sh_error *error) SH_NODISCARD;

// Lets the agent play from the start, each side in turn: two games against one who plays the best
// moves of the table (drawn at random where there are several), then two against one who plays
// anything. Its own moves are judged. Against best play it is also counted whether the game brought
// at least the value of the start, where that is no loss. A game that is not over after
// SH_GRADING_PLIES is a draw.
sh_status sh_grading_duels(const sh_grading_options *options, int games, sh_pool *pool,
                           const sh_monitor *monitor, sh_grade *grade,
                           sh_error *error) SH_NODISCARD;

// Judges the moves of a game from ply `from` on, by player; grade[0] gets those of the player who
// had the first move of the record, grade[1] those of the next. The record's game must be the
// table's.
sh_status sh_grading_record(const sh_table *table, const sh_record *record, int from,
                            sh_grade *grade, sh_error *error) SH_NODISCARD;

// The grade of one player of a file of games.
typedef struct sh_named_grade {
    char name[256]; // as the games have it, cut where it is long
    sh_grade grade;
} sh_named_grade;

// Judges the games of a file, of text (game_text.h) or of datagen (play/selfplay_file.h), moves
// drawn at random left out. *grades, for the caller to free, has one for each name of a player;
// games of datagen have no names: they count under the file's. SH_DATA: the table is of another
// game.
sh_status sh_grading_file(const sh_table *table, const char *file, const sh_monitor *monitor,
                          sh_named_grade **grades, int *count, sh_error *error) SH_NODISCARD;
