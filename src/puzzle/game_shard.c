// SPDX-License-Identifier: MIT
// See game_shard.h. Linear probing to three quarters; slots hold 32-bit indices.
#include "puzzle/game_shard.h"

#include <fcntl.h>  // open, O_TMPFILE
#include <stdlib.h> // malloc, calloc, realloc, free
#include <string.h> // memcmp, memcpy
#include <unistd.h> // write, pread, close

#define XXH_INLINE_ALL
#include <xxhash.h> // XXH3_64bits

enum { LEAST_SLOTS = 256, BLOCK = 4096 };

void sh_game_shard_open(sh_game_shard *shard, size_t words) {
    *shard = (sh_game_shard){.words = words, .file = -1};
}

void sh_game_shard_close(sh_game_shard *shard) {
    free(shard->boards);
    free(shard->slots);
    if (shard->file >= 0) close(shard->file);
    sh_game_shard_open(shard, shard->words);
}

size_t sh_game_shard_bytes(const sh_game_shard *shard) {
    return shard->room * shard->words * sizeof *shard->boards +
           shard->slot_count * sizeof *shard->slots;
}

static uint32_t *find(const sh_game_shard *shard, const uint64_t *board) {
    size_t bytes = shard->words * sizeof *board, mask = shard->slot_count - 1;
    size_t slot = XXH3_64bits(board, bytes) & mask;
    while (shard->slots[slot] &&
           memcmp(shard->boards + (shard->slots[slot] - 1) * shard->words, board, bytes) != 0)
        slot = (slot + 1) & mask;
    return &shard->slots[slot];
}

static bool grow_slots(sh_game_shard *shard) {
    size_t count = shard->slot_count ? 2 * shard->slot_count : LEAST_SLOTS;
    uint32_t *slots = count < UINT32_MAX ? calloc(count, sizeof *slots) : NULL;
    if (!slots) return false;
    free(shard->slots);
    shard->slots = slots;
    shard->slot_count = count;
    for (size_t i = 0; i < shard->count; i++)
        *find(shard, shard->boards + i * shard->words) = (uint32_t)i + 1;
    return true;
}

static bool grow_boards(sh_game_shard *shard) {
    size_t room = shard->room + shard->room / 2 + LEAST_SLOTS / 2;
    uint64_t *boards = realloc(shard->boards, room * shard->words * sizeof *boards);
    if (!boards) return false;
    shard->boards = boards;
    shard->room = room;
    return true;
}

bool sh_game_shard_insert(sh_game_shard *shard, const uint64_t *board) {
    if (4 * shard->count >= 3 * shard->slot_count && !grow_slots(shard)) return false;
    uint32_t *slot = find(shard, board);
    if (*slot) return true;
    if (shard->count == shard->room && !grow_boards(shard)) return false;
    memcpy(shard->boards + shard->count * shard->words, board, shard->words * sizeof *board);
    *slot = (uint32_t)++shard->count;
    return true;
}

int64_t sh_game_shard_index(const sh_game_shard *shard, const uint64_t *board) {
    return shard->slot_count ? (int64_t)*find(shard, board) - 1 : -1;
}

void sh_game_shard_settle(sh_game_shard *shard) {
    free(shard->slots);
    shard->slots = NULL;
    shard->slot_count = 0;
}

static bool write_all(int file, const void *bytes, size_t count) {
    for (const char *at = bytes; count > 0;) {
        ssize_t done = write(file, at, count);
        if (done <= 0) return false;
        at += done;
        count -= (size_t)done;
    }
    return true;
}

bool sh_game_shard_spill(sh_game_shard *shard, const char *scratch) {
    if (shard->file < 0) shard->file = open(scratch, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    size_t bytes = shard->count * shard->words * sizeof *shard->boards;
    if (shard->file < 0 || !write_all(shard->file, shard->boards, bytes)) return false;
    shard->spilled += shard->count;
    free(shard->boards);
    sh_game_shard_settle(shard);
    shard->boards = NULL;
    shard->count = shard->room = 0;
    return true;
}

static bool read_all(int file, void *bytes, size_t count, off_t at) {
    for (char *to = bytes; count > 0;) {
        ssize_t done = pread(file, to, count, at);
        if (done <= 0) return false;
        to += done;
        at += done;
        count -= (size_t)done;
    }
    return true;
}

bool sh_game_shard_gather(sh_game_shard *shard) {
    size_t bytes = shard->words * sizeof(uint64_t);
    uint64_t *block = shard->spilled ? malloc(BLOCK * bytes) : NULL;
    if (!block) return shard->spilled == 0;
    bool fine = true;
    for (uint64_t at = 0; fine && at < shard->spilled; at += BLOCK) {
        size_t count = shard->spilled - at < BLOCK ? (size_t)(shard->spilled - at) : BLOCK;
        fine = read_all(shard->file, block, count * bytes, (off_t)(at * bytes));
        for (size_t i = 0; fine && i < count; i++)
            fine = sh_game_shard_insert(shard, block + i * shard->words);
    }
    free(block);
    close(shard->file);
    shard->file = -1;
    shard->spilled = 0;
    return fine;
}
