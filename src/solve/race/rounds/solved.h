// SPDX-License-Identifier: MIT
// The solved three-player game in memory: nine planes and a short list, and what one state is
// worth.
//
// A layer is a forcing question with its planes for the three turns; solo, enable next and enable
// previous are kept. Seen from the player to move, the three planes of a layer are the same
// question about the mover, the next and the previous player, so nine bits answer everything but
// draws, and those are so few (956,384 of 14.8 billion) that they are a sorted list.
#pragma once

#include "rank/control.h"
#include "solve/race/rounds/attractor.h"

typedef enum sh_layer { SH_LAYER_SOLO, SH_LAYER_NEXT, SH_LAYER_PREVIOUS, SH_LAYERS } sh_layer;

// "solo", "enable_next", "enable_previous".
const char *sh_layer_name(sh_layer layer);

// A draw of a state's player i as one sortable number.
typedef uint64_t sh_draw;
static inline sh_draw sh_draw_of(sh_triple t, int i) {
    return (uint64_t)t.mover << 40 | (uint64_t)t.next << 24 | (uint64_t)t.previous << 8 |
           (uint64_t)i;
}
static inline sh_triple sh_draw_state(sh_draw draw) {
    return (sh_triple){(uint32_t)(draw >> 40), draw >> 24 & 0xffff, draw >> 8 & 0xffff};
}

typedef struct sh_solved {
    sh_game game;
    sh_triples triples;
    sh_cube cube;
    sh_plane plane[SH_LAYERS][3]; // by layer and role; packed, cut by the next player
    sh_draw *draws;               // sorted
    size_t draw_count;
} sh_solved;

sh_status sh_solved_open(sh_solved *solved, const sh_game *game, sh_error *error) SH_NODISCARD;
void sh_solved_close(sh_solved *solved);

// Which player, counted from the mover, the plane of a role is about: the one who is alone, or who
// enables.
int sh_layer_player(sh_layer layer, sh_role role);

// The bit of the control code that a plane holds.
sh_control_code sh_layer_bit(sh_layer layer, sh_role role);

// The place of the first draw on the list that is not below this one.
size_t sh_solved_find_draw(const sh_solved *solved, sh_draw draw);

// The control code of any placement.
sh_control_code sh_solved_control(const sh_solved *solved, sh_triple triple);
