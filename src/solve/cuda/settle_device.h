// SPDX-License-Identifier: MIT
// Writing what the strips of the blocks at work say back to the rows, and reading rows.
//
// The strips hold the news by ids, 32 rows a word; rows want them by columns. `settle` turns
// squares of 32 ids and 32 rows in registers, drops the ids that meet the row's waiter, and writes
// what is left as one word of columns. Wins are no longer pending. Losses are collected in `found`,
// line by line as they lie in the plane of losses, and `merge` adds each line with news to the
// plane, which may be in memory of the host: only there it is seen which of them are new, since
// losses that are not used yet are still asked about.
#pragma once

#include "solve/cuda/stream_device.h"

// Writes states of one mover's set, one by one: illegal ones, or losses.
SH_GPU_CODE void sh_gpu_write(const sh_gpu_args *a, bool lost, uint32_t word, uint32_t id,
                              uint32_t lanes) {
    if (lost && lanes) sh_gpu_let_know(a, a->word_row[word], id, lanes);
    for (; lanes; lanes &= lanes - 1) {
        const uint32_t lane = (uint32_t)sh_gpu_first(lanes), at = word * 32 + lane;
        const uint32_t column = sh_gpu_column(a, a->id_set[id], sh_gpu_turned(a, a->lane_set[at]),
                                              sh_gpu_turned(a, a->lane_image[at]));
        const bool unread = a->word_single[word] >> lane & 1 && a->row_of[id] >> 31;
        if (lost) sh_gpu_collect(a, at - a->first_word * 32, column, 1);
        if (!lost || unread) sh_gpu_clear(a, a->word_row[word] + lane, column, 1);
    }
}

// What the rules say before any move. Unit: two strips.
SH_GPU_CODE void sh_gpu_rules(const sh_gpu_args *a, uint64_t unit) {
    SH_EACH_LANE(lane) {
        const uint32_t strip = (uint32_t)unit * 2 + lane / SH_GPU_STRIP;
        const uint32_t block = strip / (a->ids + 1), id = strip % (a->ids + 1);
        const unsigned word = lane % SH_GPU_STRIP;
        if (block < a->blocks && id < a->ids) {
            const uint32_t at = a->first_word + block * SH_GPU_STRIP + word;
            const uint32_t *waiter = a->waiter + (uint64_t)block * a->cells * SH_GPU_STRIP + word;
            const sh_gpu_verdict v = sh_gpu_judge(a, waiter, a->set[id], a->word_rows[at]);
            sh_gpu_write(a, false, at, id, v.row_illegal);
            sh_gpu_write(a, true, at, id, v.row_lost);
            sh_gpu_count_illegal(a, unit, v.row_illegal, a->word_single[at]);
        }
    }
}

// Lanes of a word in which the game is over: nobody moves there, so nothing is won by a move.
SH_GPU_CALL uint32_t sh_gpu_ended(const sh_gpu_args *a, uint32_t word, uint32_t id) {
    const uint64_t at = word - a->first_word;
    const uint32_t *waiter =
        a->waiter + at / SH_GPU_STRIP * a->cells * SH_GPU_STRIP + at % SH_GPU_STRIP;
    return sh_gpu_judge(a, waiter, a->set[id], a->word_rows[word]).row_lost;
}

// Lets others know of what a strip has found. `won` and `lost`: half its words from `word0` on.
SH_GPU_CODE void sh_gpu_share(const sh_gpu_args *a, uint32_t word0, uint32_t id,
                              const uint32_t won[SH_GPU_HALF], const uint32_t lost[SH_GPU_HALF]) {
    uint32_t first = SH_GPU_NOWHERE, last = 0;
    SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) {
        const uint32_t row = a->word_row[word0 + (unsigned)w];
        if (lost[w]) {
            if (first == SH_GPU_NOWHERE) first = row + (uint32_t)sh_gpu_first(lost[w]);
            last = row + 31 - (uint32_t)sh_gpu_leading(lost[w]);
        }
        if (a->news && lost[w]) sh_gpu_tell(a, false, row, id, lost[w]);
        if (a->news && won[w]) sh_gpu_tell(a, true, row, id, won[w]);
    }
    if (first == SH_GPU_NOWHERE) return;
    sh_gpu_announce(a, first, last, id);
    if (a->id_slot[id] == SH_GPU_NOWHERE) return;
    SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) if (lost[w])
        sh_gpu_hand(a, a->word_row[word0 + (unsigned)w], id, lost[w]);
}

// Unit: half the words of a block, one run of squares as in `stream`.
SH_GPU_CODE void sh_gpu_settle(const sh_gpu_args *a, uint64_t unit) {
    const uint32_t part = (uint32_t)unit / a->stream_count;
    const sh_gpu_run run = a->streams[(uint32_t)unit - part * a->stream_count];
    const uint64_t block = part / 2;
    const uint32_t word0 = a->first_word + part * SH_GPU_HALF;
    uint32_t states, positions;
    SH_LANE_ARRAY(uint32_t, won, SH_GPU_HALF);
    SH_LANE_ARRAY(uint32_t, lost, SH_GPU_HALF);
    SH_LANE_ARRAY(uint32_t, held, SH_GPU_HALF);
    SH_LANE_ARRAY(uint32_t, column, SH_GPU_HALF); // of the lane's rows
    SH_LANE_ARRAY(uint32_t, move, 5);
    uint32_t common = 0;
    const uint32_t none[4] = {0, 0, 0, 0};
    uint32_t placed = ~0u; // four bits a word: after so many squares the columns are known
    SH_LANE_STATE(uint32_t, ids);
    SH_LANE_STATE(uint32_t, next); // ids of the next square, and the marks of their strips
    SH_LANE_STATE(uint32_t, next_mark);
    SH_LANE_STATE(uint32_t, later); // ids of the one after it
    SH_LANE_STATE(uint32_t, any);
    SH_LANE_STATE(uint32_t, image);
    SH_LANE_STATE(uint32_t, won_states);
    SH_LANE_STATE(uint32_t, won_positions);
    SH_EACH_LANE(lane) {
        SH_OF(won_states, lane) = SH_OF(won_positions, lane) = 0;
        SH_OF(next, lane) = a->square_id[run.first * SH_WARP + lane];
        SH_OF(next_mark, lane) = a->marks[sh_gpu_strip(a, block, SH_OF(next, lane))];
        SH_OF(later, lane) =
            a->square_id[(run.count > 1 ? run.first + 1 : run.first) * SH_WARP + lane];
    }
    for (uint32_t done = 0; done < run.count; done++) {
        const sh_gpu_square square = a->squares[run.first + done];
        const uint32_t now = square.count;
        uint32_t some, images;
        SH_EACH_LANE(lane) {
            const uint32_t id = SH_OF(ids, lane) = SH_OF(next, lane);
            const uint32_t mark = lane < now ? SH_OF(next_mark, lane) : 0;
            const uint64_t from =
                sh_gpu_strip(a, block, id) * SH_GPU_STRIP + part % 2 * SH_GPU_HALF;
            SH_OF(any, lane) = 0;
            SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) SH_OF(won, lane)[w] =
                SH_OF(lost, lane)[w] = 0;
            SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w += 4) if (mark >> 8 * SH_GPU_ASKED) {
                sh_gpu_load4(SH_OF(won, lane) + w, a->won + from + w);
                sh_gpu_load4(SH_OF(lost, lane) + w, a->questions + from + w);
            }
            SH_OF(next, lane) = SH_OF(later, lane);
            SH_OF(next_mark, lane) = a->marks[sh_gpu_strip(a, block, SH_OF(next, lane))];
            if (done + 2 < run.count)
                SH_OF(later, lane) = a->square_id[(run.first + done + 2) * SH_WARP + lane];
            uint32_t wins = 0;
            SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) {
                SH_OF(any, lane) |= SH_OF(won, lane)[w] | SH_OF(lost, lane)[w];
                wins |= SH_OF(won, lane)[w];
            }
            const bool used = mark >> 8 * SH_GPU_FRESH & 1;
            SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w += 4) {
                if (wins) sh_gpu_store4(a->won + from + w, none);
                if (used) sh_gpu_store4(a->fresh + from + w, none);
            }
        }
        SH_VOTE(some, lane, SH_OF(any, lane));
        if (!some) continue;
        SH_EACH_LANE(lane) {
            const uint32_t id = SH_OF(ids, lane);
            SH_OF(image, lane) = lane < now && a->row_of[id] >> 31;
            SH_UNROLL for (int w = 0; w < SH_GPU_HALF; w++) {
                if (a->ended && SH_OF(won, lane)[w])
                    SH_OF(won, lane)[w] &= ~sh_gpu_ended(a, word0 + (unsigned)w, id);
                const uint32_t wins = SH_OF(won, lane)[w];
                SH_OF(won_states, lane) += (uint32_t)sh_gpu_count(wins);
                SH_OF(won_positions, lane) +=
                    (uint32_t)(2 * sh_gpu_count(wins) -
                               sh_gpu_count(wins & a->word_single[word0 + (unsigned)w]));
            }
            if (SH_OF(any, lane)) sh_gpu_share(a, word0, id, SH_OF(won, lane), SH_OF(lost, lane));
            sh_gpu_held(a, part, a->square_set[(run.first + done) * SH_WARP + lane],
                        SH_OF(held, lane));
        }
        SH_VOTE(images, lane, SH_OF(image, lane));
        // Eight copies of this would not fit the cache of instructions.
        SH_ROLLED for (int w = 0; w < SH_GPU_HALF; w++) {
            SH_LANE_STATE(uint32_t, wins);
            SH_LANE_STATE(uint32_t, losses);
            SH_LANE_STATE(uint32_t, beside);
            const uint32_t word = word0 + (unsigned)w;
            SH_VOTE(some, lane, SH_OF(won, lane)[w] | SH_OF(lost, lane)[w]);
            if (!some) continue;
            const bool place = (placed >> 4 * w & 15) != done;
            placed = (placed & ~(15u << 4 * w)) | (done + 1) << 4 * w;
            SH_EACH_LANE(lane) {
                if (place) SH_OF(column, lane)
                [w] = sh_gpu_column_from(a, &square, (uint64_t)word * 32 + lane);
                SH_OF(wins, lane) = SH_OF(won, lane)[w];
                SH_OF(losses, lane) = SH_OF(lost, lane)[w];
                SH_OF(beside, lane) = lane < now ? a->word_rows[word] & ~SH_OF(held, lane)[w] : 0;
            }
            SH_TRANSPOSE(wins);
            SH_TRANSPOSE(losses);
            SH_TRANSPOSE(beside);
            SH_GPU_SPREAD_LANES(beside, move, common);
            SH_EACH_LANE(lane) {
                const uint32_t mask = SH_OF(beside, lane), from = SH_OF(column, lane)[w];
                SH_OF(column, lane)[w] += (uint32_t)sh_gpu_count(mask);
                if (SH_OF(wins, lane) | SH_OF(losses, lane)) {
                    const uint32_t *step = SH_OF(move, lane);
                    // Where the row is its own image, nobody reads the columns of images.
                    const uint32_t unread =
                        a->word_single[word] >> lane & 1 ? SH_OF(losses, lane) & images : 0;
                    const uint32_t over = sh_gpu_unspread(SH_OF(wins, lane) | unread, mask, step);
                    const uint32_t found = sh_gpu_unspread(SH_OF(losses, lane), mask, step);
                    if (over) sh_gpu_clear(a, a->word_row[word] + lane, from, over);
                    if (found) sh_gpu_collect(a, (word - a->first_word) * 32 + lane, from, found);
                }
            }
        }
    }
    SH_SUM(states, lane, SH_OF(won_states, lane));
    SH_SUM(positions, lane, SH_OF(won_positions, lane));
    SH_EACH_LANE(lane) {
        sh_gpu_count_up(a, unit, SH_SUM_WON_STATES, states, lane);
        sh_gpu_count_up(a, unit, SH_SUM_WON, positions, lane);
    }
}

// Unit: a slab of four lanes in flight, eight threads each.
SH_GPU_CODE void sh_gpu_merge(const sh_gpu_args *a, uint64_t unit) {
    const uint32_t fours = a->blocks * 128, slab = (uint32_t)unit / fours;
    const uint32_t at = ((uint32_t)unit - slab * fours) * 4, word = a->first_word + at / 32;
    SH_LANE_ARRAY(uint32_t, found, 4);
    SH_LANE_ARRAY(uint32_t, old, 4);
    SH_LANE_STATE(uint32_t, some);
    SH_LANE_STATE(uint32_t, more);
    uint32_t any, states, positions;
    SH_EACH_LANE(lane) {
        const uint32_t *from = sh_gpu_found_at(a, at, slab * SH_GPU_SLAB) + lane * 4;
        sh_gpu_load4(SH_OF(found, lane), from);
        SH_OF(some, lane) = 0;
        SH_UNROLL for (int i = 0; i < 4; i++) SH_OF(some, lane) |= SH_OF(found, lane)[i];
    }
    SH_VOTE(any, lane, SH_OF(some, lane));
    if (!any) return;
    const uint32_t bytes = slab < a->host_slabs ? SH_GPU_SLAB / 8 : 0;
    const uint32_t none[4] = {0, 0, 0, 0};
    SH_EACH_LANE(lane) {
        const uint32_t row = a->word_row[word] + at % 32 + lane / 8;
        SH_OF(more, lane) = 0;
        SH_OF(some, lane) = any >> (lane & 24) & 255;
        if (SH_OF(some, lane)) {
            const uint64_t place = sh_gpu_place(a, row, slab * SH_GPU_SLAB) + lane % 8 * 4;
            sh_gpu_load4(SH_OF(old, lane), sh_gpu_lost_at(a, place));
            sh_gpu_store4(sh_gpu_found_at(a, at, slab * SH_GPU_SLAB) + lane * 4, none);
            SH_UNROLL for (int i = 0; i < 4; i++) SH_OF(more, lane) +=
                (uint32_t)sh_gpu_count(SH_OF(found, lane)[i] & ~SH_OF(old, lane)[i]);
        }
    }
    SH_VOTE(any, lane, SH_OF(more, lane));
    uint32_t read, written;
    SH_EACH_LANE(lane) {
        const uint32_t row = a->word_row[word] + at % 32 + lane / 8;
        if (any >> (lane & 24) & 255) {
            SH_UNROLL for (int i = 0; i < 4; i++) SH_OF(found, lane)[i] |= SH_OF(old, lane)[i];
            sh_gpu_store4(
                sh_gpu_lost_at(a, sh_gpu_place(a, row, slab * SH_GPU_SLAB) + lane % 8 * 4),
                SH_OF(found, lane));
        }
    }
    SH_SUM(states, lane, SH_OF(more, lane));
    SH_SUM(positions, lane,
           SH_OF(more, lane) * (2 - (a->word_single[word] >> (at % 32 + lane / 8) & 1)));
    SH_SUM(read, lane, SH_OF(some, lane) ? bytes / 8 : 0);
    SH_SUM(written, lane, any >> (lane & 24) & 255 ? bytes / 8 : 0);
    SH_EACH_LANE(lane) {
        sh_gpu_count_up(a, unit, SH_SUM_READ, read, lane);
        sh_gpu_count_up(a, unit, SH_SUM_LOST_STATES, states, lane);
        sh_gpu_count_up(a, unit, SH_SUM_LOST, positions, lane);
        sh_gpu_count_up(a, unit, SH_SUM_WRITTEN, written, lane);
    }
}

// Looks states up: list[i] is row << 32 | column; flag[i] gets 0 unknown, 1 won or illegal, 2 lost.
// Unit: 32 states.
SH_GPU_CODE void sh_gpu_probe(const sh_gpu_args *a, uint64_t unit) {
    SH_EACH_LANE(lane) {
        const uint64_t i = unit * SH_WARP + lane;
        if (i < *a->listed) {
            const uint32_t column = (uint32_t)a->list[i], row = (uint32_t)(a->list[i] >> 32);
            const uint32_t lost =
                *sh_gpu_lost_at(a, sh_gpu_place(a, row, column)) >> column % 32 & 1;
            a->flag[i] = (uint8_t)(lost ? 2 : 1 - sh_gpu_is_pending(a, row, column));
        }
    }
}

// Copies a row to the list: pending states low and losses high, word after word. Unit: a slab.
SH_GPU_CODE void sh_gpu_copy_row(const sh_gpu_args *a, uint64_t unit) {
    SH_EACH_LANE(lane) {
        const uint64_t place = sh_gpu_place(a, a->row, (uint32_t)unit * SH_GPU_SLAB) + lane;
        a->list[unit * SH_GPU_SLAB_WORDS + lane] =
            a->pending[place] | (uint64_t)*sh_gpu_lost_at(a, place) << 32;
    }
}
