// SPDX-License-Identifier: MIT
// Hostile tables: any bytes are refused or read without a crash, checksums right or wrong.
//
// A checksum would stop every mutation at the door, so the input is not a file but a patch of one:
// pairs of (place, byte) applied to a good table, after which all checksums are made right again.
// What then opens is probed.
#pragma once

#include <string.h>

#include "fuzz_tables.h"
#include "table/format.h"
#include "table/reader.h"

// The checksums of a page's blocks, where they lie in the file.
static inline void mend_blocks(uint8_t *bytes, uint8_t *page, uint64_t data, uint64_t end) {
    uint64_t at = sh_get64(page), grain = bytes[52] == SH_CODEC_BANDS ? 2 : 1;
    if (data > end || at > end - data) return;
    at += data;
    for (int i = 0; i < SH_PAGE_BLOCKS; i++) {
        uint64_t count = grain * (page[8 + 2 * i] | (uint64_t)page[9 + 2 * i] << 8);
        if (count > end - at) return;
        uint32_t sum = sh_checksum_block(bytes + at, count);
        for (int j = 0; j < 4; j++)
            page[8 + 2 * SH_PAGE_BLOCKS + 4 * i + j] = (uint8_t)(sum >> 8 * j);
        at += count;
    }
}

// Makes all checksums right where the offsets still lie in the file.
static inline void mend(uint8_t *bytes, size_t size) {
    uint64_t model = sh_get64(bytes + 200), model_bytes = sh_get64(bytes + 208);
    uint64_t index = sh_get64(bytes + 232), data = sh_get64(bytes + 240);
    uint64_t ratings = sh_get64(bytes + 264), count = sh_get64(bytes + 272);
    if (model <= size && model_bytes <= size - model)
        sh_put64(bytes + 224, sh_checksum(bytes + model, model_bytes));
    if (ratings <= size && count <= size - ratings && ratings + count <= data && data <= size &&
        sh_ratings_sums_size(count) == data - ratings - count) {
        sh_ratings_sum(bytes + ratings, count, bytes + ratings + count);
        sh_put64(bytes + 280, sh_checksum(bytes + ratings + count, data - ratings - count));
    }
    if (index <= size) {
        for (uint64_t at = index; at + SH_PAGE_BYTES <= size; at += SH_PAGE_BYTES) {
            mend_blocks(bytes, bytes + at, data, index);
            sh_put64(bytes + at + SH_PAGE_BYTES - 8, sh_checksum(bytes + at, SH_PAGE_BYTES - 8));
        }
        sh_put64(bytes + 256, sh_checksum(bytes + index, size - index));
    }
    sh_put64(bytes + SH_HEADER_BYTES - 8, sh_checksum(bytes, SH_HEADER_BYTES - 8));
}

// Values one by one until one is refused, the first row, and the check of all.
static inline void probe(const sh_table *table, uint64_t probes) {
    const sh_table_info *info = sh_table_about(table);
    uint64_t states = info->rows * info->columns;
    uint16_t value;
    for (uint64_t i = 0; i < states && i < probes; i++)
        if (sh_table_stored(table, i / info->columns, i % info->columns, &value, NULL)) break;
    sh_position position;
    for (uint64_t i = 0; info->only_wins && i < states && i < probes / 16; i++) {
        sh_pairs_position(table->pairs, (sh_pair){i / info->columns, i % info->columns}, &position);
        if (sh_table_value(table, &position, &value, NULL)) break;
    }
    uint16_t *row = malloc(info->columns * sizeof *row);
    if (row && info->rows && sh_table_rows(table, 0, 1, row, NULL)) row[0] = 0;
    free(row);
    if (sh_table_check(table, NULL)) return;
}

// A table of version 2, kept from when they were written (SH_VECTORS), for the caller to free.
static inline uint8_t *fuzz_vector(const char *file, size_t *size) {
    FILE *in = fopen(file, "rb");
    uint8_t *bytes = malloc(1 << 20);
    if (!in || !bytes) abort();
    *size = fread(bytes, 1, 1 << 20, in);
    fclose(in);
    return bytes;
}

// What is done with a table that opens.
typedef void fuzz_use(const sh_table *table, uint64_t probes);

// The first byte of the input says whether checksums are made right, the others are the patch.
static inline void fuzz_patch(const uint8_t *good, size_t good_size, const uint8_t *data,
                              size_t size, uint64_t cache, fuzz_use *use, uint64_t probes) {
    uint8_t *bytes = malloc(good_size);
    memcpy(bytes, good, good_size);
    for (size_t i = 1; i + 3 < size; i += 4) {
        size_t place = (data[i] | (size_t)data[i + 1] << 8 | (size_t)data[i + 2] << 16);
        bytes[place % good_size] = data[i + 3];
    }
    if (data[0] & 2) mend(bytes, good_size);
    char name[64];
    int file = fuzz_file(bytes, good_size, name);
    sh_table *table;
    if (sh_table_open(&table, name, cache, NULL) == SH_OK) {
        use(table, probes);
        sh_table_close(table);
    }
    close(file);
    free(bytes);
}
