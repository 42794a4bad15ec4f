// SPDX-License-Identifier: MIT
// See ratings.h. A flag for each page says that it was read and its checksum right. Who finds it
// unset reads the page behind a lock, unless another thread was faster.
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

static uint64_t page_size(uint64_t size, uint64_t page) {
    uint64_t left = size - page * SH_RATINGS_PAGE;
    return left < SH_RATINGS_PAGE ? left : SH_RATINGS_PAGE;
}

void sh_ratings_sum(const uint8_t *section, uint64_t size, uint8_t *sums) {
    for (uint64_t page = 0; page < count_pages(size); page++)
        sh_put64(sums + page * SH_SUM_BYTES,
                 sh_checksum(section + page * SH_RATINGS_PAGE, page_size(size, page)));
}

sh_status sh_guard_open(sh_guard *guard, const sh_byte_source *source, uint64_t offset,
                        uint64_t size, sh_error *error) {
    *guard = (sh_guard){.source = source, .offset = offset, .size = size};
    pthread_mutex_init(&guard->reading, NULL);
    guard->section = calloc(size, 1); // large: pages of the system's that are not touched cost none
    guard->there = calloc(count_pages(size), sizeof *guard->there);
    if (guard->section && guard->there) return SH_OK;
    return sh_fail(error, SH_RESOURCES, "out of memory for a table");
}

void sh_guard_close(sh_guard *guard) {
    if (guard->source) pthread_mutex_destroy(&guard->reading);
    free(guard->section);
    free(guard->there);
}

static sh_status fetch_page(const sh_guard *guard, uint64_t page, uint8_t *bytes, sh_error *error) {
    uint8_t sum[SH_SUM_BYTES];
    uint64_t count = page_size(guard->size, page), place = page * SH_RATINGS_PAGE;
    sh_status status = sh_bytes_read(guard->source, guard->offset + place, bytes, count, error);
    if (!status)
        status = sh_bytes_read(guard->source, guard->offset + guard->size + page * SH_SUM_BYTES,
                               sum, sizeof sum, error);
    if (status || sh_checksum(bytes, count) == sh_get64(sum)) return status;
    return sh_fail(error, SH_DATA, "the table's ratings are damaged (checksum)");
}

// Unless another thread was faster.
static sh_status read_page(sh_guard *guard, uint64_t page, sh_error *error) {
    sh_status status = SH_OK;
    pthread_mutex_lock(&guard->reading);
    if (!atomic_load_explicit(&guard->there[page], memory_order_relaxed))
        status = fetch_page(guard, page, guard->section + page * SH_RATINGS_PAGE, error);
    if (!status) atomic_store_explicit(&guard->there[page], 1, memory_order_release);
    pthread_mutex_unlock(&guard->reading);
    return status;
}

sh_status sh_guard_check_all(const sh_guard *guard, sh_error *error) {
    uint8_t bytes[SH_RATINGS_PAGE];
    sh_status status = SH_OK;
    for (uint64_t page = 0; !status && page < count_pages(guard->size); page++)
        status = fetch_page(guard, page, bytes, error);
    return status;
}

sh_status sh_guard_check(sh_guard *guard, const void *first, uint64_t count, sh_error *error) {
    assert(count > 0);
    uint64_t begin = (uint64_t)((const uint8_t *)first - guard->section);
    assert(begin + count <= guard->size);
    for (uint64_t page = begin / SH_RATINGS_PAGE; page <= (begin + count - 1) / SH_RATINGS_PAGE;
         page++) {
        if (atomic_load_explicit(&guard->there[page], memory_order_acquire)) continue;
        sh_status status = read_page(guard, page, error);
        if (status) return status;
    }
    return SH_OK;
}
