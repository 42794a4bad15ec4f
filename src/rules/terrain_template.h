// SPDX-License-Identifier: MIT
// Part of lanes.h, included once for each width W: what floods must know of a board, as values that
// the compiler can keep in registers.
#define TERRAIN SH_CAT(terrain, W)

typedef struct TERRAIN {
    int step[SH_MAX_DIRS / 2];    // by axis: the distance to the next cell
    BITS middle[SH_MAX_DIRS / 2]; // by axis: cells that can be hopped over
} TERRAIN;

static inline TERRAIN SH_CAT(TERRAIN, _of)(const sh_board *board) {
    TERRAIN terrain;
    for (int a = 0; a < SH_MAX_DIRS / 2; a++) {
        terrain.step[a] = board->dir[2 * a].shift;
        terrain.middle[a] = B(from)(&board->middle[a]);
    }
    return terrain;
}

#undef TERRAIN
