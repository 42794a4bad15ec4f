// SPDX-License-Identifier: MIT
// The engine: plays every game of two players, and games of up to six players on stars, as strongly
// as it can.
//
// An engine belongs to one game. It searches from the position of a record (sternhalma/record.h),
// whose earlier positions it knows: one that comes up again is a draw. It searches until a limit is
// reached or sh_engine_stop is called, and gives the best move with a score and the line it
// expects (sternhalma/score.h).
//
// One search at a time an engine; sh_engine_stop and sh_engine_hit may be called from any thread
// while one runs. The engine keeps what it has found in its table between searches of one game.
//
// Distances that were kept in the cache folder are mapped, so that engines and processes share
// them. In order to survive a file that is cut off meanwhile, the library has a handler of SIGBUS
// as long as such an engine is open, the only signal it ever touches; the next fault that is not
// its own ends the process as usual. A process that has a handler of SIGBUS, or ignores it (SIG_IGN
// is the way to refuse), is left alone: distances are then read into memory.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t

#include "sternhalma/game.h"
#include "sternhalma/moves.h"
#include "sternhalma/probe.h"
#include "sternhalma/record.h"
#include "sternhalma/score.h"
#include "sternhalma/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SH_LINE_ROOM 64    // moves of a line of play
#define SH_LIMIT_DEPTH 60  // plies of a search at most
#define SH_MAX_THREADS 256 // of an engine

// When to stop. Zero means no limit; without any the search goes on until it is stopped or knows
// the value of the position.
typedef struct sh_limits {
    int depth;        // plies, SH_LIMIT_DEPTH at most
    uint64_t nodes;   // positions visited, by all threads together
    double seconds;   // for this move
    double clock;     // what the player to move has left for all its moves …
    double increment; // … and gets for each
    bool cpu;         // seconds are CPU time of the searching thread, not of the clock on the wall
    bool ponder;      // no limit counts before sh_engine_hit is called
    const sh_move *only; // look for the best of these moves alone; NULL: of all …
    int only_count;      // … how many they are
    int moves_to_go;     // moves that the clock must last for; 0: the rest of the game
} sh_limits;

// Called a few times a second while an engine computes its distances: placements done, of how many,
// in so many seconds. False stops it.
typedef bool sh_engine_progress(void *user, uint64_t done, uint64_t total, double seconds);

typedef struct sh_engine_options {
    size_t hash_bytes;       // of the table of positions; 0: 16 MiB, or 64 of a tree
    int threads;             // 0: one
    const sh_tables *tables; // solved games, which must outlive the engine; may be NULL
    const char *cache;       // folder for distances; NULL: the user's cache folder; "": none
    const char *weights;     // a file of learned weights; NULL: those that come with the program
    const char *settings;    // "reference", or "name=value,…" of parameters; NULL: the best known
    sh_engine_progress *progress; // of computing distances; may be NULL
    void *user;                   // of progress
    uint64_t placements; // at most, of a lone army to compute distances for; 0: as many as help
} sh_engine_options;

// What a search has found, after each iteration and at its end.
typedef struct sh_finding {
    int depth;         // of the last whole iteration
    sh_score score;    // for the player to move
    uint64_t nodes;    // of all threads
    double seconds;    // since the search began
    int hash_permille; // how full the table is, estimated
    bool from_table;   // the value is that of a solved game
    int length;        // of the line; at least 1
    sh_move line[SH_LINE_ROOM];
} sh_finding;

// Called by the searching thread after each iteration.
typedef void sh_finding_report(void *user, const sh_finding *finding);

typedef struct sh_engine sh_engine;

// Opens an engine for a game, and reads its distances, or the first time makes them: on all CPUs,
// however many threads the engine has, within seconds. Among more than two players it has one
// thread, and a score of kind SH_SCORE_PROOF is what its search believes: rivals may do what it did
// not look at. SH_USAGE where it does not play the game, or an option has no such value;
// SH_INTERRUPTED where options->progress has stopped it.
SH_API sh_status sh_engine_open(sh_engine **engine, const sh_game *game,
                                const sh_engine_options *options, sh_error *error) SH_NODISCARD;
SH_API void sh_engine_close(sh_engine *engine);

// Forgets what was found: for a new game.
SH_API void sh_engine_reset(sh_engine *engine);

// The best move of the record's position, as finding->line[0]. `report` may be NULL. SH_DATA where
// the record is of another game or its game is over.
SH_API sh_status sh_engine_search(sh_engine *engine, const sh_record *record,
                                  const sh_limits *limits, sh_finding_report *report, void *user,
                                  sh_finding *finding, sh_error *error) SH_NODISCARD;

// Ends the search under way within a few milliseconds; without one does nothing.
SH_API void sh_engine_stop(sh_engine *engine);
// The move pondered about has been played: from now on the limits count.
SH_API void sh_engine_hit(sh_engine *engine);

#ifdef __cplusplus
}
#endif
