// SPDX-License-Identifier: MIT
// See triples.h. Sets are enumerated in numeric order, which is colex order, and found again by
// binary search: numbers are only looked up to set up a solver and to read single positions.
#include "rank/triples.h"
#include "rank/rank_scopes.h"

#include <assert.h> // assert
#include <stdlib.h> // malloc
#include <string.h> // memset

#include "rank/binomial.h"
#include "rank/subset.h"

// The track cell of the board cell (q, r) for a player, or -1 outside its track.
static int track_cell(int n, int player, int q, int r) {
    int axial[3] = {q, r, -q - r};
    int i = axial[(player + 1) % 3], j = axial[(player + 2) % 3];
    if (abs(i) > n || abs(j) > n) return -1;
    return (i + n) * (2 * n + 1) + j + n;
}

static void map_cells(sh_triples *triples, const sh_board *board) {
    int n = board->size;
    memset(triples->track_cell, -1, sizeof triples->track_cell);
    for (int cell = sh_set_next(&board->mask, 0); cell >= 0;
         cell = sh_set_next(&board->mask, cell + 1))
        for (int player = 0; player < 3; player++) {
            int own = track_cell(n, player, board->x[cell] - 2 * n, board->y[cell] - 2 * n);
            if (own < 0) continue;
            triples->track_cell[player][cell] = (int8_t)own;
            triples->board_cell[player][own] = (uint8_t)cell;
        }
}

static uint32_t track_set(const sh_triples *triples, int player, const sh_set *army) {
    uint32_t set = 0;
    for (int cell = sh_set_next(army, 0); cell >= 0; cell = sh_set_next(army, cell + 1)) {
        assert(triples->track_cell[player][cell] >= 0);
        set |= 1u << triples->track_cell[player][cell];
    }
    return set;
}

// The cells in player 0's track that a set of its next (player 1) or previous (2) player takes.
static uint32_t seen_set(const sh_triples *triples, int player, uint32_t set) {
    uint32_t seen = 0;
    for (; set; set &= set - 1) {
        int own = triples->track_cell[0][triples->board_cell[player][__builtin_ctz(set)]];
        if (own >= 0) seen |= 1u << own;
    }
    return seen;
}

static bool enumerate(sh_triples *triples) {
    size_t bytes = triples->sets * sizeof *triples->set;
    triples->set = malloc(bytes);
    triples->seen[SH_NEXT] = malloc(bytes);
    triples->seen[SH_PREVIOUS] = malloc(bytes);
    if (!triples->set || !triples->seen[SH_NEXT] || !triples->seen[SH_PREVIOUS]) return false;
    uint32_t set = (uint32_t)sh_subset64_lowest(triples->pieces);
    for (uint32_t i = 0; i < triples->sets; i++) {
        triples->set[i] = set;
        triples->seen[SH_NEXT][i] = seen_set(triples, 1, set);
        triples->seen[SH_PREVIOUS][i] = seen_set(triples, 2, set);
        set = (uint32_t)sh_subset64_next(set);
    }
    return true;
}

sh_status sh_triples_open(sh_triples *triples, const sh_game *game, sh_error *error) {
    memset(triples, 0, sizeof *triples);
    sh_status status = sh_scope_check(&sh_triples_scope, game, error);
    if (status) return status;
    if (game->board.size > 2)
        return sh_fail(error, SH_USAGE,
                       "%s: three-player positions are numbered on star13:3p and star37:3p "
                       "(star37/1:3p, star37/2:3p) only",
                       game->name);
    triples->side = 2 * game->board.size + 1;
    triples->cells = triples->side * triples->side;
    triples->pieces = game->pieces;
    assert(triples->pieces <= SH_TRACK_MAX_PIECES);
    sh_binomials binomials;
    sh_binomials_make(&binomials);
    triples->sets = (uint32_t)binomials.of[triples->pieces][triples->cells];
    map_cells(triples, &game->board);
    if (!enumerate(triples)) {
        sh_triples_close(triples);
        return sh_fail(error, SH_RESOURCES, "no memory for the sets of %s", game->name);
    }
    triples->camp = sh_triples_number(triples, track_set(triples, 0, &game->camp[0]));
    triples->goal = sh_triples_number(triples, track_set(triples, 0, &game->goal[0]));
    return SH_OK;
}

void sh_triples_close(sh_triples *triples) {
    free(triples->set);
    free(triples->seen[SH_NEXT]);
    free(triples->seen[SH_PREVIOUS]);
    memset(triples, 0, sizeof *triples);
}

uint32_t sh_triples_number(const sh_triples *triples, uint32_t set) {
    uint32_t low = 0, high = triples->sets - 1;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (triples->set[middle] < set)
            low = middle + 1;
        else
            high = middle;
    }
    assert(triples->set[low] == set);
    return low;
}

sh_triple sh_triples_rank(const sh_triples *triples, const sh_position *position) {
    uint32_t number[3];
    for (int i = 0; i < 3; i++) {
        int player = (position->turn + i) % 3;
        number[i] = sh_triples_number(triples, track_set(triples, player, &position->army[player]));
    }
    return (sh_triple){number[0], number[1], number[2]};
}

void sh_triples_unrank(const sh_triples *triples, sh_triple triple, int turn,
                       sh_position *position) {
    uint32_t number[3] = {triple.mover, triple.next, triple.previous};
    memset(position, 0, sizeof *position);
    position->turn = (uint8_t)turn;
    for (int i = 0; i < 3; i++) {
        int player = (turn + i) % 3;
        for (uint32_t set = triples->set[number[i]]; set; set &= set - 1)
            sh_set_add(&position->army[player], triples->board_cell[player][__builtin_ctz(set)]);
    }
}

bool sh_triples_disjoint(const sh_triples *triples, sh_triple t) {
    uint32_t next = triples->seen[SH_NEXT][t.next],
             previous = triples->seen[SH_PREVIOUS][t.previous];
    return !(triples->set[t.mover] & (next | previous)) && !(next & previous);
}

// Σ over a, b, c pieces in the centre: each player's others stand in its own two corners.
unsigned __int128 sh_triples_placements(const sh_game *game) {
    int k = game->pieces, n = game->board.size;
    int corners = n * (n + 1), centre = 3 * n * (n + 1) + 1;
    sh_binomials binomials;
    sh_binomials_make(&binomials);
    unsigned __int128 sum = 0;
    for (int a = 0; a <= k; a++)
        for (int b = 0; b <= k; b++)
            for (int c = 0; c <= k; c++) {
                if (a + b + c > centre) continue;
                unsigned __int128 ways = (unsigned __int128)binomials.of[k - a][corners] *
                                         binomials.of[k - b][corners] *
                                         binomials.of[k - c][corners];
                sum += ways * binomials.of[a][centre] * binomials.of[b][centre - a] *
                       binomials.of[c][centre - a - b];
            }
    return sum;
}
