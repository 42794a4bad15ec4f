// SPDX-License-Identifier: MIT
// Checks a solution or table against the rules, trusting nothing of the solver.
//
// Two players.
// Every value is derived again from the values of its successors, which are found for a whole row
// at once (outlook.h), in a sample with the library's plain move generator: a state is lost where
// its mover has lost or has only moves into won states (or none), won where a move leads to a lost
// one, else drawn. With distances the equation is
//   won:  1 + the least distance of its lost successors,
//   lost: 1 + the greatest distance of its won successors, 0 where the game is over,
// and this makes the check a proof: distances cannot support each other in a circle. Where only the
// distances of wins are stored those of losses are derived first, by the same equation, and then
// all of it is checked. Values without distances are checked for consistency; whether they also
// rest on finished games is a second question, which takes longer and is asked on request
// (ground.h). Both together are a proof.
//
// The values are read from the source once and kept in memory: two bits a state without distances,
// eight or sixteen with them. For a small sample single values are looked up in the source
// instead.
//
// Three players (verify_race.h): a code holds the answers to twelve questions, whether a
// coalition can force somebody's win, and each follows from those of the successors. The same two
// steps make the same proof. Values are read as they are needed; only the second step keeps
// something, two bytes a placement.
#pragma once

#include "base/pool.h"
#include "base/progress.h"
#include "rank/control.h"
#include "rank/pairs.h"
#include "rank/values.h"
#include "sternhalma/position.h"

typedef struct sh_verify_report {
    uint64_t checked; // states
    uint64_t wrong;   // of them
    // The first wrong one in the order of rows and columns.
    sh_pair where;
    sh_position position;
    uint16_t found, expected;
    // Two players: counts of positions with one player to move, no symmetry, over all states,
    // unless only those of a sample were read.
    bool counted;
    uint64_t wins, losses, draws, illegal;
    uint32_t longest; // the greatest distance
    // Three players: placements checked by type; there are three states of each.
    uint64_t type[SH_TYPES];
    bool proven; // every value is right, not only those checked and not only in themselves
} sh_verify_report;

typedef struct sh_verify_settings {
    uint64_t sample;  // random states to check; 0: all of them
    uint64_t seed;    // for the choice
    uint32_t longest; // the greatest distance there is, as far as is known; 0: not known
    bool ground;      // without distances: find a ground for everything that is forced, too
} sh_verify_settings;

// SH_NO where a value is wrong; the report says which. SH_DATA where a distance is greater than
// `longest`, SH_RESOURCES where the values do not fit into memory.
sh_status sh_verify(const sh_game *game, const sh_value_source *source,
                    const sh_verify_settings *settings, sh_pool *pool, const sh_monitor *monitor,
                    sh_verify_report *report, sh_error *error) SH_NODISCARD;
