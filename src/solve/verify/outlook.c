// SPDX-License-Identifier: MIT
// See outlook.h. The array has one place more than cells in each row, and a row before and after:
// the neighbours of a cell at the edge are places that hold 0.
#include "solve/verify/outlook.h"

#include <assert.h> // assert

#include "board/template.h"

enum { MOST_SIZE = 8, ROOM = (MOST_SIZE + 1) * (MOST_SIZE + 2) + 2 };

static inline b64 shifted(b64 cells, int by) { return by > 0 ? cells << by : cells >> -by; }

void sh_outlook_make(sh_outlook *outlook, int size, int pieces) {
    static const int8_t WAYS[SH_OUTLOOK_DIRECTIONS][2] = {{0, 1},  {0, -1}, {1, 0},
                                                          {-1, 0}, {1, -1}, {-1, 1}}; // row, column
    assert(size <= MOST_SIZE && pieces <= SH_BINOMIAL_MAX_K);
    *outlook = (sh_outlook){.size = size, .cells = size * size, .pieces = pieces};
    sh_binomials_make(&outlook->binomials);
    for (int cell = 0; cell < outlook->cells; cell++) {
        int y = cell / size, x = cell % size;
        outlook->place[cell] = (uint8_t)((y + 1) * (size + 1) + x + 1);
        for (int d = 0; d < SH_OUTLOOK_DIRECTIONS; d++) {
            int row = y + WAYS[d][0], column = x + WAYS[d][1];
            if (row >= 0 && row < size && column >= 0 && column < size)
                outlook->toward[d] |= b64_of(cell);
        }
    }
    for (int d = 0; d < SH_OUTLOOK_DIRECTIONS; d++)
        outlook->shift[d] = WAYS[d][0] * size + WAYS[d][1];
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
