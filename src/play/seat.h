// SPDX-License-Identifier: MIT
// A computer at a board: it chooses the moves of one player for a level that people know.
//
// The levels are those of sternhalma/opponent.h, by name, and "swindler". Perfect and swindler look
// at a table of the game and never give value away. Perfect takes the quickest win and the longest
// loss; the swindler, where it does not win, takes the move after which the smallest share of the
// replies is right. The table is given with every question, so that a seat may outlive it.
//
// One thread a seat, but for sh_seat_stop.
#pragma once

#include "sternhalma/engine.h"

typedef struct sh_seat sh_seat;

// Can the computer play this game, with a table of it or (NULL) without?
bool sh_seat_able(const sh_game *game, const sh_table *table);

// SH_USAGE where there is no such level, or none for the game.
sh_status sh_seat_open(sh_seat **seat, const sh_game *game, const char *level,
                       const sh_engine_options *options, sh_error *error) SH_NODISCARD;
void sh_seat_close(sh_seat *seat);

// Its move, as finding->line[0], after so many seconds at most; `seed` is for levels that draw
// lots. SH_NO where the level needs a table and there is none, SH_DATA where the game is over.
sh_status sh_seat_choose(sh_seat *seat, const sh_record *record, const sh_table *table,
                         double seconds, uint64_t seed, sh_finding *finding,
                         sh_error *error) SH_NODISCARD;
// Ends its thinking, from any thread.
void sh_seat_stop(sh_seat *seat);
