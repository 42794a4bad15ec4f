// SPDX-License-Identifier: MIT
// What a solve will take, known before it starts, for two players and for three.
//
// A backend says what it needs of memory, disk and time on the threads or the card that it would
// use; whether that is there is asked here, in the same words for all of them. Times are estimates
// from measured rates (docs/performance.md), by the clock.
#pragma once

#include <stdint.h> // uint64_t

#include "sternhalma/status.h"

typedef struct sh_plan {
    const struct sh_backend *backend;    // of a duel (solve/duel/backend.h), else NULL
    const struct sh_race_engine *engine; // of a race (solve/race/rounds/race_engine.h), else NULL
    const char *name, *about;            // of the one that is not NULL
    uint64_t states;                     // stored
    uint64_t table;                      // bytes of the finished values, uncompressed
    uint64_t memory;                     // bytes of RAM for the table: what --memory limits
    uint64_t workspace;                  // bytes of RAM besides: indices, threads, the program
    uint64_t disk;                       // bytes of scratch
    int threads;                         // of a duel: of each rank
    int ranks;                           // that share the work, or 0; bytes are those of one rank
    int here;                            // ranks on this machine; 0: one
    int workers;                         // blocks at once: threads may share one; 0: does not apply
    uint64_t network;                    // bytes that a rank sends to others
    uint64_t card;                       // bytes of a GPU's memory
    double seconds;                      // by the clock
} sh_plan;

// Is what the plan needs there? `memory` is what the user allows (0: no limit), `scratch` a folder
// or NULL. SH_RESOURCES with what is missing and what would help.
sh_status sh_plan_check(const sh_plan *plan, const char *game, uint64_t memory, const char *scratch,
                        sh_error *error) SH_NODISCARD;

// The program, its libraries and stacks: 9.1 to 9.3 MB as the peak of solve 3x3/1.
#define SH_PLAN_PROGRAM_BYTES 10000000
