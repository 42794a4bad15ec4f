// SPDX-License-Identifier: MIT
// Sweeps with few news: from each new state to those before it, one by one.
//
// Late in a solve a sweep over all rows finds a handful of states. Then the news of the last sweep
// are taken as a list, and each says what follows from it: before a new loss stands a win, and
// before a new win perhaps a loss, if no move of the mover leads to a pending state by then. What
// is found makes the next list. A loss stays pending until `retire`, after it was followed up, so
// it does not matter which of the concurrent changes a thread sees: whatever it misses is in the
// next list.
//
// T[R][A] is reached from T[A][X] for all X with a move to R, which are the sets to which R has a
// move. A set goes together with its mirror image, because rows are kept for one of the two.
#pragma once

#include "solve/cuda/pending_bits.h"

typedef struct sh_gpu_spot {
    uint32_t row, column;
    uint64_t mover; // the set that `column` is of
    uint32_t single;
} sh_gpu_spot;

SH_GPU_CODE sh_gpu_both sh_gpu_with_image(const sh_gpu_args *a, uint64_t set) {
    return (sh_gpu_both){.set = set, .image = sh_gpu_map(a->cell_image, set)};
}

SH_GPU_CODE sh_gpu_both sh_gpu_mirrored(sh_gpu_both both) {
    return (sh_gpu_both){.set = both.image, .image = both.set};
}

// Where the state T[key][mover] is kept.
SH_GPU_CODE sh_gpu_spot sh_gpu_find(const sh_gpu_args *a, sh_gpu_both key, sh_gpu_both mover) {
    if (key.image < key.set) {
        key = sh_gpu_mirrored(key);
        mover = sh_gpu_mirrored(mover);
    }
    sh_gpu_spot spot = {.mover = sh_gpu_ordered(a, mover), .single = key.set == key.image};
    spot.row = a->row_of[sh_gpu_rank_beside(a, key.set, 0)] & 0x7fffffff;
    spot.column =
        sh_gpu_column(a, spot.mover, sh_gpu_turned(a, key.set), sh_gpu_turned(a, key.image));
    return spot;
}

SH_GPU_CODE uint32_t sh_gpu_look(const sh_gpu_args *a, sh_gpu_spot spot) {
    return sh_gpu_is_pending(a, spot.row, spot.column);
}

// Board cells one step away in one of the six directions.
SH_GPU_CODE uint64_t sh_gpu_shift(const sh_gpu_args *a, uint64_t cells, int direction) {
    const uint64_t board = (1ULL << a->cells) - 1, right = board & ~a->left_side;
    const uint64_t left = board & ~(a->left_side << (a->size - 1));
    switch (direction) {
    case 0:
        return cells << 1 & right;
    case 1:
        return cells >> 1 & left;
    case 2:
        return cells << a->size & board;
    case 3:
        return cells >> a->size;
    case 4:
        return cells >> (a->size - 1) & right;
    default:
        return cells << (a->size - 1) & left;
    }
}

// Where a piece can move among occupied board cells, itself not among them.
SH_GPU_CODE uint64_t sh_gpu_moves(const sh_gpu_args *a, uint64_t piece, uint64_t occupied) {
    uint64_t steps = 0, hops = piece, grown;
    SH_UNROLL for (int d = 0; d < 6; d++) steps |= sh_gpu_shift(a, piece, d);
    do {
        grown = 0;
        SH_UNROLL for (int d = 0; d < 6; d++) grown |=
            sh_gpu_shift(a, sh_gpu_shift(a, hops, d) & occupied, d);
        grown &= ~occupied & ~hops;
        hops |= grown;
    } while (grown);
    return ((steps & ~occupied) | hops) & ~piece;
}

// A set after a piece has moved between two board cells.
SH_GPU_CODE sh_gpu_both sh_gpu_moved(const sh_gpu_args *a, sh_gpu_both both, int from, int to) {
    const uint32_t old = a->cell_diagonal[from], now = a->cell_diagonal[to];
    both.set ^= 1ULL << old | 1ULL << now;
    both.image ^= 1ULL << a->cell_image[old] | 1ULL << a->cell_image[now];
    return both;
}

// Whether no move of `mover`, on `army` of the board, leads to a state T[mover'][key] that is
// pending.
SH_GPU_CODE bool sh_gpu_none_pending(const sh_gpu_args *a, sh_gpu_both key, sh_gpu_both mover,
                                     uint64_t army, uint64_t others) {
    for (uint64_t pieces = army; pieces; pieces &= pieces - 1) {
        const uint64_t piece = pieces & -pieces;
        for (uint64_t to = sh_gpu_moves(a, piece, (army ^ piece) | others); to; to &= to - 1) {
            const sh_gpu_both next =
                sh_gpu_moved(a, mover, sh_gpu_first64(piece), sh_gpu_first64(to));
            // Where the row is its own image, only the canonical one of two columns stays pending
            // until the loss was used (settle_device.h).
            const bool turned = next.set == next.image && key.image < key.set;
            const sh_gpu_spot spot = sh_gpu_find(a, next, turned ? sh_gpu_mirrored(key) : key);
            if (sh_gpu_look(a, spot)) return false;
        }
    }
    return true;
}

// Makes an unknown state won or lost, counts it and puts it on the list, once.
SH_GPU_CODE void sh_gpu_decide(const sh_gpu_args *a, uint64_t unit, sh_gpu_spot spot, bool won) {
    const uint32_t bit = 1u << spot.column % 32;
    const uint64_t place = sh_gpu_place(a, spot.row, spot.column);
    const uint32_t id = sh_gpu_rank_beside(a, spot.mover & sh_gpu_below(SH_GPU_LEVEL), 0);
    if (won ? !(sh_gpu_fetch_and(a->pending + place, ~bit) & bit)
            : sh_gpu_fetch_or(sh_gpu_lost_at(a, place), bit) & bit)
        return;
    uint64_t *sums = a->sums + unit % SH_GPU_SUMS * SH_SUM_KINDS;
    sh_gpu_add(&sums[won ? SH_SUM_WON_STATES : SH_SUM_LOST_STATES], 1);
    sh_gpu_add(&sums[won ? SH_SUM_WON : SH_SUM_LOST], 2 - spot.single);
    if (!won) sh_gpu_let_know(a, spot.row, id, 1);
    sh_gpu_tell(a, won, spot.row, id, 1);
}

// What follows from T[key'][key] for T[key][mover], where mover has a move to key'.
SH_GPU_CODE void sh_gpu_follow(const sh_gpu_args *a, uint64_t unit, bool won, sh_gpu_both key,
                               sh_gpu_both mover, uint64_t army, uint64_t others) {
    const sh_gpu_spot spot = sh_gpu_find(a, key, mover);
    const bool pending = sh_gpu_look(a, spot);
    // Where the key is its own image, the state's image is a state of its own in the same row.
    const sh_gpu_spot other = spot.single ? sh_gpu_find(a, key, sh_gpu_mirrored(mover)) : spot;
    if (!pending && !sh_gpu_look(a, other)) return;
    if (won && !sh_gpu_none_pending(a, key, mover, army, others)) return;
    sh_gpu_decide(a, unit, spot, !won);
    if (spot.single) sh_gpu_decide(a, unit, other, !won);
}

// Unit: 32 states of the list.
SH_GPU_CODE void sh_gpu_react(const sh_gpu_args *a, uint64_t unit) {
    SH_EACH_LANE(lane) {
        const uint64_t i = unit * SH_WARP + lane;
        if (i < a->event_count) {
            const sh_gpu_event event = a->events[i];
            const uint64_t set = a->id_set[event.id] & sh_gpu_below(SH_GPU_LEVEL);
            const bool won = event.row >> 31;
            const sh_gpu_both to = sh_gpu_with_image(a, a->row_set[event.row & 0x7fffffff]);
            const sh_gpu_both key = sh_gpu_with_image(
                a, sh_gpu_reflected(set, sh_gpu_map(a->cell_image, set),
                                    (uint32_t)(a->id_set[event.id] >> SH_GPU_LEVEL)));
            const uint64_t army = sh_gpu_map(a->diagonal_cell, to.set);
            const uint64_t others = sh_gpu_map(a->diagonal_cell, sh_gpu_turned(a, key.set));
            for (uint64_t pieces = army; pieces; pieces &= pieces - 1) {
                const uint64_t piece = pieces & -pieces;
                uint64_t from = sh_gpu_moves(a, piece, (army ^ piece) | others);
                for (; from; from &= from - 1) {
                    const uint64_t cell = from & -from;
                    sh_gpu_follow(a, unit, won, key,
                                  sh_gpu_moved(a, to, sh_gpu_first64(piece), sh_gpu_first64(cell)),
                                  army ^ piece ^ cell, others);
                }
            }
        }
    }
}

// Losses that were followed up are no longer pending. Unit: 32 states of the list.
SH_GPU_CODE void sh_gpu_retire(const sh_gpu_args *a, uint64_t unit) {
    SH_EACH_LANE(lane) {
        const uint64_t i = unit * SH_WARP + lane;
        if (i < a->event_count && !(a->events[i].row >> 31)) {
            const sh_gpu_event event = a->events[i];
            const uint64_t waiter = sh_gpu_turned(a, a->row_set[event.row]);
            const uint64_t image = sh_gpu_map(a->cell_image, waiter);
            sh_gpu_clear(a, event.row, sh_gpu_column(a, a->id_set[event.id], waiter, image), 1);
        }
    }
}
