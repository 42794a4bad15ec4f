// SPDX-License-Identifier: MIT
// In reachability the turns go U, V, W and the plane of a role holds the states in which that role
// has just moved: its strip is the previous player's set, and of slice and lane one is the mover's.
#include "solve/race/unreached.h"

#include <stdlib.h> // realloc

typedef struct found {
    sh_draw *list;
    size_t count, room;
} found;

static bool add(found *f, sh_draw draw) {
    if (f->count == f->room) {
        size_t room = f->room * 2 + 256;
        sh_draw *list = realloc(f->list, room * sizeof *list);
        if (!list) return false;
        f->list = list;
        f->room = room;
    }
    f->list[f->count++] = draw;
    return true;
}

// The states of one strip that were not reached. The slice's player is next or previous to the
// strip's, who has just moved; the mover is the strip's next.
static bool list_strip(found *f, const sh_plane *plane, uint32_t slice, uint32_t strip, int turn) {
    const sh_cube *cube = plane->cube;
    uint32_t goal = cube->triples->goal;
    sh_lane_mask mask = sh_plane_mask(plane, slice, strip);
    uint64_t row[SH_CUBE_MAX_WORDS];
    sh_plane_read(plane, slice, strip, row);
    for (int w = 0; w < cube->words; w++)
        for (uint64_t left = mask.a[w] & mask.b[w] & ~row[w]; left; left &= left - 1) {
            uint32_t lane = (uint32_t)(w * 64 + __builtin_ctzll(left));
            if (lane == goal) continue;
            sh_triple state = plane->relation == SH_NEXT ? (sh_triple){slice, lane, strip}
                                                         : (sh_triple){lane, slice, strip};
            if (!add(f, sh_draw_of(state, turn))) return false;
        }
    return true;
}

sh_status sh_unreached_list(const sh_plane *planes, const sh_cube *cube, sh_draw **list,
                            size_t *count, sh_error *error) {
    found f = {0};
    bool room = true;
    uint32_t goal = cube->triples->goal;
    for (int role = 0; role < 3; role++) {
        const sh_plane *plane = &planes[role];
        for (uint32_t slice = 0; slice < cube->sets; slice++)
            for (uint32_t strip = 0; strip < cube->sets; strip++)
                if (room && slice != goal && strip != goal &&
                    sh_cube_disjoint(cube, plane->relation, slice, strip))
                    room = list_strip(&f, plane, slice, strip, (role + 1) % 3);
    }
    *list = f.list;
    *count = f.count;
    return room ? SH_OK
                : sh_fail(error, SH_RESOURCES, "no memory for the list of unreached states");
}

uint64_t sh_reached_terminals(const sh_plane *planes, const sh_cube *cube) {
    uint32_t goal = cube->triples->goal;
    uint64_t count = 0;
    for (int role = 0; role < 3; role++) {
        const sh_plane *plane = &planes[role];
        for (uint32_t slice = 0; slice < cube->sets; slice++) {
            if (!sh_cube_disjoint(cube, plane->relation, slice, goal)) continue;
            uint64_t row[SH_CUBE_MAX_WORDS];
            sh_plane_read(plane, slice, goal, row);
            for (int w = 0; w < cube->words; w++) count += (uint64_t)__builtin_popcountll(row[w]);
        }
    }
    return count;
}
