// SPDX-License-Identifier: MIT
// One outcome for every position, once it is said how players choose: behaviour on top of
// capability.
//
// The layers say what can be forced; they do not say what a player does who cannot win. A policy
// does: each player has an order of all outcomes, best first. Two families are here:
// - first place: A, B or C wins, or nobody does. A player likes its own win best; the policy says
//   in which order it likes the next player's win, the previous one's, and a draw.
// - ranking: the game continues after the first arrival, the winner's pieces stay in its goal and
//   it has no more turns; outcomes are full rankings, rankings with second place never decided,
//   and no arrival at all. A player likes first place best, then second, then an undecided place,
//   then the last; between two of the same kind it prefers the one that is better for the next
//   player.
//
// How outcomes are found. (a) A position is settled when its mover has a move to a settled position
// with the outcome it likes best of all, or when all its moves lead to settled positions: the best
// of them for the mover. (b) When (a) finds nothing more, every mover that has a move to a settled
// position it likes better than a game without end takes the best such move, all at once; then (a)
// again. (c) What is never settled goes on without end. So players do not hope for what is not yet
// certain, and nobody who prefers an exit to a cycle stays in the cycle.
//
// Bytes for all states with holes: for star13:3p, star37/1:3p and star37/2:3p (81 million).
#pragma once

#include "base/progress.h"
#include "rank/triples.h"

// Outcomes of the first family: 0 to 2 the player who wins, then:
#define SH_OUTCOME_DRAW 3

// Outcomes of the ranking: first · 4 + second, with second = 3 where nobody else arrives; and
// SH_RANKING_NONE where nobody does.
#define SH_RANKING_NONE 15
#define SH_POLICY_OUTCOMES 16

typedef struct sh_policy {
    bool ranking;
    // By player: how it orders the outcomes, 0 the best; 255 for numbers that are no outcome.
    uint8_t order[3][SH_POLICY_OUTCOMES];
} sh_policy;

// "draw" (own win, draw, next, previous), "next" (own win, next, draw, previous), "previous" (own
// win, previous, draw, next), "cyclic" (own win, next, previous, draw), "ranking", or three orders
// of the letters s n p d for A, B and C: "sdnp,snpd,spnd". SH_USAGE for others.
sh_status sh_policy_parse(sh_policy *policy, const char *text, sh_error *error) SH_NODISCARD;

typedef struct sh_policy_result {
    uint8_t *outcome; // [turn][A's set][B's set][C's set], numbers as in triples.h; 255: no ongoing
                      // state
    uint64_t states[SH_POLICY_OUTCOMES]; // ongoing states by outcome
    uint8_t opening;                     // outcome of the opening
    int exits;                           // how often (b) was needed
    double seconds;
} sh_policy_result;

size_t sh_policy_state(const sh_triples *triples, int turn, const uint32_t set[3]);

// SH_USAGE for boards that are too large. The caller frees result->outcome.
sh_status sh_policy_solve(const sh_triples *triples, const sh_policy *policy,
                          const sh_monitor *monitor, sh_policy_result *result,
                          sh_error *error) SH_NODISCARD;
