// SPDX-License-Identifier: MIT
// Everything here runs once a solve and takes far less than a round.
#include "solve/duel/index.h"
#include "rank/rank_scopes.h"

#include <assert.h> // assert
#include <stdlib.h> // calloc
#include <string.h> // memset

#include "board/symmetry.h"
#include "rank/pairs.h"
#include "rank/subset.h"

uint64_t sh_duel_turn(const sh_duel_index *index, uint64_t set) {
    uint64_t turned = 0;
    for (; set; set &= set - 1) turned |= 1ULL << (index->cells - 1 - __builtin_ctzll(set));
    return turned;
}

uint64_t sh_duel_mirror(const sh_duel_index *index, uint64_t set) {
    uint64_t image = 0;
    for (; set; set &= set - 1) image |= 1ULL << index->mirror_cell[__builtin_ctzll(set)];
    return image;
}

uint64_t sh_duel_rank(const sh_duel_index *index, uint64_t set) {
    return sh_subset64_rank(&index->binomials, set, __builtin_popcountll(set));
}

uint64_t sh_duel_column(const sh_duel_index *index, uint64_t row, uint64_t set) {
    uint64_t waiter = sh_duel_turn(index, index->set[row]);
    return sh_subset64_rank_beside(&index->binomials, set, waiter, index->pieces);
}

static void find_mirror(sh_duel_index *index, const sh_game *game) {
    const sh_symmetry *mirror = sh_symmetry_mirror(game);
    index->mirrored = mirror != NULL;
    memcpy(index->mirror_cell, mirror ? mirror->cell : game->symmetry[0].cell,
           (size_t)index->cells);
}

sh_status sh_duel_index_measure(sh_duel_index *index, const sh_game *game, sh_error *error) {
    memset(index, 0, sizeof *index);
    sh_status status = sh_scope_check(&sh_solver_scope, game, error);
    if (status) return status;
    if (!sh_has_pairs(game) || game->board.size > 7 || game->pieces > SH_DUEL_MAX_PIECES)
        return sh_fail(error, SH_USAGE,
                       "%s is beyond this solver: it solves 3x3 to 7x7 with 1 to 6 pieces a side",
                       game->name);
    index->size = game->board.size;
    index->cells = game->board.cells;
    index->pieces = game->pieces;
    assert(game->board.span == index->size * index->size);
    sh_binomials_make(&index->binomials);
    const uint64_t(*choose)[SH_BINOMIAL_MAX_N + 1] = index->binomials.of; // [k][n]
    find_mirror(index, game);
    index->sets = choose[index->pieces][index->cells];
    index->columns = choose[index->pieces][index->cells - index->pieces];
    index->subsets = choose[index->pieces - 1][index->cells];
    index->canonical = sh_pairs_count(game) / index->columns;
    index->blocks = (index->canonical + SH_LANES - 1) / SH_LANES;
    index->groups = index->mirrored ? 2 * index->blocks : index->blocks;
    index->half = (index->canonical + 63) / 64 * 64;
    index->ids = index->mirrored ? 2 * index->half : index->half;
    return SH_OK;
}

double sh_duel_lanes(const sh_duel_index *index) {
    return (double)(index->blocks * SH_LANES) * (double)index->ids;
}

uint64_t sh_duel_index_bytes(const sh_duel_index *index) {
    uint64_t cells = (uint64_t)index->cells, pieces = (uint64_t)index->pieces;
    return (index->ids + 1) * (8 + 4 * pieces) + index->sets * 4 +
           index->blocks * 2 * sizeof(sh_strip) + index->subsets * (8 + 4 * cells) +
           index->blocks * cells * sizeof(sh_strip);
}

static bool allocate(sh_duel_index *index) {
    size_t cells = (size_t)index->cells, pieces = (size_t)index->pieces;
    index->set = calloc(index->ids + 1, sizeof *index->set);
    index->id = calloc(index->sets, sizeof *index->id);
    index->own_mirror = calloc(index->blocks * 2 * SH_STRIP_WORDS, sizeof *index->own_mirror);
    index->subset = calloc(index->subsets, sizeof *index->subset);
    index->superset = calloc(index->subsets * cells, sizeof *index->superset);
    index->below = calloc((index->ids + 1) * pieces, sizeof *index->below);
    index->waiter = aligned_alloc(64, index->blocks * cells * sizeof *index->waiter);
    if (index->waiter) memset(index->waiter, 0, index->blocks * cells * sizeof *index->waiter);
    return index->set && index->id && index->own_mirror && index->subset && index->superset &&
           index->below && index->waiter;
}

static void number_sets(sh_duel_index *index) {
    uint64_t next = 0, set = sh_subset64_lowest(index->pieces);
    for (uint64_t rank = 0; rank < index->sets; rank++, set = sh_subset64_next(set)) {
        uint64_t image = sh_duel_mirror(index, set);
        if (image < set) { // the canonical image came earlier
            uint32_t twin = index->id[sh_duel_rank(index, image)];
            index->id[rank] = (uint32_t)index->half + twin;
            index->set[index->half + twin] = set;
            continue;
        }
        index->id[rank] = (uint32_t)next;
        index->set[next] = set;
        if (index->mirrored && image == set) {
            sh_bit_set(index->own_mirror, next);
            index->set[index->half + next] = set;
        }
        next++;
    }
    assert(next == index->canonical);
}

static void connect_subsets(sh_duel_index *index) {
    size_t cells = (size_t)index->cells, pieces = (size_t)index->pieces;
    uint64_t subset = sh_subset64_lowest(index->pieces - 1);
    for (uint64_t f = 0; f < index->subsets; f++) {
        index->subset[f] = subset;
        for (int cell = 0; cell < index->cells; cell++) {
            uint64_t bit = 1ULL << cell;
            uint32_t id = (uint32_t)index->ids;
            if (!(subset & bit)) {
                id = index->id[sh_duel_rank(index, subset | bit)];
                int nth = __builtin_popcountll(subset & (bit - 1));
                index->below[id * pieces + (size_t)nth] = (uint32_t)f;
            }
            index->superset[f * cells + (size_t)cell] = id;
        }
        subset = sh_subset64_next(subset);
    }
}

static void place_waiters(sh_duel_index *index) {
    for (uint64_t row = 0; row < index->canonical; row++)
        for (uint64_t left = index->set[row]; left; left &= left - 1) {
            int cell = index->cells - 1 - __builtin_ctzll(left);
            sh_strip_add(&index->waiter[row / SH_LANES * (uint64_t)index->cells + (uint64_t)cell],
                         (int)(row % SH_LANES));
        }
}

sh_status sh_duel_index_open(sh_duel_index *index, const sh_game *game, sh_error *error) {
    sh_status status = sh_duel_index_measure(index, game, error);
    if (status) return status;
    if (!allocate(index)) {
        sh_duel_index_close(index);
        return sh_fail(error, SH_RESOURCES, "no memory for the index of %s", game->name);
    }
    number_sets(index);
    connect_subsets(index);
    place_waiters(index);
    return SH_OK;
}

void sh_duel_index_close(sh_duel_index *index) {
    free(index->set);
    free(index->id);
    free(index->own_mirror);
    free(index->subset);
    free(index->superset);
    free(index->below);
    free(index->waiter);
    memset(index, 0, sizeof *index);
}
