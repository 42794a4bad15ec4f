// SPDX-License-Identifier: MIT
// The mirror image of a set of cells, on boards of up to 64; the set itself where a game has none.
#pragma once

#include "board/bits.h"
#include "sternhalma/game.h"

static inline b64 sh_mirror64(const sh_game *game, b64 set) {
    const sh_symmetry *symmetry = sh_symmetry_mirror(game);
    if (!symmetry) return set;
    b64 image = 0;
    for (; set; set = b64_rest(set)) image |= b64_of(symmetry->cell[b64_first(set)]);
    return image;
}
