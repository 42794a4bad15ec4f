// SPDX-License-Identifier: MIT
// See pairs.h. Turning a rhombus by 180° reverses the bits of a set, mirroring it moves k bits;
// ranks are k look-ups each. Nothing here is O(cells).
#include "rank/pairs.h"

#include <assert.h> // assert
#include <stdlib.h> // calloc
#include <string.h> // memset

#include "base/cpu.h"
#include "board/symmetry.h"
#include "rank/pairs_operations.h"
#include "rank/rank_scopes.h"
#include "rank/subset.h"

static sh_status check_game(const sh_game *game, sh_error *error) {
    sh_status status = sh_scope_check(&sh_pairs_scope, game, error);
    if (status) return status;
    assert(game->board.cells == game->board.span && game->board.cells < SH_BINOMIAL_MAX_N);
    return SH_OK;
}

static const sh_pairs_operations *choose_operations(const sh_game *game) {
    if (game->board.cells > 64) return &sh_pairs_operations_128;
    return sh_cpu_has_fast_pext() ? &sh_pairs_operations_bmi2 : &sh_pairs_operations_64;
}

// How many rows there are: sets, or canonical sets where the game has a mirror.
static uint64_t number_rows(const sh_game *game, const sh_binomials *binomials, bool *has_mirror,
                            sh_canonical *canonical) {
    int cells = game->board.cells, pieces = game->pieces;
    const sh_symmetry *mirror = sh_symmetry_mirror(game);
    *has_mirror = mirror != NULL;
    if (!mirror) return binomials->of[pieces][cells];
    sh_canonical_make(canonical, binomials, mirror->cell, cells, pieces);
    return canonical->inner[pieces][cells];
}

uint64_t sh_pairs_count(const sh_game *game) {
    assert(sh_has_pairs(game));
    sh_binomials binomials;
    sh_canonical canonical;
    bool has_mirror;
    sh_binomials_make(&binomials);
    if (binomials.of[game->pieces][game->board.cells] == SH_BINOMIAL_HUGE) return SH_BINOMIAL_HUGE;
    uint64_t rows = number_rows(game, &binomials, &has_mirror, &canonical), states;
    uint64_t columns = binomials.of[game->pieces][game->board.cells - game->pieces];
    return __builtin_mul_overflow(rows, columns, &states) ? SH_BINOMIAL_HUGE : states;
}

static sh_status fill(sh_pairs *pairs, const sh_game *game, sh_error *error) {
    pairs->cells = game->board.cells;
    pairs->pieces = game->pieces;
    pairs->operations = choose_operations(game);
    sh_status status = sh_unranker_make(&pairs->sets, pairs->cells, pairs->pieces, error);
    if (status) return status;
    if (sh_pairs_count(game) == SH_BINOMIAL_HUGE)
        return sh_fail(error, SH_USAGE, "%s has too many states for a table", game->name);
    const sh_binomials *binomials = &pairs->sets.binomials;
    pairs->rows = number_rows(game, binomials, &pairs->has_mirror, &pairs->canonical);
    pairs->columns = binomials->of[pairs->pieces][pairs->cells - pairs->pieces];
    return SH_OK;
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
    free(pairs);
}

uint64_t sh_pairs_rows(const sh_pairs *pairs) { return pairs->rows; }

uint64_t sh_pairs_columns(const sh_pairs *pairs) { return pairs->columns; }

bool sh_pairs_fits(const sh_pairs *pairs, const sh_position *position) {
    return pairs->operations->fits(pairs, position);
}

sh_pair sh_pairs_find(const sh_pairs *pairs, const sh_position *position) {
    return pairs->operations->find(pairs, position);
}

uint64_t sh_pairs_row(const sh_pairs *pairs, uint64_t set, bool *mirrored) {
    assert(pairs->cells <= 64);
    return pairs->operations->row(pairs, set, mirrored);
}

void sh_pairs_position(const sh_pairs *pairs, sh_pair pair, sh_position *position) {
    sh_set waiter = sh_pairs_waiter(pairs, pair.row);
    sh_pairs_place(pairs, &waiter, pair.column, position);
}

void sh_pairs_place(const sh_pairs *pairs, const sh_set *waiter, uint64_t column,
                    sh_position *position) {
    assert(column < pairs->columns);
    memset(position, 0, sizeof *position);
    pairs->operations->place(pairs, waiter, column, position);
}

sh_set sh_pairs_waiter(const sh_pairs *pairs, uint64_t row) {
    assert(row < pairs->rows);
    return pairs->operations->waiter(pairs, row);
}

// The next canonical set is mostly among the next few sets; where it is not, its number says.
void sh_pairs_waiters(const sh_pairs *pairs, uint64_t first, int count, uint64_t *sets) {
    enum { TRIES = 6 };
    assert(pairs->cells <= 64);
    b64 set = 0;
    for (int i = 0; i < count; i++) {
        bool found = false;
        for (int try = 0; i > 0 && !found && try < TRIES; try++) {
            set = sh_subset64_next(set);
            b64 image = 0;
            for (b64 rest = set; rest && pairs->has_mirror; rest = b64_rest(rest))
                image |= b64_of(pairs->canonical.mirror[b64_first(rest)]);
            found = !pairs->has_mirror || set <= image;
        }
        if (!found) {
            sh_set waiter = sh_pairs_waiter(pairs, first + (uint64_t)i);
            set = b64_from(&waiter);
        }
        sets[i] = set;
    }
}

uint64_t sh_pairs_placements(const sh_pairs *pairs) {
    uint64_t sets = pairs->sets.binomials.of[pairs->pieces][pairs->cells], placements;
    bool huge = __builtin_mul_overflow(sets, pairs->columns, &placements);
    assert(!huge);
    return placements;
}

int sh_pairs_weight(const sh_pairs *pairs, uint64_t row) {
    return pairs->operations->weight(pairs, row);
}
