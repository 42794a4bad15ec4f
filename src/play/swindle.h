// SPDX-License-Identifier: MIT
// Moves that keep the value of a position, and among them those that set problems.
//
// Values come from a table. A problem is a position in which few of the replies are right.
// Thread-safe.
#pragma once

#include "sternhalma/probe.h"
#include "sternhalma/record.h"

// The moves of a record's position that keep its value, best first, and the value. At a draw, moves
// that bring back a position of the game come last. `moves` has room for SH_MAX_MOVES.
sh_status sh_keepers_list(const sh_table *table, const sh_record *record, sh_probed_move *moves,
                          int *count, sh_error *error) SH_NODISCARD;

// The number of the one after which the smallest share of the replies is right; of several the
// first.
sh_status sh_swindle_choose(const sh_table *table, const sh_position *position,
                            const sh_probed_move *moves, int count, int *choice,
                            sh_error *error) SH_NODISCARD;
