// SPDX-License-Identifier: MIT
// The operations of `bench moves` with PEXT and PDEP.
#include "bench/baseline/pext.h"
#include "bench/moves_words.h"

static uint64_t successors(sh_moves_sample *sample) {
    return apply_and_undo_all(sample, &sh_generator_pext, 0, true);
}

static uint64_t repeated(sh_moves_sample *sample) {
    return apply_and_undo_all(sample, &sh_generator_pext, 0, false);
}

#define COLUMN sh_moves_pext
#define NAME "pext"
#define GENERATOR sh_generator_pext
#include "bench/moves_bits.h"
