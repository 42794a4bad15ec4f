// SPDX-License-Identifier: MIT
// See array_game.h.
#include "bench/baseline/array_game.h"

#include <assert.h> // assert
#include <string.h> // memset

static void add_cell(sh_array_game *arrays, const sh_game *game, int cell) {
    const sh_board *board = &game->board;
    arrays->place[cell] = (int16_t)arrays->cells;
    arrays->cell[arrays->cells++] = (uint8_t)cell;
    for (int d = 0; d < board->directions; d++)
        arrays->neighbour[cell][d] = (int16_t)sh_board_cell(
            board, board->x[cell] + board->dir[d].dx, board->y[cell] + board->dir[d].dy);
    for (int p = 0; p < game->players; p++) {
        arrays->stand[p][cell] = sh_set_has(&game->stand[p], cell);
        arrays->pass[p][cell] = sh_set_has(&game->pass[p], cell);
    }
}

static void list_goal(sh_array_game *arrays, const sh_game *game, int player) {
    int count = 0;
    for (int i = 0; i < arrays->cells; i++)
        if (sh_set_has(&game->goal[player], arrays->cell[i]))
            arrays->goal[player][count++] = arrays->cell[i];
    assert(count == game->pieces);
}

static void fill_binomials(sh_array_game *arrays) {
    for (int n = 0; n < SH_MAX_CELLS; n++) {
        arrays->binomial[0][n] = 1;
        for (int k = 1; k <= SH_ARRAY_PIECES; k++)
            arrays->binomial[k][n] =
                n ? arrays->binomial[k][n - 1] + arrays->binomial[k - 1][n - 1] : 0;
    }
}

void sh_array_game_make(sh_array_game *arrays, const sh_game *game) {
    assert(game->pieces <= SH_ARRAY_PIECES);
    memset(arrays, 0, sizeof *arrays);
    arrays->players = game->players;
    arrays->pieces = game->pieces;
    arrays->directions = game->board.directions;
    arrays->needs_all = game->finish != SH_FIRST_FILLED;
    arrays->needs_wait = sh_game_is_duel(game);
    arrays->swaps = game->finish == SH_ALL_ARRIVED;
    arrays->hops_only = game->movement == SH_HOPS_ONLY;
    for (int cell = 0; cell < SH_MAX_CELLS; cell++)
        if (sh_set_has(&game->board.mask, cell)) add_cell(arrays, game, cell);
    for (int p = 0; p < game->players; p++) list_goal(arrays, game, p);
    fill_binomials(arrays);
}

void sh_array_load(const sh_array_game *arrays, const sh_position *position,
                   sh_array_state *state) {
    memset(state->contents, SH_ARRAY_EMPTY, sizeof state->contents);
    state->turn = position->turn;
    for (int p = 0; p < arrays->players; p++) {
        int count = 0;
        for (int i = 0; i < arrays->cells; i++) {
            uint8_t cell = arrays->cell[i];
            if (!sh_set_has(&position->army[p], cell)) continue;
            state->contents[cell] = (int8_t)p;
            state->piece[p][count++] = cell;
        }
        assert(count == arrays->pieces);
    }
}

// One search for the chains of one piece.
typedef struct hop_search {
    const sh_array_game *arrays;
    const sh_array_state *state;
    uint64_t visited[SH_MAX_CELLS / 64];
    sh_array_move move; // piece and origin
    sh_array_move *next;
} hop_search;

static bool is_empty(const hop_search *search, int cell) {
    return search->state->contents[cell] == SH_ARRAY_EMPTY;
}

static void add_move(hop_search *search, int to) {
    if (!search->arrays->stand[search->state->turn][to]) return;
    search->move.to = (uint8_t)to;
    *search->next++ = search->move;
}

static void step(hop_search *search) {
    const int16_t *neighbour = search->arrays->neighbour[search->move.from];
    for (int d = 0; d < search->arrays->directions; d++)
        if (neighbour[d] >= 0 && is_empty(search, neighbour[d])) add_move(search, neighbour[d]);
}

static void hop(hop_search *search, int cell) {
    const sh_array_game *arrays = search->arrays;
    search->visited[cell >> 6] |= 1ULL << (cell & 63);
    for (int d = 0; d < arrays->directions; d++) {
        int over = arrays->neighbour[cell][d];
        if (over < 0 || is_empty(search, over)) continue;
        int land = arrays->neighbour[over][d];
        if (land < 0 || !is_empty(search, land)) continue;
        if (search->visited[land >> 6] >> (land & 63) & 1) continue;
        if (!arrays->pass[search->state->turn][land]) continue;
        add_move(search, land);
        hop(search, land);
    }
}

int sh_array_moves(const sh_array_game *arrays, const sh_array_state *state, sh_array_move *moves) {
    hop_search search = {.arrays = arrays, .state = state, .next = moves};
    for (int i = 0; i < arrays->pieces; i++) {
        uint8_t from = state->piece[state->turn][i];
        search.move = (sh_array_move){.piece = (uint8_t)i, .from = from};
        memset(search.visited, 0, sizeof search.visited);
        if (!arrays->hops_only) step(&search);
        hop(&search, from);
    }
    return (int)(search.next - moves);
}
