// SPDX-License-Identifier: MIT
// The column of `bench moves` for generators over lanes. Including files define what moves_bits.h
// asks for, but `successors`.
#include <string.h> // memcpy

#include "bench/moves_words.h"
#include "rules/lanes.h"

#define LANES 4
#include "bench/moves_lanes_template.h"
#undef LANES

#define LANES 8
#include "bench/moves_lanes_template.h"
#undef LANES

static uint64_t successors(sh_moves_sample *sample) {
    return (sample->game.pieces <= 4 ? lanes4_successors : lanes8_successors)(sample);
}

#include "bench/moves_bits.h"
