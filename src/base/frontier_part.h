// SPDX-License-Identifier: MIT
// One part of a frontier: keys in memory and sorted runs of keys in a scratch file. For frontier.c.
#pragma once

#include <pthread.h>   // pthread_mutex_t
#include <stdatomic.h> // atomic_uint_fast64_t

#include "base/frontier.h"
#include "base/keyset.h"
#include "base/nameless.h"

typedef struct sh_spill {
    int file;                 // -1: none
    atomic_uint_fast64_t end; // where the next run goes
} sh_spill;

// Keys in ascending order, each once.
typedef struct sh_key_run {
    uint64_t offset, count; // bytes, keys
} sh_key_run;

typedef struct sh_frontier_part {
    pthread_mutex_t lock;
    sh_keyset set;
    sh_key_run *run;
    size_t runs;
} sh_frontier_part;

// Makes the keys in memory one more run.
sh_status sh_frontier_part_spill(sh_frontier_part *part, sh_spill *spill,
                                 sh_error *error) SH_NODISCARD;
// Makes one run of all, without the keys of the first runs of `earlier` parts.
sh_status sh_frontier_part_merge(sh_frontier_part *part, sh_spill *spill,
                                 const sh_frontier_part *const *earlier,
                                 const sh_spill *const *spills, size_t count,
                                 sh_error *error) SH_NODISCARD;
// Is a key in the first run?
sh_status sh_frontier_part_search(const sh_frontier_part *part, const sh_spill *spill,
                                  const uint64_t *key, bool *has, sh_error *error) SH_NODISCARD;
