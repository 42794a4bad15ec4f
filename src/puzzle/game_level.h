// SPDX-License-Identifier: MIT
// A set of boards, each once, filled by many threads.
//
// Boards are split by hash into shards with a lock and an open-addressing table each; whole boards
// are compared, so no two are ever taken for one. Beyond the memory allowed, shards move to
// nameless files in the scratch folder and are made free of repetitions one by one when the level
// is finished. A finished level is read-only.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t

#include "base/pool.h"
#include "sternhalma/status.h"

enum { SH_GAME_SHARDS = 256 };

typedef struct sh_game_level sh_game_level;

// A finished shard: `count` boards.
typedef struct sh_game_boards {
    const uint64_t *boards;
    size_t count;
} sh_game_boards;

// Judges a board when a level is finished: false drops it; else its hash is added to the level's.
typedef bool sh_game_judge(void *context, const uint64_t *board, uint64_t *hash);
// Takes the boards of one shard of a level that is not to stay in memory.
typedef void sh_game_taker(void *context, const uint64_t *boards, size_t count);

// `words` a board; `scratch` may be NULL.
sh_status sh_game_level_open(sh_game_level **level, size_t words, size_t memory,
                             const char *scratch, sh_error *error) SH_NODISCARD;
void sh_game_level_close(sh_game_level *level);

// Adds at most SH_GAME_BATCH boards with their hashes; those in the set already are skipped.
// Thread-safe. When memory runs out boards are lost, and sh_game_level_finish says so.
void sh_game_level_insert(sh_game_level *level, const uint64_t *boards, const uint64_t *hashes,
                          size_t count);

// Drops what the judge drops. With a taker the boards that are left go to it and are freed.
sh_status sh_game_level_finish(sh_game_level *level, sh_pool *pool, sh_game_judge *judge,
                               void *context, sh_game_taker *taker, void *user,
                               sh_error *error) SH_NODISCARD;

uint64_t sh_game_level_count(const sh_game_level *level); // of all shards
uint64_t sh_game_level_hash(const sh_game_level *level);  // after finish
bool sh_game_level_full(const sh_game_level *level);      // has memory run out?
size_t sh_game_level_bytes(const sh_game_level *level);   // in memory
sh_game_boards sh_game_level_shard(const sh_game_level *level, int shard);
