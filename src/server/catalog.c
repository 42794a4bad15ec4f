// SPDX-License-Identifier: MIT
#include "server/catalog.h"

#include <assert.h>    // assert
#include <dirent.h>    // scandir
#include <errno.h>     // errno
#include <limits.h>    // PATH_MAX
#include <pthread.h>   // pthread_mutex_t
#include <stdatomic.h> // atomic_size_t
#include <stdio.h>     // snprintf
#include <stdlib.h>    // calloc
#include <string.h>    // strcmp
#include <sys/stat.h>  // stat

// Which file it was: a file that is replaced becomes another one.
typedef struct identity {
    dev_t device;
    ino_t inode;
    struct timespec written;
} identity;

struct sh_catalog {
    size_t cache_bytes;
    char folder[PATH_MAX]; // "" if there is none
    atomic_size_t count;   // tables below it are complete and never change
    const sh_table *table[SH_MAX_TABLES];
    pthread_mutex_t looking; // guards what follows
    size_t seen;
    identity file[SH_MAX_TABLES]; // opened or skipped
    size_t skipped;
    char reason[SH_MAX_REASON];
};

const sh_known_game sh_known_games[] = {
    {"4x4/3", true},      {"5x5/3", true},       {"6x6/3", true},       {"7x7/1", true},
    {"7x7/2", true},      {"7x7/3", true},       {"4x4/6", true},       {"7x7/4", false},
    {"5x5/6", false},     {"6x6/6", false},      {"7x7/6", false},      {"9x9/10", false},
    {"star13:3p", true},  {"star37/1:3p", true}, {"star37/2:3p", true}, {"star37:3p", false},
    {"star73:3p", false}, {"star121:2p", false}, {"star121:3p", false}, {"star121:6p", false},
    {NULL, false},
};

static int is_table(const struct dirent *entry) {
    const char *dot = strrchr(entry->d_name, '.');
    return dot && !strcmp(dot, ".shtb");
}

// Is this a file we have not met? Then it is remembered.
static bool is_new(sh_catalog *catalog, const char *file) {
    struct stat found;
    if (catalog->seen == SH_MAX_TABLES || stat(file, &found)) return false;
    identity id = {found.st_dev, found.st_ino, found.st_mtim};
    for (size_t i = 0; i < catalog->seen; i++) {
        const identity *known = &catalog->file[i];
        if (known->device == id.device && known->inode == id.inode &&
            known->written.tv_sec == id.written.tv_sec &&
            known->written.tv_nsec == id.written.tv_nsec)
            return false;
    }
    catalog->file[catalog->seen++] = id;
    return true;
}

static void open_table(sh_catalog *catalog, const char *file) {
    sh_table *table;
    sh_error error;
    if (sh_table_open(&table, file, catalog->cache_bytes, &error) != SH_OK) {
        catalog->skipped++;
        snprintf(catalog->reason, sizeof catalog->reason, "%s", error.text);
        return;
    }
    size_t count = atomic_load(&catalog->count);
    catalog->table[count] = table; // there is room: not more tables than files seen
    atomic_store_explicit(&catalog->count, count + 1, memory_order_release);
}

// Opens what is new in the folder. Returns an errno.
static int look(sh_catalog *catalog) {
    struct dirent **entry;
    int entries = scandir(catalog->folder, &entry, is_table, alphasort);
    if (entries < 0) return errno;
    for (int i = 0; i < entries; i++) {
        char file[PATH_MAX + 256];
        snprintf(file, sizeof file, "%s/%s", catalog->folder, entry[i]->d_name);
        if (is_new(catalog, file)) open_table(catalog, file);
        free(entry[i]);
    }
    free(entry);
    return 0;
}

sh_status sh_catalog_open(sh_catalog **catalog, const char *folder, size_t cache_bytes,
                          sh_error *error) {
    sh_catalog *new = calloc(1, sizeof *new);
    if (!new) return sh_fail(error, SH_RESOURCES, "no memory for the catalog of tables");
    new->cache_bytes = cache_bytes;
    snprintf(new->folder, sizeof new->folder, "%s", folder ? folder : "");
    pthread_mutex_init(&new->looking, NULL);
    int failed = folder ? look(new) : 0;
    if (failed) {
        sh_catalog_close(new);
        return sh_fail(error, SH_RESOURCES, "cannot read the folder of tables %s: %s", folder,
                       strerror(failed));
    }
    *catalog = new;
    return SH_OK;
}

void sh_catalog_close(sh_catalog *catalog) {
    if (!catalog) return;
    for (size_t i = 0; i < catalog->count; i++) sh_table_close((sh_table *)catalog->table[i]);
    pthread_mutex_destroy(&catalog->looking);
    free(catalog);
}

void sh_catalog_look(sh_catalog *catalog) {
    if (!catalog->folder[0]) return;
    pthread_mutex_lock(&catalog->looking);
    look(catalog); // a folder that has gone away has nothing new
    pthread_mutex_unlock(&catalog->looking);
}

size_t sh_catalog_count(const sh_catalog *catalog) {
    return atomic_load_explicit(&catalog->count, memory_order_acquire);
}

const sh_table *sh_catalog_get(const sh_catalog *catalog, size_t number) {
    assert(number < sh_catalog_count(catalog));
    return catalog->table[number];
}

size_t sh_catalog_skipped(sh_catalog *catalog, char reason[SH_MAX_REASON]) {
    pthread_mutex_lock(&catalog->looking);
    size_t skipped = catalog->skipped;
    memcpy(reason, catalog->reason, SH_MAX_REASON);
    pthread_mutex_unlock(&catalog->looking);
    return skipped;
}

const sh_table *sh_catalog_find(const sh_catalog *catalog, const char *name, sh_profile profile) {
    const sh_table *best = NULL;
    for (size_t i = sh_catalog_count(catalog); i-- > 0;) {
        const sh_table_info *info = sh_table_about(catalog->table[i]);
        if (info->profile != profile || strcmp(info->game, name)) continue;
        if (!best || info->metric > sh_table_about(best)->metric) best = catalog->table[i];
    }
    return best;
}

sh_status sh_catalog_game(const sh_catalog *catalog, const char *name, sh_profile profile,
                          sh_game *storage, const sh_game **game, sh_error *error) {
    const sh_table *table = sh_catalog_find(catalog, name, profile);
    *game = table ? sh_table_game(table) : storage;
    return table ? SH_OK : sh_game_parse(storage, name, profile, error);
}
