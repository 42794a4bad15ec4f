// SPDX-License-Identifier: MIT
// What a browser has not: files, zstd of its own, old tables. system.c has what it has instead.
#include <zstd.h>        // ZSTD_decompress
#include <zstd_errors.h> // ZSTD_ErrorCode

#include "base/file.h"
#include "play/march_file.h"
#include "sternhalma/probe.h"
#include "table/reader.h"

// zstd is the worker's (fzstd): tables are few and their models small.
__attribute__((import_module("host"), import_name("unpack"))) extern int
host_unpack(const void *from, size_t size, void *to, size_t room);

size_t ZSTD_decompress(void *to, size_t room, const void *from, size_t size) {
    int count = host_unpack(from, size, to, room);
    return count < 0 ? (size_t)-1 : (size_t)count;
}

unsigned ZSTD_isError(size_t code) { return code == (size_t)-1; }

ZSTD_ErrorCode ZSTD_getErrorCode(size_t code) {
    return ZSTD_isError(code) ? ZSTD_error_GENERIC : ZSTD_error_no_error;
}

// There are no files: what would be kept is computed again, what would be read is not there.
static sh_status no_files(sh_error *error) {
    return sh_fail(error, SH_RESOURCES, "there are no files in a browser");
}

sh_status sh_file_open(int *file, uint64_t *size, const char *name, sh_error *error) {
    (void)file;
    (void)size;
    (void)name;
    return no_files(error);
}

sh_status sh_file_text(char **text, const char *name, uint64_t longest, sh_error *error) {
    (void)text;
    (void)name;
    (void)longest;
    return no_files(error);
}

bool sh_march_read(sh_march *march, const sh_course *course, const char *folder) {
    (void)march;
    (void)course;
    (void)folder;
    return false;
}

void sh_mapping_close(sh_mapping *mapping) { (void)mapping; }

void sh_march_write(const sh_march *march, const sh_course *course, const char *folder) {
    (void)march;
    (void)course;
    (void)folder;
}

// Tables of version 2 are for programs: `sternhalma convert` makes new ones of them.
sh_status sh_rows_open(sh_table *table, uint64_t sets, const uint8_t *model, sh_error *error) {
    (void)table;
    (void)sets;
    (void)model;
    return sh_fail(error, SH_DATA, "the table is of version 2: convert it (sternhalma convert)");
}

sh_status sh_rows_decode(const sh_table *table, const sh_block *block, const uint8_t *bytes,
                         size_t count, uint8_t *states, sh_error *error) {
    (void)block;
    (void)bytes;
    (void)count;
    (void)states;
    return sh_rows_open((sh_table *)table, 0, NULL, error);
}

const sh_table *sh_tables_find(const sh_tables *tables, const sh_game *game) {
    (void)tables;
    (void)game;
    return NULL;
}
