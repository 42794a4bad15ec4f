// SPDX-License-Identifier: MIT
// Writes a duel's table, version 3 of the format, from the values of a solved game.
//
// The source is read into memory by waiter and mover (flat.h), a byte a state. On the way its
// values are counted and samples drawn; merits are fitted to these, the model to a part of the
// bands; then all bands are encoded. Where there is no room for all bands, the first reading keeps
// those to learn from and the first of the others, and each further one as many as fit: with room
// for half of them the source is read twice. A source by mover is asked for these bands alone, so
// it is never read more often.
#pragma once

#include "table/format.h"
#include "table/writer.h"

// The header says what the table is; blocks and sections are filled in. As sh_table_write.
sh_status sh_bands_write(const char *file, sh_header *header, const sh_recipe *recipe,
                         const sh_value_source *source, sh_pool *pool, const sh_monitor *monitor,
                         sh_error *error) SH_NODISCARD;

// What sh_table_write_bytes says.
uint64_t sh_bands_write_bytes(const sh_game *game, bool distances, bool by_mover, uint64_t threads,
                              uint64_t ranks);
