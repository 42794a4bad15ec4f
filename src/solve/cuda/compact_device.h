// SPDX-License-Identifier: MIT
// The kernels of the compact form: two bits a state in memory, strips made for the blocks at work.
//
// All states are kept as rows of words with 32 bits "won or illegal" and 32 bits "lost", columns as
// in compact_columns.h: 134.8 GiB for 6x6/6. Rows are visited in blocks of 512 lanes as in the wide
// form, a few blocks at a time; the 32 lanes of a word have the same high part. For the blocks at
// work the strips of the wide form are made from the rows, used, and forgotten:
//   gather  strips over the ids A' of what the successor T[A'][R] is: bits of row A', at the
//   columns
//           of the lanes' R. A column is a base that the high parts decide, computed once a word,
//           plus a rank of low parts, computed once for all A' with the same high part.
//   stream  strips over the ids A of which T[R][A] are unknown: each lane walks down its own row,
//   and
//           takes the next bit whenever A is beside its waiter.
//   flag, select, reach   as in the wide form
//   settle  what reach cleared is won, what it left is lost: written to the rows, bit by bit. A
//           state is written once in the whole solve.
// Ids are colex ranks of sets of cells in diagonal order.
#pragma once

#include "solve/cuda/compact_columns.h"
#include "solve/cuda/compact_write.h"
#include "solve/cuda/wide_device.h"

#define SH_GPU_HALF 8 // words of a strip that one unit of `stream` makes: a sector of 32 bytes

// A place in a row from which states are read one after the other.
typedef struct sh_gpu_cursor {
    uint32_t row, column;
    uint64_t word; // the one that holds `column`
} sh_gpu_cursor;

SH_GPU_CODE void sh_gpu_start(const sh_gpu_args *a, sh_gpu_cursor *at) {
    at->word = a->states[sh_gpu_place(a, at->row, at->column)];
}

// The next `count` <= 32 states, as a word of states; what is above them is of no meaning.
SH_GPU_CODE uint64_t sh_gpu_read(const sh_gpu_args *a, sh_gpu_cursor *at, uint32_t count) {
    const uint32_t shift = at->column % 32;
    uint32_t won = (uint32_t)at->word >> shift, lost = (uint32_t)(at->word >> 32) >> shift;
    at->column += count;
    if (shift + count >= 32) {
        sh_gpu_start(a, at);
        if (shift) {
            won |= (uint32_t)at->word << (32 - shift);
            lost |= (uint32_t)(at->word >> 32) << (32 - shift);
        }
    }
    return won | (uint64_t)lost << 32;
}

// Spreading the low bits of a word over the places of a mask, in order (Warren, Hacker's Delight,
// 7-5): what moves by 1, 2, 4, 8 and 16 places.
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

// Marks losses as used: `lost` are states from `column` on.
SH_GPU_CODE void sh_gpu_mark(const sh_gpu_args *a, uint32_t row, uint32_t column, uint32_t lost) {
    const uint32_t shift = column % 32;
    uint32_t *won = (uint32_t *)a->states;
    if (lost << shift) sh_gpu_or(won + 2 * sh_gpu_place(a, row, column), lost << shift);
    if (shift && lost >> (32 - shift))
        sh_gpu_or(won + 2 * sh_gpu_place(a, row, column + 32), lost >> (32 - shift));
}

// Unit: a block, one run of at most 32 ids; each lane reads the row of one of them. The low part of
// the waiters is the same in a run, so that the states of a word of lanes are neighbours in the row
// and fall apart in the same way for all ids.
SH_GPU_CODE void sh_gpu_gather(const sh_gpu_args *a, uint64_t unit) {
    const uint64_t block = unit / a->gather_count;
    const sh_gpu_run run = a->gathers[unit % a->gather_count];
    const uint64_t word0 = a->first_word + block * SH_GPU_STRIP;
    const uint64_t taken = sh_gpu_turned(a, run.high << (a->cells - a->low_cells));
    SH_LANE_STATE(uint32_t, image);
    SH_LANE_STATE(uint64_t, waiter);
    SH_LANE_STATE(sh_gpu_cursor, at);
    SH_LANE_STATE(uint32_t, mask); // by word: lanes beside `taken`
    SH_LANE_ARRAY(uint32_t, move, 5);
    SH_LANE_ARRAY(uint32_t, not_won, 4);
    SH_LANE_ARRAY(uint32_t, fresh, 4);
    SH_LANE_STATE(uint32_t, any);
    SH_EACH_LANE(lane) {
        const uint32_t row = a->row_of[run.first + (lane < run.count ? lane : 0)];
        SH_OF(at, lane).row = row & 0x7fffffff;
        SH_OF(image, lane) = row >> 31;
        SH_OF(waiter, lane) = sh_gpu_turned(a, a->row_set[SH_OF(at, lane).row]);
        const uint32_t word = lane % SH_GPU_STRIP;
        const uint32_t *holders = a->waiter + block * a->cells * SH_GPU_STRIP + word;
        SH_OF(mask, lane) = a->word_mixed[word0 + word]
                                ? 0
                                : a->word_rows[word0 + word] & ~sh_gpu_hold_any(holders, run.cells);
        sh_gpu_spread_make(SH_OF(mask, lane), SH_OF(move, lane));
        SH_OF(any, lane) = 0;
    }
    uint64_t high = ~0ULL; // of the lanes' sets
    for (unsigned word = 0; word < SH_GPU_STRIP; word += 4) {
        SH_UNROLL for (unsigned w = 0; w < 4; w++) {
            const uint32_t lanes = SH_FROM(mask, word + w);
            uint32_t step[5];
            SH_UNROLL for (int i = 0; i < 5; i++) step[i] = SH_FROM_ARRAY(move, word + w, i);
            const uint64_t first = a->lane_set[(word0 + word + w) * 32];
            const bool anew = lanes && sh_gpu_high(a, first) != high;
            if (anew) high = sh_gpu_high(a, first);
            const uint32_t before = anew ? sh_gpu_rank_before(a, sh_gpu_low(a, first), taken) : 0;
            SH_EACH_LANE(lane) {
                if (anew) {
                    const uint64_t seen =
                        SH_OF(image, lane) ? a->lane_image[(word0 + word + w) * 32] : first;
                    const uint32_t base = sh_gpu_column_base(a, seen, SH_OF(waiter, lane));
                    SH_OF(at, lane).column = base == SH_GPU_NOWHERE ? base : base + before;
                    if (base != SH_GPU_NOWHERE) sh_gpu_start(a, &SH_OF(at, lane));
                }
                SH_OF(not_won, lane)[w] = SH_OF(fresh, lane)[w] = 0;
                if (lanes && SH_OF(at, lane).column != SH_GPU_NOWHERE) {
                    const uint32_t count = (uint32_t)sh_gpu_count(lanes);
                    const uint32_t column = SH_OF(at, lane).column;
                    const uint64_t states = sh_gpu_read(a, &SH_OF(at, lane), count);
                    const uint32_t lost = sh_gpu_fresh(states) & sh_gpu_bits32(count);
                    SH_OF(not_won, lane)[w] = sh_gpu_spread(sh_gpu_not_won(states), lanes, step);
                    if (lost && lane < run.count) {
                        SH_OF(fresh, lane)[w] = sh_gpu_spread(lost, lanes, step);
                        SH_OF(any, lane) = 1;
                        sh_gpu_mark(a, SH_OF(at, lane).row, column, lost);
                    }
                }
            }
        }
        SH_EACH_LANE(lane) if (lane < run.count) {
            const uint64_t to = sh_gpu_strip(a, block, run.first + lane) * SH_GPU_STRIP + word;
            sh_gpu_store4(a->not_won + to, SH_OF(not_won, lane));
            sh_gpu_store4(a->fresh + to, SH_OF(fresh, lane));
        }
    }
    SH_EACH_LANE(lane)
    if (SH_OF(any, lane)) a->dirty[sh_gpu_strip(a, block, run.first + lane)] = 1;
}

// What `gather` leaves out: words of lanes whose high part is its own image. Only one of two mirror
// images is a row there, the columns are scattered, and states are read one by one. Unit: a word of
// the list, one run of ids.
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
        SH_OF(not_won, lane) = SH_OF(fresh, lane) = 0;
    }
    SH_VOTE(images, lane, SH_OF(row, lane) >> 31);
    const uint32_t all = sh_gpu_bits32(run.count), singles = a->word_single[word];
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
            if (start == SH_GPU_NOWHERE) continue;
            SH_LANE_STATE(uint64_t, states);
            uint32_t not_won_word, fresh_word;
            SH_EACH_LANE(lane) {
                const uint32_t column = start + SH_OF(low, lane);
                SH_OF(states, lane) =
                    SH_OF(low, lane) == SH_GPU_NOWHERE
                        ? 1
                        : a->states[sh_gpu_place(a, row_j, column)] >> column % 32;
                if (sh_gpu_fresh(SH_OF(states, lane)) & ~(singles >> lane) & 1)
                    sh_gpu_mark(a, row_j, column, 1);
            }
            SH_VOTE(not_won_word, lane, sh_gpu_not_won(SH_OF(states, lane)) & 1);
            SH_VOTE(fresh_word, lane, sh_gpu_fresh(SH_OF(states, lane)) & 1);
            SH_EACH_LANE(lane) if (lane == (unsigned)j) {
                SH_OF(not_won, lane) = not_won_word;
                SH_OF(fresh, lane) = fresh_word;
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

// Unit: half the words of a block, one run of ids; each lane reads its own row, 32 ids at a time.
SH_GPU_CODE void sh_gpu_stream(const sh_gpu_args *a, uint64_t unit) {
    const uint64_t part = unit / a->stream_count;
    const sh_gpu_run run = a->streams[unit % a->stream_count];
    const uint64_t block = part / 2, word0 = a->first_word + part * SH_GPU_HALF;
    const uint32_t size = a->pieces - (uint32_t)sh_gpu_count64(run.high);
    const uint32_t number = a->pattern_first[size] + run.start; // of the first low part
    SH_LANE_ARRAY(uint32_t, taken, SH_GPU_HALF);                // the waiter's low part
    SH_LANE_ARRAY(sh_gpu_cursor, cursor, SH_GPU_HALF);
    SH_LANE_ARRAY(uint32_t, unknown, SH_GPU_HALF);
    SH_EACH_LANE(lane) SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) {
        const uint64_t here = (word0 + (unsigned)w) * 32 + lane, set = a->lane_set[here];
        const uint64_t ordered = sh_gpu_turned(a, run.reflected ? a->lane_image[here] : set);
        sh_gpu_cursor *at = &SH_OF(cursor, lane)[w];
        at->row = a->word_row[word0 + (unsigned)w] + lane;
        at->column = set ? sh_gpu_column_base(a, run.high << a->low_cells, sh_gpu_turned(a, set))
                         : SH_GPU_NOWHERE;
        SH_OF(taken, lane)[w] = (uint32_t)sh_gpu_low(a, ordered);
        if (at->column != SH_GPU_NOWHERE) {
            at->column += sh_gpu_rank_before(a, a->pattern[number], SH_OF(taken, lane)[w]);
            sh_gpu_start(a, at);
        }
    }
    for (uint32_t done = 0; done < run.count; done += SH_WARP) {
        const uint32_t now = run.count - done < SH_WARP ? run.count - done : SH_WARP;
        const uint32_t *holders = a->holders + (number + done) / 32 * a->low_cells;
        SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) {
            SH_LANE_STATE(uint32_t, word);
            SH_EACH_LANE(lane) {
                SH_OF(word, lane) = 0;
                sh_gpu_cursor *at = &SH_OF(cursor, lane)[w];
                if (at->column != SH_GPU_NOWHERE) {
                    uint32_t meeting = 0, move[5];
                    for (uint32_t left = SH_OF(taken, lane)[w]; left; left &= left - 1)
                        meeting |= holders[sh_gpu_first(left)];
                    const uint32_t mask = sh_gpu_bits32(now) & ~meeting;
                    const uint32_t count = (uint32_t)sh_gpu_count(mask);
                    const uint32_t bits =
                        sh_gpu_unknown(sh_gpu_read(a, at, count)) & sh_gpu_bits32(count);
                    if (bits) {
                        sh_gpu_spread_make(mask, move);
                        SH_OF(word, lane) = sh_gpu_spread(bits, mask, move);
                    }
                }
            }
            SH_TRANSPOSE(word);
            SH_EACH_LANE(lane) SH_OF(unknown, lane)[w] = SH_OF(word, lane);
        }
        SH_EACH_LANE(lane) if (lane < now) {
            const uint64_t strip = sh_gpu_strip(a, block, run.first + done + lane);
            const uint64_t to = strip * SH_GPU_STRIP + part % 2 * SH_GPU_HALF;
            uint32_t any = 0;
            SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) any |= SH_OF(unknown, lane)[w];
            SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w += 4) {
                sh_gpu_store4(a->unknown + to + w, SH_OF(unknown, lane) + w);
                sh_gpu_store4(a->questions + to + w, SH_OF(unknown, lane) + w);
            }
            if (any) a->asked[strip] = 1;
        }
    }
}

// What the rules say before any move. Unit: two strips.
SH_GPU_CODE void sh_gpu_rules(const sh_gpu_args *a, uint64_t unit) {
    SH_EACH_LANE(lane) {
        const uint32_t strip = (uint32_t)unit * 2 + lane / SH_GPU_STRIP;
        const uint32_t block = strip / (a->ids + 1), id = strip % (a->ids + 1);
        const unsigned word = lane % SH_GPU_STRIP;
        if (block < a->blocks && id < a->ids) {
            const uint64_t at = a->first_word + (uint64_t)block * SH_GPU_STRIP + word;
            const uint32_t *waiter = a->waiter + (uint64_t)block * a->cells * SH_GPU_STRIP + word;
            const sh_gpu_verdict v = sh_gpu_judge(a, waiter, a->set[id], a->word_rows[at]);
            sh_gpu_write(a, true, at, id, v.row_illegal);
            sh_gpu_write(a, false, at, id, v.row_lost);
            sh_gpu_count_proven(a, unit, v.row_lost, a->word_single[at]);
            sh_gpu_count_illegal(a, unit, v.row_illegal, a->word_single[at]);
        }
    }
}

// Unit: two strips.
SH_GPU_CODE void sh_gpu_settle(const sh_gpu_args *a, uint64_t unit) {
    SH_EACH_LANE(lane) {
        const uint32_t strip = (uint32_t)unit * 2 + lane / SH_GPU_STRIP;
        const uint32_t block = strip / (a->ids + 1), id = strip % (a->ids + 1);
        const unsigned word = lane % SH_GPU_STRIP;
        if (block < a->blocks && a->asked[strip]) {
            const uint64_t at = a->first_word + (uint64_t)block * SH_GPU_STRIP + word;
            const uint64_t here = (uint64_t)strip * SH_GPU_STRIP + word;
            const uint32_t left = a->questions[here];
            const uint32_t news = a->wins ? a->unknown[here] & ~left : left;
            sh_gpu_write(a, a->wins, at, id, news);
            sh_gpu_count_proven(a, unit, news, a->word_single[at]);
        }
    }
}

// Looks states up: list[i] is row << 32 | column; flag[i] gets 0 unknown, 1 won or illegal, 2 lost.
// Unit: 32 states.
SH_GPU_CODE void sh_gpu_probe(const sh_gpu_args *a, uint64_t unit) {
    SH_EACH_LANE(lane) {
        const uint64_t i = unit * SH_WARP + lane;
        if (i < *a->listed) {
            const uint32_t column = (uint32_t)a->list[i];
            const uint64_t states =
                a->states[sh_gpu_place(a, (uint32_t)(a->list[i] >> 32), column)] >> column % 32;
            a->flag[i] = (uint8_t)((states & 1) | (states >> 31 & 2));
        }
    }
}

// Copies a row to the list, word after word. Unit: a slab.
SH_GPU_CODE void sh_gpu_copy_row(const sh_gpu_args *a, uint64_t unit) {
    SH_EACH_LANE(lane) {
        const uint32_t column = (uint32_t)unit * SH_GPU_SLAB + lane * 32;
        if (lane < 4) a->list[unit * 4 + lane] = a->states[sh_gpu_place(a, a->row, column)];
    }
}
