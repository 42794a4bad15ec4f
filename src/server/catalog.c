// SPDX-License-Identifier: MIT
// Each look compares the files of the folder (device, inode, time of writing) with what the open
// tables were, opens what is new and marks what is gone, once and for all: a file that comes back
// is opened again. Whoever asks tables holds a shared lock; closing those that are gone takes it
// alone, after which their places are free for others. A table that is kept is counted: it is found
// and counted under the shared lock, so that with the lock alone none that is gone can be kept
// anew.
#include "server/catalog.h"

#include <assert.h>    // assert
#include <dirent.h>    // scandir
#include <errno.h>     // errno
#include <limits.h>    // PATH_MAX
#include <pthread.h>   // pthread_mutex_t
#include <stdatomic.h> // atomic_bool
#include <stdio.h>     // snprintf
#include <stdlib.h>    // calloc
#include <string.h>    // strcmp
#include <sys/stat.h>  // stat

#include "base/text.h"

// Which file it was: a file that is replaced becomes another one.
typedef struct identity {
    dev_t device;
    ino_t inode;
    struct timespec written;
} identity;

// A place for an open table. While a table is there, only `present` and `keepers` change.
typedef struct entry {
    _Atomic(const sh_table *) table; // NULL: free
    char *file;
    identity opened;     // what the file was then
    uint64_t turn;       // how many were opened before
    atomic_bool present; // not removed, replaced or written to since
    atomic_uint keepers; // of the table, besides those who have entered
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
    entry entries[SH_MAX_TABLES];
    pthread_rwlock_t asking; // shared by those who ask tables, alone to close some
    pthread_mutex_t looking; // guards what follows; taken after `asking`
    uint64_t turn;
    size_t seen;
    visitor visitors[SH_MAX_TABLES];
    size_t overlooked;          // files at the last look that had no room among the visitors
    char reason[SH_MAX_REASON]; // of the last file skipped
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

// A place for one more table, or NULL.
static entry *free_place(sh_catalog *catalog) {
    for (size_t i = 0; i < SH_MAX_TABLES; i++)
        if (!atomic_load(&catalog->entries[i].table)) return &catalog->entries[i];
    return NULL;
}

static sh_status add_table(sh_catalog *catalog, const visitor *from, entry *place,
                           sh_error *error) {
    sh_table *table;
    char *file = strdup(from->file);
    if (!file) return sh_fail(error, SH_RESOURCES, "out of memory for a table");
    sh_status status = sh_table_open(&table, file, catalog->cache_bytes, error);
    if (status) {
        free(file);
        return status;
    }
    place->file = file;
    place->opened = from->id;
    place->turn = catalog->turn++;
    atomic_store(&place->table, table);
    atomic_store(&place->present, true);
    return SH_OK;
}

static void overlook(sh_catalog *catalog) {
    catalog->overlooked++;
    snprintf(catalog->reason, sizeof catalog->reason, "there are too many tables; %d would do",
             SH_MAX_TABLES);
}

// Visitors are told the name of a file, not where it lies, as text that JSON and terminals can
// show.
static void keep_reason(sh_catalog *catalog, const char *text) {
    size_t folder = strlen(catalog->folder);
    const char *at = folder ? strstr(text, catalog->folder) : NULL;
    int before = at ? (int)(at - text) : 0;
    const char *after = at ? at + folder + (at[folder] == '/') : text;
    snprintf(catalog->reason, sizeof catalog->reason, "%.*s%s", before, text, after);
    if (sh_text_is_plain(catalog->reason)) return;
    for (char *c = catalog->reason; *c; c++)
        if ((unsigned char)*c < 0x20 || (unsigned char)*c >= 0x7f) *c = '?';
}

// Opens a file that is new, or not what it was. One for which there is no place is asked for again
// at the next look.
static void visit(sh_catalog *catalog, const char *file) {
    identity now;
    visitor *known = find_visitor(catalog, file);
    if (!known) overlook(catalog);
    if (!known) return;
    if (!identify(file, &now)) {
        if (errno == ENOENT) return; // it has just gone
        known->skipped = true;
        snprintf(catalog->reason, sizeof catalog->reason, "%s", strerror(errno));
        return;
    }
    if (same(&known->id, &now)) return;
    sh_error error = {.text = ""};
    entry *place = free_place(catalog);
    if (place) {
        known->id = now;
        known->skipped = add_table(catalog, known, place, &error) != SH_OK;
        if (known->skipped) keep_reason(catalog, error.text);
    } else {
        overlook(catalog);
    }
}

// Whether the files that were seen are still there, and those that were opened as they were.
static void look_after(sh_catalog *catalog) {
    identity now;
    for (size_t i = catalog->seen; i-- > 0;) {
        if (identify(catalog->visitors[i].file, &now) || errno != ENOENT) continue;
        free(catalog->visitors[i].file);
        catalog->visitors[i] = catalog->visitors[--catalog->seen];
    }
    for (size_t i = 0; i < SH_MAX_TABLES; i++) {
        entry *known = &catalog->entries[i];
        if (sh_catalog_has(catalog, i) &&
            (identify(known->file, &now) ? !same(&known->opened, &now) : errno == ENOENT))
            atomic_store(&known->present, false);
    }
}

// Opens what is new in the folder. Returns an errno.
static int look(sh_catalog *catalog) {
    struct dirent **names;
    int found = scandir(catalog->folder, &names, is_table, alphasort);
    int failed = found < 0 ? errno : 0;
    catalog->overlooked = 0;
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
    // Closing a table waits for the questions under way, not for later ones.
    pthread_rwlockattr_t order;
    pthread_rwlockattr_init(&order);
    pthread_rwlockattr_setkind_np(&order, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&new->asking, &order);
    pthread_rwlockattr_destroy(&order);
    int failed = folder ? look(new) : 0;
    if (failed) {
        sh_catalog_close(new);
        return sh_fail(error, SH_RESOURCES, "cannot read the folder of tables %s: %s", folder,
                       strerror(failed));
    }
    *catalog = new;
    return SH_OK;
}

static void close_entry(entry *known) {
    sh_table_close((sh_table *)atomic_load(&known->table));
    free(known->file);
    known->file = NULL;
    atomic_store(&known->table, NULL);
}

void sh_catalog_close(sh_catalog *catalog) {
    if (!catalog) return;
    for (size_t i = 0; i < SH_MAX_TABLES; i++) close_entry(&catalog->entries[i]);
    for (size_t i = 0; i < catalog->seen; i++) free(catalog->visitors[i].file);
    pthread_rwlock_destroy(&catalog->asking);
    pthread_mutex_destroy(&catalog->looking);
    free(catalog);
}

void sh_catalog_look(sh_catalog *catalog) {
    if (!catalog->folder[0]) return;
    pthread_mutex_lock(&catalog->looking);
    look(catalog); // a folder that has gone away has nothing new
    pthread_mutex_unlock(&catalog->looking);
}

void sh_catalog_enter(sh_catalog *catalog) { pthread_rwlock_rdlock(&catalog->asking); }

void sh_catalog_leave(sh_catalog *catalog) { pthread_rwlock_unlock(&catalog->asking); }

static entry *entry_of(sh_catalog *catalog, const sh_table *table) {
    entry *place = catalog->entries;
    while (atomic_load(&place->table) != table) place++; // it came from here
    return place;
}

void sh_catalog_keep(sh_catalog *catalog, const sh_table *table) {
    if (table) atomic_fetch_add(&entry_of(catalog, table)->keepers, 1);
}

void sh_catalog_let_go(sh_catalog *catalog, const sh_table *table) {
    if (table) atomic_fetch_sub(&entry_of(catalog, table)->keepers, 1);
}

// Is the table of this place one to close?
static bool is_gone(sh_catalog *catalog, size_t number) {
    const entry *place = &catalog->entries[number];
    return atomic_load(&place->table) && !atomic_load(&place->present) &&
           !atomic_load(&place->keepers);
}

void sh_catalog_retire(sh_catalog *catalog, sh_forget *forget, void *context) {
    bool any = false;
    for (size_t i = 0; i < SH_MAX_TABLES; i++) any |= is_gone(catalog, i);
    if (!any) return;
    pthread_rwlock_wrlock(&catalog->asking);
    pthread_mutex_lock(&catalog->looking);
    for (size_t i = 0; i < SH_MAX_TABLES; i++) {
        if (!is_gone(catalog, i)) continue;
        close_entry(&catalog->entries[i]);
        forget(context, i);
    }
    pthread_mutex_unlock(&catalog->looking);
    pthread_rwlock_unlock(&catalog->asking);
}

size_t sh_catalog_count(const sh_catalog *catalog) {
    size_t count = 0;
    for (size_t i = 0; i < SH_MAX_TABLES; i++) count += sh_catalog_has(catalog, i);
    return count;
}

const sh_table *sh_catalog_get(const sh_catalog *catalog, size_t number) {
    assert(number < SH_MAX_TABLES);
    return atomic_load(&catalog->entries[number].table);
}

bool sh_catalog_has(const sh_catalog *catalog, size_t number) {
    assert(number < SH_MAX_TABLES);
    return atomic_load(&catalog->entries[number].present);
}

size_t sh_catalog_skipped(sh_catalog *catalog, char reason[SH_MAX_REASON]) {
    pthread_mutex_lock(&catalog->looking);
    size_t skipped = catalog->overlooked;
    for (size_t i = 0; i < catalog->seen; i++) skipped += catalog->visitors[i].skipped;
    memcpy(reason, catalog->reason, SH_MAX_REASON);
    pthread_mutex_unlock(&catalog->looking);
    return skipped;
}

const char *sh_catalog_file_name(const sh_catalog *catalog, size_t number) {
    const char *slash = strrchr(catalog->entries[number].file, '/');
    return slash ? slash + 1 : catalog->entries[number].file;
}

bool sh_catalog_file_find(const sh_catalog *catalog, const char *name, sh_catalog_file *file) {
    for (size_t i = 0; i < SH_MAX_TABLES; i++) {
        const entry *known = &catalog->entries[i];
        if (!sh_catalog_has(catalog, i) || strcmp(sh_catalog_file_name(catalog, i), name) != 0)
            continue;
        const sh_table_info *info = sh_table_about(sh_catalog_get(catalog, i));
        *file = (sh_catalog_file){i, known->turn, info->file_bytes, info->checksum,
                                  known->opened.written.tv_sec};
        return true;
    }
    return false;
}

const sh_table *sh_catalog_still(const sh_catalog *catalog, const sh_catalog_file *file) {
    bool still =
        sh_catalog_has(catalog, file->number) && catalog->entries[file->number].turn == file->turn;
    return still ? sh_catalog_get(catalog, file->number) : NULL;
}

const sh_table *sh_catalog_find(const sh_catalog *catalog, const char *name, sh_profile profile) {
    const sh_table *best = NULL;
    uint64_t turn = 0; // of the best
    for (size_t i = 0; i < SH_MAX_TABLES; i++) {
        if (!sh_catalog_has(catalog, i)) continue;
        const sh_table *table = sh_catalog_get(catalog, i);
        const sh_table_info *info = sh_table_about(table);
        if (info->profile != profile || strcmp(info->game, name)) continue;
        int more = best ? (int)info->metric - (int)sh_table_about(best)->metric : 1;
        if (more < 0 || (more == 0 && catalog->entries[i].turn < turn)) continue;
        best = table;
        turn = catalog->entries[i].turn;
    }
    return best;
}

sh_status sh_catalog_game(const sh_catalog *catalog, const char *name, sh_profile profile,
                          sh_game *storage, const sh_game **game, sh_error *error) {
    const sh_table *table = sh_catalog_find(catalog, name, profile);
    *game = table ? sh_table_game(table) : storage;
    return table ? SH_OK : sh_game_parse(storage, name, profile, error);
}
