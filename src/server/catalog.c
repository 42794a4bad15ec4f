// SPDX-License-Identifier: MIT
// Entries are only added. Each look compares the files of the folder (device, inode, time of
// writing) with what the open tables were, opens what is new and marks what is gone.
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

// An open table. All but `gone` never changes.
typedef struct entry {
    const sh_table *table;
    char *file;
    identity opened;  // what the file was then
    atomic_bool gone; // removed, replaced or written to since
} entry;

// A file of the folder by name, as it was when it was last looked at.
typedef struct visitor {
    char *file;
    identity id;
    bool skipped; // it could not be opened
} visitor;

struct sh_catalog {
    size_t cache_bytes;
    char folder[PATH_MAX]; // "" if there is none
    atomic_size_t count;   // entries below it are complete
    entry entries[SH_MAX_TABLES];
    pthread_mutex_t looking; // guards what follows
    size_t seen;
    visitor visitors[SH_MAX_TABLES];
    char reason[SH_MAX_REASON]; // of the last file skipped
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

static bool identify(const char *file, identity *id) {
    struct stat found;
    if (stat(file, &found)) return false;
    *id = (identity){found.st_dev, found.st_ino, found.st_mtim};
    return true;
}

static bool same(const identity *a, const identity *b) {
    return a->device == b->device && a->inode == b->inode &&
           a->written.tv_sec == b->written.tv_sec && a->written.tv_nsec == b->written.tv_nsec;
}

// The entry of a file by name, a new one with another identity than any file's; NULL where there is
// no room.
static visitor *find_visitor(sh_catalog *catalog, const char *file) {
    for (size_t i = 0; i < catalog->seen; i++)
        if (!strcmp(catalog->visitors[i].file, file)) return &catalog->visitors[i];
    char *name = catalog->seen < SH_MAX_TABLES ? strdup(file) : NULL;
    if (!name) return NULL;
    visitor *new = &catalog->visitors[catalog->seen++];
    *new = (visitor){.file = name};
    return new;
}

static void add_table(sh_catalog *catalog, const visitor *from, const sh_table *table) {
    size_t count = atomic_load(&catalog->count);
    entry *new = &catalog->entries[count];
    new->table = table;
    new->file = from->file;
    new->opened = from->id;
    atomic_store_explicit(&catalog->count, count + 1, memory_order_release);
}

// Opens a file that is new, or not what it was.
static void visit(sh_catalog *catalog, const char *file) {
    identity now;
    visitor *known = find_visitor(catalog, file);
    if (!known || !identify(file, &now) || same(&known->id, &now)) return;
    known->id = now;
    sh_table *table;
    sh_error error = {.text = ""};
    known->skipped = true;
    if (atomic_load(&catalog->count) == SH_MAX_TABLES)
        snprintf(error.text, sizeof error.text, "there are too many tables; %d would do",
                 SH_MAX_TABLES);
    else
        known->skipped = sh_table_open(&table, file, catalog->cache_bytes, &error) != SH_OK;
    if (known->skipped)
        snprintf(catalog->reason, sizeof catalog->reason, "%s", error.text);
    else
        add_table(catalog, known, table);
}

// Whether the files that were opened are still there and as they were.
static void look_after(sh_catalog *catalog) {
    for (size_t i = 0; i < catalog->seen; i++) {
        identity now;
        visitor *known = &catalog->visitors[i];
        if (known->skipped && !identify(known->file, &now)) *known = (visitor){.file = known->file};
    }
    for (size_t i = 0; i < sh_catalog_count(catalog); i++) {
        entry *known = &catalog->entries[i];
        identity now;
        atomic_store(&known->gone, !identify(known->file, &now) || !same(&known->opened, &now));
    }
}

// Opens what is new in the folder. Returns an errno.
static int look(sh_catalog *catalog) {
    struct dirent **names;
    int found = scandir(catalog->folder, &names, is_table, alphasort);
    int failed = found < 0 ? errno : 0;
    for (int i = 0; i < found; i++) {
        char file[PATH_MAX + 256];
        snprintf(file, sizeof file, "%s/%s", catalog->folder, names[i]->d_name);
        visit(catalog, file);
        free(names[i]);
    }
    if (!failed) free(names);
    look_after(catalog);
    return failed;
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
    for (size_t i = 0; i < catalog->count; i++)
        sh_table_close((sh_table *)catalog->entries[i].table);
    for (size_t i = 0; i < catalog->seen; i++) free(catalog->visitors[i].file);
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
    return catalog->entries[number].table;
}

bool sh_catalog_has(const sh_catalog *catalog, size_t number) {
    assert(number < sh_catalog_count(catalog));
    return !atomic_load(&catalog->entries[number].gone);
}

size_t sh_catalog_skipped(sh_catalog *catalog, char reason[SH_MAX_REASON]) {
    pthread_mutex_lock(&catalog->looking);
    size_t skipped = 0;
    for (size_t i = 0; i < catalog->seen; i++) skipped += catalog->visitors[i].skipped;
    memcpy(reason, catalog->reason, SH_MAX_REASON);
    pthread_mutex_unlock(&catalog->looking);
    return skipped;
}

const sh_table *sh_catalog_find(const sh_catalog *catalog, const char *name, sh_profile profile) {
    const sh_table *best = NULL;
    for (size_t i = sh_catalog_count(catalog); i-- > 0;) {
        const sh_table *table = sh_catalog_get(catalog, i);
        const sh_table_info *info = sh_table_about(table);
        if (!sh_catalog_has(catalog, i) || info->profile != profile || strcmp(info->game, name))
            continue;
        if (!best || info->metric > sh_table_about(best)->metric) best = table;
    }
    return best;
}

sh_status sh_catalog_game(const sh_catalog *catalog, const char *name, sh_profile profile,
                          sh_game *storage, const sh_game **game, sh_error *error) {
    const sh_table *table = sh_catalog_find(catalog, name, profile);
    *game = table ? sh_table_game(table) : storage;
    return table ? SH_OK : sh_game_parse(storage, name, profile, error);
}
