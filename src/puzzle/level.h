// SPDX-License-Identifier: MIT
// A level of a search: the numbers of its boards, ascending, in memory or in a file.
//
// A file has a header of 64 bytes (which search, which level, how many boards, a checksum over the
// rest) and the numbers. A search that was stopped finds its levels again by their labels.
#pragma once

#include "base/number_set.h"
#include "base/pool.h"
#include "puzzle/numbering.h"

typedef struct sh_level {
    size_t count;
    const uint64_t *keys; // in memory, or NULL
    void *memory;
    size_t bytes; // of the memory
    int file;     // else the file, + 1
} sh_level;

// What a level's file must be of.
typedef struct sh_level_label {
    uint64_t search; // a number for puzzle and rules
    uint32_t length, known, time, tallies;
} sh_level_label;

void sh_level_close(sh_level *level); // a level that is all zero is empty
// What a set holds, sorted; the set is then empty.
sh_status sh_level_take(sh_level *level, sh_number_set *set, sh_pool *pool,
                        sh_error *error) SH_NODISCARD;
// Boards from … from + count - 1: in the level's memory, or read into `buffer`.
sh_status sh_level_read(const sh_level *level, size_t from, size_t count, uint64_t *buffer,
                        const uint64_t **keys, sh_error *error) SH_NODISCARD;
// The board at an index; whether a board is there. A failed read is an error, not an absence.
sh_status sh_level_at(const sh_level *level, size_t index, uint64_t *key,
                      sh_error *error) SH_NODISCARD;
sh_status sh_level_has(const sh_level *level, uint64_t key, bool *has,
                       sh_error *error) SH_NODISCARD;
// The sum of the boards' hashes, on all threads; the level is in memory.
uint64_t sh_level_hash(const sh_corridor *corridor, const sh_level *level, sh_pool *pool);

// Moves a level and its hash from memory to a file, or finds it there: SH_NO where there is no such
// file or it is of another search, SH_DATA where it is damaged or cannot be read. A level that was
// found ascends.
sh_status sh_level_store(sh_level *level, const char *name, const sh_level_label *label,
                         uint64_t hash, sh_error *error) SH_NODISCARD;
sh_status sh_level_load(sh_level *level, const char *name, const sh_level_label *label,
                        uint64_t *hash, sh_error *error) SH_NODISCARD;
sh_status sh_level_clear(const char *name, sh_error *error) SH_NODISCARD; // removes the file
