// SPDX-License-Identifier: MIT
// See outlook.h. The array has one place more than cells in each row, and a row before and after:
// the neighbours of a cell at the edge are places that hold 0.
#include "solve/verify/outlook.h"

#include <assert.h> // assert

#include "board/template.h"

#define INLINE static inline __attribute__((always_inline))

enum { MOST_SIZE = 8, ROOM = (MOST_SIZE + 1) * (MOST_SIZE + 2) + 2 };

// How much higher the number of the neighbour up a way is: along the row, to the next row, and to
// the next row one column back.
static inline int rise(int way, int size) { return way == 0 ? 1 : way == 1 ? size : size - 1; }

void sh_outlook_make(sh_outlook *outlook, int size, int pieces) {
    assert(size <= MOST_SIZE && pieces <= SH_BINOMIAL_MAX_K);
    *outlook = (sh_outlook){.size = size, .cells = size * size, .pieces = pieces};
    sh_binomials_make(&outlook->binomials);
    for (int cell = 0; cell < outlook->cells; cell++) {
        int y = cell / size, x = cell % size;
        outlook->place[cell] = (uint8_t)((y + 1) * (size + 1) + x + 1);
        if (x + 1 < size) outlook->above[0] |= b64_of(cell);
        if (y + 1 < size) outlook->above[1] |= b64_of(cell);
        if (y + 1 < size && x > 0) outlook->above[2] |= b64_of(cell);
    }
}

// The hops from free cell to free cell, by way: where those up end, and where those down do. Every
// hop up is one down from its end.
typedef struct hops {
    b64 up[SH_OUTLOOK_WAYS], down[SH_OUTLOOK_WAYS];
} hops;

INLINE hops hops_of(const sh_outlook *outlook, b64 occupied, int size) {
    hops found;
    for (int way = 0; way < SH_OUTLOOK_WAYS; way++) {
        int by = rise(way, size);
        b64 above = outlook->above[way];
        b64 over = (~occupied & above) << by & occupied & above;
        found.up[way] = over << by & ~occupied;
        found.down[way] = found.up[way] >> 2 * by;
    }
    return found;
}

static inline b64 hops_ends(const hops *found) {
    return found->up[0] | found->up[1] | found->up[2] | found->down[0] | found->down[1] |
           found->down[2];
}

// All cells that hops lead to from this one.
INLINE b64 hops_part(const hops *found, b64 part, int size) {
    for (b64 grown = part; grown;) {
        b64 next = 0;
        for (int way = 0; way < SH_OUTLOOK_WAYS; way++) {
            int by = 2 * rise(way, size);
            next |= (grown << by & found->up[way]) | (grown >> by & found->down[way]);
        }
        grown = next & ~part;
        part |= grown;
    }
    return part;
}

#define GREATER(a, b) ((a) > (b) ? (a) : (b))

#define SELF greatest
#define WORD int16_t
#define JOIN(a, b) GREATER(a, b)
#define ADD(first, second, word)                                                                   \
    do {                                                                                           \
        WORD one = (word), less = one < (first) ? one : (first);                                   \
        (second) = GREATER(second, less);                                                          \
        (first) = GREATER(first, one);                                                             \
    } while (0)
#define EXCEPT(first, second, word) ((word) == (first) ? (second) : (first))
#include "solve/verify/outlook_template.h"
#undef SELF
#undef WORD
#undef JOIN
#undef ADD
#undef EXCEPT

#define SELF any
#define WORD uint32_t
#define JOIN(a, b) ((a) | (b))
#define ADD(first, second, word)                                                                   \
    do {                                                                                           \
        WORD one = (word);                                                                         \
        (second) |= (first)&one;                                                                   \
        (first) |= one;                                                                            \
    } while (0)
#define EXCEPT(first, second, word) ((second) | ((first) & ~(word)))
#include "solve/verify/outlook_template.h"

void sh_outlook_greatest(const sh_outlook *outlook, b64 taken, const int16_t *after,
                         int16_t *best) {
    greatest_join_all(outlook, taken, after, best);
}

void sh_outlook_any(const sh_outlook *outlook, b64 taken, const uint32_t *after, uint32_t *any) {
    any_join_all(outlook, taken, after, any);
}
