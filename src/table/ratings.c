// SPDX-License-Identifier: MIT
// See ratings.h.
#include "table/ratings.h"

#include <assert.h> // assert
#include <stdlib.h> // calloc

#include "table/format.h"

uint64_t sh_ratings_size(uint64_t sets, uint64_t rows, bool distances) {
    return (sets + rows) * (distances ? 2 : 1);
}

static uint64_t count_pages(uint64_t size) {
    return (size + SH_RATINGS_PAGE - 1) / SH_RATINGS_PAGE;
}

uint64_t sh_ratings_sums_size(uint64_t size) { return count_pages(size) * SH_SUM_BYTES; }

sh_ratings sh_ratings_view(const uint8_t *section, uint64_t sets, uint64_t rows, bool distances) {
    const uint8_t *turns = section + sets + rows;
    return (sh_ratings){.mover_merit = (const int8_t *)section,
                        .waiter_merit = (const int8_t *)section + sets,
                        .mover_turns = distances ? turns : NULL,
                        .waiter_turns = distances ? turns + sets : NULL};
}

static uint64_t sum_page(const uint8_t *section, uint64_t size, uint64_t page) {
    uint64_t first = page * SH_RATINGS_PAGE, left = size - first;
    return sh_checksum(section + first, left < SH_RATINGS_PAGE ? left : SH_RATINGS_PAGE);
}

void sh_ratings_sum(const uint8_t *section, uint64_t size, uint8_t *sums) {
    for (uint64_t page = 0; page < count_pages(size); page++)
        sh_put64(sums + page * SH_SUM_BYTES, sum_page(section, size, page));
}

sh_status sh_guard_open(sh_guard *guard, const uint8_t *section, uint64_t size, const uint8_t *sums,
                        sh_error *error) {
    *guard = (sh_guard){.section = section, .sums = sums, .size = size};
    guard->checked = calloc(count_pages(size), sizeof *guard->checked);
    return guard->checked ? SH_OK : sh_fail(error, SH_RESOURCES, "out of memory for a table");
}

void sh_guard_close(sh_guard *guard) { free(guard->checked); }

sh_status sh_guard_check(sh_guard *guard, const void *first, uint64_t count, sh_error *error) {
    assert(count > 0);
    uint64_t begin = (uint64_t)((const uint8_t *)first - guard->section);
    assert(begin + count <= guard->size);
    for (uint64_t page = begin / SH_RATINGS_PAGE; page <= (begin + count - 1) / SH_RATINGS_PAGE;
         page++) {
        if (atomic_load_explicit(&guard->checked[page], memory_order_relaxed)) continue;
        if (sum_page(guard->section, guard->size, page) !=
            sh_get64(guard->sums + page * SH_SUM_BYTES))
            return sh_fail(error, SH_DATA, "the table's ratings are damaged (checksum)");
        atomic_store_explicit(&guard->checked[page], 1, memory_order_relaxed);
    }
    return SH_OK;
}
