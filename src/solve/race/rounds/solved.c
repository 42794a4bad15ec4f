// SPDX-License-Identifier: MIT
// One state's code: nine bits out of nine planes, and a binary search in the list of draws.
#include "solve/race/rounds/solved.h"

#include <assert.h> // assert
#include <stdlib.h> // free
#include <string.h> // memset

const char *sh_layer_name(sh_layer layer) {
    static const char *const names[SH_LAYERS] = {"solo", "enable_next", "enable_previous"};
    return names[layer];
}

sh_status sh_solved_open(sh_solved *solved, const sh_game *game, sh_error *error) {
    memset(solved, 0, sizeof *solved);
    solved->game = *game;
    sh_status status = sh_triples_open(&solved->triples, game, error);
    if (!status) status = sh_cube_open(&solved->cube, &solved->triples, error);
    if (status) sh_solved_close(solved);
    return status;
}

void sh_solved_close(sh_solved *solved) {
    for (int layer = 0; layer < SH_LAYERS; layer++)
        for (int role = 0; role < 3; role++) sh_plane_close(&solved->plane[layer][role]);
    free(solved->draws);
    sh_cube_close(&solved->cube);
    sh_triples_close(&solved->triples);
    memset(solved, 0, sizeof *solved);
}

// Turns go U, W, V. The player in question is U in solo and enable next, W in enable previous.
int sh_layer_player(sh_layer layer, sh_role role) {
    static const int place[3] = {[SH_U] = 0, [SH_W] = 1, [SH_V] = 2}; // in the order of turns
    int subject = layer == SH_LAYER_PREVIOUS ? place[SH_W] : place[SH_U];
    return (subject - place[role] + 3) % 3;
}

sh_control_code sh_layer_bit(sh_layer layer, sh_role role) {
    int i = sh_layer_player(layer, role);
    return layer == SH_LAYER_SOLO   ? sh_control_solo(i)
           : layer == SH_LAYER_NEXT ? sh_control_next(i)
                                    : sh_control_previous(i);
}

size_t sh_solved_find_draw(const sh_solved *solved, sh_draw draw) {
    size_t low = 0, high = solved->draw_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (solved->draws[middle] < draw)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool drawn(const sh_solved *solved, sh_draw draw) {
    size_t at = sh_solved_find_draw(solved, draw);
    return at < solved->draw_count && solved->draws[at] == draw;
}

sh_control_code sh_solved_control(const sh_solved *solved, sh_triple t) {
    assert(sh_triples_disjoint(&solved->triples, t));
    uint32_t goal = solved->triples.goal;
    int filled = sh_triples_filled(&solved->triples, t);
    if (filled > 1) return SH_CONTROL_ILLEGAL;
    if (filled) return sh_control_won(t.mover == goal ? 0 : t.next == goal ? 1 : 2);
    sh_control_code control = 0;
    for (int layer = 0; layer < SH_LAYERS; layer++)
        for (int role = 0; role < 3; role++) {
            const sh_plane *plane = &solved->plane[layer][role];
            if (sh_plane_get(plane, t.next, t.mover, t.previous))
                control |= sh_layer_bit(layer, role);
        }
    for (int i = 0; i < 3; i++)
        if (drawn(solved, sh_draw_of(t, i))) control |= sh_control_draw(i);
    return control;
}
