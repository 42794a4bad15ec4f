// SPDX-License-Identifier: MIT
// Making the strips of the blocks at work from rows, and what they say about columns.
//
//   fetch   copies the losses in the columns of the blocks from memory of the host to where
//           `gather` reads them, for rows whose stamp says that there are new ones: 16 bytes at a
//           time, each read once, several on their way at once. It runs while other blocks are at
//           work and may miss what these find. Losses on the card are read where they are.
//   gather  strips over the ids A' of what the successor T[A'][R] is: bits of row A', at the
//           columns of the lanes' R. A column is a base that the high parts decide, computed once a
//           group, plus a rank of low parts, computed once for all A' with the same waiter's low
//           part. What is pending and lost is fresh, and used from now on.
//   gather_mixed  the words that `gather` leaves out, bit by bit; their fresh losses stand in slots
//   stream  strips over the ids A of which T[R][A] are pending: each lane walks down its own row,
//           and takes the next bit whenever A is beside its waiter.
#pragma once

#include "solve/cuda/pending_bits.h"
#include "solve/cuda/wide_device.h"

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

// Spreading the low bits of a word over the places of a mask, in order, and back (Warren, Hacker's
// Delight, 7-4 and 7-5): what moves by 1, 2, 4, 8 and 16 places.
SH_GPU_CODE void sh_gpu_spread_make(uint32_t mask, uint32_t move[5]) {
    uint32_t left = ~mask << 1;
    SH_UNROLL for (int i = 0; i < 5; i++) {
        uint32_t odd = left ^ left << 1;
        odd ^= odd << 2;
        odd ^= odd << 4;
        odd ^= odd << 8;
        odd ^= odd << 16;
        move[i] = odd & mask;
        mask = (mask ^ move[i]) | move[i] >> (1 << i);
        left &= ~odd;
    }
}

SH_GPU_CODE uint32_t sh_gpu_spread(uint32_t bits, uint32_t mask, const uint32_t move[5]) {
    SH_UNROLL for (int i = 4; i >= 0; i--) bits = (bits & ~move[i]) | (bits << (1 << i) & move[i]);
    return bits & mask;
}

SH_GPU_CODE uint32_t sh_gpu_unspread(uint32_t bits, uint32_t mask, const uint32_t move[5]) {
    bits &= mask;
    SH_UNROLL for (int i = 0; i < 5; i++) {
        const uint32_t moved = bits & move[i];
        bits = (bits ^ moved) | moved >> (1 << i);
    }
    return bits;
}

// Adds to a counter of the unit once a warp.
SH_GPU_CODE void sh_gpu_count_up(const sh_gpu_args *a, uint64_t unit, int kind, uint32_t count,
                                 unsigned lane) {
    if (count && lane == 0)
        sh_gpu_add(&a->sums[unit % SH_GPU_SUMS * SH_SUM_KINDS + (uint64_t)kind], count);
}

// Were losses written in a row for one of the blocks at work since they last looked?
SH_GPU_CODE bool sh_gpu_recent(const sh_gpu_args *a, uint32_t row) {
    const uint32_t first = a->first_word / SH_GPU_STRIP;
    bool recent = false;
    for (uint32_t block = first; block < first + a->blocks; block++) {
        const uint8_t stamp = sh_gpu_see_byte(a->stamp + (uint64_t)block * a->stamps + row / 512);
        recent |= (uint8_t)(a->now - stamp) <= 1;
    }
    return recent;
}

// The low part that the waiters of a run of `gathers` have in common, and its image.
typedef struct sh_gpu_taken {
    uint64_t low, image;
} sh_gpu_taken;

SH_GPU_CODE sh_gpu_taken sh_gpu_taken_by(const sh_gpu_args *a, const sh_gpu_run *run) {
    const uint64_t low = sh_gpu_turned(a, run->high << (a->cells - a->low_cells));
    return (sh_gpu_taken){.low = low, .image = sh_gpu_map(a->cell_image, low)};
}

// How many low parts beside the waiters' come before that of a lane: in rows of ids that are rows,
// and of ids whose images are.
SH_GPU_CODE uint32_t sh_gpu_before(const sh_gpu_args *a, uint64_t lane, sh_gpu_taken taken,
                                   bool image) {
    const uint64_t set = a->lane_set[lane];
    if (!image) return sh_gpu_rank_before(a, sh_gpu_low(a, set), taken.low);
    const uint32_t level = a->word_kind[lane / 32] & (SH_GPU_GROUP - 1);
    return sh_gpu_rank_before(a, sh_gpu_low(a, sh_gpu_reflected(a->lane_image[lane], set, level)),
                              sh_gpu_reflected(taken.image, taken.low, level));
}

// Columns that a group has beside the waiters of a run.
SH_GPU_CODE uint32_t sh_gpu_group_columns(const sh_gpu_args *a, const sh_gpu_group *group,
                                          sh_gpu_taken taken) {
    const uint64_t end = group->word + group->words;
    const uint64_t last = end * 32 - 1 - (uint32_t)sh_gpu_leading(a->word_rows[end - 1]);
    return sh_gpu_before(a, last, taken, false) -
           sh_gpu_before(a, (uint64_t)group->word * 32, taken, false) +
           !(sh_gpu_low(a, a->lane_set[last]) & taken.low);
}

// Unit: a run of at most 32 ids; the chunks of all of them are dealt to the lanes.
SH_GPU_CODE void sh_gpu_fetch(const sh_gpu_args *a, uint64_t unit) {
    const sh_gpu_run run = a->gathers[unit];
    const sh_gpu_taken taken = sh_gpu_taken_by(a, &run);
    SH_LANE_STATE(uint32_t, row);
    SH_LANE_STATE(uint32_t, image);
    SH_LANE_STATE(uint32_t, recent);
    SH_LANE_STATE(uint64_t, waiter);
    SH_LANE_STATE(uint32_t, from);   // the first chunk in the row
    SH_LANE_STATE(uint32_t, chunks); // how many
    SH_LANE_STATE(uint32_t, far);    // copied from the host
    uint32_t any;
    SH_EACH_LANE(lane) {
        SH_OF(far, lane) = 0;
        const uint32_t of = a->row_of[run.first + (lane < run.count ? lane : 0)];
        SH_OF(row, lane) = of & 0x7fffffff;
        SH_OF(image, lane) = of >> 31;
        SH_OF(waiter, lane) = sh_gpu_turned(a, a->row_set[SH_OF(row, lane)]);
        SH_OF(recent, lane) = lane < run.count && sh_gpu_recent(a, SH_OF(row, lane));
        if (lane < run.count) a->fetched_now[run.first + lane] = (uint8_t)SH_OF(recent, lane);
    }
    SH_VOTE(any, lane, SH_OF(recent, lane));
    if (a->card_slabs == a->slabs) return;
    const uint32_t near = a->card_slabs * (SH_GPU_SLAB / SH_GPU_CHUNK);
    for (uint32_t g = 0; any && g < a->group_count; g++) {
        const sh_gpu_group group = a->groups[g];
        const uint64_t first = (uint64_t)group.word * 32;
        const uint32_t columns = sh_gpu_group_columns(a, &group, taken);
        if (!columns) continue;
        const uint32_t direct = sh_gpu_before(a, first, taken, false);
        const uint32_t turned = sh_gpu_before(a, first, taken, true);
        SH_EACH_LANE(lane) {
            const bool mirrored = SH_OF(image, lane);
            const uint32_t base = sh_gpu_column_base(
                a, mirrored ? a->lane_image[first] : a->lane_set[first], SH_OF(waiter, lane));
            const uint32_t column = base + (mirrored ? turned : direct);
            const bool there = SH_OF(recent, lane) && base != SH_GPU_NOWHERE;
            SH_OF(from, lane) = column / SH_GPU_CHUNK;
            SH_OF(chunks, lane) =
                there ? (column + columns - 1) / SH_GPU_CHUNK - column / SH_GPU_CHUNK + 1 : 0;
        }
        const uint32_t most = (columns + SH_GPU_CHUNK - 2) / SH_GPU_CHUNK + 1; // chunks of an id
        for (uint32_t item = 0; item < run.count * most; item += SH_WARP * SH_GPU_FLIGHT)
            SH_EACH_LANE(lane) {
                uint32_t words[SH_GPU_FLIGHT][SH_GPU_CHUNK / 32];
                uint64_t to[SH_GPU_FLIGHT];
                bool on_way[SH_GPU_FLIGHT];
                SH_UNROLL for (uint32_t i = 0; i < SH_GPU_FLIGHT; i++) {
                    const uint32_t number = item + i * SH_WARP + lane, id = number / most;
                    const uint32_t at = number % most, source = id % SH_WARP;
                    const uint32_t count = SH_FROM(chunks, source), row_of = SH_FROM(row, source);
                    const uint32_t chunk = SH_FROM(from, source) + at;
                    const bool there = id < run.count && at < count && chunk >= near;
                    to[i] = (uint64_t)(run.first + id) * SH_GPU_FETCH + group.chunk + at;
                    on_way[i] = there;
                    if (there)
                        sh_gpu_load4(
                            words[i],
                            sh_gpu_lost_at(a, sh_gpu_place(a, row_of, chunk * SH_GPU_CHUNK)));
                    SH_OF(far, lane) += there;
                }
                SH_UNROLL for (uint32_t i = 0; i < SH_GPU_FLIGHT; i++) {
                    if (on_way[i])
                        sh_gpu_store4(a->fetched + to[i] * (SH_GPU_CHUNK / 32), words[i]);
                }
            }
    }
    SH_SUM(any, lane, SH_OF(far, lane) * (SH_GPU_CHUNK / 8));
    SH_EACH_LANE(lane) sh_gpu_count_up(a, unit, SH_SUM_READ, any, lane);
}

// A word of known losses: on the card, or fetched. `fetched`: where column 0 of the row would be.
SH_GPU_CODE uint32_t sh_gpu_known(const sh_gpu_args *a, uint32_t row, uint64_t fetched,
                                  uint32_t column) {
    return column / SH_GPU_SLAB < a->card_slabs ? sh_gpu_see(a->lost + sh_gpu_place(a, row, column))
                                                : sh_gpu_see(a->fetched + (fetched + column / 32));
}

// Unit: a run of at most 32 ids; each lane reads the row of one of them. The low part of the
// waiters is the same in a run, so that the states of a word of lanes are neighbours in the row and
// fall apart in the same way for all ids.
SH_GPU_CODE void sh_gpu_gather(const sh_gpu_args *a, uint64_t unit) {
    const sh_gpu_run run = a->gathers[unit];
    const sh_gpu_taken taken = sh_gpu_taken_by(a, &run);
    const uint32_t words = a->blocks * SH_GPU_STRIP;
    SH_LANE_STATE(uint32_t, image);
    SH_LANE_STATE(uint32_t, recent);
    SH_LANE_STATE(uint64_t, waiter);
    SH_LANE_STATE(sh_gpu_cursor, at);
    SH_LANE_STATE(uint64_t, lost); // where column 0 of the row would be fetched to
    SH_LANE_STATE(uint32_t, mask); // by word: lanes beside `taken`
    SH_LANE_ARRAY(uint32_t, move, 5);
    SH_LANE_ARRAY(uint32_t, not_won, 4);
    SH_LANE_ARRAY(uint32_t, fresh, 4);
    SH_EACH_LANE(lane) {
        const uint32_t row = a->row_of[run.first + (lane < run.count ? lane : 0)];
        SH_OF(at, lane).row = row & 0x7fffffff;
        SH_OF(at, lane).column = SH_GPU_NOWHERE;
        SH_OF(image, lane) = row >> 31;
        SH_OF(waiter, lane) = sh_gpu_turned(a, a->row_set[SH_OF(at, lane).row]);
        SH_OF(recent, lane) = lane < run.count && a->fetched_now[run.first + lane];
        SH_OF(lost, lane) = 0;
    }
    uint32_t g = 0;
    for (uint32_t word = 0; word < words; word += 4) {
        if (word % SH_WARP == 0) SH_EACH_LANE(lane) {
                const uint32_t mine = word + lane, here = a->first_word + mine;
                const uint32_t *holders =
                    a->waiter + (uint64_t)(mine / SH_GPU_STRIP) * a->cells * SH_GPU_STRIP +
                    mine % SH_GPU_STRIP;
                SH_OF(mask, lane) = mine >= words || a->word_kind[here] & SH_GPU_MIXED
                                        ? 0
                                        : a->word_rows[here] & ~sh_gpu_hold_any(holders, run.cells);
                sh_gpu_spread_make(SH_OF(mask, lane), SH_OF(move, lane));
            }
        SH_UNROLL for (unsigned w = 0; w < 4; w++) {
            const uint32_t lanes = SH_FROM(mask, (word + w) % SH_WARP);
            uint32_t step[5];
            SH_UNROLL for (int i = 0; i < 5; i++) step[i] =
                SH_FROM_ARRAY(move, (word + w) % SH_WARP, i);
            if (g < a->group_count && a->groups[g].word == a->first_word + word + w) {
                const uint64_t first = (uint64_t)a->groups[g].word * 32;
                const uint32_t chunk = a->groups[g++].chunk;
                const uint32_t direct = sh_gpu_before(a, first, taken, false);
                const uint32_t turned = sh_gpu_before(a, first, taken, true);
                SH_EACH_LANE(lane) {
                    const bool mirrored = SH_OF(image, lane);
                    const uint32_t base =
                        sh_gpu_column_base(a, mirrored ? a->lane_image[first] : a->lane_set[first],
                                           SH_OF(waiter, lane));
                    SH_OF(at, lane).column =
                        base == SH_GPU_NOWHERE ? base : base + (mirrored ? turned : direct);
                    if (base != SH_GPU_NOWHERE) {
                        sh_gpu_start(a, &SH_OF(at, lane));
                        SH_OF(lost, lane) = ((uint64_t)(run.first + lane) * SH_GPU_FETCH + chunk -
                                             SH_OF(at, lane).column / SH_GPU_CHUNK) *
                                            (SH_GPU_CHUNK / 32);
                    }
                }
            }
            SH_EACH_LANE(lane) {
                SH_OF(not_won, lane)[w] = SH_OF(fresh, lane)[w] = 0;
                if (lanes && SH_OF(at, lane).column != SH_GPU_NOWHERE) {
                    const uint32_t count = (uint32_t)sh_gpu_count(lanes);
                    const uint32_t column = SH_OF(at, lane).column;
                    const uint32_t pending = sh_gpu_read(a, &SH_OF(at, lane), count);
                    uint32_t known = 0;
                    if (SH_OF(recent, lane)) {
                        const uint32_t row = SH_OF(at, lane).row, shift = column % 32;
                        known = sh_gpu_known(a, row, SH_OF(lost, lane), column) >> shift;
                        if (shift + count > 32)
                            known |= sh_gpu_known(a, row, SH_OF(lost, lane), column + 32)
                                     << (32 - shift);
                        known &= pending & sh_gpu_bits32(count);
                    }
                    SH_OF(not_won, lane)[w] = sh_gpu_spread(pending & ~known, lanes, step);
                    if (known) {
                        SH_OF(fresh, lane)[w] = sh_gpu_spread(known, lanes, step);
                        a->dirty[sh_gpu_strip(a, word / SH_GPU_STRIP, run.first + lane)] = 1;
                        sh_gpu_clear(a, SH_OF(at, lane).row, column, known);
                    }
                }
            }
        }
        SH_EACH_LANE(lane) if (lane < run.count) {
            const uint64_t to =
                sh_gpu_strip(a, word / SH_GPU_STRIP, run.first + lane) * SH_GPU_STRIP +
                word % SH_GPU_STRIP;
            sh_gpu_store4(a->not_won + to, SH_OF(not_won, lane));
            sh_gpu_store4(a->fresh + to, SH_OF(fresh, lane));
        }
    }
}

// Takes the fresh losses of a mixed word out of its slots.
SH_GPU_CODE uint32_t sh_gpu_take_slots(const sh_gpu_args *a, uint64_t word, uint32_t id) {
    const uint32_t slot = a->word_slot[word], shift = slot % 32, rows = a->word_rows[word];
    uint32_t *low = a->slot_fresh + (uint64_t)(slot / 32) * a->ids + id, *high = low + a->ids;
    uint32_t fresh = sh_gpu_see(low) >> shift & rows;
    if (fresh) sh_gpu_and(low, ~(fresh << shift));
    if (!shift) return fresh;
    const uint32_t rest = sh_gpu_see(high) << (32 - shift) & rows;
    if (rest) sh_gpu_and(high, ~(rest >> (32 - shift)));
    return fresh | rest;
}

// What `gather` leaves out: only one of two mirror images is a lane there, the columns are
// scattered, and states are read one by one. Unit: a word of the list, one run of ids.
SH_GPU_CODE void sh_gpu_gather_mixed(const sh_gpu_args *a, uint64_t unit) {
    const uint64_t word = a->mixed[unit / a->gather_count];
    const sh_gpu_run run = a->gathers[unit % a->gather_count];
    const uint64_t block = (word - a->first_word) / SH_GPU_STRIP;
    SH_LANE_STATE(uint32_t, row);
    SH_LANE_STATE(uint32_t, base);
    SH_LANE_STATE(uint64_t, waiter);
    SH_LANE_STATE(uint32_t, low);
    SH_LANE_STATE(uint32_t, not_won);
    SH_LANE_STATE(uint32_t, fresh);
    uint32_t images;
    SH_EACH_LANE(lane) {
        SH_OF(row, lane) = a->row_of[run.first + (lane < run.count ? lane : 0)];
        const uint64_t first =
            SH_OF(row, lane) >> 31 ? a->lane_image[word * 32] : a->lane_set[word * 32];
        SH_OF(waiter, lane) = sh_gpu_turned(a, a->row_set[SH_OF(row, lane) & 0x7fffffff]);
        SH_OF(base, lane) = sh_gpu_column_base(a, first, SH_OF(waiter, lane));
        SH_OF(not_won, lane) = 0;
        SH_OF(fresh, lane) = lane < run.count ? sh_gpu_take_slots(a, word, run.first + lane) : 0;
    }
    SH_VOTE(images, lane, SH_OF(row, lane) >> 31);
    const uint32_t all = sh_gpu_bits32(run.count);
    for (uint32_t image = 0; image < 2; image++) {
        const uint32_t mine = image ? all & images : all & ~images;
        if (!mine) continue;
        const uint64_t taken = sh_gpu_low(a, SH_FROM(waiter, sh_gpu_first(mine)));
        SH_EACH_LANE(lane) {
            const uint64_t *sets = image ? a->lane_image : a->lane_set;
            const uint64_t set = sets[word * 32 + lane];
            SH_OF(low, lane) = !set || sh_gpu_low(a, set) & taken
                                   ? SH_GPU_NOWHERE
                                   : sh_gpu_rank_beside(a, sh_gpu_low(a, set), taken);
        }
        for (uint32_t left = mine; left; left &= left - 1) {
            const int j = sh_gpu_first(left);
            const uint32_t row_j = SH_FROM(row, j) & 0x7fffffff, start = SH_FROM(base, j);
            const uint32_t fresh_j = SH_FROM(fresh, j);
            if (start == SH_GPU_NOWHERE) continue;
            uint32_t pending;
            SH_VOTE(pending, lane,
                    SH_OF(low, lane) != SH_GPU_NOWHERE &&
                        sh_gpu_is_pending(a, row_j, start + SH_OF(low, lane)));
            SH_EACH_LANE(lane) {
                if (lane == (unsigned)j) SH_OF(not_won, lane) = pending & ~fresh_j;
                if (fresh_j >> lane & 1) sh_gpu_clear(a, row_j, start + SH_OF(low, lane), 1);
            }
        }
    }
    SH_EACH_LANE(lane) if (lane < run.count) {
        const uint64_t strip = sh_gpu_strip(a, block, run.first + lane);
        a->not_won[strip * SH_GPU_STRIP + word % SH_GPU_STRIP] = SH_OF(not_won, lane);
        a->fresh[strip * SH_GPU_STRIP + word % SH_GPU_STRIP] = SH_OF(fresh, lane);
        if (SH_OF(fresh, lane)) a->dirty[strip] = 1;
    }
}

// Which of 32 low parts from `number` on meet `taken`.
SH_GPU_CODE uint32_t sh_gpu_meeting(const sh_gpu_args *a, uint32_t number, uint32_t taken) {
    const uint32_t *holders = a->holders + number / 32 * a->low_cells, shift = number % 32;
    uint32_t meeting = 0;
    for (; taken; taken &= taken - 1) {
        const int cell = sh_gpu_first(taken);
        meeting |= holders[cell] >> shift;
        if (shift) meeting |= holders[a->low_cells + (uint32_t)cell] << (32 - shift);
    }
    return meeting;
}

// A lane's row beside the sets of a run of `streams`: what the waiter takes of the low part, and
// the column where the high part begins, or SH_GPU_NOWHERE.
typedef struct sh_gpu_beside {
    uint32_t taken, base;
} sh_gpu_beside;

SH_GPU_CODE sh_gpu_beside sh_gpu_row_beside(const sh_gpu_args *a, const sh_gpu_run *run,
                                            uint64_t lane) {
    const uint64_t set = a->lane_set[lane], waiter = sh_gpu_turned(a, set);
    const uint64_t seen =
        sh_gpu_reflected(waiter, sh_gpu_turned(a, a->lane_image[lane]), run->level);
    return (sh_gpu_beside){.taken = (uint32_t)sh_gpu_low(a, seen),
                           .base = set ? sh_gpu_column_base(a, run->high << a->low_cells, waiter)
                                       : SH_GPU_NOWHERE};
}

// Unit: half the words of a block, one run of ids; each lane reads its own row, 32 ids at a time.
SH_GPU_CODE void sh_gpu_stream(const sh_gpu_args *a, uint64_t unit) {
    const uint64_t part = unit / a->stream_count;
    const sh_gpu_run run = a->streams[unit % a->stream_count];
    const uint64_t block = part / 2, word0 = a->first_word + part * SH_GPU_HALF;
    const uint32_t size = a->pieces - (uint32_t)sh_gpu_count64(run.high);
    const uint32_t number = a->pattern_first[size] + run.start; // of the first low part
    const uint32_t none[4] = {0, 0, 0, 0};
    SH_LANE_ARRAY(uint32_t, taken, SH_GPU_HALF); // the waiter's low part
    SH_LANE_ARRAY(sh_gpu_cursor, cursor, SH_GPU_HALF);
    SH_LANE_ARRAY(uint32_t, pending, SH_GPU_HALF);
    SH_EACH_LANE(lane) SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) {
        const sh_gpu_beside beside = sh_gpu_row_beside(a, &run, (word0 + (unsigned)w) * 32 + lane);
        sh_gpu_cursor *at = &SH_OF(cursor, lane)[w];
        at->row = a->word_row[word0 + (unsigned)w] + lane;
        at->column = beside.base;
        SH_OF(taken, lane)[w] = beside.taken;
        if (at->column != SH_GPU_NOWHERE) {
            at->column += sh_gpu_rank_before(a, a->pattern[number], beside.taken);
            sh_gpu_start(a, at);
        }
    }
    for (uint32_t done = 0; done < run.count; done += SH_WARP) {
        const uint32_t now = run.count - done < SH_WARP ? run.count - done : SH_WARP;
        SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) {
            SH_LANE_STATE(uint32_t, word);
            SH_EACH_LANE(lane) {
                SH_OF(word, lane) = 0;
                sh_gpu_cursor *at = &SH_OF(cursor, lane)[w];
                if (at->column != SH_GPU_NOWHERE) {
                    const uint32_t mask = sh_gpu_bits32(now) &
                                          ~sh_gpu_meeting(a, number + done, SH_OF(taken, lane)[w]);
                    const uint32_t count = (uint32_t)sh_gpu_count(mask);
                    const uint32_t bits = sh_gpu_read(a, at, count) & sh_gpu_bits32(count);
                    if (bits == sh_gpu_bits32(count)) {
                        SH_OF(word, lane) = mask;
                    } else if (bits) {
                        uint32_t move[5];
                        sh_gpu_spread_make(mask, move);
                        SH_OF(word, lane) = sh_gpu_spread(bits, mask, move);
                    }
                }
            }
            SH_TRANSPOSE(word);
            SH_EACH_LANE(lane) SH_OF(pending, lane)[w] = SH_OF(word, lane);
        }
        SH_EACH_LANE(lane) if (lane < now) {
            const uint64_t strip = sh_gpu_strip(a, block, run.first + done + lane);
            const uint64_t to = strip * SH_GPU_STRIP + part % 2 * SH_GPU_HALF;
            uint32_t any = 0;
            SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) any |= SH_OF(pending, lane)[w];
            SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w += 4) {
                sh_gpu_store4(a->questions + to + w, SH_OF(pending, lane) + w);
                sh_gpu_store4(a->won + to + w, none);
            }
            if (any) a->asked[strip] = 1;
        }
    }
}
