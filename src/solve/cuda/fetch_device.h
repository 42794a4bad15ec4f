// SPDX-License-Identifier: MIT
// What is done for the blocks that are at work next, while others are.
//
//   aim     says where the columns of each group of lanes begin in the rows, for all parts of
//           waiters.
//   fetch   copies the losses in the columns of the blocks from memory of the host to where
//           `gather` reads them, for rows whose stamp says that there are new ones: 16 bytes at a
//           time, each read once, several on their way at once. It may miss what the blocks at work
//           find. Losses on the card are read where they are.
#pragma once

#include "solve/cuda/pending_bits.h"
#include "solve/cuda/wide_device.h"

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

// Where the columns of a group begin in rows is the sum of a part that the high part of the row's
// waiter decides and of one that its low part decides. `aim` tabulates both, for the row of an id
// and for that of its image. Those of low parts also hold how many columns there are, less one.
#define SH_GPU_BEFORE 21 // bits

SH_GPU_CODE uint32_t sh_gpu_high_start(const sh_gpu_args *a, uint64_t lane, bool image,
                                       uint32_t part) {
    return sh_gpu_column_base(a, image ? a->lane_image[lane] : a->lane_set[lane],
                              (uint64_t)part << a->low_cells);
}

// How many low parts beside the waiter's come before that of a lane. `taken` is what the waiter
// takes, seen from the id, `other` the image of it.
SH_GPU_CODE uint32_t sh_gpu_before(const sh_gpu_args *a, uint64_t lane, bool image, uint32_t taken,
                                   uint32_t other) {
    uint64_t set = a->lane_set[lane], beside = taken;
    if (image) {
        const uint32_t level = a->word_kind[lane / 32] & SH_GPU_LEVELS;
        set = sh_gpu_reflected(a->lane_image[lane], set, level);
        beside = sh_gpu_reflected(other, beside, level);
    }
    return sh_gpu_rank_before(a, sh_gpu_low(a, set), (uint32_t)beside);
}

SH_GPU_CODE uint32_t sh_gpu_low_start(const sh_gpu_args *a, const sh_gpu_group *group, bool image,
                                      uint32_t part) {
    const uint32_t mirrored = (uint32_t)sh_gpu_map(a->cell_image, part);
    const uint32_t taken = image ? mirrored : part, other = image ? part : mirrored;
    const uint64_t end = group->word + group->words;
    const uint64_t first = (uint64_t)group->word * 32,
                   last = end * 32 - 1 - (uint32_t)sh_gpu_leading(a->word_rows[end - 1]);
    const uint32_t low = sh_gpu_low(a, a->lane_set[last]);
    const uint32_t columns = sh_gpu_rank_before(a, low, taken) -
                             sh_gpu_rank_before(a, sh_gpu_low(a, a->lane_set[first]), taken) +
                             !(low & taken);
    if (!columns) return SH_GPU_NOWHERE;
    return sh_gpu_before(a, first, image, taken, other) | (columns - 1) << SH_GPU_BEFORE;
}

// Unit: 32 entries of the tables.
SH_GPU_CODE void sh_gpu_aim(const sh_gpu_args *a, uint64_t unit) {
    SH_EACH_LANE(lane) {
        const uint32_t entries = a->highs + a->patterns, item = (uint32_t)unit * SH_WARP + lane;
        const uint32_t table = item / entries, at = item - table * entries;
        const bool image = table >= a->group_count;
        if (table < 2 * a->group_count) {
            const sh_gpu_group group = a->groups[image ? table - a->group_count : table];
            sh_gpu_put(
                a->starts + item,
                at < a->highs
                    ? sh_gpu_high_start(a, (uint64_t)group.word * 32, image, a->high_part[at])
                    : sh_gpu_low_start(a, &group, image, a->pattern[at - a->highs]));
        }
    }
}

// The row of a lane's id in a unit of `gather`.
typedef struct sh_gpu_source {
    uint32_t id, row;
    bool image, filler; // the row is of the id's image; another lane has the id
    uint32_t high, low; // the parts of the row's waiter, by number
} sh_gpu_source;

SH_GPU_CODE sh_gpu_source sh_gpu_source_of(const sh_gpu_args *a, uint64_t unit, unsigned lane) {
    const uint32_t id = a->gather_ids[unit * SH_WARP + lane];
    const uint32_t row = a->row_of[id & ~SH_GPU_FILLER];
    return (sh_gpu_source){.id = id & ~SH_GPU_FILLER,
                           .row = row & 0x7fffffff,
                           .image = row >> 31 != 0,
                           .filler = id >> 31 != 0,
                           .high = a->id_high[id & ~SH_GPU_FILLER],
                           .low = a->id_low[id & ~SH_GPU_FILLER]};
}

// The columns of a group in the row of a source.
typedef struct sh_gpu_columns {
    uint32_t first; // or SH_GPU_NOWHERE
    uint32_t last;
} sh_gpu_columns;

SH_GPU_CODE sh_gpu_columns sh_gpu_group_columns(const sh_gpu_args *a, uint32_t group,
                                                const sh_gpu_source *source) {
    const uint32_t *starts =
        a->starts + (source->image ? a->group_count + group : group) * (a->highs + a->patterns);
    const uint32_t high = sh_gpu_see(starts + source->high);
    const uint32_t low = sh_gpu_see(starts + a->highs + source->low);
    const uint32_t first = high + (low & sh_gpu_bits32(SH_GPU_BEFORE));
    return high == SH_GPU_NOWHERE || low == SH_GPU_NOWHERE
               ? (sh_gpu_columns){.first = SH_GPU_NOWHERE}
               : (sh_gpu_columns){.first = first, .last = first + (low >> SH_GPU_BEFORE)};
}

// Whether there is a bit among some columns of a chunk.
SH_GPU_CODE bool sh_gpu_any_between(const uint32_t words[4], uint32_t chunk, uint32_t first,
                                    uint32_t last) {
    uint32_t any = 0;
    SH_UNROLL for (uint32_t w = 0; w < SH_GPU_CHUNK / 32; w++) {
        const uint32_t column = chunk * SH_GPU_CHUNK + w * 32;
        const uint32_t skip = first > column ? first - column : 0;
        const uint32_t end = last < column ? 0 : last - column < 31 ? last - column + 1 : 32;
        if (skip < end) any |= words[w] & sh_gpu_bits32(end) & ~sh_gpu_bits32(skip);
    }
    return any;
}

// Unit: 32 lanes of ids; the chunks of all of them are dealt to the lanes. Where nothing is pending
// nothing is copied: what `gather` finds there instead does not matter.
SH_GPU_CODE void sh_gpu_fetch(const sh_gpu_args *a, uint64_t unit) {
    SH_LANE_STATE(sh_gpu_source, source);
    SH_LANE_STATE(uint32_t, id);
    SH_LANE_STATE(uint32_t, row);
    SH_LANE_STATE(uint32_t, recent);
    SH_LANE_STATE(uint32_t, from); // the columns of a group in the row
    SH_LANE_STATE(uint32_t, last);
    SH_LANE_STATE(uint32_t, chunks); // of them
    SH_LANE_STATE(uint32_t, far);    // copied from the host
    uint32_t any;
    SH_EACH_LANE(lane) {
        SH_OF(far, lane) = 0;
        SH_OF(source, lane) = sh_gpu_source_of(a, unit, lane);
        const sh_gpu_source *of = &SH_OF(source, lane);
        SH_OF(id, lane) = of->id;
        SH_OF(row, lane) = of->row;
        SH_OF(recent, lane) = !of->filler && sh_gpu_recent(a, of->row);
        if (!of->filler) a->fetched_now[of->id] = (uint8_t)SH_OF(recent, lane);
    }
    SH_VOTE(any, lane, SH_OF(recent, lane));
    const uint32_t end = a->host_slabs * (SH_GPU_SLAB / SH_GPU_CHUNK);
    if (!end) return;
    for (uint32_t g = 0; any && g < a->group_count; g++) {
        const sh_gpu_group group = a->groups[g];
        uint32_t most; // chunks of an id
        SH_EACH_LANE(lane) {
            const sh_gpu_columns of = sh_gpu_group_columns(a, g, &SH_OF(source, lane));
            const bool there = SH_OF(recent, lane) && of.first != SH_GPU_NOWHERE;
            SH_OF(from, lane) = of.first;
            SH_OF(last, lane) = of.last;
            SH_OF(chunks, lane) = there ? of.last / SH_GPU_CHUNK - of.first / SH_GPU_CHUNK + 1 : 0;
        }
        SH_MOST(most, lane, SH_OF(chunks, lane));
        for (uint32_t item = 0; item < SH_WARP * most; item += SH_WARP * SH_GPU_FLIGHT)
            SH_EACH_LANE(lane) {
                uint32_t words[SH_GPU_FLIGHT][SH_GPU_CHUNK / 32];
                uint32_t chunk[SH_GPU_FLIGHT], begin[SH_GPU_FLIGHT], stop[SH_GPU_FLIGHT];
                uint64_t to[SH_GPU_FLIGHT], place[SH_GPU_FLIGHT];
                bool on_way[SH_GPU_FLIGHT];
                SH_UNROLL for (uint32_t i = 0; i < SH_GPU_FLIGHT; i++) {
                    const uint32_t number = item + i * SH_WARP + lane;
                    const uint32_t at = number % most, from_lane = number / most % SH_WARP;
                    const uint32_t count = SH_FROM(chunks, from_lane),
                                   row_of = SH_FROM(row, from_lane),
                                   first = SH_FROM(from, from_lane),
                                   last_of = SH_FROM(last, from_lane);
                    chunk[i] = first / SH_GPU_CHUNK + at;
                    begin[i] = first;
                    stop[i] = last_of;
                    to[i] = (uint64_t)SH_FROM(id, from_lane) * SH_GPU_FETCH + group.chunk + at;
                    place[i] = sh_gpu_place(a, row_of, chunk[i] * SH_GPU_CHUNK);
                    on_way[i] = number < SH_WARP * most && at < count && chunk[i] < end;
                    if (on_way[i]) sh_gpu_load4(words[i], a->pending + place[i]);
                }
                SH_UNROLL for (uint32_t i = 0; i < SH_GPU_FLIGHT; i++) {
                    on_way[i] =
                        on_way[i] && sh_gpu_any_between(words[i], chunk[i], begin[i], stop[i]);
                    if (on_way[i]) sh_gpu_load4(words[i], sh_gpu_lost_at(a, place[i]));
                    SH_OF(far, lane) += on_way[i];
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
