// SPDX-License-Identifier: MIT
// Opening rankers, and whole positions as one number.
#include "rank/ranker.h"

#include <assert.h> // assert
#include <stdlib.h> // calloc
#include <string.h> // memset

#include "base/cpu.h"
#include "rank/rank_scopes.h"

static sh_status check_game(const sh_game *game, sh_error *error) {
    sh_status status = sh_scope_check(&sh_ranker_scope, game, error);
    if (status) return status;
    assert(game->board.cells == game->board.span);
    assert(sh_set_equal(game->stand[0], game->board.mask) &&
           sh_set_equal(game->stand[1], game->board.mask));
    if (game->board.cells >= SH_BINOMIAL_MAX_N || game->pieces > SH_BINOMIAL_MAX_K)
        return sh_fail(error, SH_USAGE, "%s cannot be ranked: the board has more than %d cells",
                       game->name, SH_BINOMIAL_MAX_N - 1);
    return SH_OK;
}

static const sh_rank_operations *choose_operations(const sh_game *game) {
    if (game->board.cells > 64) return &sh_rank_operations_128;
    return sh_cpu_has_fast_pext() ? &sh_rank_operations_bmi2 : &sh_rank_operations_64;
}

static sh_status fill(sh_ranker *ranker, const sh_game *game, sh_error *error) {
    ranker->operations = choose_operations(game);
    ranker->pieces = game->pieces;
    ranker->board = game->board.mask;
    sh_status status = sh_unranker_make(&ranker->sets, game->board.cells, game->pieces, error);
    if (status) return status;
    ranker->first_sets = sh_unranker_sets(&ranker->sets);
    ranker->second_sets = ranker->sets.binomials.of[game->pieces][game->board.cells - game->pieces];
    if ((((sh_index)ranker->first_sets * ranker->second_sets) >> 127) != 0)
        return sh_fail(error, SH_USAGE, "%s cannot be ranked: it has more than 2^128 positions",
                       game->name);
    return SH_OK;
}

sh_status sh_ranker_open(sh_ranker **ranker, const sh_game *game, sh_error *error) {
    sh_status status = check_game(game, error);
    if (status) return status;
    sh_ranker *made = calloc(1, sizeof *made);
    if (!made) return sh_fail(error, SH_RESOURCES, "out of memory for rank tables");
    status = fill(made, game, error);
    if (status) {
        sh_ranker_close(made);
        return status;
    }
    *ranker = made;
    return SH_OK;
}

void sh_ranker_close(sh_ranker *ranker) {
    if (!ranker) return;
    sh_unranker_free(&ranker->sets);
    free(ranker);
}

sh_index sh_ranker_positions(const sh_ranker *ranker) {
    return (sh_index)ranker->first_sets * ranker->second_sets * 2;
}

// A set of as many cells of the board as a player has pieces.
static bool is_army(const sh_ranker *ranker, const sh_set *set) {
    return sh_set_within(*set, ranker->board) && sh_set_count(*set) == ranker->pieces;
}

sh_index sh_position_rank(const sh_ranker *ranker, const sh_position *position) {
    uint64_t first = sh_rank_first(ranker, &position->army[0]);
    uint64_t second = sh_rank_second(ranker, &position->army[0], &position->army[1]);
    if (first == SH_NO_RANK || second == SH_NO_RANK || position->turn > 1) return SH_NO_INDEX;
    return ((sh_index)first * ranker->second_sets + second) * 2 + position->turn;
}

sh_status sh_position_unrank(const sh_ranker *ranker, sh_index index, sh_position *position,
                             sh_error *error) {
    if (index >= sh_ranker_positions(ranker))
        return sh_fail(error, SH_USAGE,
                       "the index is too large: the last position comes before it");
    memset(position, 0, sizeof *position);
    position->turn = (uint8_t)(index & 1);
    index >>= 1;
    position->army[0] = sh_unrank_first(ranker, (uint64_t)(index / ranker->second_sets));
    position->army[1] =
        sh_unrank_second(ranker, &position->army[0], (uint64_t)(index % ranker->second_sets));
    return SH_OK;
}

uint64_t sh_rank_first(const sh_ranker *ranker, const sh_set *first) {
    return is_army(ranker, first) ? ranker->operations->rank_first(ranker, first) : SH_NO_RANK;
}

// Two armies of the board that do not overlap.
static bool are_armies(const sh_ranker *ranker, const sh_set *first, const sh_set *second) {
    return is_army(ranker, first) && is_army(ranker, second) &&
           sh_set_is_empty(sh_set_and(*first, *second));
}

uint64_t sh_rank_second(const sh_ranker *ranker, const sh_set *first, const sh_set *second) {
    if (!are_armies(ranker, first, second)) return SH_NO_RANK;
    return ranker->operations->rank_second(ranker, first, second);
}

sh_set sh_unrank_first(const sh_ranker *ranker, uint64_t rank) {
    if (rank >= ranker->first_sets) return sh_set_empty();
    return ranker->operations->unrank_first(ranker, rank);
}

sh_set sh_unrank_second(const sh_ranker *ranker, const sh_set *first, uint64_t rank) {
    if (rank >= ranker->second_sets || !is_army(ranker, first)) return sh_set_empty();
    return ranker->operations->unrank_second(ranker, first, rank);
}

// The next set of the cells that are not taken. Where there is none it would leave the board.
static sh_set next_set(const sh_ranker *ranker, const sh_set *taken, const sh_set *set) {
    sh_set next = ranker->operations->next_second(taken, set);
    return sh_set_within(next, ranker->board) ? next : sh_set_empty();
}

sh_set sh_next_first(const sh_ranker *ranker, const sh_set *first) {
    sh_set nobody = sh_set_empty();
    return is_army(ranker, first) ? next_set(ranker, &nobody, first) : nobody;
}

sh_set sh_next_second(const sh_ranker *ranker, const sh_set *first, const sh_set *second) {
    return are_armies(ranker, first, second) ? next_set(ranker, first, second) : sh_set_empty();
}
