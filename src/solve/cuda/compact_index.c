// SPDX-License-Identifier: MIT
// See compact_index.h. Cells are renumbered by diagonals, so that the low part of a set is what one
// side of the board holds. Rows are grouped by their high part, columns by how many pieces they
// have there: then the columns of 32 neighbouring rows differ in the low part only, and a word of
// 32 lanes is gathered from few places. Everything is counted out on the host, once a solve.
#include "solve/cuda/compact_index.h"

#include <assert.h> // assert
#include <stdlib.h> // calloc
#include <string.h> // memset

#include "rank/subset.h"

#define STREAM_LENGTH 256 // ids that one unit of the stream kernel walks

static uint64_t map_cells(const uint8_t *to, uint64_t set) {
    uint64_t mapped = 0;
    for (; set; set &= set - 1) mapped |= 1ULL << to[__builtin_ctzll(set)];
    return mapped;
}

uint64_t sh_compact_to_board(const sh_compact_index *index, uint64_t set) {
    return map_cells(index->cell, set);
}

uint64_t sh_compact_from_board(const sh_compact_index *index, uint64_t set) {
    return map_cells(index->diagonal, set);
}

uint64_t sh_compact_image(const sh_compact_index *index, uint64_t set) {
    return map_cells(index->image, set);
}

uint64_t sh_compact_turn(const sh_compact_index *index, uint64_t set) {
    uint64_t turned = 0;
    for (; set; set &= set - 1) turned |= 1ULL << (index->cells - 1 - __builtin_ctzll(set));
    return turned;
}

uint32_t sh_compact_rank(const sh_compact_index *index, uint64_t set, uint64_t taken) {
    uint32_t rank = 0;
    for (int i = 1; set; set &= set - 1, i++) {
        int cell = __builtin_ctzll(set);
        rank += index->binomial[i][cell - __builtin_popcountll(taken & ((1ULL << cell) - 1))];
    }
    return rank;
}

static uint64_t low_part(const sh_compact_index *index, uint64_t set) {
    return set & ((1ULL << index->low_cells) - 1);
}

static uint64_t high_part(const sh_compact_index *index, uint64_t set) {
    return set & ~((1ULL << index->low_cells) - 1);
}

static uint64_t reflect_low(const sh_compact_index *index, uint64_t set) {
    return high_part(index, set) | sh_compact_image(index, low_part(index, set));
}

bool sh_compact_reflected(const sh_compact_index *index, uint64_t set) {
    uint64_t high = high_part(index, set);
    return sh_compact_image(index, high) < high;
}

// The set by which `set` is ordered among those of the same high part.
static uint64_t ordered(const sh_compact_index *index, uint64_t set) {
    return sh_compact_reflected(index, set) ? reflect_low(index, set) : set;
}

uint32_t sh_compact_id(const sh_compact_index *index, uint64_t set) {
    return sh_compact_rank(index, ordered(index, set), 0);
}

uint32_t sh_compact_column(const sh_compact_index *index, uint64_t mover, uint64_t waiter) {
    assert(!(mover & waiter));
    if (sh_compact_reflected(index, mover)) {
        mover = reflect_low(index, mover);
        waiter = reflect_low(index, waiter);
    }
    uint64_t high = mover >> index->low_cells, taken = low_part(index, waiter);
    int high_count = __builtin_popcountll(high), taken_count = __builtin_popcountll(taken);
    return index->offset[taken_count][high_count] +
           sh_compact_rank(index, high, waiter >> index->low_cells) *
               index->binomial[index->pieces - high_count][index->low_cells - taken_count] +
           sh_compact_rank(index, low_part(index, mover), taken);
}

// Cells by r+c, then by r.
static void number_cells(sh_compact_index *index, const uint8_t *mirror_cell) {
    int m = index->size, next = 0;
    for (int sum = 0; sum <= 2 * (m - 1); sum++)
        for (int r = 0; r < m; r++)
            if (sum - r >= 0 && sum - r < m) {
                index->cell[next] = (uint8_t)(r * m + sum - r);
                index->diagonal[r * m + sum - r] = (uint8_t)next++;
            }
    for (int i = 0; i < index->cells; i++)
        index->image[i] = index->diagonal[mirror_cell[index->cell[i]]];
}

// offset[b][h]: the first column with h pieces in the high part beside a waiter with b in the low.
static void order_columns(sh_compact_index *index) {
    int k = index->pieces, low = index->low_cells, high = index->cells - low;
    for (int b = 0; b <= k; b++) {
        uint64_t next = 0;
        for (int h = 0; h <= k && low >= b && high >= k - b; h++) {
            index->offset[b][h] = (uint32_t)next;
            next += (uint64_t)index->binomial[h][high - (k - b)] * index->binomial[k - h][low - b];
        }
        assert(next == 0 || next == index->columns);
    }
}

sh_status sh_compact_index_measure(sh_compact_index *index, const sh_game *game, sh_error *error) {
    sh_duel_index duel;
    memset(index, 0, sizeof *index);
    sh_status status = sh_duel_index_measure(&duel, game, error);
    if (status) return status;
    index->size = duel.size;
    index->cells = duel.cells;
    index->pieces = duel.pieces;
    index->mirrored = duel.mirrored;
    index->low_cells = duel.size * (duel.size + 1) / 2;
    index->ids = duel.sets;
    index->rows = duel.canonical;
    index->columns = duel.columns;
    index->subsets = duel.subsets;
    index->slabs = duel.columns / 128 + 1; // room to look one column past the end
    if (duel.sets >> 28)
        return sh_fail(error, SH_RESOURCES, "%s has too many sets for the GPU's compact form",
                       game->name);
    for (int k = 0; k < 8; k++)
        for (int n = 0; n < 64 && n <= SH_DUEL_MAX_CELLS && k <= SH_DUEL_MAX_PIECES; n++)
            index->binomial[k][n] = (uint32_t)duel.binomials.of[k][n];
    number_cells(index, duel.mirror_cell);
    order_columns(index);
    return SH_OK;
}

// All parts of a set with `size` of `cells` cells, in colex order.
#define EACH_PART(part, size, cells)                                                               \
    for (uint64_t part = sh_subset64_lowest(size),                                                 \
                  last_ = (size) > (cells) ? 0 : sh_subset64_lowest(size) << ((cells) - (size));   \
         (size) <= (cells) && part <= last_;                                                       \
         part = part == last_ ? last_ + 1 : sh_subset64_next(part))

static uint64_t group_lanes(const sh_compact_index *index, uint64_t high, int high_size,
                            uint64_t *lanes) {
    uint64_t count = 0, top = high << index->low_cells, image = sh_compact_image(index, top);
    if (image < top) return 0;
    EACH_PART(low, index->pieces - high_size, index->low_cells) {
        if (image == top && sh_compact_image(index, low) < low) continue;
        if (lanes) lanes[count] = top | low;
        count++;
    }
    return count;
}

static void place_rows(sh_compact_index *index) {
    uint64_t row = 0, word = 0;
    for (int h = 0; h <= index->pieces; h++) EACH_PART(high, h, index->cells - index->low_cells) {
            uint64_t count = group_lanes(index, high, h, index->lane_set + word * 32);
            uint64_t top = high << index->low_cells;
            bool mixed = index->mirrored && sh_compact_image(index, top) == top;
            for (uint64_t i = 0; i < count; i++) {
                uint64_t lane = word * 32 + i, set = index->lane_set[lane];
                uint64_t image = sh_compact_image(index, set);
                index->lane_image[lane] = image;
                if (i % 32 == 0) {
                    index->word_row[lane / 32] = (uint32_t)(row + i);
                    index->word_mixed[lane / 32] = mixed;
                    if (mixed) index->mixed[index->mixed_count++] = (uint32_t)(lane / 32);
                }
                index->word_rows[lane / 32] |= 1u << i % 32;
                if (image == set) index->word_single[lane / 32] |= 1u << i % 32;
                index->row_set[row + i] = set;
                index->row_of[sh_compact_id(index, image)] = (uint32_t)(row + i) | 1u << 31;
                index->row_of[sh_compact_id(index, set)] = (uint32_t)(row + i);
                for (uint64_t left = sh_compact_turn(index, set); left; left &= left - 1)
                    index->waiter[(lane / 512 * (uint64_t)index->cells +
                                   index->cell[__builtin_ctzll(left)]) *
                                      SH_GPU_STRIP +
                                  lane % 512 / 32] |= 1u << i % 32;
            }
            row += count;
            word += (count + 31) / 32;
        }
    assert(row == index->rows && word <= index->words);
}

static void connect_subsets(sh_compact_index *index) {
    uint64_t set = sh_subset64_lowest(index->pieces);
    for (uint64_t id = 0; id < index->ids; id++, set = sh_subset64_next(set)) {
        bool reflected = sh_compact_reflected(index, set);
        index->id_set[id] = set | (uint64_t)reflected << 63;
        index->id_cells[id] = sh_compact_to_board(index, reflected ? reflect_low(index, set) : set);
    }
    uint64_t subset = sh_subset64_lowest(index->pieces - 1);
    for (uint64_t f = 0; f < index->subsets; f++, subset = sh_subset64_next(subset)) {
        index->subset[f] = sh_compact_to_board(index, subset);
        for (int i = 0; i < index->cells; i++) {
            uint64_t bit = 1ULL << i;
            index->superset[f * (uint64_t)index->cells + index->cell[i]] =
                subset & bit ? (uint32_t)index->ids : sh_compact_id(index, subset | bit);
        }
    }
}

// Cuts the ids into runs of sets that are equal in the cells from `low` up, `length` at most.
static uint32_t cut_runs(const sh_compact_index *index, int low, uint32_t length,
                         sh_gpu_run *runs) {
    uint32_t count = 0;
    for (int h = 0; h <= index->pieces; h++) EACH_PART(high, h, index->cells - low) {
            int rest = index->pieces - h;
            if (rest > low) continue;
            uint32_t sets = index->binomial[rest][low];
            uint64_t top = high << low;
            bool reflected = sh_compact_reflected(index, top);
            // Ids are ordered by reflected sets; those with this top have a run of them in common.
            uint32_t first =
                sh_compact_rank(index, ordered(index, top) | sh_subset64_lowest(rest), 0);
            for (uint32_t start = 0; start < sets; start += length, count++)
                if (runs)
                    runs[count] =
                        (sh_gpu_run){.high = high,
                                     .cells = sh_compact_to_board(index, top),
                                     .reflected = reflected,
                                     .first = first + start,
                                     .count = sets - start < length ? sets - start : length,
                                     .start = start};
        }
    return count;
}

static void list_patterns(sh_compact_index *index) {
    uint32_t next = 0;
    for (int size = 0; size <= index->pieces; size++) {
        index->pattern_first[size] = next;
        EACH_PART(low, size, index->low_cells) {
            if (index->pattern) {
                index->pattern[next] = (uint32_t)low;
                for (uint64_t left = low; left; left &= left - 1)
                    index->holders[(next / 32) * (uint32_t)index->low_cells +
                                   (uint32_t)__builtin_ctzll(left)] |= 1u << next % 32;
            }
            next++;
        }
        next = (next + 31) / 32 * 32;
    }
    index->patterns = next;
}

static uint64_t count_words(const sh_compact_index *index) {
    uint64_t words = 0;
    for (int h = 0; h <= index->pieces; h++) EACH_PART(high, h, index->cells - index->low_cells)
    words += (group_lanes(index, high, h, NULL) + 31) / 32;
    return words;
}

static bool allocate(sh_compact_index *index) {
    int high_cells = index->cells - index->low_cells;
    index->blocks = (count_words(index) + SH_GPU_STRIP - 1) / SH_GPU_STRIP;
    index->words = index->blocks * SH_GPU_STRIP;
    index->gather_count = cut_runs(index, high_cells, SH_WARP, NULL);
    index->stream_count = cut_runs(index, index->low_cells, STREAM_LENGTH, NULL);
    list_patterns(index);
    assert(index->words && index->gather_count && index->stream_count);
    assert(index->patterns / 32 && index->low_cells);
    uint64_t cells = (uint64_t)index->cells;
    index->id_set = calloc(index->ids + 1, sizeof *index->id_set);
    index->id_cells = calloc(index->ids + 1, sizeof *index->id_cells);
    index->row_set = calloc(index->rows, sizeof *index->row_set);
    index->row_of = calloc(index->ids, sizeof *index->row_of);
    index->lane_set = calloc(index->words * 32, sizeof *index->lane_set);
    index->lane_image = calloc(index->words * 32, sizeof *index->lane_image);
    index->word_row = calloc(index->words, sizeof *index->word_row);
    index->word_rows = calloc(index->words, sizeof *index->word_rows);
    index->word_single = calloc(index->words, sizeof *index->word_single);
    index->subset = calloc(index->subsets, sizeof *index->subset);
    index->superset = calloc(index->subsets * cells, sizeof *index->superset);
    index->waiter = calloc(index->blocks * cells * SH_GPU_STRIP, sizeof *index->waiter);
    index->word_mixed = calloc(index->words, sizeof *index->word_mixed);
    index->mixed = calloc(index->words, sizeof *index->mixed);
    index->holders =
        calloc(index->patterns / 32 * (uint64_t)index->low_cells, sizeof *index->holders);
    index->pattern = calloc(index->patterns, sizeof *index->pattern);
    index->gathers = calloc(index->gather_count, sizeof *index->gathers);
    index->streams = calloc(index->stream_count, sizeof *index->streams);
    return index->id_set && index->id_cells && index->row_set && index->row_of && index->lane_set &&
           index->lane_image && index->word_row && index->word_rows && index->word_single &&
           index->subset && index->superset && index->waiter && index->pattern && index->holders &&
           index->word_mixed && index->mixed && index->gathers && index->streams;
}

sh_status sh_compact_index_open(sh_compact_index *index, const sh_game *game, sh_error *error) {
    sh_status status = sh_compact_index_measure(index, game, error);
    if (status) return status;
    if (!allocate(index)) {
        sh_compact_index_close(index);
        return sh_fail(error, SH_RESOURCES, "no memory for the index of %s", game->name);
    }
    place_rows(index);
    connect_subsets(index);
    list_patterns(index);
    cut_runs(index, index->cells - index->low_cells, SH_WARP, index->gathers);
    cut_runs(index, index->low_cells, STREAM_LENGTH, index->streams);
    return SH_OK;
}

void sh_compact_index_close(sh_compact_index *index) {
    free(index->id_set);
    free(index->id_cells);
    free(index->row_set);
    free(index->row_of);
    free(index->lane_set);
    free(index->lane_image);
    free(index->word_row);
    free(index->word_rows);
    free(index->word_single);
    free(index->subset);
    free(index->superset);
    free(index->waiter);
    free(index->word_mixed);
    free(index->mixed);
    free(index->pattern);
    free(index->holders);
    free(index->gathers);
    free(index->streams);
    memset(index, 0, sizeof *index);
}
