// SPDX-License-Identifier: MIT
// Finished levels of a search: in memory, or as files in a scratch folder from which a search that
// was stopped goes on.
//
// A file is a header that says of which search and level it is, the boards, and an XXH3 checksum of
// all before it; it is whole or not there. Files of another search are refused.
#pragma once

#include "base/file.h"
#include "puzzle/game_case.h"
#include "puzzle/game_level.h"
#include "puzzle/game_search.h"

typedef struct sh_game_store {
    const sh_game_case *one;
    const char *scratch; // NULL: in memory
    unsigned bounds;
    size_t words;
    int levels; // kept so far, with the start as level 0
    struct {
        sh_game_level *level; // in memory, …
        sh_map map;           // … or a file
        const uint64_t *boards;
        uint64_t count;
    } kept[SH_GAME_MOST_MOVES];
} sh_game_store;

// Level 0 is the start. With files from before, all levels that are there; `stage` gets theirs.
sh_status sh_game_store_open(sh_game_store *store, const sh_game_case *one,
                             const sh_game_options *options, size_t words, const uint64_t *start,
                             sh_game_stage *stage, sh_error *error) SH_NODISCARD;
void sh_game_store_close(sh_game_store *store);

// Finishes a level, keeps it, and says what is in it. The level belongs to the store then.
sh_status sh_game_store_add(sh_game_store *store, sh_game_level *level, sh_pool *pool,
                            sh_game_judge *judge, void *context, sh_game_stage *stage,
                            sh_error *error) SH_NODISCARD;

// The boards of a level in SH_GAME_SHARDS parts.
sh_game_boards sh_game_store_part(const sh_game_store *store, int level, int part);

size_t sh_game_store_bytes(const sh_game_store *store); // in memory

// Removes the files; the search has its answer.
sh_status sh_game_store_clear(sh_game_store *store, sh_error *error) SH_NODISCARD;
