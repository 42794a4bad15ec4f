// SPDX-License-Identifier: MIT
// Making the strips of the blocks at work from rows, and what they say about columns.
//
//   gather  strips over the ids A' of what the successor T[A'][R] is: bits of row A', at the
//           columns of the lanes' R. A column is a base that the high parts decide, looked up once
//           a group (fetch_device.h), plus a rank of low parts, computed once for all A' with the
//           same waiter's low part. What is pending and lost is fresh, and used from now on.
//   gather_mixed  the words that `gather` leaves out, bit by bit; their fresh losses stand in slots
#pragma once

#include "solve/cuda/fetch_device.h"

// A place in a row from which states are read one after the other: four words at a time, because
// the lanes of a warp are in different rows and each load takes as long as 32.
typedef struct sh_gpu_walk {
    uint32_t row, column;
    uint32_t words[SH_GPU_CHUNK / 32]; // the chunk that holds `column`
} sh_gpu_walk;

SH_GPU_CODE void sh_gpu_walk_start(const sh_gpu_args *a, sh_gpu_walk *at) {
    sh_gpu_load4(at->words,
                 a->pending + sh_gpu_place(a, at->row, at->column & ~(SH_GPU_CHUNK - 1u)));
}

// The word of a chunk that holds a column, and the next one, without a table in memory; the next
// one of the last is of no meaning.
SH_GPU_CODE void sh_gpu_two_words(const uint32_t words[4], uint32_t column, uint32_t pair[2]) {
    const bool upper = column & 64, odd = column & 32;
    const uint32_t first = upper ? words[2] : words[0], second = upper ? words[3] : words[1];
    pair[0] = odd ? second : first;
    pair[1] = odd ? words[2] : second;
}

// Whether `count` states from a column on end in another chunk.
SH_GPU_CODE bool sh_gpu_leaves(uint32_t column, uint32_t count) {
    return column % SH_GPU_CHUNK + count >= SH_GPU_CHUNK;
}

// Which of the next `count` <= 32 states are pending; what is above them is of no meaning.
SH_GPU_CODE uint32_t sh_gpu_walk_on(const sh_gpu_args *a, sh_gpu_walk *at, uint32_t count) {
    const uint32_t column = at->column;
    uint32_t pair[2];
    sh_gpu_two_words(at->words, column, pair);
    at->column += count;
    if (sh_gpu_leaves(column, count)) {
        sh_gpu_walk_start(a, at);
        pair[1] = at->words[0];
    }
    return sh_gpu_window(pair[0], pair[1], column % 32);
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

// What a strip holds: fresh losses, pending states; a byte each.
enum { SH_GPU_FRESH, SH_GPU_ASKED };
SH_GPU_CODE uint8_t *sh_gpu_mark(const sh_gpu_args *a, uint64_t strip, int what) {
    return (uint8_t *)(a->marks + strip) + what;
}

// The chunk of known losses at a place, on the card or fetched. `fetched`: where column 0 of the
// row would be.
SH_GPU_CODE void sh_gpu_known(const sh_gpu_args *a, const sh_gpu_walk *at, uint64_t fetched,
                              uint32_t words[4]) {
    const uint32_t column = at->column & ~(SH_GPU_CHUNK - 1u);
    sh_gpu_load4(words, column / SH_GPU_SLAB < a->host_slabs
                            ? a->fetched + (fetched + column / 32)
                            : sh_gpu_lost_at(a, sh_gpu_place(a, at->row, column)));
}

// Which lanes of a word are beside the waiters with `cells` above, 0 for mixed words, and how bits
// spread over them.
SH_GPU_CODE uint32_t sh_gpu_word_mask(const sh_gpu_args *a, uint32_t word, uint64_t cells,
                                      uint32_t move[5]) {
    const uint32_t here = a->first_word + word;
    const uint32_t *holders =
        a->waiter + (word / SH_GPU_STRIP * a->cells * SH_GPU_STRIP + word % SH_GPU_STRIP);
    const bool left_out = word >= a->blocks * SH_GPU_STRIP || a->word_kind[here] & SH_GPU_MIXED;
    const uint32_t mask = left_out ? 0 : a->word_rows[here] & ~sh_gpu_hold_any(holders, cells);
    sh_gpu_spread_make(mask, move);
    return mask;
}

// Unit: 32 lanes of ids; each reads the row of one of them. The low part of the waiters is the same
// for `width` neighbours, so that the states of a word of lanes are neighbours in the row and fall
// apart in the same way for these ids: each lane says how for one word, unless all are `alone`.
SH_GPU_CODE void sh_gpu_gather_rows(const sh_gpu_args *a, uint64_t unit, uint32_t width,
                                    const bool alone) {
    const uint32_t words = a->blocks * SH_GPU_STRIP;
    SH_LANE_STATE(sh_gpu_source, source);
    SH_LANE_STATE(uint64_t, cells); // above
    SH_LANE_STATE(uint32_t, recent);
    SH_LANE_STATE(sh_gpu_walk, at);
    SH_LANE_STATE(uint64_t, lost); // where column 0 of the row would be fetched to
    SH_LANE_ARRAY(uint32_t, known_words, SH_GPU_CHUNK / 32); // of losses, where `at` is
    SH_LANE_STATE(uint32_t, mask);                           // by word: lanes beside `taken`
    SH_LANE_ARRAY(uint32_t, move, 5);
    SH_LANE_ARRAY(uint32_t, not_won, 4);
    SH_LANE_ARRAY(uint32_t, fresh, 4);
    SH_EACH_LANE(lane) {
        SH_OF(source, lane) = sh_gpu_source_of(a, unit, lane);
        const sh_gpu_source *of = &SH_OF(source, lane);
        SH_OF(cells, lane) = a->set[of->id] & a->upper_cells;
        SH_OF(at, lane).row = of->row;
        SH_OF(at, lane).column = SH_GPU_NOWHERE;
        SH_OF(recent, lane) = !of->filler && a->fetched_now[of->id];
        SH_OF(lost, lane) = 0;
        SH_UNROLL for (int i = 0; i < SH_GPU_CHUNK / 32; i++) SH_OF(known_words, lane)[i] = 0;
    }
    uint32_t g = 0, next = a->group_count ? a->groups[0].word - a->first_word : words;
    for (uint32_t word = 0; word < words; word += 4) {
        if (!alone && !(word & (width - 1))) SH_EACH_LANE(lane)
        SH_OF(mask, lane) =
            sh_gpu_word_mask(a, word + (lane & (width - 1)), SH_OF(cells, lane), SH_OF(move, lane));
        SH_UNROLL for (unsigned w = 0; w < 4; w++) {
            if (next == word + w) {
                const uint32_t chunk = a->groups[g].chunk, group = g++;
                next = g < a->group_count ? a->groups[g].word - a->first_word : words;
                SH_EACH_LANE(lane) {
                    const sh_gpu_source *of = &SH_OF(source, lane);
                    SH_OF(at, lane).column = sh_gpu_group_columns(a, group, of).first;
                    if (SH_OF(at, lane).column != SH_GPU_NOWHERE) {
                        sh_gpu_walk_start(a, &SH_OF(at, lane));
                        SH_OF(lost, lane) = ((uint64_t)of->id * SH_GPU_FETCH + chunk -
                                             SH_OF(at, lane).column / SH_GPU_CHUNK) *
                                            (SH_GPU_CHUNK / 32);
                        if (SH_OF(recent, lane))
                            sh_gpu_known(a, &SH_OF(at, lane), SH_OF(lost, lane),
                                         SH_OF(known_words, lane));
                    }
                }
            }
            SH_EACH_LANE(lane) {
                const uint32_t from = (lane & ~(width - 1)) | ((word + w) & (width - 1));
                uint32_t lanes, step[5];
                if (alone) {
                    lanes = sh_gpu_word_mask(a, word + w, SH_OF(cells, lane), step);
                } else {
                    lanes = SH_FROM(mask, from);
                    SH_UNROLL for (int i = 0; i < 5; i++) step[i] = SH_FROM_ARRAY(move, from, i);
                }
                SH_OF(not_won, lane)[w] = SH_OF(fresh, lane)[w] = 0;
                if (lanes && SH_OF(at, lane).column != SH_GPU_NOWHERE) {
                    const uint32_t count = (uint32_t)sh_gpu_count(lanes);
                    const uint32_t column = SH_OF(at, lane).column;
                    const uint32_t pending = sh_gpu_walk_on(a, &SH_OF(at, lane), count);
                    uint32_t pair[2];
                    sh_gpu_two_words(SH_OF(known_words, lane), column, pair);
                    if (SH_OF(recent, lane) && sh_gpu_leaves(column, count)) {
                        sh_gpu_known(a, &SH_OF(at, lane), SH_OF(lost, lane),
                                     SH_OF(known_words, lane));
                        pair[1] = SH_OF(known_words, lane)[0];
                    }
                    uint32_t known = sh_gpu_window(pair[0], pair[1], column % 32);
                    known &= pending & sh_gpu_bits32(count);
                    SH_OF(not_won, lane)[w] = sh_gpu_spread(pending & ~known, lanes, step);
                    if (known) {
                        SH_OF(fresh, lane)[w] = sh_gpu_spread(known, lanes, step);
                        const uint64_t strip =
                            sh_gpu_strip(a, word / SH_GPU_STRIP, SH_OF(source, lane).id);
                        *sh_gpu_mark(a, strip, SH_GPU_FRESH) = 1;
                        sh_gpu_clear(a, SH_OF(at, lane).row, column, known);
                    }
                }
            }
        }
        SH_EACH_LANE(lane) if (!SH_OF(source, lane).filler) {
            const uint64_t to =
                sh_gpu_strip(a, word / SH_GPU_STRIP, SH_OF(source, lane).id) * SH_GPU_STRIP +
                word % SH_GPU_STRIP;
            const uint32_t *found = SH_OF(fresh, lane);
            sh_gpu_store4(a->not_won + to, SH_OF(not_won, lane));
            if (found[0] | found[1] | found[2] | found[3]) sh_gpu_store4(a->fresh + to, found);
        }
    }
}

SH_GPU_CODE void sh_gpu_gather(const sh_gpu_args *a, uint64_t unit) {
    const uint32_t width = a->gather_width[unit];
    if (width == 1)
        sh_gpu_gather_rows(a, unit, 1, true);
    else
        sh_gpu_gather_rows(a, unit, width, false);
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

// What `gather` leaves out: the columns are scattered, and states are read one by one. Lanes of
// loose words differ in their high parts as well. Unit: a word of the list, 32 lanes of ids.
SH_GPU_CODE void sh_gpu_gather_mixed(const sh_gpu_args *a, uint64_t unit) {
    const uint32_t number = (uint32_t)unit / a->gather_count; // 32 bits are cheap to divide
    const uint64_t word = a->mixed[number], piece = (uint32_t)unit - number * a->gather_count;
    const uint64_t block = ((uint32_t)word - a->first_word) / SH_GPU_STRIP;
    const uint32_t width = a->gather_width[piece];
    const bool loose = a->word_kind[word] & SH_GPU_LOOSE;
    SH_LANE_STATE(sh_gpu_source, source);
    SH_LANE_STATE(uint32_t, row);
    SH_LANE_STATE(uint64_t, waiter);
    SH_LANE_STATE(uint32_t, base);  // of the lane's id: where the high part of the lanes begins
    SH_LANE_STATE(uint64_t, mover); // the set of the lane in the rows at hand
    SH_LANE_STATE(uint32_t, low);   // its low part's rank, or SH_GPU_NOWHERE
    SH_LANE_ARRAY(uint32_t, column, SH_GPU_FLIGHT); // of the lane in the next rows
    SH_LANE_ARRAY(uint32_t, pending, SH_GPU_FLIGHT);
    SH_LANE_STATE(uint32_t, not_won);
    SH_LANE_STATE(uint32_t, fresh);
    uint32_t images, all;
    SH_EACH_LANE(lane) {
        SH_OF(source, lane) = sh_gpu_source_of(a, piece, lane);
        const sh_gpu_source *of = &SH_OF(source, lane);
        const uint64_t first = of->image ? a->lane_image[word * 32] : a->lane_set[word * 32];
        const uint64_t waiter_of = sh_gpu_turned(a, a->row_set[of->row]);
        SH_OF(row, lane) = of->row;
        SH_OF(waiter, lane) = waiter_of;
        SH_OF(base, lane) = loose ? 0 : sh_gpu_column_base(a, first, waiter_of);
        SH_OF(not_won, lane) = 0;
        SH_OF(fresh, lane) = of->filler ? 0 : sh_gpu_take_slots(a, word, of->id);
    }
    SH_VOTE(images, lane, SH_OF(source, lane).image);
    SH_VOTE(all, lane, !SH_OF(source, lane).filler && SH_OF(base, lane) != SH_GPU_NOWHERE);
    for (uint32_t part = 0; part < 2 * SH_WARP; part += width) {
        const bool image = part >= SH_WARP;
        const uint32_t mine =
            all & (image ? images : ~images) & sh_gpu_bits32(width) << part % SH_WARP;
        if (!mine) continue;
        const uint32_t taken = sh_gpu_low(a, SH_FROM(waiter, sh_gpu_first(mine)));
        const uint64_t taken_image = image && loose ? sh_gpu_map(a->cell_image, taken) : taken;
        SH_EACH_LANE(lane) {
            const uint64_t of = a->lane_set[word * 32 + lane];
            const sh_gpu_both turned = {.set = a->lane_image[word * 32 + lane], .image = of};
            const uint64_t here = image ? sh_gpu_ordered(a, turned) : of;
            const uint32_t beside =
                (uint32_t)sh_gpu_reflected(taken, taken_image, (uint32_t)(here >> SH_GPU_LEVEL));
            const uint64_t set = here & sh_gpu_below(SH_GPU_LEVEL);
            SH_OF(mover, lane) = set;
            SH_OF(low, lane) = !set || sh_gpu_low(a, set) & beside
                                   ? SH_GPU_NOWHERE
                                   : sh_gpu_rank_part(a, sh_gpu_low(a, set), beside);
        }
        for (uint32_t left = mine; left;) {
            uint32_t ids[SH_GPU_FLIGHT]; // the next lanes of ids, SH_WARP: none
            SH_UNROLL for (int i = 0; i < SH_GPU_FLIGHT; i++, left &= left - 1) {
                ids[i] = left ? (uint32_t)sh_gpu_first(left) : SH_WARP;
                const uint32_t row_i = SH_FROM(row, ids[i] % SH_WARP),
                               base_i = SH_FROM(base, ids[i] % SH_WARP);
                const uint64_t waiter_i = loose ? SH_FROM(waiter, ids[i] % SH_WARP) : 0;
                SH_EACH_LANE(lane) {
                    const uint32_t start =
                        loose ? sh_gpu_column_base(a, SH_OF(mover, lane), waiter_i) : base_i;
                    const bool there = ids[i] < SH_WARP && SH_OF(low, lane) != SH_GPU_NOWHERE &&
                                       start != SH_GPU_NOWHERE;
                    SH_OF(column, lane)[i] = start + SH_OF(low, lane);
                    SH_OF(pending, lane)
                    [i] = there ? sh_gpu_is_pending(a, row_i, SH_OF(column, lane)[i]) : 0;
                }
            }
            SH_UNROLL for (int i = 0; i < SH_GPU_FLIGHT; i++) {
                const uint32_t row_i = SH_FROM(row, ids[i] % SH_WARP),
                               fresh_i = SH_FROM(fresh, ids[i] % SH_WARP);
                uint32_t found;
                SH_VOTE(found, lane, SH_OF(pending, lane)[i]);
                SH_EACH_LANE(lane) {
                    if (lane == ids[i]) SH_OF(not_won, lane) = found & ~fresh_i;
                    if (ids[i] < SH_WARP && fresh_i >> lane & 1)
                        sh_gpu_clear(a, row_i, SH_OF(column, lane)[i], 1);
                }
            }
        }
    }
    SH_EACH_LANE(lane) if (!SH_OF(source, lane).filler) {
        const uint64_t strip = sh_gpu_strip(a, block, SH_OF(source, lane).id);
        a->not_won[strip * SH_GPU_STRIP + word % SH_GPU_STRIP] = SH_OF(not_won, lane);
        if (SH_OF(fresh, lane)) {
            a->fresh[strip * SH_GPU_STRIP + word % SH_GPU_STRIP] = SH_OF(fresh, lane);
            *sh_gpu_mark(a, strip, SH_GPU_FRESH) = 1;
        }
    }
}
