// SPDX-License-Identifier: MIT
// Ranks by walking over the cells, after Edelkamp, Sulewski and Yücel (GPU Exploration of
// Two-Player Games with Perfect Hash Functions, 2010): O(n) a rank. The numbers are colex ranks: a
// piece on place c that is the i-th from below adds C(c, i).
#include "bench/baseline/array_game.h"

uint64_t sh_array_rank_first(const sh_array_game *arrays, const sh_array_state *state) {
    uint64_t rank = 0;
    int left = arrays->pieces;
    for (int place = arrays->cells - 1; left > 0; place--)
        if (state->contents[arrays->cell[place]] == 0) rank += arrays->binomial[left--][place];
    return rank;
}

// As the first, on the cells that the first player leaves free.
uint64_t sh_array_rank_second(const sh_array_game *arrays, const sh_array_state *state) {
    uint64_t rank = 0;
    int left = arrays->pieces, free = arrays->cells - arrays->pieces;
    for (int place = arrays->cells - 1; left > 0; place--) {
        int holder = state->contents[arrays->cell[place]];
        if (holder == 0) continue;
        free--;
        if (holder == 1) rank += arrays->binomial[left--][free];
    }
    return rank;
}

static void lift(const sh_array_game *arrays, sh_array_state *state, int player) {
    for (int i = 0; i < arrays->pieces; i++)
        state->contents[state->piece[player][i]] = SH_ARRAY_EMPTY;
}

static void put(sh_array_state *state, int player, int piece, uint8_t cell) {
    state->contents[cell] = (int8_t)player;
    state->piece[player][piece] = cell;
}

void sh_array_unrank_first(const sh_array_game *arrays, uint64_t rank, sh_array_state *state) {
    lift(arrays, state, 0);
    int left = arrays->pieces;
    for (int place = arrays->cells - 1; left > 0; place--) {
        uint64_t skipped = arrays->binomial[left][place];
        if (skipped > rank) continue;
        rank -= skipped;
        put(state, 0, --left, arrays->cell[place]);
    }
}

void sh_array_unrank_second(const sh_array_game *arrays, uint64_t rank, sh_array_state *state) {
    lift(arrays, state, 1);
    int left = arrays->pieces, free = arrays->cells - arrays->pieces;
    for (int place = arrays->cells - 1; left > 0; place--) {
        uint8_t cell = arrays->cell[place];
        if (state->contents[cell] == 0) continue;
        free--;
        uint64_t skipped = arrays->binomial[left][free];
        if (skipped > rank) continue;
        rank -= skipped;
        put(state, 1, --left, cell);
    }
}

// The place of the first cell at or above `place` that the first player leaves free.
static int free_place(const sh_array_game *arrays, const sh_array_state *state, int place) {
    while (place < arrays->cells && state->contents[arrays->cell[place]] == 0) place++;
    return place;
}

// Walks up from the lowest place, lifting pieces, to the first that can go one place up; it does
// so, and those below it fall to the lowest places.
void sh_array_next_second(const sh_array_game *arrays, sh_array_state *state) {
    int moving = -1, to = 0;
    for (int place = 0; moving < 0 || state->contents[arrays->cell[to]] == 1; place++) {
        if (state->contents[arrays->cell[place]] != 1) continue;
        state->contents[arrays->cell[place]] = SH_ARRAY_EMPTY;
        to = free_place(arrays, state, place + 1);
        moving++;
    }
    put(state, 1, moving, arrays->cell[to]);
    for (int i = 0, place = 0; i < moving; i++, place++) {
        place = free_place(arrays, state, place);
        put(state, 1, i, arrays->cell[place]);
    }
}
