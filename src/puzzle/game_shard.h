// SPDX-License-Identifier: MIT
// One part of a level: boards, each once, and the nameless file of those that found no room.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t

typedef struct sh_game_shard {
    size_t words;
    uint64_t *boards;
    size_t count, room;
    uint32_t *slots; // index + 1 by hash, 0 for none
    size_t slot_count;
    int file; // -1 while there is none
    uint64_t spilled;
} sh_game_shard;

void sh_game_shard_open(sh_game_shard *shard, size_t words);
void sh_game_shard_close(sh_game_shard *shard);
size_t sh_game_shard_bytes(const sh_game_shard *shard);
// false when out of memory.
bool sh_game_shard_insert(sh_game_shard *shard, const uint64_t *board);
// The index of a board, or -1; while there is a table.
int64_t sh_game_shard_index(const sh_game_shard *shard, const uint64_t *board);
// Frees the table; no more inserts.
void sh_game_shard_settle(sh_game_shard *shard);
// Moves all boards to the file. false when that fails.
bool sh_game_shard_spill(sh_game_shard *shard, const char *scratch);
// Brings them back, each once. false when that fails.
bool sh_game_shard_gather(sh_game_shard *shard);
