// SPDX-License-Identifier: MIT
// See compact_index.h. Cells are renumbered by diagonals, so that the low part of a set is what one
// side of the board holds. Rows are grouped by their upper cells, columns by how many pieces they
// have in the high part: then the columns of 32 neighbouring rows follow one another, and a word of
// 32 lanes is gathered from few places. Everything is counted out on the host, once a solve.
#include "solve/cuda/compact_index.h"

#include <assert.h> // assert
#include <stdlib.h> // calloc
#include <string.h> // memset

#include "solve/cuda/compact_work.h"

#define LEVELS 2 // diagonals of the low part that may decide between a set and its image

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

static uint64_t below(int cell) { return (1ULL << cell) - 1; }

uint64_t sh_compact_reflect(const sh_compact_index *index, uint64_t set, int level) {
    return (set & ~below(level)) | sh_compact_image(index, set & below(level));
}

// The level on which a set and its image differ, whichever comes first.
static int deciding_level(const sh_compact_index *index, uint64_t set) {
    uint64_t differing = set ^ sh_compact_image(index, set);
    return differing ? index->level[63 - __builtin_clzll(differing)] : 0;
}

int sh_compact_level(const sh_compact_index *index, uint64_t set) {
    return sh_compact_image(index, set) < set ? deciding_level(index, set) : 0;
}

uint64_t sh_compact_ordered(const sh_compact_index *index, uint64_t set) {
    return sh_compact_reflect(index, set, sh_compact_level(index, set));
}

uint32_t sh_compact_id(const sh_compact_index *index, uint64_t set) {
    return sh_compact_rank(index, sh_compact_ordered(index, set), 0);
}

uint32_t sh_compact_column(const sh_compact_index *index, uint64_t mover, uint64_t waiter) {
    assert(!(mover & waiter));
    int level = sh_compact_level(index, mover);
    mover = sh_compact_reflect(index, mover, level);
    waiter = sh_compact_reflect(index, waiter, level);
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
    // Diagonal s < m begins with cell s(s+1)/2.
    for (int i = 0; i < index->cells; i++) {
        int sum = index->cell[i] / m + index->cell[i] % m;
        if (sum > m) sum = m;
        index->level[i] = (uint8_t)(sum + LEVELS < m ? 0 : sum * (sum + 1) / 2);
    }
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

// Sets that are their own image on the diagonals from `first` up, with the other pieces anywhere on
// `rest` cells.
static uint64_t count_symmetric(const sh_compact_index *index, int first, int rest) {
    uint64_t ways[8] = {1}; // by pieces placed so far
    int m = index->size;
    for (int sum = 2 * (m - 1); sum >= first; sum--) {
        int cells = sum < m ? sum + 1 : 2 * m - 1 - sum;
        uint64_t next[8] = {0};
        for (int before = 0; before <= index->pieces; before++)
            for (int middle = 0; middle <= (cells & 1); middle++)
                for (int pairs = 0; before + middle + 2 * pairs <= index->pieces; pairs++)
                    next[before + middle + 2 * pairs] +=
                        ways[before] * index->binomial[pairs][cells / 2];
        memcpy(ways, next, sizeof ways);
    }
    uint64_t count = 0;
    for (int placed = 0; placed <= index->pieces; placed++)
        count += ways[placed] * index->binomial[index->pieces - placed][rest];
    return count;
}

// Rows whose images differ on no diagonal that decides: half of such sets, and their own images.
static uint32_t count_mixed(const sh_compact_index *index) {
    int first = index->size > LEVELS ? index->size - LEVELS : 0;
    if (!index->mirrored) return 0;
    uint64_t any = count_symmetric(index, first, first * (first + 1) / 2);
    return (uint32_t)((any + count_symmetric(index, 0, 0)) / 2);
}

// The other rows that have no piece below the level at which they differ from their images: the
// groups of one lane.
static uint32_t count_loose(const sh_compact_index *index) {
    int m = index->size;
    uint64_t high = index->binomial[index->pieces][index->cells - index->low_cells];
    if (!index->mirrored) return (uint32_t)high;
    uint64_t count = (high - count_symmetric(index, m, 0)) / 2;
    for (int sum = m > LEVELS ? m - LEVELS : 0; sum < m; sum++)
        count += (count_symmetric(index, sum + 1, sum + 1) - count_symmetric(index, sum, 0)) / 2;
    return (uint32_t)count;
}

// Numbers the low and the high parts by their sizes.
static void number_parts(sh_compact_index *index) {
    int low = index->low_cells;
    for (int size = 0; size <= index->pieces; size++) {
        index->pattern_first[size] = index->patterns;
        index->high_first[size] = index->highs;
        index->patterns += index->binomial[size][low];
        index->highs += index->binomial[size][index->cells - low];
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
    index->slabs = duel.columns / SH_GPU_SLAB + 1; // room to look one column past the end
    if (duel.sets >> 28)
        return sh_fail(error, SH_RESOURCES, "%s has too many sets for the GPU's compact form",
                       game->name);
    for (int k = 0; k < 8; k++)
        for (int n = 0; n < 64 && n <= SH_DUEL_MAX_CELLS && k <= SH_DUEL_MAX_PIECES; n++)
            index->binomial[k][n] = (uint32_t)duel.binomials.of[k][n];
    number_cells(index, duel.mirror_cell);
    order_columns(index);
    index->slots = count_mixed(index) + count_loose(index);
    number_parts(index);
    return SH_OK;
}

// What the lanes of a word have in common: the cells from the level up that decides between a set
// and its image, or those above all levels. Sets with no other cells would be alone; words of them
// have nothing in common. `kind`: of the word.
static uint64_t group_of(const sh_compact_index *index, uint64_t set, uint8_t *kind) {
    int least = index->level[index->low_cells - index->size - 1],
        level = deciding_level(index, set);
    *kind = (uint8_t)(index->mirrored && !level ? SH_GPU_MIXED : level);
    if (!index->mirrored) level = index->low_cells;
    uint64_t top = set & ~below(level ? level : least);
    if (top != set) return top;
    *kind = SH_GPU_MIXED | SH_GPU_LOOSE;
    return UINT64_MAX - 1;
}

static void number_waiter(sh_compact_index *index, uint32_t id, uint64_t waiter) {
    uint64_t low = low_part(index, waiter), high = waiter >> index->low_cells;
    index->id_low[id] =
        index->pattern_first[__builtin_popcountll(low)] + sh_compact_rank(index, low, 0);
    index->id_high[id] =
        index->high_first[__builtin_popcountll(high)] + sh_compact_rank(index, high, 0);
}

static void place_lane(sh_compact_index *index, uint64_t lane, uint64_t row, uint64_t set,
                       bool mixed) {
    uint64_t image = sh_compact_image(index, set), word = lane / 32;
    uint64_t waiter = sh_compact_turn(index, set);
    uint32_t bit = 1u << lane % 32;
    index->lane_set[lane] = set;
    index->lane_image[lane] = image;
    index->lane_high[lane] = (uint32_t)(waiter >> index->low_cells);
    index->lane_low[lane] = (uint32_t)low_part(index, waiter);
    index->lane_low_image[lane] = (uint32_t)low_part(index, sh_compact_turn(index, image));
    if (!index->word_rows[word]) index->word_row[word] = (uint32_t)row;
    index->word_rows[word] |= bit;
    if (image == set) index->word_single[word] |= bit;
    index->row_set[row] = set;
    index->row_id[row] = sh_compact_id(index, set);
    index->row_image_id[row] = sh_compact_id(index, image);
    index->row_of[index->row_image_id[row]] = (uint32_t)row | 1u << 31;
    index->row_of[index->row_id[row]] = (uint32_t)row;
    index->id_block[index->row_image_id[row]] = index->id_block[index->row_id[row]] =
        (uint16_t)(lane / 512);
    number_waiter(index, index->row_id[row], waiter);
    number_waiter(index, index->row_image_id[row], waiter);
    if (mixed && bit == 1) {
        index->word_slot[word] = index->slots;
        index->mixed[index->mixed_count++] = (uint32_t)word;
    }
    if (mixed) {
        index->id_slot[index->row_image_id[row]] = index->id_slot[index->row_id[row]] =
            index->slots++;
    }
    for (uint64_t left = waiter; left; left &= left - 1) {
        uint64_t cell = index->cell[__builtin_ctzll(left)];
        index->waiter[(lane / 512 * (uint64_t)index->cells + cell) * SH_GPU_STRIP +
                      lane % 512 / 32] |= bit;
    }
}

typedef struct placing {
    uint64_t lane, row, group; // to be given next; what the lanes of the last word have in common
} placing;

static void place_set(sh_compact_index *index, placing *next, uint64_t set, bool loose) {
    uint8_t kind;
    uint64_t mine = group_of(index, set, &kind);
    if (!(kind & SH_GPU_LOOSE) == loose) return;
    const bool begins = mine != next->group;
    if (begins) next->lane = (next->lane + 31) / 32 * 32;
    if (index->lane_set) {
        if (begins || next->lane % 32 == 0)
            index->word_kind[next->lane / 32] = (uint8_t)(kind | (begins ? SH_GPU_GROUP : 0));
        place_lane(index, next->lane, next->row, set, kind & SH_GPU_MIXED);
    }
    *next = (placing){.lane = next->lane + 1, .row = next->row + 1, .group = mine};
}

// Gives every row its lane, the loose ones last; the number of words that this takes. Only counts
// where there are no tables yet.
static uint64_t place_rows(sh_compact_index *index) {
    placing next = {.group = UINT64_MAX};
    for (int loose = 0; loose < 2; loose++)
        for (int h = 0; h <= index->pieces; h++)
            SH_EACH_PART(high, h, index->cells - index->low_cells) {
                uint64_t top = high << index->low_cells;
                if (sh_compact_image(index, top) < top) continue;
                SH_EACH_PART(low, index->pieces - h, index->low_cells) {
                    if (sh_compact_image(index, top | low) >= (top | low))
                        place_set(index, &next, top | low, loose);
                }
            }
    assert(next.row == index->rows);
    return (next.lane + 31) / 32;
}

// Chunks of 128 columns that `words` words of one group may touch in a row.
static uint32_t chunks_of(uint32_t words) { return (32 * words + 126) / 128 + 1; }

// Lists the groups of some blocks, mixed words left out; the chunks that they need.
static uint32_t list_groups(sh_compact_index *index, uint64_t first, uint64_t count,
                            uint32_t *groups) {
    uint32_t end = 0;
    sh_gpu_group *group = NULL;
    for (uint64_t word = first * SH_GPU_STRIP; word < (first + count) * SH_GPU_STRIP; word++) {
        bool left_out = index->word_kind[word] & SH_GPU_MIXED || !index->word_rows[word];
        if (!left_out && (!group || index->word_kind[word] & SH_GPU_GROUP)) {
            group = &index->groups[(*groups)++];
            *group = (sh_gpu_group){.word = (uint32_t)word, .chunk = end};
        }
        if (left_out) group = NULL;
        if (group) end = group->chunk + chunks_of(++group->words);
    }
    return end;
}

// Cuts the blocks into spans whose groups have room to be fetched.
void sh_compact_index_cut(sh_compact_index *index, uint64_t most) {
    uint32_t groups = 0;
    index->span_count = 0;
    for (uint64_t first = 0, count; first < index->blocks; first += count) {
        uint32_t before = groups;
        uint64_t left = index->blocks - first;
        count = left < most ? left : most;
        while (list_groups(index, first, count, &groups) > SH_GPU_FETCH && count > 1) {
            groups = before;
            count--;
        }
        assert(groups - before <= SH_GPU_GROUPS);
        index->spans[index->span_count++] = (sh_compact_span){
            .first = first, .count = count, .groups = before, .group_count = groups - before};
    }
}

static void connect_subsets(sh_compact_index *index) {
    uint64_t set = sh_subset64_lowest(index->pieces);
    for (uint64_t id = 0; id < index->ids; id++, set = sh_subset64_next(set)) {
        index->id_set[id] = set | (uint64_t)sh_compact_level(index, set) << SH_GPU_LEVEL;
        index->id_cells[id] = sh_compact_to_board(index, sh_compact_ordered(index, set));
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

static void list_parts(sh_compact_index *index) {
    uint32_t *low_part = index->pattern, *high_part = index->high_part;
    for (int size = 0; size <= index->pieces; size++) {
        SH_EACH_PART(low, size, index->low_cells) *low_part++ = (uint32_t)low;
        SH_EACH_PART(high, size, index->cells - index->low_cells) *high_part++ = (uint32_t)high;
    }
}

static bool allocate(sh_compact_index *index) {
    uint64_t cells = (uint64_t)index->cells;
    index->blocks = (place_rows(index) + SH_GPU_STRIP - 1) / SH_GPU_STRIP;
    index->words = index->blocks * SH_GPU_STRIP;
    sh_compact_cut_gathers(index);
    sh_compact_cut_streams(index);
    bool all = true;
#define TAKE(field, count)                                                                         \
    do {                                                                                           \
        index->field = calloc((count) + 1, sizeof *index->field);                                  \
        all = all && index->field;                                                                 \
    } while (0)
    TAKE(id_set, index->ids);
    TAKE(id_cells, index->ids);
    TAKE(id_block, index->ids);
    TAKE(id_slot, index->ids);
    TAKE(row_set, index->rows);
    TAKE(row_id, index->rows);
    TAKE(row_image_id, index->rows);
    TAKE(row_of, index->ids);
    TAKE(lane_set, index->words * 32);
    TAKE(lane_image, index->words * 32);
    TAKE(lane_high, index->words * 32);
    TAKE(lane_low, index->words * 32);
    TAKE(lane_low_image, index->words * 32);
    TAKE(word_row, index->words);
    TAKE(word_rows, index->words);
    TAKE(word_single, index->words);
    TAKE(word_kind, index->words);
    TAKE(word_slot, index->words);
    TAKE(mixed, index->words);
    TAKE(spans, index->blocks);
    TAKE(groups, index->words);
    TAKE(subset, index->subsets);
    TAKE(superset, index->subsets * cells);
    TAKE(waiter, index->blocks * cells * SH_GPU_STRIP);
    TAKE(pattern, index->patterns);
    TAKE(high_part, index->highs);
    TAKE(id_high, index->ids);
    TAKE(id_low, index->ids);
    TAKE(gather_ids, index->gather_count * (uint64_t)SH_WARP);
    TAKE(gather_width, index->gather_count);
    TAKE(streams, index->stream_count);
    TAKE(squares, index->square_count);
    TAKE(square_id, index->square_count * (uint64_t)SH_WARP);
    TAKE(square_set, index->square_count * (uint64_t)SH_WARP);
#undef TAKE
    return all;
}

sh_status sh_compact_index_open(sh_compact_index *index, const sh_game *game, sh_error *error) {
    sh_status status = sh_compact_index_measure(index, game, error);
    if (status) return status;
    if (!allocate(index)) {
        sh_compact_index_close(index);
        return sh_fail(error, SH_RESOURCES, "no memory for the index of %s", game->name);
    }
    for (uint64_t id = 0; id < index->ids; id++) index->id_slot[id] = SH_GPU_NOWHERE;
    memset(index->lane_high, 0xff, index->words * 32 * sizeof *index->lane_high);
    uint32_t slots = index->slots;
    index->slots = 0;
    place_rows(index);
    assert(index->slots == slots);
    sh_compact_index_cut(index, SH_GPU_SPAN);
    connect_subsets(index);
    list_parts(index);
    sh_compact_cut_gathers(index);
    sh_compact_cut_streams(index);
    return SH_OK;
}

void sh_compact_index_close(sh_compact_index *index) {
    void *const all[] = {
        index->id_set,      index->id_cells,   index->id_block,     index->id_slot,
        index->row_set,     index->row_id,     index->row_image_id, index->row_of,
        index->lane_set,    index->lane_image, index->word_row,     index->word_rows,
        index->word_single, index->word_kind,  index->word_slot,    index->mixed,
        index->spans,       index->groups,     index->subset,       index->superset,
        index->waiter,      index->pattern,    index->gather_ids,   index->gather_width,
        index->streams,     index->lane_high,  index->lane_low,     index->lane_low_image,
        index->squares,     index->square_id,  index->square_set,   index->high_part,
        index->id_high,     index->id_low};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    memset(index, 0, sizeof *index);
}
