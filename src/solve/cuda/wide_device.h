// SPDX-License-Identifier: MIT
// The kernels of the wide form: three planes over all pairs of sets, as on the CPU.
//
// One round is a sequence of launches over (block, subset) and (block, id):
//   flag    which subsets F have a target that changed since the last round of this kind
//   ask     which unknown states a flagged subset belongs to: copied to `questions`
//   select  lists the subsets to visit: flagged ones of an odd round, all k of an asked state in an
//           even one
//   reach   clears in `questions` what has a move into a target
//   commit  what was cleared is won (odd), what was left is lost (even): taken out of `unknown`,
//           transposed in squares of 32 by votes, and passed on to `not_won` or `fresh`
// A round sees only what earlier rounds have proved, so that its number is the distance of what it
// proves.
#pragma once

#include "solve/cuda/args.h"
#include "solve/cuda/portable.h"

SH_GPU_CODE uint64_t sh_gpu_strip(const sh_gpu_args *a, uint64_t block, uint64_t id) {
    return block * (a->ids + 1ULL) + id;
}

// A thread's word of a plane where a unit is two strips. A plane has fewer than 2^32 strips:
// dividing 32 bits is much cheaper than 64.
typedef struct sh_gpu_word {
    uint64_t strip, block, at; // `at`: the word in the plane
    uint32_t id;
    unsigned word; // in the strip
} sh_gpu_word;

SH_GPU_CODE sh_gpu_word sh_gpu_find_word(const sh_gpu_args *a, uint64_t unit, unsigned lane) {
    const uint32_t strip = (uint32_t)unit * 2 + lane / SH_GPU_STRIP;
    const uint32_t block = strip / (a->ids + 1), word = lane % SH_GPU_STRIP;
    return (sh_gpu_word){.strip = strip,
                         .block = block,
                         .at = (uint64_t)strip * SH_GPU_STRIP + word,
                         .id = strip - block * (a->ids + 1),
                         .word = word};
}

SH_GPU_CODE uint32_t sh_gpu_bits32(uint32_t count) { return count >= 32 ? ~0u : (1u << count) - 1; }

// Lanes of a word that are rows.
SH_GPU_CODE uint32_t sh_gpu_rows_in(const sh_gpu_args *a, uint64_t block, unsigned word) {
    uint64_t first = block * 512 + word * 32;
    return first >= a->canonical ? 0 : sh_gpu_bits32((uint32_t)(a->canonical - first));
}

// Lanes of a word whose row stands for itself alone.
SH_GPU_CODE uint32_t sh_gpu_singles(const sh_gpu_args *a, uint64_t block, unsigned word) {
    return a->mirrored ? a->own_mirror[block * SH_GPU_STRIP + word] : ~0u;
}

SH_GPU_CODE bool sh_gpu_is_copy(const sh_gpu_args *a, uint32_t id) {
    return id >= a->half && a->own_mirror[(id - a->half) / 32] >> (id - a->half) % 32 & 1;
}

SH_GPU_CODE void sh_gpu_count_illegal(const sh_gpu_args *a, uint64_t unit, uint32_t lanes,
                                      uint32_t singles) {
    if (!lanes) return;
    const int positions = 2 * sh_gpu_count(lanes) - sh_gpu_count(lanes & singles);
    sh_gpu_add(&a->sums[unit % SH_GPU_SUMS * SH_SUM_KINDS + SH_SUM_ILLEGAL], (uint64_t)positions);
}

SH_GPU_CODE void sh_gpu_count_proven(const sh_gpu_args *a, uint64_t unit, uint32_t lanes,
                                     uint32_t singles) {
    if (!lanes) return;
    uint64_t *sums = a->sums + unit % SH_GPU_SUMS * SH_SUM_KINDS;
    const int states = sh_gpu_count(lanes);
    sh_gpu_add(&sums[a->wins ? SH_SUM_WON_STATES : SH_SUM_LOST_STATES], (uint64_t)states);
    sh_gpu_add(&sums[a->wins ? SH_SUM_WON : SH_SUM_LOST],
               (uint64_t)(2 * states - sh_gpu_count(lanes & singles)));
}

// The verdict of the rules on 32 pairs (set, lane): with the set's owner to move (row) and with the
// lanes' owner (column). See solve/duel/initial.h.
typedef struct sh_gpu_verdict {
    uint32_t pairs, row_illegal, row_lost, column_illegal, column_lost;
} sh_gpu_verdict;

// Lanes that hold all of `cells`, and lanes that hold any.
SH_GPU_CODE uint32_t sh_gpu_hold_all(const uint32_t *waiter, uint64_t cells) {
    uint32_t all = ~0u;
    for (; cells && all; cells &= cells - 1) all &= waiter[sh_gpu_first64(cells) * SH_GPU_STRIP];
    return all;
}

SH_GPU_CODE uint32_t sh_gpu_hold_any(const uint32_t *waiter, uint64_t cells) {
    uint32_t any = 0;
    for (; cells; cells &= cells - 1) any |= waiter[sh_gpu_first64(cells) * SH_GPU_STRIP];
    return any;
}

// A set turned by 180°: cell c becomes cells-1-c.
SH_GPU_CODE uint64_t sh_gpu_turn(const sh_gpu_args *a, uint64_t set) {
    uint64_t turned = 0;
    for (; set; set &= set - 1) turned |= 1ULL << (a->cells - 1 - (uint32_t)sh_gpu_first64(set));
    return turned;
}

// `waiter` points at the word of these lanes in the strip of cell 0.
SH_GPU_CODE sh_gpu_verdict sh_gpu_judge(const sh_gpu_args *a, const uint32_t *waiter, uint64_t set,
                                        uint32_t rows) {
    sh_gpu_verdict v;
    v.pairs = set ? rows & ~sh_gpu_hold_any(waiter, set) : 0;
    uint32_t set_done = set & a->goal ? sh_gpu_hold_all(waiter, a->goal & ~set) : 0;
    uint32_t lanes_done = a->camp & ~set ? sh_gpu_hold_all(waiter, a->camp & ~set) : 0;
    v.row_illegal = set_done;
    v.column_illegal = lanes_done;
    if (a->wall) {
        const uint64_t tip = 1ULL << (a->cells - 1), ends = a->camp | a->goal;
        if (!(set & tip)) {
            uint32_t blocked = sh_gpu_hold_all(waiter, sh_gpu_turn(a, a->wall)) &
                               ~waiter[(a->cells - 1) * SH_GPU_STRIP];
            if (!a->published || set & ends) v.row_illegal |= blocked;
            v.column_illegal |= blocked;
        }
        if (!(set & 1) && (set & a->wall) == a->wall) {
            uint32_t blocked = ~waiter[0];
            v.row_illegal |= blocked;
            if (a->published) blocked &= sh_gpu_hold_any(waiter, ends);
            v.column_illegal |= blocked;
        }
    }
    v.row_illegal &= v.pairs;
    v.column_illegal &= v.pairs;
    v.row_lost = v.pairs & lanes_done & ~v.row_illegal;
    v.column_lost = v.pairs & set_done & ~v.column_illegal;
    return v;
}

// Unit: two strips.
SH_GPU_CODE void sh_gpu_initial(const sh_gpu_args *a, uint64_t unit) {
    SH_EACH_LANE(lane) {
        const sh_gpu_word w = sh_gpu_find_word(a, unit, lane);
        if (w.block < a->blocks) {
            const uint32_t *waiter = a->waiter + w.block * a->cells * SH_GPU_STRIP + w.word;
            sh_gpu_verdict v = sh_gpu_judge(a, waiter, w.id < a->ids ? a->set[w.id] : 0,
                                            sh_gpu_rows_in(a, w.block, w.word));
            const uint32_t unknown = v.pairs & ~v.row_illegal & ~v.row_lost;
            a->unknown[w.at] = unknown;
            a->not_won[w.at] = v.pairs & ~v.column_illegal;
            a->fresh[w.at] = v.column_lost;
            if (v.column_lost) a->dirty[w.strip] = 1;
            if (!sh_gpu_is_copy(a, w.id)) {
                if (unknown) a->alive[w.strip] = 1;
                const uint32_t singles = sh_gpu_singles(a, w.block, w.word);
                sh_gpu_count_proven(a, unit, v.row_lost, singles);
                sh_gpu_count_illegal(a, unit, v.row_illegal, singles);
            }
        }
    }
}

// Which strips have unknown states, after planes were loaded. Unit: two strips.
SH_GPU_CODE void sh_gpu_revive(const sh_gpu_args *a, uint64_t unit) {
    SH_EACH_LANE(lane) {
        const sh_gpu_word w = sh_gpu_find_word(a, unit, lane);
        if (w.block < a->blocks && !sh_gpu_is_copy(a, w.id) && a->unknown[w.at])
            a->alive[w.strip] = 1;
    }
}

// Unit: 32 subsets of a block.
SH_GPU_CODE void sh_gpu_flag(const sh_gpu_args *a, uint64_t unit) {
    SH_EACH_LANE(lane) {
        const uint32_t item = (uint32_t)unit * SH_WARP + lane, block = item / a->subsets;
        if (block < a->blocks) {
            const uint32_t *ids = a->superset + (uint64_t)(item - block * a->subsets) * a->cells;
            const uint8_t *dirty = a->dirty + sh_gpu_strip(a, block, 0);
            uint32_t any = 0;
            for (uint32_t q = 0; q < a->cells; q++) any |= dirty[ids[q]];
            a->flag[item] = (uint8_t)any;
        }
    }
}

// Unit: two strips.
SH_GPU_CODE void sh_gpu_ask(const sh_gpu_args *a, uint64_t unit) {
    SH_EACH_LANE(lane) {
        const sh_gpu_word w = sh_gpu_find_word(a, unit, lane);
        if (w.block < a->blocks) {
            const uint8_t *flags = a->flag + w.block * a->subsets;
            uint32_t flagged = a->all;
            if (a->alive[w.strip])
                for (uint32_t p = 0; p < a->pieces && !flagged; p++)
                    flagged = flags[a->below[(uint64_t)w.id * a->pieces + p]];
            const bool asked = a->alive[w.strip] && flagged;
            a->questions[w.at] = asked ? a->unknown[w.at] : 0;
            if (w.word == 0) a->asked[w.strip] = asked;
        }
    }
}

// Unit: 32 subsets of a block.
SH_GPU_CODE void sh_gpu_select(const sh_gpu_args *a, uint64_t unit) {
    SH_EACH_LANE(lane) {
        const uint32_t item = (uint32_t)unit * SH_WARP + lane, block = item / a->subsets;
        uint32_t any = 0;
        if (block < a->blocks && (!a->wins || a->all || a->flag[item])) {
            const uint32_t *ids = a->superset + (uint64_t)(item - block * a->subsets) * a->cells;
            const uint8_t *asked = a->asked + sh_gpu_strip(a, block, 0);
            for (uint32_t q = 0; q < a->cells; q++) any |= asked[ids[q]];
        }
        if (any)
            a->list[sh_gpu_take(a->listed, 1)] =
                (uint64_t)block << 32 | (item - block * a->subsets);
    }
}

// Passes on 32 strips of news at a time. `word` is the square's column of lanes; on the way a lane
// stops being the strip of an id and becomes a row, and its word runs over the ids.
SH_GPU_CODE void sh_gpu_send(const sh_gpu_args *a, uint64_t block, uint32_t first, unsigned word,
                             uint32_t row_news, unsigned lane) {
    if (!row_news) return;
    const uint32_t row = (uint32_t)block * 512 + word * 32 + lane;
    const bool image = first >= a->half;
    const uint32_t column = image ? first - a->half : first;
    uint32_t *plane = a->wins ? a->not_won : a->fresh;
    uint64_t strip = sh_gpu_strip(a, column / 512, image ? a->half + row : row);
    for (int side = 0; side < 2 && row_news; side++) {
        uint32_t *target = &plane[strip * SH_GPU_STRIP + column % 512 / 32];
        if (a->wins)
            sh_gpu_and(target, ~row_news);
        else
            sh_gpu_or(target, row_news);
        a->dirty_next[strip] = 1;
        // A set that is its own mirror stands in the column of the row's mirror image as well.
        if (image || !a->mirrored) return;
        row_news &= a->own_mirror[first / 32];
        strip += a->half;
    }
}

// Unit: 32 strips of a block.
SH_GPU_CODE void sh_gpu_commit(const sh_gpu_args *a, uint64_t unit) {
    const uint64_t block = unit / (a->ids / 32);
    const uint32_t first = (uint32_t)(unit % (a->ids / 32)) * 32;
    SH_LANE_STATE(uint32_t, news);
    SH_LANE_STATE(uint32_t, left);
    SH_LANE_STATE(uint32_t, turned);
    uint32_t any;
    SH_VOTE(any, lane, a->asked[sh_gpu_strip(a, block, first + lane)]);
    if (!any) return;
    SH_EACH_LANE(lane) SH_OF(left, lane) = 0;
    for (unsigned word = 0; word < SH_GPU_STRIP; word++) {
        SH_EACH_LANE(lane) {
            const uint64_t at = sh_gpu_strip(a, block, first + lane) * SH_GPU_STRIP + word;
            uint32_t fresh = 0;
            if (any >> lane & 1) {
                const uint32_t unknown = a->unknown[at];
                fresh = a->wins ? unknown & ~a->questions[at] : a->questions[at];
                SH_OF(left, lane) |= unknown & ~fresh;
                if (fresh) {
                    a->unknown[at] = unknown & ~fresh;
                    for (int j = 0; j < 8; j++)
                        if (a->round >> (j + 1) & 1 && a->distance[j]) a->distance[j][at] |= fresh;
                    sh_gpu_count_proven(a, unit, fresh, sh_gpu_singles(a, block, word));
                    sh_gpu_least(a->example, at * 32 + (uint64_t)sh_gpu_first(fresh));
                }
            }
            SH_OF(news, lane) = fresh;
        }
        uint32_t some;
        SH_VOTE(some, lane, SH_OF(news, lane));
        if (!some) continue;
        for (unsigned i = 0; i < 32; i++) {
            uint32_t bits;
            SH_VOTE(bits, lane, SH_OF(news, lane) >> i & 1);
            SH_EACH_LANE(lane) if (lane == i) SH_OF(turned, lane) = bits;
        }
        SH_EACH_LANE(lane) sh_gpu_send(a, block, first, word, SH_OF(turned, lane), lane);
    }
    SH_EACH_LANE(lane)
    if (any >> lane & 1 && !SH_OF(left, lane)) a->alive[sh_gpu_strip(a, block, first + lane)] = 0;
}
