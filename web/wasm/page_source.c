// SPDX-License-Identifier: MIT
// See page_source.h.
#include "page_source.h"

#include <stdlib.h> // calloc
#include <string.h> // memcpy

bool page_source_make(page_source *source, uint32_t number, uint32_t size, wanted_list *wanted) {
    uint32_t pages = wanted ? (size + PAGE_BYTES - 1) / PAGE_BYTES : 0;
    *source = (page_source){.number = number, .size = size, .pages = pages, .wanted = wanted};
    source->page = calloc(pages + 1, sizeof *source->page);
    return source->page;
}

void page_source_free(page_source *source) {
    for (uint32_t i = 0; source->page && i < source->pages; i++) free(source->page[i]);
    free(source->page);
    source->page = NULL;
}

void page_source_supply(page_source *source, uint32_t offset, const uint8_t *bytes, uint32_t size) {
    for (uint32_t at = 0; at < size; at += PAGE_BYTES) {
        uint32_t number = (offset + at) / PAGE_BYTES, left = size - at;
        if (number >= source->pages || source->page[number]) continue;
        source->page[number] = calloc(1, PAGE_BYTES);
        if (!source->page[number]) return; // it will be wanted again
        memcpy(source->page[number], bytes + at, left < PAGE_BYTES ? left : PAGE_BYTES);
    }
}

static bool same_run(const wanted_run *a, const wanted_run *b) {
    return a->source == b->source && a->offset == b->offset;
}

static void want(const page_source *source, uint32_t first, uint32_t last) {
    wanted_list *wanted = source->wanted;
    uint32_t offset = first * PAGE_BYTES, end = (last + 1) * PAGE_BYTES;
    wanted_run run = {source->number, offset, (end < source->size ? end : source->size) - offset};
    for (int i = 0; i < wanted->count; i++)
        if (same_run(&wanted->run[i], &run)) {
            if (run.size > wanted->run[i].size) wanted->run[i].size = run.size;
            return;
        }
    if (wanted->count < MOST_WANTED) wanted->run[wanted->count++] = run;
}

static sh_status read_pages(void *context, uint64_t offset, void *bytes, size_t count,
                            sh_error *error) {
    const page_source *source = context;
    uint8_t *to = bytes;
    if (offset > source->size || count > source->size - offset)
        return sh_fail(error, SH_DATA, "the table ends before its bytes do");
    if (!count) return SH_OK;
    uint32_t first = (uint32_t)(offset / PAGE_BYTES),
             last = (uint32_t)((offset + count - 1) / PAGE_BYTES);
    for (uint32_t i = first; i <= last; i++)
        if (!source->page[i]) {
            want(source, i, last);
            return sh_fail(error, SH_RESOURCES, "these bytes of the table are not here yet");
        }
    for (uint64_t at = offset; at < offset + count;) {
        uint64_t within = at % PAGE_BYTES, left = offset + count - at;
        uint64_t now = PAGE_BYTES - within < left ? PAGE_BYTES - within : left;
        memcpy(to + (at - offset), source->page[at / PAGE_BYTES] + within, (size_t)now);
        at += now;
    }
    return SH_OK;
}

__attribute__((import_module("host"), import_name("read"))) extern int
host_read(uint32_t source, uint32_t offset, void *bytes, size_t count);

static sh_status read_at_hand(void *context, uint64_t offset, void *bytes, size_t count,
                              sh_error *error) {
    const page_source *source = context;
    if (host_read(source->number, (uint32_t)offset, bytes, count)) return SH_OK;
    return sh_fail(error, SH_DATA, "the table ends before its bytes do");
}

sh_byte_source page_source_bytes(page_source *source) {
    return (sh_byte_source){.context = source,
                            .size = source->size,
                            .read = source->wanted ? read_pages : read_at_hand};
}
