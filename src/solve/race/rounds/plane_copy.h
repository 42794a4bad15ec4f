// SPDX-License-Identifier: MIT
// A plane made from another of the same game: packed, unpacked, or cut the other way.
//
// Cutting by the other player exchanges slices and lanes of every strip: for one strip all bits
// form a matrix with a row for each slice, and the matrix is transposed. What is kept of a solved
// game is cut by the next player, so that the bits of a placement stand at the same place in all
// planes.
#pragma once

#include "solve/race/planes/plane.h"

// Fills `to` from `from`; either may be packed or not, cut in any relation.
sh_status sh_plane_copy(const sh_plane *from, const sh_plane *to, sh_pool *pool,
                        sh_error *error) SH_NODISCARD;

// What the task of turning strips works on (slices.h).
typedef struct sh_turning {
    const sh_plane *from, *to; // cut differently
    size_t height;             // strips of a block
    struct {
        sh_strip *rows, *matrix; // [block][strip], before and after the transposition
    } * worker;
} sh_turning;
