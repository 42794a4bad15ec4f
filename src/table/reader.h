// SPDX-License-Identifier: MIT
// The inside of an open table: what probing, verification and statistics share.
//
// Values come as in rank/values.h: distances (or 0 and 1), SH_VALUE_DRAW, SH_VALUE_ILLEGAL. The
// rules are asked first: illegal states and finished games are not in the blocks.
#pragma once

#include <stdint.h> // uint64_t

#include "rank/control.h"
#include "rank/pairs.h"
#include "rank/triples.h"
#include "rank/values.h"
#include "sternhalma/probe.h"
#include "table/band_reader.h"
#include "table/byte_source.h"
#include "table/cache.h"
#include "table/codes.h"
#include "table/format.h"
#include "table/value_model.h"
#include "table/walk.h"

struct sh_table {
    sh_byte_source source;
    sh_header header;
    sh_game game;
    sh_cache *cache;
    sh_pairs *pairs; // of a duel
    sh_walk walk;
    sh_value_model model; // of version 2
    sh_guard guard;       // of the ratings
    sh_bands bands;       // of version 3
    sh_codes codes;       // of a race
    sh_triples triples;
};

// Opens a table of any source, which belongs to the table from then on, whatever the status.
sh_status sh_table_open_source(sh_table **table, const sh_byte_source *source, size_t cache_bytes,
                               sh_error *error) SH_NODISCARD;

// Whole rows: count · columns values, row after row, past the cache. Thread-safe. In a race the
// codes of control. Rows of version 3 have a mover each, not a waiter (rank/values.h), and come out
// of whole bands: ask for 64 of them at a time.
sh_status sh_table_rows(const sh_table *table, uint64_t first, uint32_t count, uint16_t *values,
                        sh_error *error) SH_NODISCARD;

// The same as a source, for what is written for any source: verification, another table.
sh_value_source sh_table_source(const sh_table *table);

// All states of a block as they are stored, past the cache: of a duel bytes of duel.h, of a race
// letters of codes.h. `states` has room for info.block_states. Not of version 3.
sh_status sh_table_block(const sh_table *table, uint64_t number, uint8_t *states,
                         sh_error *error) SH_NODISCARD;

// Of version 2: what a table needs of a model, and the states of a block out of its bytes.
sh_status sh_rows_open(sh_table *table, uint64_t sets, const uint8_t *model,
                       sh_error *error) SH_NODISCARD;
sh_status sh_rows_decode(const sh_table *table, const sh_block *block, const uint8_t *bytes,
                         size_t count, uint8_t *states, sh_error *error) SH_NODISCARD;

// A block as the cache keeps it, past the cache; `packed` is aligned to 64 bytes.
sh_status sh_table_packed(const sh_table *table, uint64_t number, void *packed,
                          sh_error *error) SH_NODISCARD;

// A patch of version 3 as the cache keeps it, past the cache; its shape is on the desk then.
sh_status sh_table_patch(const sh_table *table, const sh_band *band, uint32_t group,
                         sh_patch_desk *desk, void *packed, sh_error *error) SH_NODISCARD;

// Where a state is: block · info.block_states + its place in the block. Of a position of a duel, or
// of a row and column.
uint64_t sh_table_place(const sh_table *table, const sh_position *position);
uint64_t sh_table_place_in_row(const sh_table *table, uint64_t row, uint64_t column);

// One state as it is stored, through the cache: of a duel a byte of duel.h, of a race a code.
sh_status sh_table_at(const sh_table *table, uint64_t place, uint16_t *value,
                      sh_error *error) SH_NODISCARD;
sh_status sh_table_stored(const sh_table *table, uint64_t row, uint64_t column, uint16_t *value,
                          sh_error *error) SH_NODISCARD;

// A duel's byte as a value.
uint16_t sh_table_value_of_byte(uint16_t byte);

// The value of a position that satisfies sh_position_check.
sh_status sh_table_value(const sh_table *table, const sh_position *position, uint16_t *value,
                         sh_error *error) SH_NODISCARD;

// Who controls a position of a race: players counted from the one to move. SH_USAGE in a duel.
sh_status sh_table_control(const sh_table *table, const sh_position *position,
                           sh_control_code *control, sh_error *error) SH_NODISCARD;

// The value for people, and the value of a move for the player who makes it from that of the
// position after it.
sh_value sh_table_value_of(const sh_table *table, uint16_t value);
sh_value sh_value_before(sh_value after);
