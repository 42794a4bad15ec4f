// SPDX-License-Identifier: MIT
// Positions that threads of one search are at work on, so that others do something else first.
//
// Before a thread searches a move that is not its first, it enters the key of the position after
// it; a thread that finds a position entered by another puts that move off until its other moves
// are done, when the table of positions likely knows the answer (Kerrigan's simple form of ABDADA).
// Nothing depends on an entry being there: one that was overwritten costs some work done twice.
#pragma once

#include <stdatomic.h> // _Atomic
#include <stdbool.h>   // bool
#include <stdint.h>    // uint64_t

#define SH_BUSY_ROWS 2048
#define SH_BUSY_WAYS 4

typedef struct sh_busy {
    _Atomic uint64_t key[SH_BUSY_ROWS][SH_BUSY_WAYS]; // 0: none
} sh_busy;

static inline bool sh_busy_has(const sh_busy *busy, uint64_t key) {
    const _Atomic uint64_t *row = busy->key[key % SH_BUSY_ROWS];
    for (int i = 0; i < SH_BUSY_WAYS; i++)
        if (atomic_load_explicit(&row[i], memory_order_relaxed) == key) return true;
    return false;
}

static inline void sh_busy_enter(sh_busy *busy, uint64_t key) {
    _Atomic uint64_t *row = busy->key[key % SH_BUSY_ROWS];
    int way = 0;
    while (way < SH_BUSY_WAYS - 1 && atomic_load_explicit(&row[way], memory_order_relaxed)) way++;
    atomic_store_explicit(&row[way], key, memory_order_relaxed);
}

static inline void sh_busy_leave(sh_busy *busy, uint64_t key) {
    _Atomic uint64_t *row = busy->key[key % SH_BUSY_ROWS];
    for (int i = 0; i < SH_BUSY_WAYS; i++)
        if (atomic_load_explicit(&row[i], memory_order_relaxed) == key)
            atomic_store_explicit(&row[i], 0, memory_order_relaxed);
}
