// SPDX-License-Identifier: MIT
// The games the server knows by name and the tables it can ask.
//
// Tables come from one folder: every *.shtb in it is opened, one that cannot be is skipped and the
// reason remembered. Looking again opens what has appeared since, a solved game for instance, and
// notices files that were removed, replaced or written to: their tables are found no more. Any
// thread may look up and probe between enter and leave, for as long as it takes to answer a
// question. What takes longer keeps its table instead. A table that is gone stays open for those
// who have entered and those who keep it, until one thread retires it and frees its place.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t

#include "sternhalma/game.h"
#include "sternhalma/probe.h"
#include "sternhalma/status.h"

#define SH_MAX_TABLES 256
#define SH_MAX_REASON 512

typedef struct sh_catalog sh_catalog;

// A game worth offering, and whether a job may solve it: small enough for anybody's machine.
typedef struct sh_known_game {
    const char *name;
    bool job;
} sh_known_game;

extern const sh_known_game sh_known_games[]; // ends with name NULL

// `folder` may be NULL: no tables. A folder that cannot be read is SH_RESOURCES.
sh_status sh_catalog_open(sh_catalog **catalog, const char *folder, size_t cache_bytes,
                          sh_error *error) SH_NODISCARD;
void sh_catalog_close(sh_catalog *catalog);

// Looks into the folder again: opens the tables that are new, notices those that are gone.
// Thread-safe.
void sh_catalog_look(sh_catalog *catalog);

// Between these, which do not nest, tables stay open. Thread-safe.
void sh_catalog_enter(sh_catalog *catalog);
void sh_catalog_leave(sh_catalog *catalog);

// Keeps a table that was found between enter and leave (NULL: none) open after that, until it is
// let go of. Nobody waits for it, so this may last. Thread-safe.
void sh_catalog_keep(sh_catalog *catalog, const sh_table *table);
void sh_catalog_let_go(sh_catalog *catalog, const sh_table *table);

// Closes the tables that are gone and that nobody keeps, and calls `forget` for the place of each
// before it is given to another. Waits for all who have entered. For one thread, which has not.
typedef void sh_forget(void *context, size_t number);
void sh_catalog_retire(sh_catalog *catalog, sh_forget *forget, void *context);

// How many tables are there.
size_t sh_catalog_count(const sh_catalog *catalog);
// Whether a place, below SH_MAX_TABLES, has a table whose file was there, and as it was, at the
// last look; and the table.
bool sh_catalog_has(const sh_catalog *catalog, size_t number);
const sh_table *sh_catalog_get(const sh_catalog *catalog, size_t number);
// How many files of the folder are skipped, and the reason for the last.
size_t sh_catalog_skipped(sh_catalog *catalog, char reason[SH_MAX_REASON]);

// A table as the file it is, for who sends its bytes.
typedef struct sh_catalog_file {
    size_t number;
    uint64_t turn;           // how many were opened before it: another table has another one
    uint64_t size, checksum; // of all its bytes
    int64_t written;         // seconds since 1970
} sh_catalog_file;

// The table of a file by its name in the folder. False where there is none, or none that is used.
bool sh_catalog_file_find(const sh_catalog *catalog, const char *name, sh_catalog_file *file);
// The file's name in the folder, of a place that has a table; NULL: it is of no file.
const char *sh_catalog_file_name(const sh_catalog *catalog, size_t number);
// The table of a file that was found before, or NULL: it is gone, or was replaced.
const sh_table *sh_catalog_still(const sh_catalog *catalog, const sh_catalog_file *file);

// The best table (distances before none, the newest first) of a game by name, or NULL.
const sh_table *sh_catalog_find(const sh_catalog *catalog, const char *name, sh_profile profile);

// A game by name: that of its table if there is one, otherwise parsed into *storage.
sh_status sh_catalog_game(const sh_catalog *catalog, const char *name, sh_profile profile,
                          sh_game *storage, const sh_game **game, sh_error *error) SH_NODISCARD;
