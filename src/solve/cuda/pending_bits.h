// SPDX-License-Identifier: MIT
// The two bits of a state, and writing them.
//
// A state is pending until nothing follows from it any more, and lost once that is proven:
//   pending          unknown
//   pending and lost a loss that its column has not used yet: the states before it may be unknown
//   lost             used: all states before it are won
//   neither          won, or illegal
// The pending plane alone answers what a block needs most: without its unused losses, which the
// block takes out first, what is pending in its columns is unknown, and a state none of whose
// successors is pending is lost. A block that has not seen the latest losses takes them for
// unknown: it finds less, never something wrong. So blocks may be at work at once and the plane of
// losses may lag behind, far away.
//
// Losses are collected for the rows in flight and merged into the plane line by line
// (settle_device.h), because the plane may be in memory of the host.
#pragma once

#include "solve/cuda/compact_columns.h"

SH_GPU_CODE uint32_t sh_gpu_is_pending(const sh_gpu_args *a, uint32_t row, uint32_t column) {
    return sh_gpu_see(a->pending + sh_gpu_place(a, row, column)) >> column % 32 & 1;
}

// Takes states from `column` on out of the pending ones.
SH_GPU_CODE void sh_gpu_clear(const sh_gpu_args *a, uint32_t row, uint32_t column, uint32_t bits) {
    const uint64_t shifted = (uint64_t)bits << column % 32, place = sh_gpu_place(a, row, column);
    if ((uint32_t)shifted) sh_gpu_and(a->pending + place, ~(uint32_t)shifted);
    if (shifted >> 32)
        sh_gpu_and(a->pending + sh_gpu_next_place(a, place, column), ~(uint32_t)(shifted >> 32));
}

// The word of `found` for a lane of the blocks in flight.
SH_GPU_CODE uint32_t *sh_gpu_found_at(const sh_gpu_args *a, uint32_t lane, uint32_t column) {
    const uint64_t line = (uint64_t)(column / SH_GPU_SLAB) * (SH_GPU_SPAN * 512) + lane;
    return a->found + line * SH_GPU_SLAB_WORDS + column % SH_GPU_SLAB / 32;
}

SH_GPU_CODE void sh_gpu_collect(const sh_gpu_args *a, uint32_t lane, uint32_t column,
                                uint32_t bits) {
    const uint64_t shifted = (uint64_t)bits << column % 32;
    const uint64_t next_slab = SH_GPU_SPAN * 512 * SH_GPU_SLAB_WORDS - (SH_GPU_SLAB_WORDS - 1);
    uint32_t *at = sh_gpu_found_at(a, lane, column);
    if ((uint32_t)shifted) sh_gpu_or(at, (uint32_t)shifted);
    if (shifted >> 32)
        sh_gpu_or(at + (column % SH_GPU_SLAB < SH_GPU_SLAB - 32 ? 1 : next_slab),
                  (uint32_t)(shifted >> 32));
}

// Puts a state on the list of news, if there is one and it has room.
SH_GPU_CALL void sh_gpu_tell(const sh_gpu_args *a, bool won, uint32_t row, uint32_t id,
                             uint32_t rows) {
    if (!a->news || sh_gpu_see(a->news_count) >= a->news_room) return;
    uint32_t at = sh_gpu_take(a->news_count, (uint32_t)sh_gpu_count(rows));
    for (; rows && at < a->news_room; rows &= rows - 1, at++)
        a->news[at] = (sh_gpu_event){
            .row = (row + (uint32_t)sh_gpu_first(rows)) | (uint32_t)won << 31, .id = id};
}

// Mixed lanes get new losses in their columns themselves: rows from `row` on.
SH_GPU_CALL void sh_gpu_hand(const sh_gpu_args *a, uint32_t row, uint32_t id, uint32_t rows) {
    const uint32_t slot = a->id_slot[id];
    const bool image = a->row_of[id] >> 31;
    uint32_t *fresh = a->slot_fresh + (uint64_t)(slot / 32) * a->ids;
    for (; rows; rows &= rows - 1) {
        const uint32_t at = row + (uint32_t)sh_gpu_first(rows);
        sh_gpu_or(&fresh[image ? a->row_image_id[at] : a->row_id[at]], 1u << slot % 32);
        // A set that is its own image stands in the column of the row's image as well.
        if (!image && a->row_image_id[a->row_of[id]] == id)
            sh_gpu_or(&fresh[a->row_image_id[at]], 1u << slot % 32);
    }
}

// Lets the block that has the mover's set as a lane know of losses in its columns, in two rows or
// between.
SH_GPU_CODE void sh_gpu_announce(const sh_gpu_args *a, uint32_t first, uint32_t last, uint32_t id) {
    uint8_t *stamps = a->stamp + (uint64_t)a->id_block[id] * a->stamps;
    for (uint32_t stamp = first / 512; stamp <= last / 512; stamp++)
        sh_gpu_put_byte(stamps + stamp, (uint8_t)a->now);
}

// Both, for rows from `row` on.
SH_GPU_CODE void sh_gpu_let_know(const sh_gpu_args *a, uint32_t row, uint32_t id, uint32_t rows) {
    sh_gpu_announce(a, row + (uint32_t)sh_gpu_first(rows),
                    row + 31 - (uint32_t)sh_gpu_leading(rows), id);
    if (a->id_slot[id] != SH_GPU_NOWHERE) sh_gpu_hand(a, row, id, rows);
}
