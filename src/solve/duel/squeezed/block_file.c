// SPDX-License-Identifier: MIT
// See block_file.h. A block without words ends the list.
#include "solve/duel/squeezed/block_file.h"

#include <stdlib.h>      // malloc
#include <string.h>      // memcpy
#include <xxhash.h>      // XXH3
#include <zstd.h>        // ZSTD_compress
#include <zstd_errors.h> // ZSTD_getErrorCode

#include "solve/duel/squeezed/squeezed.h"

enum { LEVEL = 1 }; // of zstd

// What stands before the bytes of a block.
typedef struct block_header {
    uint64_t planes, plane, block;
    uint64_t words; // of the block
    uint64_t bytes; // that follow: fewer than the words take if they are compressed
    uint64_t sum;   // of these bytes
} block_header;

static void save_block(sh_saver *saver, block_header header, const uint64_t *words, void *packed,
                       size_t room) {
    size_t raw = header.words * sizeof *words;
    size_t less = ZSTD_compress(packed, room, words, raw, LEVEL);
    bool compressed = !ZSTD_isError(less) && less < raw;
    const void *bytes = compressed ? packed : words;
    header.bytes = compressed ? less : raw;
    header.sum = XXH3_64bits(bytes, header.bytes);
    sh_saver_write(saver, &header, sizeof header);
    sh_saver_write(saver, bytes, header.bytes);
}

sh_status sh_block_file_save(void *state, sh_saver *saver, sh_error *error) {
    sh_squeezed *squeezed = state;
    uint64_t *words = squeezed->workers[0].stream, planes = (uint64_t)sh_squeezed_planes(squeezed);
    size_t room = ZSTD_compressBound(squeezed->block_words * sizeof *words);
    void *packed = malloc(room);
    if (!packed) return sh_fail(error, SH_RESOURCES, "no memory to write a checkpoint");
    sh_status status = SH_OK;
    block_header header = {.planes = planes};
    for (; !status && header.plane < planes; header.plane++)
        for (uint64_t n = 0; !status && n < sh_squeezed_blocks(squeezed); n++) {
            header.block = sh_squeezed_block(squeezed, n);
            header.words = sh_squeezed_words(squeezed, header.block);
            status = sh_squeezed_current(squeezed, (int)header.plane, header.block, words, error);
            if (!status) save_block(saver, header, words, packed, room);
            if (!status) status = sh_saver_status(saver, error);
        }
    free(packed);
    sh_saver_write(saver, &(block_header){.planes = planes}, sizeof header);
    return status;
}

static sh_status damaged(const sh_loader *loader, const block_header *header, sh_error *error) {
    return sh_fail(error, SH_DATA, "the checkpoint %s is damaged: block %llu of plane %llu",
                   sh_loader_name(loader), (unsigned long long)header->block,
                   (unsigned long long)header->plane);
}

// The next header; *last where the list ends.
static sh_status read_header(const sh_squeezed *squeezed, sh_loader *loader, block_header *header,
                             bool *last, sh_error *error) {
    const void *read;
    sh_status status = sh_loader_read(loader, sizeof *header, &read, error);
    if (status) return status;
    memcpy(header, read, sizeof *header);
    *last = header->words == 0;
    uint64_t most = SH_PLANE_DISTANCE + (squeezed->metric == SH_DTW ? SH_DISTANCE_PLANES : 0);
    if (header->planes < SH_PLANE_DISTANCE || header->planes > most ||
        header->plane >= header->planes || header->block >= squeezed->index.blocks ||
        (!*last && header->words != sh_squeezed_words(squeezed, header->block)) ||
        header->bytes > header->words * sizeof(uint64_t))
        return damaged(loader, header, error);
    return SH_OK;
}

static sh_status load_block(sh_squeezed *squeezed, sh_loader *loader, const block_header *header,
                            sh_error *error) {
    const void *bytes;
    sh_status status = sh_loader_read(loader, header->bytes, &bytes, error);
    if (status) return status;
    if (XXH3_64bits(bytes, header->bytes) != header->sum) return damaged(loader, header, error);
    uint64_t *words;
    int plane = (int)header->plane;
    size_t raw = header->words * sizeof *words;
    status =
        squeezed->kind->borrow(squeezed->store, NULL, plane, header->block, true, &words, error);
    if (status) return status;
    size_t got = raw;
    if (header->bytes == raw)
        memcpy(words, bytes, raw);
    else
        got = ZSTD_decompress(words, raw, bytes, header->bytes);
    status =
        squeezed->kind->give_back(squeezed->store, NULL, plane, header->block, words, true, error);
    squeezed->loaded++;
    if (ZSTD_getErrorCode(got) == ZSTD_error_memory_allocation)
        return sh_fail(error, SH_RESOURCES, "no memory to read a checkpoint");
    return got == raw ? status : damaged(loader, header, error);
}

static sh_status check_loaded(const sh_squeezed *squeezed, sh_error *error) {
    uint64_t want = sh_squeezed_blocks(squeezed) * (uint64_t)sh_squeezed_planes(squeezed);
    if (squeezed->loaded == want) return SH_OK;
    return sh_fail(error, SH_DATA, "the checkpoint has %llu of %llu blocks of this rank",
                   (unsigned long long)squeezed->loaded, (unsigned long long)want);
}

sh_status sh_block_file_load(void *state, sh_loader *loader, sh_error *error) {
    sh_squeezed *squeezed = state;
    squeezed->ask_all = true;
    if (!loader) return check_loaded(squeezed, error);
    uint64_t ranks = (uint64_t)sh_crew_ranks(squeezed->crew);
    uint64_t rank = (uint64_t)sh_crew_rank(squeezed->crew);
    for (;;) {
        block_header header;
        bool last;
        sh_status status = read_header(squeezed, loader, &header, &last, error);
        if (status) return status;
        squeezed->round = 1 << (header.planes - SH_PLANE_DISTANCE); // one with as many planes
        if (last) return SH_OK;
        if (header.block % ranks == rank)
            status = load_block(squeezed, loader, &header, error);
        else if (!sh_loader_skip(loader, header.bytes))
            status = damaged(loader, &header, error);
        if (status) return status;
    }
}
