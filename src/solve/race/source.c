// SPDX-License-Identifier: MIT
// A row of the table is one strip of all nine planes, that of the mover's and the next player's
// sets. Its lanes are gone through once, and a code is put together bit by bit; draws come from
// their list.
#include "solve/race/source.h"

static void add_draws(const sh_solved *solved, uint32_t mover, uint32_t next, uint16_t *values) {
    sh_draw first = sh_draw_of((sh_triple){mover, next, 0}, 0);
    size_t at = sh_solved_find_draw(solved, first);
    for (; at < solved->draw_count && solved->draws[at] >> 24 == first >> 24; at++) {
        sh_draw draw = solved->draws[at];
        values[sh_draw_state(draw).previous] |= sh_control_draw((int)(draw & 0xff));
    }
}

static void fill_row(const sh_solved *solved, uint32_t mover, uint32_t next, uint16_t *values) {
    const sh_cube *cube = &solved->cube;
    uint32_t goal = solved->triples.goal;
    for (uint32_t i = 0; i < cube->sets; i++) values[i] = SH_CONTROL_ILLEGAL;
    if (!sh_cube_disjoint(cube, SH_NEXT, next, mover)) return;
    uint64_t bit[9][SH_CUBE_MAX_WORDS];
    for (int layer = 0; layer < SH_LAYERS; layer++)
        for (int role = 0; role < 3; role++)
            sh_plane_read(&solved->plane[layer][role], next, mover,
                          bit[__builtin_ctz(sh_layer_bit(layer, role))]);
    const uint64_t *a = sh_cube_beside(cube, SH_PREVIOUS, next);
    const uint64_t *b = sh_cube_beside(cube, SH_NEXT, mover);
    for (uint32_t previous = 0; previous < cube->sets; previous++) {
        uint32_t w = previous / 64, shift = previous % 64;
        if (!((a[w] & b[w]) >> shift & 1)) continue;
        uint16_t code = 0;
        for (int i = 0; i < 9; i++) code |= (uint16_t)((bit[i][w] >> shift & 1) << i);
        int filled = (mover == goal) + (next == goal) + (previous == goal);
        values[previous] = filled == 0   ? code
                           : filled == 1 ? sh_control_won(mover == goal  ? 0
                                                          : next == goal ? 1
                                                                         : 2)
                                         : SH_CONTROL_ILLEGAL;
    }
    add_draws(solved, mover, next, values);
}

static sh_status rows(void *context, uint64_t first, uint32_t count, uint16_t *values) {
    const sh_solved *solved = context;
    uint32_t sets = solved->cube.sets;
    for (uint32_t i = 0; i < count; i++)
        fill_row(solved, (uint32_t)((first + i) / sets), (uint32_t)((first + i) % sets),
                 values + (size_t)i * sets);
    return SH_OK;
}

sh_value_source sh_race_source(sh_solved *solved) {
    uint64_t sets = solved->cube.sets;
    return (sh_value_source){.context = solved,
                             .rows = rows,
                             .row_count = sets * sets,
                             .column_count = sets,
                             .distances = false};
}
