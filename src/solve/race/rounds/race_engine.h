// SPDX-License-Identifier: MIT
// What runs the rounds of an attractor: this CPU, or a GPU (solve/cuda/race_cuda.h).
//
// An engine keeps what is known of the three turns in planes of its own and hands them out packed
// (plane.h). Engines differ in speed and memory, never in a bit or a count. The stages, the counts
// by depth, checkpoints and everything made of the planes are the same for all of them.
#pragma once

#include "solve/plan/plan.h"
#include "solve/race/rounds/attractor.h"

// Games with up to this many sets a player take milliseconds, whatever is asked of them.
#define SH_RACE_SMALL_SETS 400

typedef struct sh_race_engine {
    const char *name; // as --backend says it
    const char *about;
    // Sets the seconds of a plan whose states are known, for so many threads. SH_RESOURCES where
    // the engine has no room for the game.
    sh_status (*plan)(const sh_cube *cube, int threads, sh_plan *plan, sh_error *error);
    sh_status (*open)(void **machine, const sh_cube *cube, sh_pool *pool, sh_error *error);
    void (*close)(void *machine);
    bool continues; // begin takes what is known already; else `known` must be NULL
    // Nothing is known but the opening, in reachability, or the packed planes of a question whose
    // answer is part of this one's, by role and cut by the next player.
    sh_status (*begin)(void *machine, const sh_goal *goal, const sh_plane *known, sh_error *error);
    // A lap: the rounds of `first` and the roles after it, up to W. Adds the states that became
    // known.
    sh_status (*lap)(void *machine, sh_role first, uint64_t found[3], sh_error *error);
    // The known states of a role, into a packed plane, cut in any relation. With `last` the engine
    // is not used again: the plane has no memory yet and may get some of the engine's.
    sh_status (*pack)(void *machine, sh_role role, sh_plane *packed, bool last, sh_error *error);
} sh_race_engine;

// Bit-sliced on all threads of the pool; four unpacked planes of memory.
extern const sh_race_engine sh_race_engine_cpu;
