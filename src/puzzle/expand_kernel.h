// SPDX-License-Identifier: MIT
// From boards to their children, for each width of bitboards and each instruction set: what the
// workers of expand.h run.
#pragma once

#include "puzzle/expand.h"

enum { SH_EXPAND_WIDTHS = 2 }; // 128 and 256 bits

typedef struct sh_expander {
    size_t size; // of a worker, whose memory is a multiple of 64 and aligned to it
    void (*start)(void *worker, const sh_expansion *e, sh_number_set *set);
    void (*slice)(void *worker, const uint64_t *keys, size_t count); // ascending
    size_t *(*added)(void *worker);                                  // to the set, so far
    void (*neighbours)(const sh_passage *passage, const uint16_t subset[SH_MAX_DIAGONALS],
                       sh_neighbour *visit, void *context);
} sh_expander;

extern const sh_expander sh_expanders_portable[SH_EXPAND_WIDTHS];
#if defined(__x86_64__)
extern const sh_expander sh_expanders_avx2[SH_EXPAND_WIDTHS];
extern const sh_expander sh_expanders_avx512[SH_EXPAND_WIDTHS];
#endif
