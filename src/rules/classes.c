// SPDX-License-Identifier: MIT
// The slots of the 121-cell star, and what a step does to them. Turns are read off the board: a
// step into a class moves all its bits alike.
#include "rules/classes.h"

#include <assert.h> // assert
#include <string.h> // memset

static int class_of(const sh_board *board, int cell) {
    return (board->x[cell] & 1) + 2 * (board->y[cell] & 1);
}

static int slot_of(const sh_board *board, int cell) {
    return 64 * class_of(board, cell) + 7 * (board->y[cell] >> 1) + (board->x[cell] >> 1) - 5;
}

sh_set sh_classes_set(const sh_classes *classes, const sh_set *cells) {
    sh_set slots = sh_set_empty();
    for (int cell = sh_set_next(cells, 0); cell >= 0; cell = sh_set_next(cells, cell + 1))
        sh_set_add(&slots, classes->slot[cell]);
    return slots;
}

static b256 slots_of(const sh_classes *classes, const sh_set *cells) {
    sh_set slots = sh_classes_set(classes, cells);
    return b256_from(&slots);
}

static void name_slots(sh_classes *classes, const sh_board *board) {
    for (int i = 0; i < 256; i++) classes->same[i] = (uint8_t)i;
    for (int cell = sh_set_next(&board->mask, 0); cell >= 0;
         cell = sh_set_next(&board->mask, cell + 1)) {
        int slot = slot_of(board, cell);
        assert((slot & 63) < SH_CLASS_STEPS);
        classes->slot[cell] = (uint8_t)slot;
        classes->cell[slot] = (uint8_t)cell;
    }
}

// What a step from one cell to another changes, and to which cells both lead.
static void join(sh_classes *classes, const sh_board *board, int cell) {
    int slot = classes->slot[cell];
    for (int i = 0; i < SH_CLASS_STEPS; i++)
        classes->target[slot][i] = classes->cell[(slot & ~63) + i];
    for (int d = 0; d < 6; d++) {
        int next = board->neighbour[cell][d];
        if (next < 0) continue;
        int to = classes->slot[next];
        assert((slot >> 6 ^ to >> 6) == d / 2 + 1);
        classes->target[slot][SH_CLASS_STEPS + d] = (uint8_t)next;
        classes->arrive[d][to >> 6] = (uint64_t)((to & 63) - (slot & 63)) & 63;
    }
}

void sh_classes_make(sh_classes *classes, const sh_game *game) {
    const sh_board *board = &game->board;
    assert(board->shape == SH_STAR && board->cells == 121);
    memset(classes, 0, sizeof *classes);
    name_slots(classes, board);
    for (int cell = sh_set_next(&board->mask, 0); cell >= 0;
         cell = sh_set_next(&board->mask, cell + 1))
        join(classes, board, cell);
    for (int a = 0; a < 3; a++) classes->middle[a] = slots_of(classes, &board->middle[a]);
    for (int d = 0; d < 6 && game->movement == SH_STEPS_AND_HOPS; d++)
        classes->toward[d] = slots_of(classes, &board->toward[d]);
}
