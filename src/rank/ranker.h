// SPDX-License-Identifier: MIT
// Inside a ranker: its tables, and the functions chosen for this board and this CPU.
//
// The operations exist three times from one source (ranker_template.h): 64 cells with PEXT/PDEP, 64
// cells in plain C, and 128 cells.
#pragma once

#include "rank/unrank.h"
#include "sternhalma/rank.h"

typedef struct sh_rank_operations {
    uint64_t (*rank_first)(const sh_ranker *ranker, const sh_set *first);
    uint64_t (*rank_second)(const sh_ranker *ranker, const sh_set *first, const sh_set *second);
    sh_set (*unrank_first)(const sh_ranker *ranker, uint64_t rank);
    sh_set (*unrank_second)(const sh_ranker *ranker, const sh_set *first, uint64_t rank);
    sh_set (*next_second)(const sh_set *first, const sh_set *second);
} sh_rank_operations;

struct sh_ranker {
    const sh_rank_operations *operations;
    int pieces;
    sh_set board;                     // its cells
    uint64_t first_sets, second_sets; // C(n,k), C(n-k,k)
    sh_unranker sets;
};

extern const sh_rank_operations sh_rank_operations_bmi2;
extern const sh_rank_operations sh_rank_operations_64;
extern const sh_rank_operations sh_rank_operations_128;
