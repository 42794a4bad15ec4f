// SPDX-License-Identifier: MIT
// Palindromes: solutions that are their own reverse (Bell, section 3.3). Only the first half is
// searched. One move changes the number of men that stand on the reverse of a man's cell by at most
// two, so i moves before a middle in which T men must do so at least T - 2i must.
#include <string.h> // memcmp

#include "puzzle/transfer_parts.h"

typedef struct middle {
    const sh_transfer *t;
    uint16_t reverse[SH_MAX_DIAGONALS];
    bool meets;
} middle;

static bool same(const sh_transfer *t, const uint16_t *a, const uint16_t *b) {
    return memcmp(a, b, (size_t)t->passage.diagonals * sizeof *a) == 0;
}

static void compare(void *context, const uint16_t subset[SH_MAX_DIAGONALS], sh_move move) {
    middle *m = context;
    m->meets = m->meets || same(m->t, m->reverse, subset);
}

// Is this board its own reverse, or for odd lengths one move from it?
static bool folds(const sh_transfer *t, uint64_t key) {
    uint16_t subset[SH_MAX_DIAGONALS];
    middle m = {.t = t};
    sh_board_subsets(&t->corridor, key, subset);
    sh_board_reverse(&t->passage, subset, m.reverse);
    if (t->corridor.length % 2 == 0) return same(t, subset, m.reverse);
    sh_board_neighbours(&t->passage, subset, compare, &m);
    return m.meets;
}

static sh_status find_middle(sh_transfer *t, int time, sh_error *error) {
    for (size_t i = 0; i < t->level[time].count; i++)
        if (folds(t, t->level[time].keys[i]))
            return sh_transfer_meet_at(t, t->level[time].keys[i], error);
    return SH_NO;
}

static sh_status fold_levels(sh_transfer *t, int length, sh_error *error) {
    int half = length / 2, needed = t->passage.men - length % 2;
    for (int time = t->known; time < half; time++) {
        int symmetric = needed - 2 * (half - time - 1);
        sh_status status = sh_transfer_advance(t, time, symmetric > 0 ? symmetric : 0, error);
        if (status) return status;
    }
    return SH_OK;
}

// The second half: the boards of the first in reverse order, reversed.
static void unfold(const sh_transfer *t, int length, const sh_move *first, sh_move *moves) {
    const uint8_t *image = t->passage.reversal.cell;
    memcpy(moves, first, (size_t)(length / 2) * sizeof *moves);
    for (int i = 0; i < length / 2; i++)
        moves[length - 1 - i] = (sh_move){image[first[i].to], image[first[i].from]};
}

sh_status sh_transfer_fold(sh_transfer *t, int length, bool *found, sh_move *moves,
                           sh_error *error) {
    *found = false;
    if (!t->passage.reversible)
        return sh_fail(error, SH_USAGE,
                       "no symmetry of the board exchanges start and goal of %s: it has no "
                       "palindromes",
                       t->puzzle->game.name);
    sh_status status = sh_transfer_begin(t, length, true, error);
    if (!status) status = fold_levels(t, length, error);
    if (!status) status = find_middle(t, length / 2, error);
    if (status == SH_NO) return SH_OK;
    if (status) return status;
    sh_move first[SH_MAX_TRANSFER];
    uint16_t boards[2][SH_MAX_DIAGONALS];
    status = sh_transfer_first_half(t, length / 2, first, boards[0], error);
    if (status) return status;
    unfold(t, length, first, moves);
    if (length % 2) {
        sh_board_reverse(&t->passage, boards[0], boards[1]);
        moves[length / 2] = sh_transfer_between(&t->passage, boards[0], boards[1]);
    }
    *found = true;
    return SH_OK;
}
