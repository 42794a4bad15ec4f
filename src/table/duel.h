// SPDX-License-Identifier: MIT
// The values of a duel as a string of bytes: contexts from the model, decisions to the range coder.
//
// This is version 2 of the format, which is read but no longer written. A piece of a row (`span`)
// is coded on its own: nothing outside it is needed but the model.
//
// In memory a value is a byte: the distance in plies, or 0 and 1 without distances; SH_BYTE_DRAW;
// SH_BYTE_ANY where the rules themselves decide (illegal, or won already) and the coder may store
// what is cheapest. Decoding gives such states some value or other: ask the rules first.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint8_t

#include "rank/pairs.h"
#include "table/coder.h"
#include "table/format.h"
#include "table/value_model.h"
#include "table/walk.h"

enum { SH_BYTE_DRAW = 254, SH_BYTE_ANY = 255, SH_BYTE_LONGEST = 253 };

// A piece of a row: the columns first … last-1.
typedef struct sh_span {
    uint64_t row;
    sh_set waiter; // the row's set
    uint32_t first, last;
} sh_span;

// Row number i of a block as a span.
sh_span sh_duel_span(const sh_pairs *pairs, const sh_block *block, uint32_t i);

// Working memory of one thread, for rows of this many columns.
typedef struct sh_duel_scratch {
    uint8_t *outcome; // by column: 0 loss, 1 win, 16 draw: wins and draws are counted by one sum
    int8_t *excess;   // by column, only with distances
} sh_duel_scratch;

sh_status sh_duel_scratch_make(sh_duel_scratch *scratch, uint64_t columns,
                               sh_error *error) SH_NODISCARD;
void sh_duel_scratch_free(sh_duel_scratch *scratch);

// Reads a span of this row. False where the bytes give a distance that cannot be: they are damaged.
bool sh_duel_decode(const sh_value_model *model, const sh_walk_row *row, const sh_span *span,
                    uint8_t *values, sh_duel_scratch *scratch, sh_decoder *decoder);
