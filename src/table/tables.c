// SPDX-License-Identifier: MIT
// See sternhalma/probe.h: several tables, found by game.
#include <dirent.h>   // scandir
#include <errno.h>    // errno
#include <limits.h>   // PATH_MAX
#include <stdio.h>    // snprintf
#include <stdlib.h>   // calloc
#include <string.h>   // strcmp
#include <sys/stat.h> // stat

#include "sternhalma/probe.h"

struct sh_tables {
    size_t count;
    sh_table **table;
};

static int is_table(const struct dirent *entry) {
    size_t length = strlen(entry->d_name);
    return length > 5 && strcmp(entry->d_name + length - 5, ".shtb") == 0;
}

static sh_status add(sh_tables *tables, const char *file, size_t cache_bytes, sh_error *error) {
    sh_table **more = realloc(tables->table, (tables->count + 1) * sizeof(sh_table *));
    if (!more) return sh_fail(error, SH_RESOURCES, "out of memory for a table");
    tables->table = more;
    sh_status status = sh_table_open(&tables->table[tables->count], file, cache_bytes, error);
    if (!status) tables->count++;
    return status;
}

static sh_status add_directory(sh_tables *tables, const char *path, size_t cache_bytes,
                               sh_error *error) {
    struct dirent **entries;
    int found = scandir(path, &entries, is_table, alphasort);
    if (found < 0)
        return sh_fail(error, SH_RESOURCES, "cannot read the directory %.120s: %s", path,
                       strerror(errno));
    sh_status status = SH_OK;
    for (int i = 0; i < found; i++) {
        char file[PATH_MAX];
        int length = snprintf(file, sizeof file, "%s/%s", path, entries[i]->d_name);
        if (!status && length >= PATH_MAX)
            status = sh_fail(error, SH_USAGE, "file name too long: %.60s…", file);
        if (!status) status = add(tables, file, cache_bytes, error);
        free(entries[i]);
    }
    free(entries);
    return status;
}

sh_status sh_tables_open(sh_tables **out, const char *path, size_t cache_bytes, sh_error *error) {
    struct stat about;
    if (stat(path, &about) != 0)
        return sh_fail(error, SH_DATA, "cannot open %.120s: %s", path, strerror(errno));
    sh_tables *tables = calloc(1, sizeof *tables);
    if (!tables) return sh_fail(error, SH_RESOURCES, "out of memory for tables");
    sh_status status = S_ISDIR(about.st_mode) ? add_directory(tables, path, cache_bytes, error)
                                              : add(tables, path, cache_bytes, error);
    if (status) {
        sh_tables_close(tables);
        return status;
    }
    *out = tables;
    return SH_OK;
}

void sh_tables_close(sh_tables *tables) {
    if (!tables) return;
    for (size_t i = 0; i < tables->count; i++) sh_table_close(tables->table[i]);
    free(tables->table);
    free(tables);
}

size_t sh_tables_count(const sh_tables *tables) { return tables->count; }

const sh_table *sh_tables_get(const sh_tables *tables, size_t number) {
    return number < tables->count ? tables->table[number] : NULL;
}

// The profiles differ only in the rule for blocked goals, which needs six pieces.
static bool same_rules(const sh_game *a, const sh_game *b) {
    return strcmp(a->name, b->name) == 0 && (a->profile == b->profile || a->pieces < 6);
}

const sh_table *sh_tables_find(const sh_tables *tables, const sh_game *game) {
    const sh_table *found = NULL;
    for (size_t i = 0; i < tables->count; i++) {
        if (!same_rules(sh_table_game(tables->table[i]), game)) continue;
        if (!found || sh_table_about(tables->table[i])->metric == SH_DTW) found = tables->table[i];
    }
    return found;
}
