// SPDX-License-Identifier: MIT
// Writes a table from the values of a solved game.
//
// A duel's source is read once where memory allows (band_writer.h), a race's twice. The file
// appears under its name only when it is whole (base/file.h), and its further parts, if it has any,
// before it. The bytes depend on the values and the recipe alone, not on the number of threads.
#pragma once

#include <stdint.h> // uint64_t

#include "base/pool.h"
#include "base/progress.h"
#include "rank/values.h"
#include "sternhalma/probe.h"

#define SH_PART_BYTES ((uint64_t)2 << 30) // larger files are rarely welcome

typedef struct sh_recipe {
    const sh_game *game;
    sh_metric metric;      // SH_DTW needs a source with distances; SH_WDL takes any
    bool only_wins;        // SH_DTW: only wins' distances, for who derives those of losses
    const char *creator;   // program, version and backend, at most 63 bytes
    uint64_t created;      // seconds since 1970
    uint32_t block_states; // about, of a block; 0: what docs/performance.md recommends
    uint64_t part_bytes;   // at which the file is cut (parts.h), rounded down to whole units of
                           // SH_PART_UNIT; 0: SH_PART_BYTES
    uint64_t memory;       // for a duel's values; with less than they take (sh_table_write_bytes)
                           // the source is read again. 0: three quarters of what is free
} sh_recipe;

// Could a table be written to this file, in parts of `part_bytes` (as in a recipe)? To be asked
// before a long solve: SH_USAGE where a file is there that is no table or parts would be too small,
// SH_RESOURCES where the folder cannot be written to.
sh_status sh_table_write_check(const char *file, uint64_t part_bytes, sh_error *error) SH_NODISCARD;

// Bytes of memory that each of so many ranks (0: there is no crew) takes at most while the table of
// a duel is written from a single reading of a source that is by mover or not, besides what it
// takes to read its values. With half of that, and by mover with any less, they are read twice. 0
// for other games.
uint64_t sh_table_write_bytes(const sh_game *game, sh_metric metric, bool by_mover,
                              uint64_t threads, uint64_t ranks);

// SH_USAGE where recipe and source do not fit, SH_INTERRUPTED when stopped: nothing is left behind.
// For SH_CONTROL the source gives codes of control (codes.h) and any value for impossible triples.
sh_status sh_table_write(const char *file, const sh_recipe *recipe, const sh_value_source *source,
                         sh_pool *pool, const sh_monitor *monitor, sh_error *error) SH_NODISCARD;
