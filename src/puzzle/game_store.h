// SPDX-License-Identifier: MIT
// Finished levels of a search: in memory, or as files in a scratch folder from which a search that
// was stopped goes on.
//
// A file is a header that says of which search and level it is, the boards, and an XXH3 checksum of
// all before it; it is whole or not there. Files of another search are refused.
#pragma once

#include "base/file.h"
#include "base/frontier.h"
#include "puzzle/game_case.h"
#include "puzzle/game_search.h"

// Level 0 is the start; `kept` says where the others are.
typedef struct sh_game_store {
    const sh_game_case *one;
    const char *scratch; // NULL: in memory
    unsigned bounds;
    size_t words;
    int levels; // kept so far, with the start as level 0
    const uint64_t *start;
    struct {
        sh_frontier *level; // in memory, …
        int file;           // … or an open file
        uint64_t count;
    } kept[SH_GAME_MOST_MOVES];
} sh_game_store;

// Level 0 is the start. With files from before, all levels that are there; `stage` gets theirs.
sh_status sh_game_store_open(sh_game_store *store, const sh_game_case *one,
                             const sh_game_options *options, size_t words, const uint64_t *start,
                             sh_game_stage *stage, sh_error *error) SH_NODISCARD;
void sh_game_store_close(sh_game_store *store);

// Judges a board when a level is finished: false drops it; else its hash is added to the level's.
typedef bool sh_game_judge(void *context, const uint64_t *board, uint64_t *hash);

// Finishes a level, keeps it, and says what is in it. The level belongs to the store then.
sh_status sh_game_store_add(sh_game_store *store, sh_frontier *level, sh_pool *pool,
                            sh_game_judge *judge, void *context, sh_game_stage *stage,
                            sh_error *error) SH_NODISCARD;

// Shows the boards of one of the SH_FRONTIER_PARTS parts of a level until the viewer returns false.
// false when a file cannot be read.
typedef bool sh_game_viewer(void *context, const uint64_t *board);
bool sh_game_store_view(const sh_game_store *store, int level, int part, sh_game_viewer *viewer,
                        void *context);

size_t sh_game_store_bytes(const sh_game_store *store); // in memory

// Removes the files; the search has its answer.
sh_status sh_game_store_clear(sh_game_store *store, sh_error *error) SH_NODISCARD;
