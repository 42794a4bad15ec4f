// SPDX-License-Identifier: MIT
// A set of cells: 256 bits, one a cell, whatever the board.
//
// Bits are cell numbers. On stars and the checkers board they have gaps: a bit that belongs to no
// cell is never set, and board.h says which do (`mask`).
//
// This is the type of the API. Hot code inside the library works on 64-, 128- or 256-bit values
// chosen by the board (src/board/bits.h); on boards of at most 64 bits only w[0] is ever set.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint64_t

#define SH_MAX_CELLS 256

typedef struct sh_set {
    uint64_t w[4];
} sh_set;

static inline sh_set sh_set_empty(void) {
    sh_set s = {{0, 0, 0, 0}}; // as C++ has it, too
    return s;
}

static inline sh_set sh_set_of(int cell) {
    sh_set s = {{0, 0, 0, 0}};
    s.w[cell >> 6] = 1ULL << (cell & 63);
    return s;
}

static inline bool sh_set_has(const sh_set *s, int cell) {
    return (s->w[cell >> 6] >> (cell & 63)) & 1;
}

static inline void sh_set_add(sh_set *s, int cell) { s->w[cell >> 6] |= 1ULL << (cell & 63); }

static inline void sh_set_remove(sh_set *s, int cell) { s->w[cell >> 6] &= ~(1ULL << (cell & 63)); }

static inline sh_set sh_set_and(sh_set a, sh_set b) {
    for (int i = 0; i < 4; i++) a.w[i] &= b.w[i];
    return a;
}

static inline sh_set sh_set_or(sh_set a, sh_set b) {
    for (int i = 0; i < 4; i++) a.w[i] |= b.w[i];
    return a;
}

static inline sh_set sh_set_minus(sh_set a, sh_set b) {
    for (int i = 0; i < 4; i++) a.w[i] &= ~b.w[i];
    return a;
}

static inline bool sh_set_equal(sh_set a, sh_set b) {
    return a.w[0] == b.w[0] && a.w[1] == b.w[1] && a.w[2] == b.w[2] && a.w[3] == b.w[3];
}

static inline bool sh_set_is_empty(sh_set a) { return !(a.w[0] | a.w[1] | a.w[2] | a.w[3]); }

// Every cell of `a` is in `b`.
static inline bool sh_set_within(sh_set a, sh_set b) { return sh_set_is_empty(sh_set_minus(a, b)); }

static inline int sh_set_count(sh_set a) {
    int n = 0;
    for (int i = 0; i < 4; i++) n += __builtin_popcountll(a.w[i]);
    return n;
}

// The lowest cell at or above `from`, or -1: `for (int c = sh_set_next(&s, 0); c >= 0;
// c = sh_set_next(&s, c + 1))` visits a set in ascending order.
static inline int sh_set_next(const sh_set *s, int from) {
    for (int i = from >> 6; i < 4; i++) {
        uint64_t word = s->w[i];
        if (i == from >> 6) word &= ~0ULL << (from & 63);
        if (word) return i * 64 + __builtin_ctzll(word);
    }
    return -1;
}
