// SPDX-License-Identifier: MIT
// See sternhalma/probe.h: tables in files. The first file has the header, which says how many there
// are; all of them together are a source of bytes.
#include <stdlib.h> // calloc
#include <string.h> // strdup
#include <unistd.h> // close

#include "base/file.h"
#include "table/parts.h"
#include "table/reader.h"

static sh_status read_parts(void *context, uint64_t offset, void *bytes, size_t count,
                            sh_error *error) {
    return sh_parts_read(context, offset, bytes, count, error);
}

static sh_status check_parts(void *context, sh_error *error) {
    return sh_parts_check(context, error);
}

static void close_parts(void *context) {
    sh_parts *parts = context;
    sh_parts_close(parts);
    free((char *)parts->file);
    free(parts);
}

// Opens the files that the header speaks of; the first is open.
static sh_status open_parts(sh_parts *parts, const sh_header *header, int first, uint64_t size,
                            sh_error *error) {
    const sh_table_info *info = &header->info;
    uint64_t expected = info->files > 1 ? info->part_bytes : info->file_bytes;
    if (size != expected) {
        close(first);
        return sh_fail(error, SH_DATA, "the table is cut off or too long: %llu bytes, not %llu",
                       (unsigned long long)size, (unsigned long long)expected);
    }
    parts->bytes = info->file_bytes;
    parts->part_bytes = info->part_bytes;
    parts->files = info->files;
    parts->table = info->checksum;
    return sh_parts_open(parts, first, error);
}

static sh_status open_files(sh_parts *parts, sh_error *error) {
    int file;
    uint64_t size;
    uint8_t bytes[SH_HEADER_BYTES];
    sh_header header;
    sh_status status = sh_file_open(&file, &size, parts->file, error);
    if (status) return status;
    if (size < SH_HEADER_BYTES)
        status = sh_fail(error, SH_DATA, "this is not a table: it is shorter than a header");
    if (!status) status = sh_file_read(file, 0, bytes, sizeof bytes, error);
    if (!status) status = sh_header_unpack(&header, bytes, error);
    if (!status && header.codec == SH_CODEC_PLAIN)
        status = sh_fail(error, SH_DATA, "this is not a table: its values have no checksums");
    if (!status) return open_parts(parts, &header, file, size, error);
    close(file);
    return status;
}

sh_status sh_table_open(sh_table **table, const char *file, size_t cache_bytes, sh_error *error) {
    sh_error inner = {.text = ""};
    sh_parts *parts = calloc(1, sizeof *parts);
    if (parts) parts->file = strdup(file);
    if (!parts || !parts->file) {
        free(parts);
        return sh_fail(error, SH_RESOURCES, "out of memory for a table");
    }
    sh_status status = open_files(parts, &inner);
    if (status) {
        close_parts(parts);
    } else {
        sh_byte_source source = {.context = parts,
                                 .size = parts->bytes,
                                 .read = read_parts,
                                 .check = check_parts,
                                 .close = close_parts};
        status = sh_table_open_source(table, &source, cache_bytes, &inner);
    }
    return status ? sh_fail(error, status, "%.120s: %s", file, inner.text) : SH_OK;
}
