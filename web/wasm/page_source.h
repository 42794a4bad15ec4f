// SPDX-License-Identifier: MIT
// The bytes of a table that lies elsewhere: at the worker's hand, or by pages. A page that is
// missing is noted, for the worker to fetch.
#pragma once

#include <stdbool.h> // bool

#include "table/byte_source.h"

enum { PAGE_BYTES = 4096, MOST_WANTED = 128 };

// A run of bytes to fetch; it begins and ends at the borders of pages, or at the end of the table.
typedef struct wanted_run {
    uint32_t source, offset, size;
} wanted_run;

typedef struct wanted_list {
    int count;
    wanted_run run[MOST_WANTED];
} wanted_list;

typedef struct page_source {
    uint32_t number, size, pages;
    uint8_t **page; // NULL: not there yet
    wanted_list *wanted;
} page_source;

// Without a list of what is wanted the worker has the bytes at hand. False where there is no
// memory.
bool page_source_make(page_source *source, uint32_t number, uint32_t size, wanted_list *wanted);
void page_source_free(page_source *source);
// Bytes that were wanted have come.
void page_source_supply(page_source *source, uint32_t offset, const uint8_t *bytes, uint32_t size);
// For sh_table_open_source; the source stays its owner's.
sh_byte_source page_source_bytes(page_source *source);
