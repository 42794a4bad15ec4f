// SPDX-License-Identifier: MIT
// The positions of one level of a breadth-first search: a set of keys that many threads fill and
// that goes on in scratch files where memory ends.
//
// A level is filled once and read afterwards. Keys are split by their hash into parts, so that
// threads meet rarely and each part is a job of its own:
//
//     sh_frontier_open(&next, words, memory, folder, levels, count, error);
//     ... sh_frontier_add(next, keys, many, error);      any thread, as often as it likes
//     sh_frontier_settle(next, pool, error);
//     ... for each part: sh_frontier_read(next, part, from, keys, room, &got, error);
//
// A part that does not fit its share of the memory is sorted and appended to a scratch file;
// settling merges what was written. Whether a key is new is known for sure only then. Without a
// scratch folder too many keys are SH_RESOURCES. Keys of earlier levels are left out: all of them
// where a key has no place in a second level.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t

#include "base/pool.h"
#include "sternhalma/status.h"

#define SH_FRONTIER_PARTS 64
#define SH_FRONTIER_WORDS 32   // of a key, at most
#define SH_FRONTIER_EARLIER 64 // levels, at most

typedef struct sh_frontier sh_frontier;

// `words` of 64 bits a key; `memory` bytes in all; `folder` may be NULL; `earlier` are `count`
// settled frontiers, whose list and which themselves must outlive this one's settling.
sh_status sh_frontier_open(sh_frontier **frontier, int words, size_t memory, const char *folder,
                           const sh_frontier *const *earlier, size_t count,
                           sh_error *error) SH_NODISCARD;
void sh_frontier_close(sh_frontier *frontier);

// Adds `count` keys; hundreds at a time are cheaper than one. Thread-safe.
sh_status sh_frontier_add(sh_frontier *frontier, const uint64_t *keys, size_t count,
                          sh_error *error) SH_NODISCARD;
// Ends the filling. The pool may be NULL.
sh_status sh_frontier_settle(sh_frontier *frontier, sh_pool *pool, sh_error *error) SH_NODISCARD;

// Of a settled frontier, from any thread: how many keys; how many of a part; and those of a part
// from a number on, each key once, in an order of the frontier's own.
uint64_t sh_frontier_count(const sh_frontier *frontier);
uint64_t sh_frontier_part_count(const sh_frontier *frontier, int part);
sh_status sh_frontier_read(const sh_frontier *frontier, int part, uint64_t from, uint64_t *keys,
                           size_t room, size_t *got, sh_error *error) SH_NODISCARD;
sh_status sh_frontier_has(const sh_frontier *frontier, const uint64_t *key, bool *has,
                          sh_error *error) SH_NODISCARD;
// Bytes written to scratch so far.
uint64_t sh_frontier_spilled(const sh_frontier *frontier);
