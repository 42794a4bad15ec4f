// SPDX-License-Identifier: MIT
// What every two-player solver offers: open, begin, round after round, values.
//
// A backend owns the states of one game in a layout of its own. The driver (solution.h) plans,
// starts or resumes it, runs rounds until nothing new comes, keeps the counts, saves checkpoints,
// and hands the values out. Backends differ in speed and memory, never in a value: tests compare
// their tables byte for byte.
//
// A round proves what follows from the rounds before it; in backends with `exact_rounds` the number
// of the round is the distance in plies of what it proves (round 0: the states that the rules call
// lost and those without a legal move), which is what `--metric dtw` needs.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint64_t

#include "base/cpu.h"
#include "base/crew.h"
#include "base/pool.h"
#include "base/progress.h"
#include "rank/values.h"
#include "solve/duel/checkpoint.h"
#include "solve/plan/plan.h"
#include "sternhalma/game.h"
#include "sternhalma/probe.h"

typedef struct sh_solve_options {
    sh_metric metric;
    sh_cpu_level level;
    int threads;             // 0: one a CPU
    uint64_t memory;         // bytes that the solve may use; 0: what the machine has
    uint64_t card;           // bytes of a GPU's memory that it may use; 0: what the card has
    const char *scratch;     // folder for tables that do not fit into memory, or NULL
    const char *checkpoint;  // file to save to and resume from, or NULL
    double checkpoint_every; // seconds between checkpoints; 0: only when stopped
    bool resume;
    bool writing;  // all values are read afterwards, for a table
    sh_crew *crew; // processes that solve together, or NULL
    // Where it is over, a round on the CPU ends with SH_INTERRUPTED within a block, and what it has
    // done is of no use; or NULL. sh_solve sets it.
    sh_patience *patience;
    int ranks;   // to plan for where there is no crew; 0: one
    int workers; // blocks that are worked on at once; 0: as the plan says
} sh_solve_options;

// What one round did.
typedef struct sh_round {
    uint64_t states;    // newly proven, of the stored ones
    uint64_t positions; // the same without symmetry, one turn
    uint64_t illegal;   // round 0 only: illegal positions, one turn
    uint64_t example_row,
        example_set;        // one of them, the same in every run: its row and mover's set
    uint64_t strips;        // of planes in memory, read or written (64 bytes each)
    uint64_t read, written; // bytes from and to scratch, other ranks, a GPU's host
    uint64_t mail;          // bytes of messages between blocks
    bool pending;           // the solve is not complete, even if nothing was proven
} sh_round;

// A state by its row and the mover's set.
typedef struct sh_state_query {
    uint64_t row, set;
} sh_state_query;

// Placements in mutual zugzwang: whoever moves does worse than if the other had to. With v the
// result for the player to move (1, 0 or -1) that is v(first to move) + v(second to move) < 0, both
// turns being legal. No symmetry is used in the counts.
typedef struct sh_zugzwang {
    uint64_t both_lose; // whoever moves loses
    uint64_t one_draws; // one side loses if it moves, the other draws if it moves
} sh_zugzwang;

// Layouts of checkpoints.
enum {
    SH_LAYOUT_PAIRS = 1,    // squeezed blocks of planes (fast/fast_state.c)
    SH_LAYOUT_BLOCKS = 2,   // the same, coded, each with its numbers (squeezed/block_file.c)
    SH_LAYOUT_GPU_ROWS = 18 // rows of pending and of lost states (cuda/compact_state.c)
};

typedef struct sh_backend {
    const char *name;
    const char *about;
    bool exact_rounds;
    // SH_RESOURCES where the game cannot be solved within the options by this backend, with what
    // would make it fit; SH_USAGE where it never can.
    sh_status (*plan)(const sh_game *game, const sh_solve_options *options, sh_plan *plan,
                      sh_error *error);
    // Takes the memory and touches it, so that page faults are not counted as solving.
    sh_status (*open)(void **state, const sh_game *game, const sh_solve_options *options,
                      sh_pool *pool, sh_error *error);
    void (*close)(void *state);
    // Round 0.
    sh_status (*begin)(void *state, sh_round *round, sh_error *error);
    // Round `number` >= 1. Nothing new in a round and nothing pending means that the solve is
    // complete.
    sh_status (*round)(void *state, int number, sh_round *round, sh_error *error);
    // The state between an odd round and the next, and back (checkpoint.h). Backends whose bytes
    // are of the same `layout` can resume each other's checkpoints.
    uint32_t layout;
    sh_status (*save)(void *state, sh_saver *saver, sh_error *error);
    sh_status (*load)(void *state, sh_loader *loader, sh_error *error);
    // After the last round, once, before values are asked for; may be NULL. Not called where nobody
    // asks, and never from a task of the pool.
    sh_status (*finish)(void *state, sh_error *error);
    // After the last round: rows of values as in rank/values.h, or, if it is not NULL and with a
    // crew or `writing`, blocks of movers; and the value of one state by its row and the mover's
    // set, which must be legal.
    sh_status (*rows)(void *state, uint64_t first, uint32_t count, uint16_t *values);
    sh_status (*movers)(void *state, uint64_t number, sh_mover_use *use, void *user);
    sh_status (*value)(void *state, uint64_t row, uint64_t set, uint16_t *value);
    // Many values at once, for backends where one at a time is slow; may be NULL.
    sh_status (*probe)(void *state, const sh_state_query *queries, uint64_t count,
                       uint16_t *values);
    // May be NULL.
    sh_status (*zugzwang)(void *state, sh_zugzwang *count, sh_error *error);
    // Bytes of scratch that were in use at once, at most; NULL where there is none.
    uint64_t (*scratch)(const void *state);
    // With a crew (which NULL here means that the backend cannot have): after `finish` only rank 0
    // asks for values. The other ranks answer it here until it calls the same function to say that
    // this was all.
    void (*serve)(void *state);
} sh_backend;

// Adds up what several threads did in one round; the example of the lowest row wins.
void sh_round_add(sh_round *sum, const sh_round *part);

// Bit-sliced rounds: three planes in memory, the fastest on a CPU (fast/fast.h), and two bits a
// state in memory, on disk or in the memory of a crew (squeezed/squeezed.h). Coded planes are on
// disk where there is a folder for scratch.
extern const sh_backend sh_backend_fast, sh_backend_compact, sh_backend_disk, sh_backend_coded,
    sh_backend_cluster, sh_backend_cluster_coded;

// The first backend of `backends` (ended by NULL) whose plan fits into the memory and disk there
// are. SH_RESOURCES where none does, with what would make it fit; `plan` is then the one with the
// least memory, if any could be made (its name is set).
sh_status sh_plan_make(const sh_backend *const *backends, const sh_game *game,
                       const sh_solve_options *options, sh_plan *plan,
                       sh_error *error) SH_NODISCARD;

// The backends that run on a CPU, fastest first.
extern const sh_backend *const sh_cpu_backends[];
