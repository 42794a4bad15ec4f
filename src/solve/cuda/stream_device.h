// SPDX-License-Identifier: MIT
// Making the strips of what the blocks at work ask: over the ids A, which T[R][A] are pending.
//
// Each lane walks down its own row and takes the next bits. Which ids these are of is the same for
// all rows of a class (compact_classes.c); a square of them is turned, and each id takes its word.
// Wins are noted in strips that are empty before and afterwards.
#pragma once

#include "solve/cuda/gather_device.h"

#define SH_GPU_HALF 8 // words of a strip that one unit of `stream` makes: a sector of 32 bytes

// The column of a run's high part of rank `rank` beside a waiter's, and of low part `number` or of
// the next one that is beside it, in the row of a lane.
SH_GPU_CODE uint32_t sh_gpu_column_at(const sh_gpu_args *a, const sh_gpu_run *run, uint32_t number,
                                      uint64_t lane, uint32_t rank, uint32_t taken) {
    const uint32_t high = (uint32_t)sh_gpu_count((uint32_t)run->high);
    const uint32_t taken_low = a->pieces - (uint32_t)sh_gpu_count(taken);
    const uint32_t base = a->offset[taken_low * 8 + high] +
                          rank * sh_gpu_choose(a, a->low_cells - taken_low, a->pieces - high);
    if (number == a->pattern_first[a->pieces - high]) return base; // none comes before it
    const uint32_t low =
        (uint32_t)sh_gpu_reflected(a->lane_low[lane], a->lane_low_image[lane], run->level);
    return base + sh_gpu_rank_before(a, a->pattern[number], low);
}

// The same, or SH_GPU_NOWHERE.
SH_GPU_CALL uint32_t sh_gpu_column_from(const sh_gpu_args *a, const sh_gpu_run *run,
                                        uint32_t number, uint64_t lane) {
    const uint32_t taken = a->lane_high[lane], high = (uint32_t)run->high;
    return taken >> 31 || taken & high
               ? SH_GPU_NOWHERE
               : sh_gpu_column_at(a, run, number, lane, sh_gpu_rank_part(a, high, taken), taken);
}

// The number of the first low part of a run.
SH_GPU_CODE uint32_t sh_gpu_first_pattern(const sh_gpu_args *a, const sh_gpu_run *run) {
    return a->pattern_first[a->pieces - (uint32_t)sh_gpu_count64(run->high)] + run->start;
}

// What the lanes of a class take of the low part, as a run of `streams` sees it.
SH_GPU_CODE uint32_t sh_gpu_class_low(const sh_gpu_class *of, const sh_gpu_run *run) {
    return (uint32_t)sh_gpu_reflected(of->low, of->image, run->level);
}

// The low part of number `number` + lane of the patterns, or one that meets every class.
SH_GPU_CODE uint32_t sh_gpu_pattern_at(const sh_gpu_args *a, uint32_t number, unsigned lane,
                                       uint32_t count) {
    return lane < count ? a->pattern[number + lane] : ~0u;
}

// Which of 32 ids are beside the rows of a word, for a word with several classes: `pattern` is the
// low part of a lane's id, `beside` becomes the ids beside a lane's row.
#define SH_GPU_BESIDE_ROWS(beside, pattern, word)                                                  \
    do {                                                                                           \
        const uint32_t first_ = a->word_classes[word],                                             \
                       count_ = a->word_classes[(word) + 1] - first_;                              \
        SH_LANE_STATE(uint32_t, low_);                                                             \
        SH_LANE_STATE(uint32_t, ids_); /* beside the class with the lane's number */               \
        SH_EACH_LANE(lane) {                                                                       \
            SH_OF(low_, lane) =                                                                    \
                lane < count_ ? sh_gpu_class_low(a->classes + first_ + lane, &run) : 0;            \
            SH_OF(ids_, lane) = 0;                                                                 \
        }                                                                                          \
        SH_ROLLED for (uint32_t i_ = 0; i_ < count_; i_++) {                                       \
            const uint32_t class_ = SH_FROM(low_, i_);                                             \
            uint32_t vote_ids_;                                                                    \
            SH_VOTE(vote_ids_, lane, !(SH_OF(pattern, lane) & class_));                            \
            SH_EACH_LANE(lane) if (lane == i_) SH_OF(ids_, lane) = vote_ids_;                      \
        }                                                                                          \
        SH_EACH_LANE(lane)                                                                         \
        SH_OF(beside, lane) = SH_FROM(ids_, a->lane_class[(uint64_t)(word)*32 + lane]);            \
    } while (0)

// Unit: half the words of a block, one run of ids; each lane reads its own row, 32 ids at a time.
// The ids beside a class of rows are neighbours in each of these: turned, the word of the n-th one
// is in lane n.
SH_GPU_CODE void sh_gpu_stream(const sh_gpu_args *a, uint64_t unit) {
    const uint32_t part = (uint32_t)unit / a->stream_count;
    const sh_gpu_run run = a->streams[(uint32_t)unit - part * a->stream_count];
    const uint32_t block = part / 2, word0 = a->first_word + part * SH_GPU_HALF;
    const uint32_t number = sh_gpu_first_pattern(a, &run);
    SH_LANE_ARRAY(uint32_t, column, SH_GPU_HALF); // of the lane's rows
    SH_LANE_ARRAY(uint32_t, word, SH_GPU_HALF);   // that holds it
    SH_LANE_ARRAY(uint32_t, next, SH_GPU_HALF);   // that holds the first column of the next square
    SH_LANE_ARRAY(uint32_t, pending, SH_GPU_HALF);
    SH_LANE_STATE(uint32_t, pattern);
    SH_LANE_STATE(uint32_t, turned);
    SH_LANE_ARRAY(uint32_t, beside, SH_GPU_HALF); // ids that are beside the lane's row
    SH_LANE_ARRAY(uint32_t, by_row, SH_GPU_HALF); // the same, for words with several classes
    SH_LANE_ARRAY(uint32_t, bits, SH_GPU_HALF);   // what is pending in their rows, then by ids
    uint32_t low[SH_GPU_HALF];                    // of the first class of a word
    uint32_t there = 0, several = 0;              // words with any columns, with several classes
    SH_EACH_LANE(lane) {
        const uint64_t lane0 = (uint64_t)word0 * 32 + lane;
        uint32_t *taken = SH_OF(pending, lane), *rank = SH_OF(column, lane);
        SH_UNROLL for (unsigned w = 0; w < SH_GPU_HALF; w++) {
            taken[w] = a->lane_high[lane0 + w * 32];
            rank[w] = 0;
        }
        const uint32_t *row = a->binomial + 64;
        for (uint32_t high = (uint32_t)run.high; high; high &= high - 1, row += 64) {
            const uint32_t cell = (uint32_t)sh_gpu_first(high);
            SH_UNROLL for (unsigned w = 0; w < SH_GPU_HALF; w++) rank[w] +=
                row[cell - (uint32_t)sh_gpu_count(taken[w] & ((1u << cell) - 1))];
        }
        SH_UNROLL for (unsigned w = 0; w < SH_GPU_HALF; w++) {
            const bool none = taken[w] >> 31 || taken[w] & (uint32_t)run.high;
            SH_OF(column, lane)
            [w] = none ? SH_GPU_NOWHERE
                       : sh_gpu_column_at(a, &run, number, lane0 + w * 32, rank[w], taken[w]);
            SH_OF(word, lane)[w] = 0;
            if (!none) SH_OF(word, lane)
            [w] = sh_gpu_see(a->pending + sh_gpu_place(a, a->word_row[word0 + w] + lane,
                                                       SH_OF(column, lane)[w]));
            SH_OF(pending, lane)[w] = 0;
        }
    }
    SH_UNROLL for (unsigned w = 0; w < SH_GPU_HALF; w++) {
        const uint32_t first = a->word_classes[word0 + w], end = a->word_classes[word0 + w + 1];
        uint32_t any;
        low[w] = sh_gpu_class_low(a->classes + first, &run);
        several |= (uint32_t)(end > first + 1) << w;
        SH_VOTE(any, lane, SH_OF(column, lane)[w] != SH_GPU_NOWHERE);
        there |= (uint32_t)(any != 0) << w;
    }
    for (uint32_t done = 0; done < run.count; done += SH_WARP) {
        const uint32_t now = run.count - done < SH_WARP ? run.count - done : SH_WARP;
        SH_EACH_LANE(lane)
        SH_OF(pattern, lane) = sh_gpu_pattern_at(a, number + done, lane, now);
        SH_ROLLED for (uint32_t left = there & several; left; left &= left - 1) {
            const uint32_t w = (uint32_t)sh_gpu_first(left);
            SH_GPU_BESIDE_ROWS(turned, pattern, word0 + w);
            SH_EACH_LANE(lane) SH_OF(by_row, lane)[w] = SH_OF(turned, lane);
        }
        // All words of rows are on their way before the first is used.
        SH_UNROLL for (unsigned w = 0; w < SH_GPU_HALF; w++) if (there >> w & 1) {
            uint32_t ids;
            SH_VOTE(ids, lane, !(SH_OF(pattern, lane) & low[w]));
            SH_EACH_LANE(lane) {
                const uint32_t mine = several >> w & 1 ? SH_OF(by_row, lane)[w] : ids;
                const uint32_t count = (uint32_t)sh_gpu_count(mine), at = SH_OF(column, lane)[w];
                SH_OF(beside, lane)[w] = mine;
                SH_OF(next, lane)[w] = SH_OF(word, lane)[w];
                if (at != SH_GPU_NOWHERE && at % 32 + count >= 32) SH_OF(next, lane)
                [w] = sh_gpu_see(a->pending +
                                 sh_gpu_place(a, a->word_row[word0 + w] + lane, at + count));
            }
        }
        SH_UNROLL for (unsigned w = 0; w < SH_GPU_HALF; w++) if (there >> w & 1) {
            SH_EACH_LANE(lane) {
                const uint32_t at = SH_OF(column, lane)[w];
                SH_OF(turned, lane) =
                    sh_gpu_window(SH_OF(word, lane)[w], SH_OF(next, lane)[w], at % 32);
                SH_OF(word, lane)[w] = SH_OF(next, lane)[w];
                if (at != SH_GPU_NOWHERE)
                    SH_OF(column, lane)[w] = at + (uint32_t)sh_gpu_count(SH_OF(beside, lane)[w]);
                if (several >> w & 1) SH_OF(bits, lane)[w] = SH_OF(turned, lane);
            }
            if (several >> w & 1) continue;
            SH_TRANSPOSE(turned);
            SH_EACH_LANE(lane) {
                const uint32_t ids = SH_OF(beside, lane)[w];
                const uint32_t found =
                    SH_FROM(turned, (uint32_t)sh_gpu_count(ids & sh_gpu_bits32(lane)));
                SH_OF(pending, lane)[w] = ids >> lane & 1 ? found : 0;
            }
        }
        SH_ROLLED for (uint32_t left = there & several; left; left &= left - 1) {
            const uint32_t w = (uint32_t)sh_gpu_first(left);
            SH_EACH_LANE(lane) {
                uint32_t move[5];
                sh_gpu_spread_make(SH_OF(by_row, lane)[w], move);
                SH_OF(turned, lane) =
                    sh_gpu_spread(SH_OF(bits, lane)[w], SH_OF(by_row, lane)[w], move);
            }
            SH_TRANSPOSE(turned);
            SH_EACH_LANE(lane) SH_OF(bits, lane)[w] = SH_OF(turned, lane);
        }
        SH_EACH_LANE(lane)
        SH_UNROLL for (unsigned w = 0; w < SH_GPU_HALF; w++) if (there & several & 1u << w)
            SH_OF(pending, lane)[w] = SH_OF(bits, lane)[w];
        SH_EACH_LANE(lane) if (lane < now) {
            const uint64_t strip = sh_gpu_strip(a, block, run.first + done + lane);
            const uint64_t to = strip * SH_GPU_STRIP + part % 2 * SH_GPU_HALF;
            uint32_t any = 0;
            SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) any |= SH_OF(pending, lane)[w];
            SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w += 4)
                sh_gpu_store4(a->questions + to + w, SH_OF(pending, lane) + w);
            if (any) *sh_gpu_mark(a, strip, SH_GPU_ASKED) = 1;
        }
    }
}

// Lists the subsets to visit in the blocks at work: for losses those with a pending state among
// their sets, for wins those with a fresh loss as well. Unit: 32 subsets of a block.
SH_GPU_CODE void sh_gpu_pick(const sh_gpu_args *a, uint64_t unit) {
    SH_EACH_LANE(lane) {
        const uint32_t item = (uint32_t)unit * SH_WARP + lane, block = item / a->subsets;
        const uint32_t subset = item - block * a->subsets;
        const uint32_t *ids = a->superset + (uint64_t)subset * a->cells;
        const uint16_t *marks = a->marks + sh_gpu_strip(a, block, 0);
        const uint64_t entry = (uint64_t)block << 32 | subset;
        uint32_t any = 0;
        for (uint32_t q = 0; q < a->cells && block < a->blocks; q++) any |= marks[ids[q]];
        if (any >> 8) a->list[sh_gpu_take(a->listed, 1)] = entry;
        if (any >> 8 && any & 1) a->list_won[sh_gpu_take(a->listed_won, 1)] = entry;
    }
}
