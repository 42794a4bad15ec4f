// SPDX-License-Identifier: MIT
// A fixed team of threads that runs one numbered set of tasks at a time.
//
// sh_pool_run hands out the indices 0 … count-1 to the workers (the caller is worker 0), each index
// once, in ascending order of start, and returns when all are done: one barrier a call. Results
// must not depend on which worker runs which index. A pool belongs to one caller at a time. NULL is
// a pool of the caller alone.
#pragma once

#include <stddef.h> // size_t

#include "sternhalma/status.h"

enum { SH_POOL_MOST = 4096 }; // threads

typedef struct sh_pool sh_pool;
typedef void sh_task(void *context, size_t index, int worker);

// threads = 0 means one for every CPU this process may use.
sh_status sh_pool_open(sh_pool **pool, int threads, sh_error *error) SH_NODISCARD;
void sh_pool_close(sh_pool *pool);
int sh_pool_threads(const sh_pool *pool);
void sh_pool_run(sh_pool *pool, size_t count, sh_task *task, void *context);

// How many CPUs this process may use, by its affinity and the quota of its control groups; at most
// SH_POOL_MOST.
int sh_cpu_count(void);
