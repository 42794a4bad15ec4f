// SPDX-License-Identifier: MIT
// See pairs.h. Turning a rhombus by 180° reverses the bits of a set, mirroring it moves k bits;
// ranks are k look-ups each. Nothing here is O(cells).
#include "rank/pairs.h"

#include <assert.h> // assert
#include <stdlib.h> // calloc
#include <string.h> // memset

#include "base/cpu.h"
#include "rank/pairs_operations.h"

// More sets than this would need more than 1 GB for the map of rows.
static const uint64_t MOST_SETS = 1ULL << 32;

static sh_status check_game(const sh_game *game, sh_error *error) {
    if (game->board.shape != SH_RHOMBUS || game->players != 2)
        return sh_fail(error, SH_USAGE,
                       "tables of rows and columns exist for rhombus games such as "
                       "7x7/3, not for %s",
                       game->name);
    assert(game->board.cells == game->board.span && game->board.cells < SH_BINOMIAL_MAX_N);
    return SH_OK;
}

// Mirroring swaps columns and rows of the lattice; it is a symmetry if it keeps the camp.
static bool find_mirror(const sh_game *game, uint8_t *mirror) {
    sh_set image = sh_set_empty();
    for (int cell = 0; cell < game->board.cells; cell++) {
        mirror[cell] =
            (uint8_t)sh_board_cell(&game->board, game->board.y[cell], game->board.x[cell]);
        if (sh_set_has(&game->camp[0], cell)) sh_set_add(&image, mirror[cell]);
    }
    return sh_set_equal(image, game->camp[0]);
}

static const sh_pairs_operations *choose_operations(const sh_game *game) {
    if (game->board.cells > 64) return &sh_pairs_operations_128;
    return sh_cpu_has_bmi2() ? &sh_pairs_operations_bmi2 : &sh_pairs_operations_64;
}

static sh_status fill(sh_pairs *pairs, const sh_game *game, sh_error *error) {
    pairs->cells = game->board.cells;
    pairs->pieces = game->pieces;
    pairs->operations = choose_operations(game);
    pairs->has_mirror = find_mirror(game, pairs->mirror);
    sh_status status = sh_unranker_make(&pairs->sets, pairs->cells, pairs->pieces, error);
    if (status) return status;
    pairs->columns = pairs->sets.binomials.of[pairs->pieces][pairs->cells - pairs->pieces];
    if (sh_unranker_sets(&pairs->sets) > MOST_SETS || sh_pairs_count(game) == SH_BINOMIAL_HUGE)
        return sh_fail(error, SH_USAGE, "%s has too many states for a table", game->name);
    return pairs->has_mirror ? pairs->operations->number_rows(pairs, error)
                             : sh_canonical_make(&pairs->canonical, sh_unranker_sets(&pairs->sets),
                                                 NULL, NULL, error);
}

// Sets that are their own mirror image: some of the `side` cells on the axis, and pairs of others.
static uint64_t symmetric_sets(const sh_binomials *binomials, int side, int pieces) {
    uint64_t sets = 0;
    for (int pairs = 0; 2 * pairs <= pieces; pairs++)
        sets +=
            binomials->of[pieces - 2 * pairs][side] * binomials->of[pairs][side * (side - 1) / 2];
    return sets;
}

uint64_t sh_pairs_count(const sh_game *game) {
    assert(game->board.shape == SH_RHOMBUS && game->players == 2);
    sh_binomials binomials;
    uint8_t mirror[SH_BINOMIAL_MAX_N];
    sh_binomials_make(&binomials);
    uint64_t sets = binomials.of[game->pieces][game->board.cells], rows = sets;
    if (sets == SH_BINOMIAL_HUGE) return SH_BINOMIAL_HUGE;
    if (find_mirror(game, mirror))
        rows = (sets + symmetric_sets(&binomials, game->board.size, game->pieces)) / 2;
    uint64_t columns = binomials.of[game->pieces][game->board.cells - game->pieces], states;
    return __builtin_mul_overflow(rows, columns, &states) ? SH_BINOMIAL_HUGE : states;
}

sh_status sh_pairs_open(sh_pairs **pairs, const sh_game *game, sh_error *error) {
    sh_status status = check_game(game, error);
    if (status) return status;
    sh_pairs *made = calloc(1, sizeof *made);
    if (!made) return sh_fail(error, SH_RESOURCES, "out of memory for rank tables");
    status = fill(made, game, error);
    if (status) {
        sh_pairs_close(made);
        return status;
    }
    *pairs = made;
    return SH_OK;
}

void sh_pairs_close(sh_pairs *pairs) {
    if (!pairs) return;
    sh_unranker_free(&pairs->sets);
    sh_canonical_free(&pairs->canonical);
    free(pairs);
}

uint64_t sh_pairs_rows(const sh_pairs *pairs) { return pairs->canonical.rows; }

uint64_t sh_pairs_columns(const sh_pairs *pairs) { return pairs->columns; }

sh_pair sh_pairs_find(const sh_pairs *pairs, const sh_position *position) {
    return pairs->operations->find(pairs, position);
}

void sh_pairs_position(const sh_pairs *pairs, sh_pair pair, sh_position *position) {
    assert(pair.row < pairs->canonical.rows && pair.column < pairs->columns);
    memset(position, 0, sizeof *position);
    pairs->operations->place(pairs, pair, position);
}

sh_set sh_pairs_waiter(const sh_pairs *pairs, uint64_t row) {
    return pairs->operations->waiter(pairs, row);
}

int sh_pairs_weight(const sh_pairs *pairs, uint64_t row) {
    return pairs->operations->weight(pairs, row);
}
