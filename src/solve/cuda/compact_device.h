// SPDX-License-Identifier: MIT
// The kernels of the compact form: two bits a state in memory, lines made for the blocks at work.
//
// All states are kept as rows of words with 32 bits "won or illegal" and 32 bits "lost", columns as
// in compact_columns.h: 134.8 GiB for 6x6/6. Rows are visited in blocks of 512 lanes as in the wide
// form, a few blocks at a time; the 32 lanes of a word have the same high part. For the blocks at
// work the lines of the wide form are made from the rows, used, and forgotten:
//   gather  lines over the ids A' of what the successor T[A'][R] is: bits of row A', at the columns
//           of the lanes' R. A column is a base that the high parts decide, computed once a word,
//           plus a rank of low parts, computed once for all A' with the same high part.
//   stream  lines over the ids A of which T[R][A] are unknown: each lane walks down its own row,
//   and
//           takes the next bit whenever A is beside its waiter.
//   flag, select, reach   as in the wide form
//   settle  what reach cleared is won, what it left is lost: written to the rows, bit by bit. A
//           state is written once in the whole solve.
// Ids are colex ranks of sets of cells in diagonal order.
#pragma once

#include "solve/cuda/compact_columns.h"
#include "solve/cuda/wide_device.h"

#define SH_GPU_HALF 8 // words of a line that one unit makes: a sector of 32 bytes

// Unit: half the words of a block, one run of at most 32 ids.
SH_GPU_CODE void sh_gpu_gather(const sh_gpu_args *a, uint64_t unit) {
    const uint64_t part = unit / a->gather_count;
    const sh_gpu_run run = a->gathers[unit % a->gather_count];
    const uint64_t block = part / 2, word0 = a->first_word + part * SH_GPU_HALF;
    SH_LANE_STATE(uint32_t, row);
    SH_LANE_STATE(uint64_t, waiter);
    SH_LANE_ARRAY(uint32_t, base, SH_GPU_HALF);
    SH_LANE_ARRAY(uint32_t, open, SH_GPU_HALF);
    SH_LANE_ARRAY(uint32_t, lost, SH_GPU_HALF);
    SH_LANE_ARRAY(uint32_t, low, SH_GPU_HALF);
    uint32_t images;
    SH_EACH_LANE(lane) {
        SH_OF(row, lane) = lane < run.count ? a->row_of[run.first + lane] : SH_GPU_NOWHERE;
        SH_OF(waiter, lane) =
            lane < run.count ? sh_gpu_turned(a, a->row_set[SH_OF(row, lane) & 0x7fffffff]) : 0;
        SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) {
            const uint64_t first = SH_OF(row, lane) >> 31
                                       ? a->lane_image[(word0 + (unsigned)w) * 32]
                                       : a->lane_set[(word0 + (unsigned)w) * 32];
            SH_OF(base, lane)
            [w] = lane < run.count && first ? sh_gpu_column_base(a, first, SH_OF(waiter, lane))
                                            : SH_GPU_NOWHERE;
            SH_OF(open, lane)[w] = SH_OF(lost, lane)[w] = 0;
        }
    }
    SH_VOTE(images, lane, SH_OF(row, lane) >> 31 && lane < run.count);
    for (uint32_t image = 0; image < 2; image++) {
        const uint32_t all = sh_gpu_bits32(run.count), mine = image ? images : all & ~images;
        if (!mine) continue;
        const uint64_t taken = sh_gpu_low(a, SH_FROM(waiter, sh_gpu_first(mine)));
        SH_EACH_LANE(lane) {
            SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) {
                const uint64_t at = (word0 + (unsigned)w) * 32 + lane;
                const uint64_t set = image ? a->lane_image[at] : a->lane_set[at];
                SH_OF(low, lane)
                [w] = !set || sh_gpu_low(a, set) & taken
                          ? SH_GPU_NOWHERE
                          : sh_gpu_rank_beside(a, sh_gpu_low(a, set), taken);
            }
        }
        for (uint32_t left = mine; left; left &= left - 1) {
            const int j = sh_gpu_first(left);
            const uint32_t row_j = SH_FROM(row, j) & 0x7fffffff;
            SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) {
                const uint32_t start = SH_FROM_ARRAY(base, j, w);
                if (start == SH_GPU_NOWHERE) continue;
                SH_LANE_STATE(uint64_t, state);
                uint32_t open_word, lost_word;
                SH_EACH_LANE(lane) {
                    const uint32_t column = start + SH_OF(low, lane)[w];
                    SH_OF(state, lane) =
                        SH_OF(low, lane)[w] == SH_GPU_NOWHERE
                            ? 1
                            : a->states[sh_gpu_place(a, row_j, column)] >> column % 32;
                }
                SH_VOTE(open_word, lane, !(SH_OF(state, lane) & 1));
                SH_VOTE(lost_word, lane, SH_OF(state, lane) >> 32 & 1);
                SH_EACH_LANE(lane) if (lane == (unsigned)j) {
                    SH_OF(open, lane)[w] = open_word;
                    SH_OF(lost, lane)[w] = lost_word;
                }
            }
        }
    }
    SH_EACH_LANE(lane) if (lane < run.count) {
        const uint64_t line = sh_gpu_line(a, block, run.first + lane);
        uint32_t any = 0;
        SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) {
            const uint64_t at = line * SH_GPU_LINE + part % 2 * SH_GPU_HALF + (unsigned)w;
            a->not_won[at] = SH_OF(open, lane)[w];
            a->fresh[at] = SH_OF(lost, lane)[w];
            any |= SH_OF(lost, lane)[w];
        }
        if (any) a->dirty[line] = 1;
    }
}

SH_GPU_CODE uint32_t sh_gpu_unknown(uint64_t states) { return ~(uint32_t)(states | states >> 32); }

// Unit: half the words of a block, one run of ids.
SH_GPU_CODE void sh_gpu_stream(const sh_gpu_args *a, uint64_t unit) {
    const uint64_t part = unit / a->stream_count;
    const sh_gpu_run run = a->streams[unit % a->stream_count];
    const uint64_t block = part / 2, word0 = a->first_word + part * SH_GPU_HALF;
    const uint32_t size = a->pieces - (uint32_t)sh_gpu_count64(run.high);
    const uint32_t *pattern = a->pattern + a->pattern_first[size] + run.start;
    SH_LANE_ARRAY(uint32_t, taken, SH_GPU_HALF); // the waiter's low part; all ones: no state here
    SH_LANE_ARRAY(uint32_t, column, SH_GPU_HALF);
    SH_LANE_ARRAY(uint32_t, buffer, SH_GPU_HALF); // the word of the row that holds `column`
    SH_LANE_ARRAY(uint32_t, unknown, SH_GPU_HALF);
    SH_EACH_LANE(lane) SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) {
        const uint64_t set = a->lane_set[(word0 + (unsigned)w) * 32 + lane];
        const uint64_t waiter = sh_gpu_turned(a, set);
        const uint32_t base =
            set ? sh_gpu_column_base(a, run.high << a->low_cells, waiter) : SH_GPU_NOWHERE;
        SH_OF(taken, lane)[w] = ~0u;
        if (base == SH_GPU_NOWHERE) continue;
        SH_OF(taken, lane)[w] = (uint32_t)sh_gpu_low(a, waiter);
        SH_OF(column, lane)[w] = base + sh_gpu_rank_before(a, *pattern, sh_gpu_low(a, waiter));
        const uint64_t at =
            sh_gpu_place(a, a->word_row[word0 + (unsigned)w] + lane, SH_OF(column, lane)[w]);
        SH_OF(buffer, lane)[w] = sh_gpu_unknown(a->states[at]);
    }
    for (uint32_t done = 0; done < run.count; done += SH_WARP) {
        const uint32_t now = run.count - done < SH_WARP ? run.count - done : SH_WARP;
        SH_EACH_LANE(lane)
        SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) SH_OF(unknown, lane)[w] = 0;
        for (uint32_t j = 0; j < now; j++) {
            const uint32_t low = pattern[done + j];
            SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) {
                SH_LANE_STATE(uint32_t, bit);
                SH_EACH_LANE(lane) {
                    const bool here =
                        (low & SH_OF(taken, lane)[w]) == 0 && SH_OF(taken, lane)[w] != ~0u;
                    SH_OF(bit, lane) = 0;
                    if (here) {
                        const uint32_t next = SH_OF(column, lane)[w]++;
                        SH_OF(bit, lane) = SH_OF(buffer, lane)[w] >> next % 32 & 1;
                        if (next % 32 == 31) {
                            const uint64_t at =
                                sh_gpu_place(a, a->word_row[word0 + (unsigned)w] + lane, next + 1);
                            SH_OF(buffer, lane)[w] = sh_gpu_unknown(a->states[at]);
                        }
                    }
                }
                uint32_t word;
                SH_VOTE(word, lane, SH_OF(bit, lane));
                SH_EACH_LANE(lane) if (lane == j) SH_OF(unknown, lane)[w] = word;
            }
        }
        SH_EACH_LANE(lane) if (lane < now) {
            const uint64_t line = sh_gpu_line(a, block, run.first + done + lane);
            uint32_t any = 0;
            SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) {
                const uint64_t at = line * SH_GPU_LINE + part % 2 * SH_GPU_HALF + (unsigned)w;
                a->unknown[at] = a->open[at] = SH_OF(unknown, lane)[w];
                any |= SH_OF(unknown, lane)[w];
            }
            if (any) a->asked[line] = 1;
        }
    }
}

// Writes 32 states of one mover's set to their rows.
SH_GPU_CODE void sh_gpu_write(const sh_gpu_args *a, bool won, uint64_t word, uint32_t id,
                              uint32_t lanes) {
    for (; lanes; lanes &= lanes - 1) {
        const uint32_t lane = (uint32_t)sh_gpu_first(lanes);
        const uint64_t waiter = sh_gpu_turned(a, a->lane_set[word * 32 + lane]);
        const uint32_t column = sh_gpu_column(a, a->id_set[id], waiter);
        const uint64_t at = sh_gpu_place(a, a->word_row[word] + lane, column);
        sh_gpu_or((uint32_t *)a->states + 2 * at + !won, 1u << column % 32);
    }
}

// What the rules say before any move. Unit: two lines.
SH_GPU_CODE void sh_gpu_rules(const sh_gpu_args *a, uint64_t unit) {
    SH_EACH_LANE(lane) {
        const uint64_t line = unit * 2 + lane / SH_GPU_LINE, block = line / (a->ids + 1ULL);
        const uint32_t id = (uint32_t)(line % (a->ids + 1ULL));
        const unsigned word = lane % SH_GPU_LINE;
        if (block < a->blocks && id < a->ids) {
            const uint64_t at = a->first_word + block * SH_GPU_LINE + word;
            const uint32_t *waiter = a->waiter + block * a->cells * SH_GPU_LINE + word;
            const sh_gpu_verdict v = sh_gpu_judge(a, waiter, a->set[id], a->word_rows[at]);
            sh_gpu_write(a, true, at, id, v.row_illegal);
            sh_gpu_write(a, false, at, id, v.row_lost);
            sh_gpu_count_proven(a, unit, v.row_lost, a->word_single[at]);
            sh_gpu_count_illegal(a, unit, v.row_illegal, a->word_single[at]);
        }
    }
}

// Unit: two lines.
SH_GPU_CODE void sh_gpu_settle(const sh_gpu_args *a, uint64_t unit) {
    SH_EACH_LANE(lane) {
        const uint64_t line = unit * 2 + lane / SH_GPU_LINE, block = line / (a->ids + 1ULL);
        const uint32_t id = (uint32_t)(line % (a->ids + 1ULL));
        const unsigned word = lane % SH_GPU_LINE;
        if (block < a->blocks && a->asked[line]) {
            const uint64_t at = a->first_word + block * SH_GPU_LINE + word;
            const uint32_t open = a->open[line * SH_GPU_LINE + word];
            const uint32_t news = a->wins ? a->unknown[line * SH_GPU_LINE + word] & ~open : open;
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
