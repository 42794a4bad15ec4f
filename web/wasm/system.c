// SPDX-License-Identifier: MIT
// What a browser has instead of a system: one thread and one memory.
#include <stdlib.h> // calloc

#include "base/cpu.h"
#include "base/memory.h"
#include "base/pool.h"
#include "rank/pairs_operations.h"

struct sh_pool {
    int threads;
};

sh_status sh_pool_open(sh_pool **pool, int threads, sh_error *error) {
    (void)threads;
    *pool = calloc(1, sizeof **pool);
    return *pool ? SH_OK : sh_fail(error, SH_RESOURCES, "out of memory");
}

void sh_pool_close(sh_pool *pool) { free(pool); }

int sh_pool_threads(const sh_pool *pool) {
    (void)pool;
    return 1;
}

void sh_pool_run(sh_pool *pool, size_t count, sh_task *task, void *context) {
    (void)pool;
    for (size_t i = 0; i < count; i++) task(context, i, 0);
}

int sh_cpu_count(void) { return 1; }

void *sh_memory_map(size_t bytes) {
    void *memory = aligned_alloc(64, (bytes + 63) & ~(size_t)63);
    return memory ? __builtin_memset(memory, 0, bytes) : NULL;
}

void sh_memory_unmap(void *memory, size_t bytes) {
    (void)bytes;
    free(memory);
}

void sh_memory_shrink(void *memory, size_t bytes, size_t keep) {
    (void)memory;
    (void)bytes;
    (void)keep;
}

void sh_memory_touch(sh_pool *pool, void *memory, size_t bytes) {
    (void)pool;
    (void)memory;
    (void)bytes;
}

size_t sh_memory_total(void) { return (size_t)1 << 30; }
size_t sh_memory_available(void) { return (size_t)1 << 30; }
size_t sh_memory_peak(void) { return __builtin_wasm_memory_size(0) << 16; }

sh_cpu_level sh_cpu_level_get(void) { return SH_CPU_GENERIC; }
bool sh_cpu_has_fast_pext(void) { return false; }

// Never chosen: the CPU of a module is generic.
const sh_pairs_operations sh_pairs_operations_bmi2 = {0};
