// SPDX-License-Identifier: MIT
// The kernels of three-player games: the rounds of solve/race/rounds/attractor.h, all planes on the
// card.
//
// A role has two planes, both cut like its own (slice, strip of the mover, lanes): `unknown`, and
// `targets`, which holds of the turn after it what is known or, where all moves count, what is not.
// So a round of any role is a round of the two-player form (wide_device.h): flag, ask, select and
// reach are the same kernels, "one move" like an odd round, "all moves" like an even one. Only
// three are particular:
//   race_begin   nothing is known but arrivals
//   race_commit  what a round has found leaves `unknown` and is passed on to the targets of the
//                role that moves before:
//                  U (slice w, strip u, lane v) -> V (slice w, strip v, lane u): squares are turned
//                  V (slice w, strip v, lane u) -> W (slice v, strip w, lane u): strips stay whole
//                  W (slice v, strip w, lane u) -> U (slice w, strip u, lane v): squares are turned
//   race_pack    what is known, as a packed plane of solve/race/planes/plane.h
// Every word has one writer: no locks, no atomics but for the sums.
#pragma once

#include "solve/cuda/wide_device.h"

enum { SH_PASSING_U, SH_PASSING_V, SH_PASSING_W }; // as sh_role

// A strip of a slice, in block `part` of its lanes.
SH_GPU_CODE uint64_t sh_gpu_race_strip(const sh_gpu_args *a, uint64_t slice, uint64_t part,
                                       uint64_t id) {
    return (slice * a->lane_blocks + part) * (a->ids + 1ULL) + id;
}

// 32 lanes of a strip that are placements; `word` counts through all lanes.
SH_GPU_CODE uint32_t sh_gpu_exist(const sh_gpu_args *a, uint32_t slice, uint32_t id,
                                  uint32_t word) {
    if (id >= a->ids || a->slice_cells[slice] & a->set[id]) return 0;
    const uint64_t words = a->lane_blocks * (uint64_t)SH_GPU_STRIP;
    return a->beside_slice[slice * words + word] & a->beside_strip[id * words + word];
}

// Those of them that can be asked about: nobody has won before.
SH_GPU_CODE uint32_t sh_gpu_askable(const sh_gpu_args *a, uint32_t exist, uint32_t slice,
                                    uint32_t id, uint32_t word) {
    if (slice == a->goal_set || (id == a->goal_set && !a->goal_asked)) return 0;
    return word == a->goal_set / 32 ? exist & ~(1u << a->goal_set % 32) : exist;
}

// Unit: two strips. `wins` says that one move suffices.
SH_GPU_CODE void sh_gpu_race_begin(const sh_gpu_args *a, uint64_t unit) {
    SH_EACH_LANE(lane) {
        const sh_gpu_word w = sh_gpu_find_word(a, unit, lane);
        if (w.block < a->blocks) {
            const uint32_t slice = (uint32_t)(w.block / a->lane_blocks);
            const uint32_t word = (uint32_t)(w.block % a->lane_blocks) * SH_GPU_STRIP + w.word;
            const uint32_t exist = sh_gpu_exist(a, slice, w.id, word);
            const uint32_t unknown = sh_gpu_askable(a, exist, slice, w.id, word);
            const bool arrived = w.id == a->goal_set && a->goal_wanted;
            a->unknown[w.at] = unknown;
            a->questions[w.at] = 0;
            a->passed[w.at] = arrived == (a->wins != 0) ? exist : 0;
            if (unknown) a->alive[w.strip] = 1;
            if (arrived && exist) a->dirty[w.strip] = 1;
        }
    }
}

// Four words of a strip: what a thread moves at once.
typedef struct __attribute__((aligned(16))) sh_gpu_quad {
    uint32_t word[4];
} sh_gpu_quad;

SH_GPU_CODE void sh_gpu_pass_on(const sh_gpu_args *a, uint64_t strip, unsigned word,
                                uint32_t news) {
    if (!news) return;
    uint32_t *target = &a->passed[strip * SH_GPU_STRIP + word];
    *target = a->passed_rest ? *target & ~news : *target | news;
    a->dirty_next[strip] = 1;
}

// Unit: 32 strips of a slice, or the same strip of 32 slices where W's lanes become strips.
SH_GPU_CODE void sh_gpu_race_commit(const sh_gpu_args *a, uint64_t unit) {
    const uint64_t groups = (a->ids + 31) / 32;
    const uint32_t first = (uint32_t)(unit % groups) * 32;
    const uint32_t part = (uint32_t)(unit / groups % a->lane_blocks);
    const uint32_t outer = (uint32_t)(unit / groups / a->lane_blocks);
    const bool by_slice = a->passing == SH_PASSING_W;
    const uint64_t origin = by_slice ? sh_gpu_race_strip(a, first, part, outer)
                                     : sh_gpu_race_strip(a, outer, part, first);
    const uint64_t stride = by_slice ? sh_gpu_race_strip(a, 1, 0, 0) : 1;
    SH_LANE_ARRAY(uint32_t, news, 4);
    SH_LANE_STATE(uint32_t, turned);
    SH_LANE_STATE(uint32_t, left);
    SH_LANE_STATE(uint32_t, count);
    uint32_t any;
    SH_VOTE(any, lane, first + lane < a->ids && a->asked[origin + lane * stride]);
    if (!any) return;
    SH_EACH_LANE(lane) {
        SH_OF(left, lane) = 0;
        SH_OF(count, lane) = 0;
    }
    for (unsigned quad = 0; quad < SH_GPU_STRIP / 4; quad++) {
        SH_EACH_LANE(lane) {
            SH_UNROLL for (int i = 0; i < 4; i++) SH_OF(news, lane)[i] = 0;
            if (any >> lane & 1) {
                const uint64_t at = (origin + lane * stride) * (SH_GPU_STRIP / 4) + quad;
                const sh_gpu_quad rest = ((const sh_gpu_quad *)a->questions)[at];
                sh_gpu_quad unknown = ((const sh_gpu_quad *)a->unknown)[at];
                uint32_t some = 0;
                SH_UNROLL for (int i = 0; i < 4; i++) {
                    const uint32_t found = a->wins ? unknown.word[i] & ~rest.word[i] : rest.word[i];
                    SH_OF(news, lane)[i] = found;
                    unknown.word[i] &= ~found;
                    some |= found;
                    SH_OF(left, lane) |= unknown.word[i];
                    SH_OF(count, lane) += (uint32_t)sh_gpu_count(found);
                }
                if (some) ((sh_gpu_quad *)a->unknown)[at] = unknown;
            }
        }
        for (unsigned i = 0; i < 4; i++) {
            const unsigned word = quad * 4 + i;
            uint32_t some;
            SH_VOTE(some, lane, SH_OF(news, lane)[i]);
            if (!some) continue;
            if (a->passing == SH_PASSING_V) {
                SH_EACH_LANE(lane)
                sh_gpu_pass_on(a, sh_gpu_race_strip(a, first + lane, part, outer), word,
                               SH_OF(news, lane)[i]);
                continue;
            }
            for (unsigned to = 0; to < 32; to++) {
                uint32_t bits;
                SH_VOTE(bits, lane, SH_OF(news, lane)[i] >> to & 1);
                SH_EACH_LANE(lane) if (lane == to) SH_OF(turned, lane) = bits;
            }
            SH_EACH_LANE(lane)
            sh_gpu_pass_on(a,
                           sh_gpu_race_strip(a, outer, first / 512, part * 512 + word * 32 + lane),
                           first % 512 / 32, SH_OF(turned, lane));
        }
    }
    SH_EACH_LANE(lane) if (any >> lane & 1) {
        if (!SH_OF(left, lane)) a->alive[origin + lane * stride] = 0;
        if (SH_OF(count, lane))
            sh_gpu_add(&a->sums[unit % SH_GPU_SUMS * SH_SUM_KINDS + SH_SUM_WON_STATES],
                       SH_OF(count, lane));
    }
}

// The bits of x at mask, one after the other.
SH_GPU_CODE uint32_t sh_gpu_compress(uint32_t x, uint32_t mask) {
    uint32_t packed = 0;
    for (uint32_t bit = 1; mask; bit <<= 1, mask &= mask - 1)
        if (x & mask & (0u - mask)) packed |= bit;
    return packed;
}

// Unit: 32 pairs of slice and strip, one a thread.
SH_GPU_CODE void sh_gpu_race_pack(const sh_gpu_args *a, uint64_t unit) {
    SH_EACH_LANE(lane) {
        const uint64_t pair = unit * SH_WARP + lane, slice = pair / a->ids, id = pair % a->ids;
        if (slice < a->ids && !(a->slice_cells[slice] & a->set[id])) {
            uint64_t *to = a->packed + a->start[pair], bits = 0;
            int have = 0; // bits that wait
            for (uint32_t word = 0; word < a->lane_blocks * SH_GPU_STRIP; word++) {
                const uint32_t exist = sh_gpu_exist(a, (uint32_t)slice, (uint32_t)id, word);
                if (!exist) continue;
                const uint64_t strip = sh_gpu_race_strip(a, slice, word / SH_GPU_STRIP, id);
                const uint32_t known =
                    sh_gpu_askable(a, exist, (uint32_t)slice, (uint32_t)id, word) &
                    ~a->unknown[strip * SH_GPU_STRIP + word % SH_GPU_STRIP];
                const uint64_t more = sh_gpu_compress(known, exist);
                const int count = sh_gpu_count(exist);
                bits |= more << have;
                have += count;
                if (have < 64) continue;
                *to++ = bits;
                have -= 64;
                bits = more >> (count - have);
            }
            if (have) *to = bits;
        }
    }
}
