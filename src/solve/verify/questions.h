// SPDX-License-Identifier: MIT
// The twelve forcing questions about a three-player state as bits, and how the answers follow from
// those of the successors.
//
// Four kinds of three questions; bit 3·kind + i is about player i, counted from the mover:
//   solo      can i force its own win?
//   next      can i and its next player force that the next one wins?
//   previous  can i and its previous player force that the previous one wins?
//   out       can the other two force that one of them wins?
// Each asks whether a coalition can have its way, so a state's answer is yes where some successor's
// is, if the mover belongs to the coalition, and where every successor's is, if not. A control code
// (rank/control.h) holds the first three kinds as they are and "draw", neither solo nor out, in
// place of the fourth.
//
// This is for checking solutions and shares nothing with the solver.
#pragma once

#include "rank/control.h"
#include "rank/triples.h"

typedef uint16_t sh_answers;

#define SH_QUESTION_KINDS 4

// The answers of an ongoing state's code, and the code of answers: out is neither solo nor draw, as
// draw is neither solo nor out.
static inline sh_answers sh_answers_of(sh_control_code code) {
    return (sh_answers)((code & 0777) | (~(code << 9 | code) & 07000));
}
static inline sh_control_code sh_answers_code(sh_answers answers) { return sh_answers_of(answers); }

// The answers where player i has won: to solo of i, next of i's previous, previous of i's next, and
// out of all but i.
static inline sh_answers sh_answers_won(int i) {
    return (sh_answers)(1 << i | 8 << (i + 2) % 3 | 64 << (i + 1) % 3 | (7 & ~(1 << i)) << 9);
}

// The answers of a placement whose code this is. In a finished game the code says nothing.
static inline sh_answers sh_answers_at(const sh_triples *triples, sh_triple t,
                                       sh_control_code code) {
    return t.mover == triples->goal      ? sh_answers_won(0)
           : t.next == triples->goal     ? sh_answers_won(1)
           : t.previous == triples->goal ? sh_answers_won(2)
                                         : sh_answers_of(code);
}

// A successor's answers with the players counted from the one who moved there.
static inline sh_answers sh_answers_before(sh_answers answers) {
    return (sh_answers)((answers << 1 & 06666) | (answers >> 2 & 01111));
}

static inline sh_answers sh_answers_after(sh_answers before) {
    return (sh_answers)((before >> 1 & 03333) | (before << 2 & 04444));
}

// The questions with the mover in the coalition: solo of 0; next of 0 and 2; previous of 0 and 1;
// out of 1 and 2.
#define SH_QUESTIONS_MINE (1 | 5 << 3 | 3 << 6 | 6 << 9)

// The answers of a state from its successors' (players counted from the state's mover): those that
// some of them give, and those that all give.
static inline sh_answers sh_answers_follow(sh_answers some, sh_answers all) {
    return (sh_answers)((some & SH_QUESTIONS_MINE) | (all & ~SH_QUESTIONS_MINE));
}

// Answers to questions without the mover turned into their opposite, and back. Of turned answers of
// the successors joined by OR this makes the answers of the state: all give one where none gives
// the opposite.
static inline sh_answers sh_answers_turned(sh_answers answers) {
    return answers ^ (07777 & ~SH_QUESTIONS_MINE);
}

// What a move into a state with these answers tells: which are given, and in the upper half which
// are not. Words joined by OR hold what some and what not all of several states give.
static inline uint32_t sh_answers_word(sh_answers after) {
    sh_answers answers = sh_answers_before(after);
    return answers | (uint32_t)(~answers & 07777) << 16;
}
static inline sh_answers sh_answers_joined(uint32_t word) {
    return sh_answers_follow(word & 07777, (sh_answers)(~(word >> 16) & 07777));
}

#define SH_RACE_MAX_MOVES (SH_TRACK_MAX_PIECES * SH_TRACK_MAX_CELLS)

// The successors of an ongoing position by the library's plain move generator. The state (mover,
// next, previous) leads to (next, previous, to): writes each `to`, a number of a set, and returns
// how many there are, at most SH_RACE_MAX_MOVES.
int sh_race_successors(const sh_game *game, const sh_triples *triples, const sh_position *position,
                       uint32_t mover, uint32_t *to);
