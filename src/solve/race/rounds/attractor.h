// SPDX-License-Identifier: MIT
// One forcing question over all states, answered by rounds: who can force a goal out of a set?
//
// The roles are U, W, V in turn order: W is next to U, V previous. Turn t depends only on the turn
// after it, so rounds go backwards: U (from W), V (from U), W (from V), U, … Round p leaves in its
// plane every state of its turn from which the goal can be forced in at most p plies. A state whose
// mover belongs to the coalition is known when one move leads to a known state, any other when all
// do. Terminal states are not stored: a move can fill only the mover's own goal, and the strip of
// that goal counts as known (or as never) according to the target.
//
// Planes. Those of U and V have W's set as slice, so a round of V can follow the round of U slice
// by slice, with a transposition between. The plane of W has V's set as slice, and V's news are
// whole strips of it.
//
// Depths. Where one player's arrival is the target, the turn fixes the depth modulo three, and
// round p finds exactly the states of depth p (counted from the first round that can find any).
// Where two are, round p finds depths p, p-1 and p-2; starting the rounds with V or W instead of U
// gives the other two residues, and the three runs together every depth (race.c).
//
// The rounds themselves are run by an engine (race_engine.h), on the CPU or on a GPU.
//
// Reachability from the opening is the same computation with time reversed: moves are symmetric, so
// a state is reached if one move of the player before leads to a reached state that is not
// terminal.
#pragma once

#include "base/pool.h"
#include "base/progress.h"
#include "solve/race/planes/plane.h"

typedef enum sh_role { SH_U, SH_V, SH_W } sh_role; // in order of the rounds

typedef struct sh_goal {
    const char *name;
    bool all[3];    // by role: this player opposes the coalition
    bool target[3]; // by role: its arrival is what is to be forced
    bool reversed;  // reachability: order of turn U, V, W; seeds instead of targets
} sh_goal;

// The questions of the forcing layers. X is the player whom the question is about.
extern const sh_goal sh_goal_solo_win;        // U = X alone forces its win; W, V next and previous
extern const sh_goal sh_goal_pair_out;        // V = X: the other two, U next and W previous, force
                                              // that one of them wins
extern const sh_goal sh_goal_enable_next;     // U = X and W, the next, force that W wins
extern const sh_goal sh_goal_enable_previous; // W = X and U, the previous, force that U wins
extern const sh_goal sh_goal_deny_next; // U alone prevents for good that X = W and V, the player
                                        // next to X, let V win: somebody else arrives
extern const sh_goal sh_goal_deny_previous; // U alone prevents for good that X = V and W, the
                                            // player previous to X, let W win
extern const sh_goal sh_goal_reach;         // reachable from the opening with U to move

#define SH_RACE_MAX_ROUNDS 256

// A forcing question being answered; the known states are with the engine.
typedef struct sh_attractor {
    const sh_goal *goal;
    sh_role start;                          // the role of round 1; turns go round from there
    int rounds;                             // the last that found anything
    uint64_t found[SH_RACE_MAX_ROUNDS + 1]; // by round: states that became known; 0: known before
} sh_attractor;

typedef struct sh_race_context {
    const sh_cube *cube;
    const struct sh_race_engine *engine; // race_engine.h
    void *machine;                       // its state
    sh_pool *pool;
    const sh_monitor *monitor;
    double began;
} sh_race_context;

// Starts again and runs the rounds to the end, SH_INTERRUPTED between two laps of three rounds.
// `known` is NULL or the answer to a question that is part of this one, if the engine continues
// (race_engine.h): the answer is the same, only rounds then say nothing about depths.
sh_status sh_attractor_solve(sh_attractor *attractor, const sh_race_context *context,
                             const sh_plane *known, sh_error *error) SH_NODISCARD;

// What the slice's player is to the strip's in the plane of a role. Within the order of turns U, W,
// V the slice of W is next to U, that of V next to W, and so on; reversed, all relations turn
// round.
static inline sh_relation sh_goal_relation(const sh_goal *goal, sh_role strip) {
    return (strip == SH_V) != goal->reversed ? SH_PREVIOUS : SH_NEXT;
}

// The role of a round.
static inline sh_role sh_attractor_role(const sh_attractor *attractor, int round) {
    return (sh_role)(((int)attractor->start + round - 1) % 3);
}
