// SPDX-License-Identifier: MIT
// See sections.h. Each section is written behind the last and its size and checksum noted in the
// header, which is written last, over the place kept for it at the beginning.
#include "table/sections.h"

#include <assert.h> // assert
#include <stdlib.h> // calloc
#include <string.h> // memcpy
#include <xxhash.h> // XXH3_state_t
#include <zstd.h>   // ZSTD_compress

#include "table/ratings.h"

enum { MODEL_LEVEL = 19 }; // of zstd

static sh_status no_memory(sh_error *error) {
    return sh_fail(error, SH_RESOURCES, "out of memory to write a table");
}

static sh_status write_model(sh_sections *s, const uint8_t *model, size_t size, sh_error *error) {
    sh_header *header = s->header;
    size_t room = ZSTD_compressBound(size);
    uint8_t *packed = malloc(room);
    if (!packed) return no_memory(error);
    size_t less = ZSTD_compress(packed, room, model, size, MODEL_LEVEL);
    if (ZSTD_isError(less)) { // there is room for any size
        free(packed);
        return no_memory(error);
    }
    bool compressed = less < size;
    const uint8_t *stored = compressed ? packed : model;
    header->model_offset = SH_HEADER_BYTES;
    header->model_size = size;
    header->model_bytes = compressed ? less : size;
    header->model_checksum = sh_checksum(stored, header->model_bytes);
    sh_parts_write(s->parts, stored, header->model_bytes);
    free(packed);
    return SH_OK;
}

// The ratings and their checksums.
static sh_status write_ratings(sh_sections *s, const uint8_t *ratings, sh_error *error) {
    sh_header *header = s->header;
    uint64_t count = sh_ratings_sums_size(header->ratings_bytes);
    uint8_t *sums = malloc(count + 1);
    if (!sums) return no_memory(error);
    sh_ratings_sum(ratings, header->ratings_bytes, sums);
    header->ratings_offset = sh_parts_offset(s->parts);
    header->ratings_root = sh_checksum(sums, count);
    sh_parts_write(s->parts, ratings, header->ratings_bytes);
    sh_parts_write(s->parts, sums, count);
    header->data_offset = sh_parts_offset(s->parts);
    free(sums);
    return SH_OK;
}

sh_status sh_sections_open(sh_sections *s, sh_header *header, const char *file, bool shared,
                           const uint8_t *model, size_t model_size, const uint8_t *ratings,
                           sh_error *error) {
    static const uint8_t zeros[SH_HEADER_BYTES];
    *s = (sh_sections){.header = header};
    s->pages = calloc(sh_header_pages(header), sizeof *s->pages);
    if (!s->pages) return no_memory(error);
    sh_status status = (shared ? sh_parts_share : sh_parts_create)(&s->parts, file,
                                                                   header->info.part_bytes, error);
    if (!status) {
        sh_parts_write(s->parts, zeros, SH_HEADER_BYTES);
        status = write_model(s, model, model_size, error);
        if (!status) status = write_ratings(s, ratings, error);
    }
    if (status) sh_sections_abort(s);
    return status;
}

sh_status sh_sections_join(sh_sections *s, sh_header *header, const char *file, sh_error *error) {
    *s = (sh_sections){.header = header};
    return sh_parts_join(&s->parts, file, header->info.part_bytes, error);
}

sh_status sh_sections_leave(sh_sections *s, sh_error *error) {
    return sh_parts_leave(s->parts, error);
}

static void note(sh_sections *s, sh_block_note block) {
    assert(s->blocks < s->header->info.blocks && block.bytes <= SH_BLOCK_MOST_BYTES);
    uint32_t grain = sh_header_grain(s->header);
    assert(block.bytes % grain == 0 && block.bytes / grain <= SH_BLOCK_MOST_GRAINS);
    sh_page *page = &s->pages[s->blocks / SH_PAGE_BLOCKS];
    uint64_t at = s->blocks++ % SH_PAGE_BLOCKS;
    if (at == 0) page->offset = s->end;
    page->grains[at] = (uint16_t)(block.bytes / grain);
    page->checksum[at] = block.checksum;
    s->end += block.bytes;
}

void sh_sections_block(sh_sections *s, const uint8_t *bytes, size_t count) {
    note(s, (sh_block_note){(uint32_t)count, sh_checksum_block(bytes, count)});
    sh_parts_write(s->parts, bytes, count);
}

void sh_sections_keep(sh_sections *s, const sh_block_note *notes, uint64_t count) {
    uint64_t before = s->end;
    for (uint64_t i = 0; i < count; i++) note(s, notes[i]);
    sh_parts_skip(s->parts, s->end - before);
}

void sh_sections_put(sh_sections *s, uint64_t offset, const uint8_t *bytes, size_t count) {
    sh_parts_put(s->parts, s->header->data_offset + offset, bytes, count);
}

static sh_status write_index(sh_sections *s, sh_error *error) {
    XXH3_state_t *root = XXH3_createState();
    if (!root) return no_memory(error);
    XXH3_64bits_reset(root);
    s->header->index_offset = sh_parts_offset(s->parts);
    for (uint64_t i = 0; i < sh_header_pages(s->header); i++) {
        uint8_t bytes[SH_PAGE_BYTES];
        sh_page_pack(&s->pages[i], bytes);
        XXH3_64bits_update(root, bytes, sizeof bytes);
        sh_parts_write(s->parts, bytes, sizeof bytes);
    }
    s->header->root = XXH3_64bits_digest(root);
    XXH3_freeState(root);
    return SH_OK;
}

sh_status sh_sections_commit(sh_sections *s, sh_error *error) {
    sh_header *header = s->header;
    uint8_t bytes[SH_HEADER_BYTES];
    assert(s->blocks == header->info.blocks);
    sh_status status = write_index(s, error);
    if (status) {
        sh_sections_abort(s);
        return status;
    }
    header->info.file_bytes = sh_parts_offset(s->parts);
    if (sh_header_files(header) == 1) header->info.part_bytes = 0;
    sh_header_pack(header, bytes);
    free(s->pages);
    return sh_parts_commit(s->parts, bytes, sizeof bytes, header->info.checksum, error);
}

void sh_sections_abort(sh_sections *s) {
    sh_parts_abort(s->parts);
    free(s->pages);
}

// zstd compresses 2^n bytes at its highest levels with two tables of 2^(n+1) words, the bytes, as
// much for what it finds, and less than a megabyte; another is what a file is written through.
uint64_t sh_sections_bytes(const sh_header *header, size_t model_size) {
    uint64_t window = 1;
    while (window < model_size) window *= 2;
    return sh_header_pages(header) * sizeof(sh_page) + ZSTD_compressBound(model_size) +
           window * (4 * sizeof(uint32_t) + 2) + (2 << 20) +
           sh_ratings_sums_size(header->ratings_bytes);
}
