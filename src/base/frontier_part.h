// SPDX-License-Identifier: MIT
// One part of a frontier: keys in memory and runs of keys in a scratch file. For frontier.c.
#pragma once

#include <pthread.h>   // pthread_mutex_t
#include <stdatomic.h> // atomic_uint_fast64_t

#include "base/frontier.h"
#include "base/keyset.h"

typedef struct sh_spill {
    int file;                 // -1: none
    atomic_uint_fast64_t end; // where the next run goes
} sh_spill;

// Keys one behind the other in the file.
typedef struct sh_key_run {
    uint64_t offset, count; // bytes, keys
} sh_key_run;

// While it is filled, a key may be in memory and in several runs; settled, all are in memory or all
// in one run.
typedef struct sh_frontier_part {
    pthread_mutex_t lock;
    sh_keyset set;
    sh_key_run *run;
    size_t runs;
} sh_frontier_part;

void sh_frontier_part_close(sh_frontier_part *part);
// Makes the keys in memory one more run.
sh_status sh_frontier_part_spill(sh_frontier_part *part, sh_spill *spill,
                                 sh_error *error) SH_NODISCARD;
// Brings all runs back into memory, each key once; their room in the file is given back.
sh_status sh_frontier_part_gather(sh_frontier_part *part, sh_spill *spill,
                                  sh_error *error) SH_NODISCARD;
// Keys of a settled part from a number on.
sh_status sh_frontier_part_read(const sh_frontier_part *part, const sh_spill *spill, uint64_t from,
                                uint64_t *keys, size_t room, size_t *got,
                                sh_error *error) SH_NODISCARD;
uint64_t sh_frontier_part_total(const sh_frontier_part *part); // keys of a settled part
