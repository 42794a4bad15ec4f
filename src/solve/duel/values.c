// SPDX-License-Identifier: MIT
#include "solve/duel/values.h"

#include <assert.h> // assert

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

void sh_rows_of_lines(const sh_duel_index *index, const sh_line *lines, int word, uint64_t *rows) {
    uint64_t words = index->ids / 64;
    for (uint64_t w = 0; w < words; w++) {
        uint64_t square[64];
        for (int i = 0; i < 64; i++) square[i] = lines[w * 64 + (uint64_t)i].w[word];
        transpose_square(square);
        for (uint64_t lane = 0; lane < 64; lane++) rows[lane * words + w] = square[lane];
    }
}

// Values of 64 ids. A state that is won has no bit in N, a lost one only that, a draw also that of
// U.
static void spread(const sh_row_bits *bits, uint64_t w, uint16_t *values) {
    uint64_t not_won = bits->not_won[w], unknown = bits->unknown[w], illegal = bits->illegal[w];
    for (int i = 0; i < 64; i++) values[i] = (uint16_t)(~not_won >> i & 1);
    for (int j = 0; j < SH_DISTANCE_PLANES; j++) {
        if (!bits->distance[j] || !bits->distance[j][w]) continue;
        uint64_t plane = bits->distance[j][w];
        for (int i = 0; i < 64; i++) values[i] |= (uint16_t)((plane >> i & 1) << (j + 1));
    }
    for (uint64_t left = unknown; left; left &= left - 1)
        values[__builtin_ctzll(left)] = SH_VALUE_DRAW;
    for (uint64_t left = illegal; left; left &= left - 1)
        values[__builtin_ctzll(left)] = SH_VALUE_ILLEGAL;
}

void sh_row_values(const sh_duel_index *index, uint64_t row, const sh_row_bits *bits,
                   uint16_t *by_id, uint16_t *values) {
    for (uint64_t w = 0; w < index->ids / 64; w++) spread(bits, w, by_id + w * 64);
    uint64_t waiter = sh_duel_turn(index, index->set[row]);
    int cell[SH_DUEL_MAX_CELLS], free = 0, pieces = index->pieces;
    for (int c = 0; c < index->cells; c++)
        if (!(waiter >> c & 1)) cell[free++] = c;
    // place[p] is the place of piece p among the free cells, p = 0 the lowest piece, which runs.
    int place[SH_DUEL_MAX_PIECES + 1];
    for (int p = 0; p < pieces; p++) place[p] = p;
    place[pieces] = free;
    const uint16_t *end = values + index->columns;
    for (;;) {
        uint64_t upper = 0;
        for (int p = 1; p < pieces; p++) upper += index->binomial[cell[place[p]]][p + 1];
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
