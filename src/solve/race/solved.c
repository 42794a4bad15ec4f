// SPDX-License-Identifier: MIT
#include "solve/race/solved.h"

#include <assert.h> // assert
#include <stdlib.h> // free
#include <string.h> // memset

const char *sh_layer_name(sh_layer layer) {
    static const char *const names[SH_LAYERS] = {"solo", "enable_next", "enable_previous"};
    return names[layer];
}

sh_status sh_solved_open(sh_solved *solution, const sh_game *game, sh_error *error) {
    memset(solution, 0, sizeof *solution);
    solution->game = *game;
    sh_status status = sh_triples_open(&solution->triples, game, error);
    if (!status) status = sh_lanes_open(&solution->lanes, &solution->triples, error);
    if (status) sh_solved_close(solution);
    return status;
}

void sh_solved_close(sh_solved *solution) {
    for (int layer = 0; layer < SH_LAYERS; layer++)
        for (int role = 0; role < 3; role++) sh_plane_close(&solution->plane[layer][role]);
    free(solution->draws);
    sh_lanes_close(&solution->lanes);
    sh_triples_close(&solution->triples);
    memset(solution, 0, sizeof *solution);
}

// Turns go U, W, V. The player in question is U in solo and enable next, W in enable previous.
int sh_layer_player(sh_layer layer, sh_role role) {
    static const int place[3] = {[SH_U] = 0, [SH_W] = 1, [SH_V] = 2}; // in the order of turns
    int subject = layer == SH_ENABLE_PREVIOUS ? place[SH_W] : place[SH_U];
    return (subject - place[role] + 3) % 3;
}

sh_control sh_layer_bit(sh_layer layer, sh_role role) {
    int i = sh_layer_player(layer, role);
    return layer == SH_SOLO          ? sh_control_solo(i)
           : layer == SH_ENABLE_NEXT ? sh_control_next(i)
                                     : sh_control_previous(i);
}

static bool drawn(const sh_solved *solution, sh_draw draw) {
    size_t low = 0, high = solution->draw_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (solution->draws[middle] < draw)
            low = middle + 1;
        else
            high = middle;
    }
    return low < solution->draw_count && solution->draws[low] == draw;
}

sh_control sh_solved_control(const sh_solved *solution, sh_triple t) {
    assert(sh_triples_disjoint(&solution->triples, t));
    uint32_t goal = solution->triples.goal;
    int filled = sh_triples_filled(&solution->triples, t);
    if (filled > 1) return SH_CONTROL_ILLEGAL;
    if (filled) return sh_control_won(t.mover == goal ? 0 : t.next == goal ? 1 : 2);
    sh_control control = 0;
    for (int layer = 0; layer < SH_LAYERS; layer++)
        for (int role = 0; role < 3; role++) {
            const sh_plane *plane = &solution->plane[layer][role];
            bool by_next = plane->relation == SH_NEXT;
            if (sh_plane_get(plane, by_next ? t.next : t.previous, t.mover,
                             by_next ? t.previous : t.next))
                control |= sh_layer_bit(layer, role);
        }
    for (int i = 0; i < 3; i++)
        if (drawn(solution, sh_draw_of(t, i))) control |= sh_control_draw(i);
    return control;
}
