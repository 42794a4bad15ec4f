// SPDX-License-Identifier: MIT
// Sets of up to 256 cells in the kernel of beams, and the floods on them: steps and jumps.
//
// As puzzle/game_field_template.h, where the same is done with the CPU's vectors. Shifts are by 1
// to 63 cells: two steps in any direction are shorter than a word.
#pragma once

#include "solve/cuda/beam_args.h"
#include "solve/cuda/portable.h"

SH_GPU_CODE sh_gpu_bits sh_gpu_bits_or(sh_gpu_bits a, sh_gpu_bits b) {
    SH_UNROLL for (int i = 0; i < 4; i++) a.w[i] |= b.w[i];
    return a;
}
SH_GPU_CODE sh_gpu_bits sh_gpu_bits_and(sh_gpu_bits a, sh_gpu_bits b) {
    SH_UNROLL for (int i = 0; i < 4; i++) a.w[i] &= b.w[i];
    return a;
}
SH_GPU_CODE sh_gpu_bits sh_gpu_bits_minus(sh_gpu_bits a, sh_gpu_bits b) {
    SH_UNROLL for (int i = 0; i < 4; i++) a.w[i] &= ~b.w[i];
    return a;
}
SH_GPU_CODE bool sh_gpu_bits_any(sh_gpu_bits a) { return (a.w[0] | a.w[1] | a.w[2] | a.w[3]) != 0; }
SH_GPU_CODE int sh_gpu_bits_count(sh_gpu_bits a) {
    return sh_gpu_count64(a.w[0]) + sh_gpu_count64(a.w[1]) + sh_gpu_count64(a.w[2]) +
           sh_gpu_count64(a.w[3]);
}
SH_GPU_CODE sh_gpu_bits sh_gpu_bits_none(void) {
    sh_gpu_bits a;
    SH_UNROLL for (int i = 0; i < 4; i++) a.w[i] = 0;
    return a;
}
SH_GPU_CODE sh_gpu_bits sh_gpu_bits_of(int cell) {
    sh_gpu_bits a;
    SH_UNROLL for (int i = 0; i < 4; i++) a.w[i] = i == cell >> 6 ? 1ULL << (cell & 63) : 0;
    return a;
}
SH_GPU_CODE bool sh_gpu_bits_has(sh_gpu_bits a, int cell) {
    return sh_gpu_bits_any(sh_gpu_bits_and(a, sh_gpu_bits_of(cell)));
}
// Takes the lowest cell out of a set that is not empty.
SH_GPU_CODE int sh_gpu_bits_pop(sh_gpu_bits *a) {
    int cell = -1;
    SH_UNROLL for (int i = 0; i < 4; i++) if (cell < 0 && a->w[i]) {
        cell = 64 * i + sh_gpu_first64(a->w[i]);
        a->w[i] &= a->w[i] - 1;
    }
    return cell;
}
SH_GPU_CODE sh_gpu_bits sh_gpu_bits_up(sh_gpu_bits a, int n) {
    sh_gpu_bits b;
    SH_UNROLL for (int i = 0; i < 4; i++) b.w[i] = a.w[i] << n | (i ? a.w[i - 1] >> (64 - n) : 0);
    return b;
}
SH_GPU_CODE sh_gpu_bits sh_gpu_bits_down(sh_gpu_bits a, int n) {
    sh_gpu_bits b;
    SH_UNROLL for (int i = 0; i < 4; i++) b.w[i] =
        a.w[i] >> n | (i < 3 ? a.w[i + 1] << (64 - n) : 0);
    return b;
}

// Cells one step from a set.
SH_GPU_CODE sh_gpu_bits sh_gpu_grow(const sh_gpu_beam *b, sh_gpu_bits set) {
    sh_gpu_bits out = sh_gpu_bits_none();
    for (int i = 0; i < b->axes; i++) {
        out = sh_gpu_bits_or(out, sh_gpu_bits_up(sh_gpu_bits_and(set, b->up[i]), b->shift[i]));
        out = sh_gpu_bits_or(out, sh_gpu_bits_down(sh_gpu_bits_and(set, b->down[i]), b->shift[i]));
    }
    return out;
}
SH_GPU_CODE sh_gpu_bits sh_gpu_steps(const sh_gpu_beam *b, sh_gpu_bits set) {
    return b->steps ? sh_gpu_grow(b, set) : sh_gpu_bits_none();
}
SH_GPU_CODE sh_gpu_edges sh_gpu_edges_over(const sh_gpu_beam *b, sh_gpu_bits over) {
    sh_gpu_edges e;
    for (int i = 0; i < b->axes; i++) {
        const sh_gpu_bits middle = sh_gpu_bits_and(over, b->middle[i]);
        e.up[i] = sh_gpu_bits_down(middle, b->shift[i]);
        e.down[i] = sh_gpu_bits_up(middle, b->shift[i]);
    }
    return e;
}
SH_GPU_CODE sh_gpu_bits sh_gpu_jump(const sh_gpu_beam *b, const sh_gpu_edges *e, sh_gpu_bits set) {
    sh_gpu_bits out = sh_gpu_bits_none();
    for (int i = 0; i < b->axes; i++) {
        out = sh_gpu_bits_or(out, sh_gpu_bits_up(sh_gpu_bits_and(set, e->up[i]), 2 * b->shift[i]));
        out = sh_gpu_bits_or(out,
                             sh_gpu_bits_down(sh_gpu_bits_and(set, e->down[i]), 2 * b->shift[i]));
    }
    return out;
}
// All cells that chains of jumps reach from a set by landings in `land`, with the set itself.
SH_GPU_CALL sh_gpu_bits sh_gpu_chains(const sh_gpu_beam *b, const sh_gpu_edges *e, sh_gpu_bits set,
                                      sh_gpu_bits land) {
    for (;;) {
        const sh_gpu_bits more =
            sh_gpu_bits_minus(sh_gpu_bits_and(sh_gpu_jump(b, e, set), land), set);
        if (!sh_gpu_bits_any(more)) return set;
        set = sh_gpu_bits_or(set, more);
    }
}
