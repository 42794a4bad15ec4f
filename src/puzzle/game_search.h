// SPDX-License-Identifier: MIT
// Is there a cooperative game of a given length? An exact search, level by level.
//
// A level holds all boards, up to symmetry, after so many moves of the winner from which the
// bounds of game_kernel.h do not exclude a win in time; it is complete before the next begins. A
// level without boards proves that there is no game of this length or of one with the same winner
// that is shorter by a multiple of two and would pass the same bounds; callers search every length.
// The sizes and hashes of the levels do not depend on threads, memory or machine: they are the
// certificate.
//
// With a scratch folder every level is a file there when it is done, the search goes on from the
// last one when it is called again, and the files are removed when it has an answer. Without one
// all levels stay in memory.
#pragma once

#include "base/progress.h"
#include "puzzle/game_kernel.h"
#include "sternhalma/moves.h"

enum { SH_GAME_MOST_MOVES = 200 };

// One level of a search.
typedef struct sh_game_stage {
    int moves; // played by both sides
    uint64_t boards, hash;
} sh_game_stage;

// Hears of every level as it is finished, from the thread that called the search.
typedef void sh_game_listener(void *user, const sh_game_stage *stage);

typedef struct sh_game_options {
    int threads;         // 0: all
    size_t memory;       // for boards, in bytes
    const char *scratch; // an existing folder, or NULL
    unsigned bounds;     // SH_GAME_ALL_BOUNDS, or fewer for tests
    bool count;          // also count the games (game_count.h); needs all levels
    const sh_monitor *monitor;
    sh_game_listener *listener; // may be NULL
    void *user;                 // its
} sh_game_options;

typedef struct sh_game_result {
    int length; // asked for
    bool found; // then `move` is a game, which may be shorter
    int moves;  // its length
    sh_move move[SH_GAME_MOST_MOVES];
    int stages;
    sh_game_stage stage[SH_GAME_MOST_MOVES];
    uint64_t boards;         // in all levels
    unsigned __int128 games; // with `count`: sequences of moves (from, to) …
    int images;              // … of which so many are mirror images of each other
    double seconds;
} sh_game_result;

// SH_OK when the search came to an end, found or not. SH_RESOURCES and SH_INTERRUPTED with the
// stages that were finished in `result`.
sh_status sh_game_search(const sh_puzzle *puzzle, int length, const sh_game_options *options,
                         sh_game_result *result, sh_error *error) SH_NODISCARD;
