// SPDX-License-Identifier: MIT
// What the moves of one army make of the values after them, for all its sets at once.
//
// Everything but the army stands still, on the cells `taken` of a rhombus; the army's sets are on
// the cells left free. Given a word for every set after a move, the functions join, for every set,
// the words of all sets that one move of one piece leads to. Whose turn it is and what is legal is
// no matter of theirs: the caller puts a word that changes nothing where a move would be illegal.
//
// The moves of a piece depend on the other pieces only, so the sets that differ in one piece are
// looked at together. Steps are six shifts of a small array. Hops can be taken back, so cells fall
// into parts inside which a piece goes from every cell to every other; a part is flooded once.
// These are the rules written a third time, neither the solver's nor the generator's, and compared
// with the plain generator by tests.
//
// Immutable once made, and safe to share.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // int16_t

#include "board/bits.h"
#include "rank/binomial.h"

enum { SH_OUTLOOK_WAYS = 3 }; // each has two directions: up to higher numbers of cells, and down

typedef struct sh_outlook {
    sh_binomials binomials;
    int size, cells, pieces;
    b64 above[SH_OUTLOOK_WAYS]; // cells with a neighbour up this way
    uint8_t place[64];          // by cell: in an array with a margin
} sh_outlook;

// A rhombus of size · size cells, at most 64.
void sh_outlook_make(sh_outlook *outlook, int size, int pieces);

// best[number] is raised to the greatest of the words after a move, by colex rank of a set among
// the free cells. Words are not negative; 0 changes nothing.
void sh_outlook_greatest(const sh_outlook *outlook, b64 taken, const int16_t *after, int16_t *best);

// The same with the bits of all words after a move.
void sh_outlook_any(const sh_outlook *outlook, b64 taken, const uint32_t *after, uint32_t *any);
