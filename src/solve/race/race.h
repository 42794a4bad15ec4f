// SPDX-License-Identifier: MIT
// Solving a three-player star: all layers, what they say of every state, and the counts.
//
// Stages, each one attractor (attractor.h) over all states:
//   reachable                          which states play can come to
//   pair out, solo win                 the solo layer; the difference of the two are the draws
//   deny next, deny previous           what the enable layers lose; only counted
//   enable next, enable previous
// and a census of the control types. Memory is at its highest in the last stage: four unpacked
// planes and six packed ones, 8.3 GB for star37:3p. A stage that is finished is written to the
// checkpoint folder, if there is one, and read back by a later run.
//
// Who can force its own win prevents for good that anybody else wins: the deny stages start from
// the answer to solo win where nobody asks for exact rounds, which takes a third of the time and
// finds no depths.
#pragma once

#include "solve/race/rounds/race_engine.h"
#include "solve/race/rounds/solved.h"

typedef struct sh_race_options {
    const sh_race_engine *engine; // what runs the rounds; NULL: this CPU
    int threads;                  // 0: one for every CPU
    const char *checkpoint;       // folder for finished stages, or NULL
    bool control_only;            // only what control codes need: no counts, no reachability
    bool exact_rounds; // also find the depth of what two players' arrivals can end: three runs
                       // of three stages instead of one. Always done for small games.
} sh_race_options;

#define SH_MAX_DEPTH SH_RACE_MAX_ROUNDS

// A question's counts by depth: plies until the goal is reached. Where a layer's depths were not
// looked for all its states are counted at 0, and the deepest is 0.
typedef struct sh_depths {
    int deepest;
    uint64_t states[SH_MAX_DEPTH + 1];
} sh_depths;

typedef struct sh_race_layer {
    uint64_t win, loss, draw; // over all states, terminal ones among them
    sh_depths won, lost; // ongoing states by depth; without exact rounds solo's `lost` counts a
                         // depth up to two plies late, and that of the other layers has no depths
    int rounds;          // the greatest depth found
    uint64_t reachable_win, reachable_loss; // if every ongoing state is reachable, else 0
} sh_race_layer;

typedef struct sh_race_counts {
    uint64_t placements, states;
    sh_race_layer layer[SH_LAYERS];
    sh_control_counts control;         // types over all states, the rest over placements
    uint64_t reachable_type[SH_TYPES]; // over those that play can come to
    uint64_t reachable;
    sh_depths distance; // from the opening
    sh_control_code opening;
    bool exact_rounds;
    double seconds;            // solving, without the two below
    double touch_seconds;      // first touch of memory
    double checkpoint_seconds; // reading and writing checkpoints
    size_t peak_bytes;
} sh_race_counts;

// Bytes of planes at the peak of a solve.
uint64_t sh_race_memory(const sh_cube *cube);

// What a solve will take with the first of the engines (ended by NULL) that has room for it; the
// planes may take `memory` bytes, 0: what there is. SH_RESOURCES where none has.
sh_status sh_race_plan(const sh_race_engine *const *engines, const sh_solved *solved,
                       const sh_race_options *options, uint64_t memory, sh_plan *plan,
                       sh_error *error) SH_NODISCARD;

// `solved` is open and gets planes and draws. SH_INTERRUPTED keeps the finished stages in the
// checkpoint folder.
sh_status sh_race_solve(sh_solved *solved, const sh_race_options *options,
                        const sh_monitor *monitor, sh_race_counts *counts,
                        sh_error *error) SH_NODISCARD;

// Removes what a solve of this game has saved in a checkpoint folder.
sh_status sh_race_clear(const sh_game *game, const char *folder, sh_error *error) SH_NODISCARD;
