// SPDX-License-Identifier: MIT
// From planes to values. A block has its rows as lanes; squares of 64 by 64 bits are transposed,
// then a row is bits by id. They are spread to one value an id, and the columns of the row are
// picked in order: the sets beside the waiter in colex order, by a counter of places among the free
// cells.
#include "solve/duel/duel_values.h"

#include <assert.h> // assert
#include <stdlib.h> // malloc
#include <string.h> // memset

#include "board/bits.h"
#include "rank/values.h"

// 64×64 bits transposed in place (Warren, Hacker's Delight, 7-3).
static void transpose_square(uint64_t square[64]) {
    uint64_t mask = 0x00000000ffffffff;
    for (int s = 32; s; s >>= 1, mask ^= mask << s)
        for (int i = 0; i < 64; i = (i + s + 1) & ~s) {
            uint64_t moved = ((square[i] >> s) ^ square[i + s]) & mask;
            square[i + s] ^= moved;
            square[i] ^= moved << s;
        }
}

// Takes 64 lanes (word `word` of the strips) of all ids and gives 64 rows of ids / 64 words.
static void rows_of_strips(const sh_duel_index *index, const sh_strip *strips, int word,
                           uint64_t *rows) {
    uint64_t words = index->ids / 64;
    for (uint64_t w = 0; w < words; w++) {
        uint64_t square[64];
        for (int i = 0; i < 64; i++) square[i] = strips[w * 64 + (uint64_t)i].w[word];
        transpose_square(square);
        for (uint64_t lane = 0; lane < 64; lane++) rows[lane * words + w] = square[lane];
    }
}

// One row, bits by id.
typedef struct sh_row_bits {
    const uint64_t *not_won, *unknown, *illegal;
    const uint64_t *distance[SH_DISTANCE_PLANES]; // NULL: zero
} sh_row_bits;

// Trades the bits of `mask` in each word for those `shift` above them in the word `apart` later.
static void trade(uint64_t word[8], int apart, int shift, uint64_t mask) {
    for (int i = 0; i < 8; i++) {
        if (i & apart) continue;
        uint64_t moved = ((word[i] >> shift) ^ word[i + apart]) & mask;
        word[i + apart] ^= moved;
        word[i] ^= moved << shift;
    }
}

// Eight bytes as rows of eight bits, transposed.
static uint64_t transpose_bits(uint64_t x) {
    uint64_t moved = (x ^ (x >> 7)) & 0x00aa00aa00aa00aa;
    x ^= moved ^ (moved << 7);
    moved = (x ^ (x >> 14)) & 0x0000cccc0000cccc;
    x ^= moved ^ (moved << 14);
    moved = (x ^ (x >> 28)) & 0x00000000f0f0f0f0;
    return x ^ moved ^ (moved << 28);
}

// Half the distances of 64 states, a word of each plane, become a byte of each state: a byte of
// every plane side by side, then bits of every state.
static void join_planes(uint64_t half[8]) {
    trade(half, 4, 32, 0x00000000ffffffff);
    trade(half, 2, 16, 0x0000ffff0000ffff);
    trade(half, 1, 8, 0x00ff00ff00ff00ff);
    for (int i = 0; i < 8; i++) half[i] = transpose_bits(half[i]);
}
_Static_assert(SH_DISTANCE_PLANES == 8, "half a distance is a byte");

// Values of 64 ids. A state that is won has no bit in N, a lost one only that, a draw also that of
// U.
static void spread(const sh_row_bits *bits, uint64_t w, uint16_t *values) {
    uint64_t not_won = bits->not_won[w], unknown = bits->unknown[w], illegal = bits->illegal[w];
    uint64_t half[8] = {0}, won[8];
    for (int i = 0; i < 8; i++) won[i] = b64_bytes(~not_won >> 8 * i);
    for (int j = 0; j < SH_DISTANCE_PLANES; j++)
        if (bits->distance[j]) half[j] = bits->distance[j][w];
    if (bits->distance[0]) join_planes(half);
    uint8_t turns[64], win[64];
    memcpy(turns, half, sizeof turns);
    memcpy(win, won, sizeof win);
    for (int i = 0; i < 64; i++) values[i] = (uint16_t)(turns[i] << 1 | win[i]);
    for (uint64_t left = unknown; left; left &= left - 1)
        values[__builtin_ctzll(left)] = SH_VALUE_DRAW;
    for (uint64_t left = illegal; left; left &= left - 1)
        values[__builtin_ctzll(left)] = SH_VALUE_ILLEGAL;
}

// Spreads a row into `by_id`, scratch of ids values, and picks its columns.
static void row_values(const sh_duel_index *index, uint64_t row, const sh_row_bits *bits,
                       uint16_t *by_id, uint16_t *values) {
    for (uint64_t w = 0; w < index->ids / 64; w++) spread(bits, w, by_id + w * 64);
    uint64_t waiter = sh_duel_turn(index, index->set[row]);
    int cell[SH_DUEL_MAX_CELLS], free = 0, pieces = index->pieces;
    for (int c = 0; c < index->cells; c++)
        if (!(waiter >> c & 1)) cell[free++] = c;
    assert(pieces > 0 && free > pieces);
    // place[p] is the place of piece p among the free cells, p = 0 the lowest piece, which runs.
    int place[SH_DUEL_MAX_PIECES + 1];
    for (int p = 0; p < pieces; p++) place[p] = p;
    place[pieces] = free;
    const uint16_t *end = values + index->columns;
    for (;;) {
        uint64_t upper = 0;
        for (int p = 1; p < pieces; p++) upper += index->binomials.of[p + 1][cell[place[p]]];
        for (int lowest = 0; lowest < place[1]; lowest++)
            *values++ = by_id[index->id[upper + (uint64_t)cell[lowest]]];
        int p = 1;
        while (p < pieces && place[p] + 1 == place[p + 1]) {
            place[p] = p;
            p++;
        }
        if (p >= pieces) break;
        place[p]++;
    }
    assert(values == end);
}

_Static_assert(SH_LANES == SH_VALUE_MAX_ROWS, "a block of movers is a block here");

enum { NOT_WON, UNKNOWN, ILLEGAL, DISTANCE, PLANES = DISTANCE + SH_DISTANCE_PLANES };

// Scratch of one call: 64 rows of every plane, and one row spread.
typedef struct sh_value_scratch {
    sh_strip *illegal;      // [ids]
    uint64_t *rows[PLANES]; // [64 rows][ids / 64]
    uint16_t *by_id;
} sh_value_scratch;

static void free_scratch(sh_value_scratch *scratch) {
    free(scratch->illegal);
    for (int p = 0; p < PLANES; p++) free(scratch->rows[p]);
    free(scratch->by_id);
}

static bool make_scratch(const sh_duel_index *index, const sh_block_strips *strips,
                         sh_value_scratch *scratch) {
    memset(scratch, 0, sizeof *scratch);
    scratch->illegal = aligned_alloc(64, index->ids * sizeof(sh_strip));
    scratch->by_id = malloc(index->ids * sizeof(uint16_t));
    bool whole = scratch->illegal && scratch->by_id;
    for (int p = 0; p < PLANES; p++)
        if (p < DISTANCE || strips->distance[p - DISTANCE])
            whole = (scratch->rows[p] = malloc(64 * index->ids / 8)) && whole;
    return whole;
}

uint64_t sh_block_values_bytes(const sh_duel_index *index, bool distances) {
    uint64_t planes = DISTANCE + (distances ? SH_DISTANCE_PLANES : 0);
    return index->ids * (sizeof(sh_strip) + sizeof(uint16_t) + 64 / 8 * planes);
}

// Turns one word of lanes of every plane into rows.
static void turn_rows(const sh_duel_index *index, const sh_block_strips *strips, int word,
                      sh_value_scratch *scratch) {
    rows_of_strips(index, strips->not_won, word, scratch->rows[NOT_WON]);
    rows_of_strips(index, strips->unknown, word, scratch->rows[UNKNOWN]);
    rows_of_strips(index, scratch->illegal, word, scratch->rows[ILLEGAL]);
    for (int j = 0; j < SH_DISTANCE_PLANES; j++)
        if (strips->distance[j])
            rows_of_strips(index, strips->distance[j], word, scratch->rows[DISTANCE + j]);
}

sh_status sh_block_values(const sh_duel_index *index, const sh_initial_rules *rules,
                          const sh_block_strips *strips, uint64_t first, uint64_t count,
                          uint16_t *values) {
    assert(first / SH_LANES == (first + count - 1) / SH_LANES);
    sh_value_scratch scratch;
    if (!make_scratch(index, strips, &scratch)) {
        free_scratch(&scratch);
        return SH_RESOURCES;
    }
    sh_initial_illegal(rules, index, first / SH_LANES, scratch.illegal);
    for (uint64_t row = first; row < first + count; row++, values += index->columns) {
        if (row == first || row % 64 == 0)
            turn_rows(index, strips, (int)(row % SH_LANES / 64), &scratch);
        uint64_t at = row % 64 * (index->ids / 64);
        sh_row_bits bits = {.not_won = scratch.rows[NOT_WON] + at,
                            .unknown = scratch.rows[UNKNOWN] + at,
                            .illegal = scratch.rows[ILLEGAL] + at};
        for (int j = 0; j < SH_DISTANCE_PLANES; j++)
            if (strips->distance[j]) bits.distance[j] = scratch.rows[DISTANCE + j] + at;
        row_values(index, row, &bits, scratch.by_id, values);
    }
    free_scratch(&scratch);
    return SH_OK;
}

static void lanes_of(const sh_mover_block *block, uint64_t waiter, sh_value_lanes *lanes) {
    const sh_strip_movers *movers = (const sh_strip_movers *)block;
    const sh_block_strips *strips = movers->strips;
    uint64_t id = movers->index->id[sh_duel_rank(movers->index, waiter)];
    sh_initial_strips verdict;
    sh_initial_verdict(&movers->initial, waiter, &verdict);
    for (uint32_t i = 0; i < block->bands; i++) {
        uint64_t illegal = verdict.column_illegal.w[i];
        uint64_t going = verdict.column_unknown.w[i] | verdict.column_lost.w[i];
        lanes[i].apart = going | illegal;
        lanes[i].won = going & ~strips->not_won[id].w[i];
        lanes[i].drawn = going & strips->unknown[id].w[i];
        lanes[i].illegal = illegal;
        if (!strips->distance[0]) continue;
        uint64_t half[SH_DISTANCE_PLANES] = {0};
        for (int j = 0; j < SH_DISTANCE_PLANES; j++)
            if (strips->distance[j]) half[j] = strips->distance[j][id].w[i];
        join_planes(half);
        for (int lane = 0; lane < SH_VALUE_LANES; lane++)
            lanes[i].half[lane] = (uint8_t)(half[lane / 8] >> lane % 8 * 8);
    }
}

void sh_strip_movers_make(sh_strip_movers *movers, const sh_duel_index *index,
                          const sh_initial_rules *rules, const sh_block_strips *strips,
                          uint64_t number) {
    uint64_t first = number * SH_LANES, rows = index->canonical - first;
    if (rows > SH_LANES) rows = SH_LANES;
    movers->block =
        (sh_mover_block){first, (uint32_t)((rows + SH_VALUE_LANES - 1) / SH_VALUE_LANES), lanes_of};
    movers->index = index;
    movers->strips = strips;
    sh_initial_block_make(&movers->initial, rules, index, number);
}

sh_status sh_values_by_block(const sh_duel_index *index, uint64_t first, uint64_t count,
                             sh_block_rows *rows, void *context, uint16_t *values) {
    assert(first + count <= index->canonical);
    for (uint64_t end = first + count; first < end;) {
        uint64_t piece = SH_LANES - first % SH_LANES;
        if (piece > end - first) piece = end - first;
        sh_status status = rows(context, first, piece, values);
        if (status) return status;
        first += piece;
        values += piece * index->columns;
    }
    return SH_OK;
}

void sh_block_zugzwang(const sh_duel_index *index, uint64_t block, uint64_t first, uint64_t count,
                       const sh_strip *row_not_won, const sh_strip *row_unknown,
                       const sh_strip *column_not_won, const sh_strip *column_unknown,
                       sh_zugzwang *zugzwang) {
    for (uint64_t n = 0; n < count; n++) {
        uint64_t id = first + n;
        if (sh_duel_is_copy(index, id)) continue;
        SH_EACH_WORD(i) {
            uint64_t lost = row_not_won[n].w[i] & ~row_unknown[n].w[i];
            uint64_t other = lost & column_not_won[n].w[i], draw = other & column_unknown[n].w[i];
            uint64_t single = sh_duel_single_rows(index, block, i);
            zugzwang->one_draws += sh_duel_weigh(draw, single);
            zugzwang->both_lose += sh_duel_weigh(other & ~draw, single);
        }
    }
}
