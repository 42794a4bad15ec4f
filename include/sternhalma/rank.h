// SPDX-License-Identifier: MIT
// Positions as numbers and back: a perfect hash of every placement of a two-player game.
//
// The first player's set is ranked among all sets of its size in colex order (compare the highest
// cells first), the second player's among the cells the first leaves free. The index of a position
// is (rank1 · C(n-k, k) + rank2) · 2 + turn: dense from 0 to positions-1. 9x9/10 needs 81 bits, so
// an index is 128 bits wide. Everything is O(k). A ranker is immutable and thread-safe.
#pragma once

#include <stdint.h> // uint64_t

#include "sternhalma/position.h"

#ifdef __cplusplus
extern "C" {
#endif

__extension__ typedef unsigned __int128 sh_index;

// What is no set or position of the ranker's game has this rank: the largest number there is.
#define SH_NO_RANK (~(uint64_t)0)
#define SH_NO_INDEX (~(sh_index)0)

typedef struct sh_ranker sh_ranker;

// For two players on a rhombus or square of up to 11×11 cells. SH_USAGE for other games and where a
// player's sets need more than 64 bits.
SH_API sh_status sh_ranker_open(sh_ranker **ranker, const sh_game *game,
                                sh_error *error) SH_NODISCARD;
SH_API void sh_ranker_close(sh_ranker *ranker);

// How many indices there are: twice the number of placements.
SH_API sh_index sh_ranker_positions(const sh_ranker *ranker);

SH_API sh_index sh_position_rank(const sh_ranker *ranker, const sh_position *position);
// SH_USAGE where the index is out of range.
SH_API sh_status sh_position_unrank(const sh_ranker *ranker, sh_index index, sh_position *position,
                                    sh_error *error) SH_NODISCARD;

// The ranks on their own: the first player's among all sets, the second's relative to the first. A
// rank out of range gives the empty set.
SH_API uint64_t sh_rank_first(const sh_ranker *ranker, const sh_set *first);
SH_API uint64_t sh_rank_second(const sh_ranker *ranker, const sh_set *first, const sh_set *second);
SH_API sh_set sh_unrank_first(const sh_ranker *ranker, uint64_t rank);
SH_API sh_set sh_unrank_second(const sh_ranker *ranker, const sh_set *first, uint64_t rank);
// The next set in rank order: rank + 1. After the last one comes the empty set.
SH_API sh_set sh_next_first(const sh_ranker *ranker, const sh_set *first);
SH_API sh_set sh_next_second(const sh_ranker *ranker, const sh_set *first, const sh_set *second);

#ifdef __cplusplus
}
#endif
