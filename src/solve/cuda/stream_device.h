// SPDX-License-Identifier: MIT
// Making the strips of what the blocks at work ask: over the ids A, which T[R][A] are pending.
//
// Each lane walks down its own row and takes the next bit whenever A is beside its waiter. Which
// ids are beside which rows comes from the strips of the waiters, by ids, and is turned like the
// answers that go back (settle_device.h). Wins are noted in strips that are empty before and
// afterwards.
#pragma once

#include "solve/cuda/gather_device.h"

#define SH_GPU_HALF 8 // words of a strip that one unit of `stream` makes: a sector of 32 bytes

// A place in a row from which states are read one after the other.
typedef struct sh_gpu_cursor {
    uint32_t row, column;
    uint32_t word; // the one that holds `column`
} sh_gpu_cursor;

SH_GPU_CODE void sh_gpu_start(const sh_gpu_args *a, sh_gpu_cursor *at) {
    at->word = sh_gpu_see(a->pending + sh_gpu_place(a, at->row, at->column));
}

// Which of the next `count` <= 32 states are pending; what is above them is of no meaning.
SH_GPU_CODE uint32_t sh_gpu_read(const sh_gpu_args *a, sh_gpu_cursor *at, uint32_t count) {
    const uint32_t shift = at->column % 32;
    uint32_t bits = at->word >> shift;
    at->column += count;
    if (shift + count >= 32) {
        sh_gpu_start(a, at);
        if (shift) bits |= at->word << (32 - shift);
    }
    return bits;
}

// Lanes of half the words of a block that hold any of `cells`.
SH_GPU_CODE void sh_gpu_held(const sh_gpu_args *a, uint32_t part, uint64_t cells,
                             uint32_t held[SH_GPU_HALF]) {
    const uint32_t *waiter =
        a->waiter + (part / 2 * a->cells * SH_GPU_STRIP + part % 2 * SH_GPU_HALF);
    SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) held[w] = 0;
    for (; cells; cells &= cells - 1) {
        uint32_t holders[SH_GPU_HALF];
        SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w += 4)
            sh_gpu_load4(holders + w, waiter + sh_gpu_first64(cells) * SH_GPU_STRIP + w);
        SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) held[w] |= holders[w];
    }
}

// The column of the first id of a square in the row of a lane, or that of the next one that is
// beside its waiter; SH_GPU_NOWHERE if the lane has no row.
SH_GPU_CALL uint32_t sh_gpu_column_from(const sh_gpu_args *a, const sh_gpu_square *square,
                                        uint64_t lane) {
    const uint32_t taken = a->lane_high[lane];
    if (taken >> 31) return SH_GPU_NOWHERE;
    const uint32_t high = (uint32_t)sh_gpu_count(square->high);
    const uint32_t taken_low = a->pieces - (uint32_t)sh_gpu_count(taken);
    const uint32_t column = a->offset[taken_low * 8 + high] +
                            sh_gpu_rank_before(a, square->high, taken) *
                                sh_gpu_choose(a, a->low_cells - taken_low, a->pieces - high);
    if (square->high & taken) return column;
    const uint32_t low =
        (uint32_t)sh_gpu_reflected(a->lane_low[lane], a->lane_low_image[lane], square->level);
    return column + sh_gpu_rank_before(a, a->pattern[square->pattern], low);
}

// Prepares spreading over the masks of all lanes. These are mostly the same or empty, and the same
// as in the word before: `common` is what `move` was made for, or 0.
#define SH_GPU_SPREAD_LANES(mask, move, common)                                                    \
    do {                                                                                           \
        uint32_t union_, differing_;                                                               \
        SH_UNION(union_, lane, SH_OF(mask, lane));                                                 \
        SH_VOTE(differing_, lane, SH_OF(mask, lane) && SH_OF(mask, lane) != union_);               \
        if (differing_ || union_ != common) SH_EACH_LANE(lane)                                     \
        sh_gpu_spread_make(differing_ ? SH_OF(mask, lane) : union_, SH_OF(move, lane));            \
        common = differing_ ? 0 : union_;                                                          \
    } while (0)

// Unit: half the words of a block, one run of squares; each lane reads its own row, 32 ids at a
// time. Which of them are beside its waiter is found the other way round, the rows beside an id.
SH_GPU_CODE void sh_gpu_stream(const sh_gpu_args *a, uint64_t unit) {
    const uint32_t part = (uint32_t)unit / a->stream_count;
    const sh_gpu_run run = a->streams[(uint32_t)unit - part * a->stream_count];
    const uint64_t block = part / 2, word0 = a->first_word + part * SH_GPU_HALF;
    SH_LANE_ARRAY(sh_gpu_cursor, cursor, SH_GPU_HALF);
    SH_LANE_ARRAY(uint32_t, pending, SH_GPU_HALF);
    SH_LANE_ARRAY(uint32_t, move, 5);
    uint32_t common = 0;
    const sh_gpu_square begin = a->squares[run.first];
    SH_EACH_LANE(lane) SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) {
        sh_gpu_cursor *at = &SH_OF(cursor, lane)[w];
        at->row = a->word_row[word0 + (unsigned)w] + lane;
        at->column = sh_gpu_column_from(a, &begin, (word0 + (unsigned)w) * 32 + lane);
        at->word = 0;
        if (at->column != SH_GPU_NOWHERE) sh_gpu_start(a, at);
    }
    for (uint32_t square = run.first; square < run.first + run.count; square++) {
        const uint32_t now = a->squares[square].count;
        SH_EACH_LANE(lane) {
            sh_gpu_held(a, part, a->square_set[square * SH_WARP + lane], SH_OF(pending, lane));
            SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) SH_OF(pending, lane)[w] =
                lane < now ? a->word_rows[word0 + (unsigned)w] & ~SH_OF(pending, lane)[w] : 0;
        }
        SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) {
            SH_LANE_STATE(uint32_t, mask);
            SH_LANE_STATE(uint32_t, word);
            uint32_t some;
            SH_EACH_LANE(lane) SH_OF(mask, lane) = SH_OF(pending, lane)[w];
            SH_TRANSPOSE(mask);
            SH_EACH_LANE(lane) {
                const uint32_t count = (uint32_t)sh_gpu_count(SH_OF(mask, lane));
                SH_OF(word, lane) =
                    sh_gpu_read(a, &SH_OF(cursor, lane)[w], count) & sh_gpu_bits32(count);
            }
            SH_VOTE(some, lane,
                    SH_OF(word, lane) && SH_OF(word, lane) != sh_gpu_bits32((uint32_t)sh_gpu_count(
                                                                  SH_OF(mask, lane))));
            if (some) {
                SH_GPU_SPREAD_LANES(mask, move, common);
                SH_EACH_LANE(lane)
                SH_OF(word, lane) =
                    sh_gpu_spread(SH_OF(word, lane), SH_OF(mask, lane), SH_OF(move, lane));
            } else {
                SH_VOTE(some, lane, SH_OF(mask, lane) && !SH_OF(word, lane));
                if (!some) continue; // all are pending
                SH_EACH_LANE(lane) if (SH_OF(word, lane)) SH_OF(word, lane) = SH_OF(mask, lane);
            }
            SH_TRANSPOSE(word);
            SH_EACH_LANE(lane) SH_OF(pending, lane)[w] = SH_OF(word, lane);
        }
        SH_EACH_LANE(lane) if (lane < now) {
            const uint64_t strip = sh_gpu_strip(a, block, a->square_id[square * SH_WARP + lane]);
            const uint64_t to = strip * SH_GPU_STRIP + part % 2 * SH_GPU_HALF;
            uint32_t any = 0;
            SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) any |= SH_OF(pending, lane)[w];
            SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w += 4)
                sh_gpu_store4(a->questions + to + w, SH_OF(pending, lane) + w);
            if (any) *sh_gpu_mark(a, strip, SH_GPU_ASKED) = 1;
        }
    }
}

// Adds subsets of a block to a segment of a list: those of some lanes.
SH_GPU_CODE void sh_gpu_enlist(uint64_t *list, uint32_t *listed, uint64_t segment, uint64_t entry,
                               uint32_t lanes) {
    SH_LANE_STATE(uint32_t, place);
    if (!lanes) return;
    SH_EACH_LANE(lane)
    SH_OF(place, lane) =
        lane == 0 ? sh_gpu_take(listed + segment, (uint32_t)sh_gpu_count(lanes)) : 0;
    const uint64_t first = (segment << SH_GPU_SEGMENT) + SH_FROM(place, 0);
    SH_EACH_LANE(lane)
    if (lanes >> lane & 1)
        list[first + (uint32_t)sh_gpu_count(lanes & sh_gpu_bits32(lane))] = entry + lane;
}

// Lists the subsets to visit in the blocks at work: for losses those with a pending state among
// their sets, for wins those with a fresh loss as well. Neighbours share most of their sets, so
// those of a segment stay together. Unit: 32 subsets of a block.
SH_GPU_CODE void sh_gpu_pick(const sh_gpu_args *a, uint64_t unit) {
    const uint64_t segment = unit * SH_WARP >> SH_GPU_SEGMENT;
    const uint32_t segments = (a->subsets >> SH_GPU_SEGMENT) + 1;
    const uint32_t block = (uint32_t)segment / segments;
    const uint32_t first = (uint32_t)unit * SH_WARP - (block * segments << SH_GPU_SEGMENT);
    const uint16_t *marks = a->marks + sh_gpu_strip(a, block, 0);
    const uint64_t entry = (uint64_t)block << 32 | first;
    SH_LANE_STATE(uint32_t, any);
    uint32_t asked, fresh;
    if (first >= a->subsets) return;
    SH_EACH_LANE(lane) {
        const uint32_t *ids = a->superset + (uint64_t)(first + lane) * a->cells;
        SH_OF(any, lane) = 0;
        for (uint32_t q = 0; q < a->cells && first + lane < a->subsets; q++)
            SH_OF(any, lane) |= marks[ids[q]];
    }
    SH_VOTE(asked, lane, SH_OF(any, lane) >> 8);
    SH_VOTE(fresh, lane, SH_OF(any, lane) & 1);
    sh_gpu_enlist(a->list, a->listed, segment, entry, asked);
    sh_gpu_enlist(a->list_won, a->listed_won, segment, entry, asked & fresh);
}
