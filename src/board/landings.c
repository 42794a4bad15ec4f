// SPDX-License-Identifier: MIT
// See landings.h. There are few small boards, so each has its place in static memory, which costs
// nothing until it is filled.
#include "board/landings.h"

#include <pthread.h>   // pthread_mutex_lock
#include <stdatomic.h> // atomic_load
#include <stdbool.h>   // bool

enum { SHAPES = 4, SIZES = 9, WAYS = 2 }; // sizes to 8; four or six directions

// The cells behind those neighbours of a cell that are in `code`.
static uint64_t find_behind(const sh_board *board, int cell, int code) {
    uint64_t behind = 0;
    int other = -1;
    for (int i = 0; (other = sh_set_next(&board->steps[cell], other + 1)) >= 0; i++) {
        int beyond = 2 * other - cell;
        if (code >> i & 1 && sh_set_has(&board->over[cell], other)) behind |= 1ULL << beyond;
    }
    return behind;
}

static void fill(sh_landings *landings, const sh_board *board) {
    for (int cell = sh_set_next(&board->mask, 0); cell >= 0;
         cell = sh_set_next(&board->mask, cell + 1)) {
        landings->around[cell] = board->steps[cell].w[0];
        for (int code = 0; code < 1 << sh_set_count(board->steps[cell]); code++)
            landings->behind[cell][code] = find_behind(board, cell, code);
    }
}

const sh_landings *sh_landings_of(const sh_board *board) {
    static sh_landings all[SHAPES][SIZES][WAYS];
    static atomic_bool filled[SHAPES][SIZES][WAYS];
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    if (board->width > 64 || board->directions > 6) return NULL;
    if ((unsigned)board->shape >= SHAPES || board->size >= SIZES) return NULL;
    int way = board->directions == 6;
    sh_landings *landings = &all[board->shape][board->size][way];
    atomic_bool *done = &filled[board->shape][board->size][way];
    if (atomic_load_explicit(done, memory_order_acquire)) return landings;
    pthread_mutex_lock(&lock);
    if (!atomic_load_explicit(done, memory_order_relaxed)) fill(landings, board);
    atomic_store_explicit(done, true, memory_order_release);
    pthread_mutex_unlock(&lock);
    return landings;
}
