// SPDX-License-Identifier: MIT
// The positions of one level of a breadth-first search: a set of keys that many threads fill and
// that goes on in a scratch file where memory ends.
//
// A level is filled once and read afterwards. Keys are split by their hash into parts, so that
// threads meet rarely and each part is a job of its own:
//
//     sh_frontier_open(&next, words, memory, folder, error);
//     ... sh_frontier_add(next, keys, many);             any thread, as often as it likes
//     sh_frontier_settle(next, &settling, pool, error);
//     ... for each part: sh_frontier_read(next, part, from, keys, room, &got, error);
//
// A part that does not fit its share of the memory is appended to a file without a name. Settling
// brings such parts back one by one, makes each key single, leaves out the keys of earlier levels
// and those that the caller does not want, and puts what is left into the file again; so each part,
// not the level, must fit the memory. Without a scratch folder too many keys are SH_RESOURCES.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t

#include "base/pool.h"
#include "sternhalma/status.h"

#define SH_FRONTIER_PARTS 256

typedef struct sh_frontier sh_frontier;

// `words` of 64 bits a key; `memory` bytes in all; `folder`, which may be NULL, must outlive it.
sh_status sh_frontier_open(sh_frontier **frontier, int words, size_t memory, const char *folder,
                           sh_error *error) SH_NODISCARD;
void sh_frontier_close(sh_frontier *frontier);

// Adds `count` keys; hundreds at a time are cheaper than one. Thread-safe. Where that fails, keys
// are lost, and settling says why; check for failure after large batches.
void sh_frontier_add(sh_frontier *frontier, const uint64_t *keys, size_t count);
bool sh_frontier_failed(const sh_frontier *frontier);

// Is this key of a part wanted? Called once for each key, by one thread at a time for each part.
typedef bool sh_frontier_keep(void *context, int part, const uint64_t *key);

// What settling leaves out: the keys of `count` earlier frontiers, and those that `keep`, which may
// be NULL, does not want.
typedef struct sh_settling {
    const sh_frontier *const *earlier;
    size_t count;
    sh_frontier_keep *keep;
    void *context;
} sh_settling;

// Ends the filling.
sh_status sh_frontier_settle(sh_frontier *frontier, const sh_settling *settling, sh_pool *pool,
                             sh_error *error) SH_NODISCARD;

// Of a settled frontier, from any thread: how many keys; how many of a part; and those of a part
// from a number on, each key once, in an order of the frontier's own.
uint64_t sh_frontier_count(const sh_frontier *frontier);
uint64_t sh_frontier_part_count(const sh_frontier *frontier, int part);
sh_status sh_frontier_read(const sh_frontier *frontier, int part, uint64_t from, uint64_t *keys,
                           size_t room, size_t *got, sh_error *error) SH_NODISCARD;

size_t sh_frontier_bytes(const sh_frontier *frontier);     // in memory
uint64_t sh_frontier_spilled(const sh_frontier *frontier); // written to scratch so far
