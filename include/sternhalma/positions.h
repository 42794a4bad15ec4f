// SPDX-License-Identifier: MIT
// Many positions at once, packed: armies as words, turns as bytes. For callers in other languages,
// who have arrays and want arrays back.
//
// armies[(i · players + p) · words + w] is word w of the cells of player p in position i; a board
// needs 1, 2 or 4 words. So a million positions of 7x7/3 take 17 MB. The caller owns the arrays.
// Probing sorts its questions by where the answers are stored, so that each block of the table is
// decoded once, and shares the work between threads. `threads` 0 means one for every CPU.
//
// A batch with a position that is none of its game is refused as a whole (SH_DATA), and the
// sentence says which; what has been written by then means nothing. An illegal position is no
// mistake: its value says that it is one.
#pragma once

#include <stddef.h> // size_t
#include <stdint.h> // uint64_t

#include "sternhalma/position.h"
#include "sternhalma/probe.h"
#include "sternhalma/rank.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sh_positions {
    size_t count;
    uint64_t *armies; // count · players · words
    uint8_t *turns;   // count
} sh_positions;

// Words of an army: 1, 2 or 4.
SH_API int sh_positions_words(const sh_game *game);

// One position out of a batch, and into it. Nothing is checked.
SH_API void sh_positions_get(const sh_game *game, const sh_positions *batch, size_t number,
                             sh_position *position);
SH_API void sh_positions_put(const sh_game *game, const sh_positions *batch, size_t number,
                             const sh_position *position);

// The ranks of all positions, and the positions of ranks: sh_position_rank and back. SH_USAGE where
// a game cannot be ranked, where its ranks need more than 64 bits, and for a rank out of range.
// batch->count says how many there are.
SH_API sh_status sh_positions_rank(const sh_game *game, const sh_positions *batch, int threads,
                                   uint64_t *ranks, sh_error *error) SH_NODISCARD;
SH_API sh_status sh_positions_unrank(const sh_game *game, const uint64_t *ranks, int threads,
                                     const sh_positions *batch, sh_error *error) SH_NODISCARD;

// The values of all positions of a duel, as sh_probe_ranks writes them.
SH_API sh_status sh_positions_probe(const sh_table *table, const sh_positions *batch, int threads,
                                    uint16_t *values, sh_error *error) SH_NODISCARD;

// Who controls each position of a race. In an illegal position all bits of a control are set, which
// no legal one has.
SH_API sh_status sh_positions_control(const sh_table *table, const sh_positions *batch, int threads,
                                      sh_control *controls, sh_error *error) SH_NODISCARD;

// How many positions of a duel have each value, one player to move and no symmetry used: counts[d]
// of d plies (without distances 1 of wins, 0 of losses), then the draws and the illegal ones.
// `counts` has room for SH_HISTOGRAM. Reads the whole table.
#define SH_HISTOGRAM_DRAWS 256
#define SH_HISTOGRAM_ILLEGAL 257
#define SH_HISTOGRAM 258
SH_API sh_status sh_table_histogram(const sh_table *table, int threads, uint64_t *counts,
                                    sh_error *error) SH_NODISCARD;

#ifdef __cplusplus
}
#endif
