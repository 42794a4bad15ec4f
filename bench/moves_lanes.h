// SPDX-License-Identifier: MIT
// The column of `bench moves` for generators over lanes. Including files define what moves_bits.h
// asks for, but `successors`.
#include <string.h> // memcpy

#include "bench/moves_words.h"
#include "rules/lanes.h"

#define LANES 2
#include "bench/moves_vector_template.h"
#undef LANES

#define LANES 4
#include "bench/moves_vector_template.h"
#undef LANES

#define LANES 8
#include "bench/moves_vector_template.h"
#undef LANES

// The widest register.
#if defined(__AVX512F__)
#define ROW_LANES 8
#elif defined(__AVX2__)
#define ROW_LANES 4
#else
#define ROW_LANES 2
#endif

#define LANES 4
#include "bench/moves_lanes_template.h"
#undef LANES

#define LANES 8
#include "bench/moves_lanes_template.h"
#undef LANES

static uint64_t successors(sh_moves_sample *sample) {
    return sample->game.pieces == 3 ? lanes4_successors(sample, 3, true)
                                    : lanes8_successors(sample, 6, true);
}

static uint64_t repeated(sh_moves_sample *sample) {
    return sample->game.pieces == 3 ? lanes4_successors(sample, 3, false)
                                    : lanes8_successors(sample, 6, false);
}

#include "bench/moves_bits.h"
