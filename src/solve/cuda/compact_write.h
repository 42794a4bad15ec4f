// SPDX-License-Identifier: MIT
// The two bits of a state, and writing them: see compact_device.h.
#pragma once

#include "solve/cuda/compact_columns.h"

// Of a word of 32 states: won (or illegal) in the low half, lost in the high half, both: lost, and
// used by a sweep.
SH_GPU_CODE uint32_t sh_gpu_not_won(uint64_t states) {
    return ~(uint32_t)states | (uint32_t)(states >> 32);
}
SH_GPU_CODE uint32_t sh_gpu_unknown(uint64_t states) { return ~(uint32_t)(states | states >> 32); }
// Losses that no sweep has used yet.
SH_GPU_CODE uint32_t sh_gpu_fresh(uint64_t states) {
    return (uint32_t)(states >> 32) & ~(uint32_t)states;
}

// Puts a state on the list of news, if there is one and it has room.
SH_GPU_CODE void sh_gpu_tell(const sh_gpu_args *a, bool won, uint32_t row, uint32_t id,
                             uint32_t rows) {
    if (!a->news || *a->news_count >= a->news_room) return;
    uint32_t at = sh_gpu_take(a->news_count, (uint32_t)sh_gpu_count(rows));
    for (; rows && at < a->news_room; rows &= rows - 1, at++)
        a->news[at] = (sh_gpu_event){
            .row = (row + (uint32_t)sh_gpu_first(rows)) | (uint32_t)won << 31, .id = id};
}

// Writes 32 states of one mover's set to their rows.
SH_GPU_CODE void sh_gpu_write(const sh_gpu_args *a, bool won, uint64_t word, uint32_t id,
                              uint32_t lanes) {
    if (lanes) sh_gpu_tell(a, won, a->word_row[word], id, lanes);
    for (; lanes; lanes &= lanes - 1) {
        const uint32_t lane = (uint32_t)sh_gpu_first(lanes);
        const uint64_t waiter = sh_gpu_turned(a, a->lane_set[word * 32 + lane]);
        const uint64_t image = sh_gpu_turned(a, a->lane_image[word * 32 + lane]);
        const uint32_t column = sh_gpu_column(a, a->id_set[id], waiter, image);
        const uint64_t at = sh_gpu_place(a, a->word_row[word] + lane, column);
        sh_gpu_or((uint32_t *)a->states + 2 * at + !won, 1u << column % 32);
    }
}
