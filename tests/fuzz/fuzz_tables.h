// SPDX-License-Identifier: MIT
// Small tables for fuzz targets, in memory. Their values are of no real game: the coder does not
// care.
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h> // memfd_create
#include <unistd.h>

#include "base/pool.h"
#include "rank/pairs.h"
#include "rank/triples.h"
#include "table/writer.h"

static inline sh_status fuzz_rows(void *context, uint64_t first, uint32_t count, uint16_t *values) {
    uint64_t columns = *(const uint64_t *)context;
    for (uint64_t i = 0; i < count * columns; i++)
        values[i] = (uint16_t)((first * columns + i) * 2654435761u >> 28 & 15);
    return SH_OK;
}

// The rows and columns of a game's table.
static inline void fuzz_size(const sh_game *game, uint64_t *rows, uint64_t *columns) {
    sh_pairs *pairs;
    sh_triples triples;
    if (sh_game_is_duel(game)) {
        if (sh_pairs_open(&pairs, game, NULL)) abort();
        *rows = sh_pairs_rows(pairs);
        *columns = sh_pairs_columns(pairs);
        sh_pairs_close(pairs);
        return;
    }
    if (sh_triples_open(&triples, game, NULL)) abort();
    *columns = triples.sets;
    *rows = *columns * *columns;
    sh_triples_close(&triples);
}

// The bytes of a table, for the caller to free.
static inline uint8_t *fuzz_table_as(const char *name, sh_recipe recipe, size_t *size) {
    char folder[] = "/tmp/sternhalma-fuzz-XXXXXX", file[64];
    sh_game game;
    sh_pool *pool;
    uint64_t rows, columns;
    if (!mkdtemp(folder)) abort();
    snprintf(file, sizeof file, "%s/table", folder);
    if (sh_game_parse(&game, name, SH_STRICT, NULL) || sh_pool_open(&pool, 1, NULL)) abort();
    fuzz_size(&game, &rows, &columns);
    sh_value_source source = {.context = &columns,
                              .rows = fuzz_rows,
                              .row_count = rows,
                              .column_count = columns,
                              .distances = true};
    recipe.game = &game;
    recipe.creator = "fuzz";
    if (sh_table_write(file, &recipe, &source, pool, NULL, NULL)) abort();
    FILE *open = fopen(file, "rb");
    uint8_t *bytes = malloc(1 << 20);
    if (!open || !bytes) abort();
    *size = fread(bytes, 1, 1 << 20, open);
    fclose(open);
    unlink(file);
    rmdir(folder);
    sh_pool_close(pool);
    return bytes;
}

static inline uint8_t *fuzz_table(const char *name, sh_metric metric, uint32_t block_states,
                                  size_t *size) {
    sh_recipe recipe = {.metric = metric, .block_states = block_states};
    return fuzz_table_as(name, recipe, size);
}

// A file of these bytes without a place on disk: its descriptor, and a name to open it by.
static inline int fuzz_file(const uint8_t *bytes, size_t size, char name[64]) {
    int file = memfd_create("table", 0);
    if (file < 0 || write(file, bytes, size) != (ssize_t)size) abort();
    snprintf(name, 64, "/proc/self/fd/%d", file);
    return file;
}
