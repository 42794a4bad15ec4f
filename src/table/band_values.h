// SPDX-License-Identifier: MIT
// The values of a table of version 3 band by band, as the rules and the blocks together have them.
//
// Who reads a whole table turns to a band, then to one group after the other, with memory for one
// patch; each block is read once. Rows of such a table have a mover each (rank/values.h): a band is
// 64 of them. For one thread; many may read the same table.
#pragma once

#include "table/reader.h"

typedef struct sh_band_values {
    const sh_table *table;
    b64 *set; // by number of a waiter's set
    sh_band band;
    sh_patch_desk *desk; // with the shape of the patch
    void *packed;        // as the cache keeps it
    // By column and lane, bytes of duel.h: SH_BYTE_ANY where the state is illegal or there is none.
    sh_patch_lanes *values;
    uint64_t *illegal; // by column: the lanes with illegal states
} sh_band_values;

// To be closed either way.
sh_status sh_band_values_open(sh_band_values *values, const sh_table *table,
                              sh_error *error) SH_NODISCARD;
void sh_band_values_close(sh_band_values *values);

void sh_band_values_turn(sh_band_values *values, uint64_t band);
sh_status sh_band_values_read(sh_band_values *values, uint32_t group, sh_error *error) SH_NODISCARD;

// The band's rows first … first+count-1, a mover each, as sh_table_rows gives them. It turns to the
// band and reads all its patches.
sh_status sh_band_values_rows(sh_band_values *values, uint64_t first, uint32_t count,
                              uint16_t *rows, sh_error *error) SH_NODISCARD;
// The same band as a block of movers.
sh_status sh_band_values_movers(sh_band_values *values, uint64_t band, sh_mover_use *use,
                                void *user, sh_error *error) SH_NODISCARD;
