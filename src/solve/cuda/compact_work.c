// SPDX-License-Identifier: MIT
// See compact_work.h. Ids are dealt out in the order of their sets, which the kernels walk along.
#include "solve/cuda/compact_work.h"

#define STREAM_SQUARES 14 // squares of 32 ids that one unit of the stream kernel walks

// Deals ids to the lanes of the next unit that is not full, `width` at a time.
static void deal_ids(sh_compact_index *index, uint32_t *lanes, uint32_t first, uint32_t count,
                     uint32_t width) {
    if (index->gather_ids) {
        index->gather_width[*lanes / SH_WARP] = (uint8_t)width;
        for (uint32_t i = 0; i < width; i++)
            index->gather_ids[*lanes + i] =
                first + (i < count ? i : 0) + (i < count ? 0 : SH_GPU_FILLER);
    }
    *lanes += width;
}

// Deals the ids whose sets are equal in the cells from `low` up, where `width` is the least power
// of two but two that holds them or the last ones of them.
static void deal_runs(sh_compact_index *index, int low, uint32_t width, uint32_t *lanes) {
    uint32_t last = 0;
    for (int h = 0; h <= index->pieces; h++) SH_EACH_PART(high, h, index->cells - low) {
            int rest = index->pieces - h;
            if (rest > low) continue;
            uint32_t sets = index->binomial[rest][low];
            // Ids are ordered by reflected sets; those with this top have a run of them in common.
            uint32_t first = sh_compact_rank(
                index, sh_compact_ordered(index, high << low) | sh_subset64_lowest(rest), 0);
            for (uint32_t start = 0; start < sets; start += SH_WARP) {
                uint32_t count = sets - start < SH_WARP ? sets - start : SH_WARP;
                if (count <= width && (2 * count > width || (width == 4 && count == 2)))
                    deal_ids(index, lanes, last = first + start, count, width);
            }
        }
    while (*lanes % SH_WARP) deal_ids(index, lanes, last, 0, width);
}

void sh_compact_cut_gathers(sh_compact_index *index) {
    uint32_t lanes = 0;
    for (uint32_t width = 1; width <= SH_WARP; width = width == 1 ? 4 : 2 * width)
        deal_runs(index, index->cells - index->low_cells, width, &lanes);
    index->gather_count = lanes / SH_WARP;
}

// Adds an id to the last square, or to a new one. `number`: of its low part.
static void add_to_square(sh_compact_index *index, uint64_t set, uint32_t number, uint32_t *room) {
    if (!*room) *room = SH_WARP, index->square_count++;
    uint64_t square = index->square_count - 1, lane = SH_WARP - (*room)--;
    if (!index->squares) return;
    if (!lane)
        index->squares[square] = (sh_gpu_square){.high = (uint32_t)(set >> index->low_cells),
                                                 .pattern = number,
                                                 .level = (uint32_t)sh_compact_level(index, set)};
    index->squares[square].count++;
    uint32_t id = sh_compact_rank(index, set, 0);
    index->square_id[square * SH_WARP + lane] = id;
    index->square_set[square * SH_WARP + lane] = index->id_cells[id];
}

// Cuts squares into runs of equal length, almost.
static void add_runs(sh_compact_index *index, uint32_t first) {
    uint32_t squares = index->square_count - first, most = STREAM_SQUARES;
    for (uint32_t at = 0; at < squares; at += most) {
        uint32_t count = squares - at < most ? squares - at : most;
        if (index->streams) index->streams[index->stream_count] = (sh_gpu_run){first + at, count};
        index->stream_count++;
    }
}

void sh_compact_cut_streams(sh_compact_index *index) {
    index->stream_count = index->square_count = 0;
    for (int h = 0; h <= index->pieces; h++) {
        uint32_t first = index->square_count, room = 0;
        SH_EACH_PART(high, h, index->cells - index->low_cells) {
            uint32_t number = index->pattern_first[index->pieces - h];
            SH_EACH_PART(low, index->pieces - h, index->low_cells)
            add_to_square(index, high << index->low_cells | low, number++, &room);
        }
        add_runs(index, first);
    }
}
