// SPDX-License-Identifier: MIT
// See derive_lanes.h. The columns of a row are the sets with room, in the order of their numbers.
#include "solve/verify/derive_lanes.h"

#include <stdlib.h> // malloc
#include <string.h> // memset

#include "rank/subset.h"

enum { LANES = SH_OUTLOOK_LANES };

sh_status sh_derived_lanes_make(sh_derived_lanes *derived, const sh_deriving *deriving,
                                sh_error *error) {
    const sh_outlook *outlook = &deriving->outlook;
    size_t sets = outlook->binomials.of[outlook->pieces][outlook->cells];
    *derived = (sh_derived_lanes){
        .lanes = sh_outlook_lanes_get(sh_cpu_level_get(), deriving->game->board.size),
        .columns = deriving->kept->columns,
        .set = malloc(sets * sizeof *derived->set),
        .rows = malloc(LANES * sets * sizeof *derived->rows),
        .after = aligned_alloc(_Alignof(sh_lane_words), sets * sizeof *derived->after),
        .best = aligned_alloc(_Alignof(sh_lane_words), sets * sizeof *derived->best)};
    if (!derived->set || !derived->rows || !derived->after || !derived->best)
        return sh_fail(error, SH_RESOURCES, "no memory for rows of values");
    return SH_OK;
}

void sh_derived_lanes_free(sh_derived_lanes *derived) {
    free(derived->set);
    free(derived->rows);
    free(derived->after);
    free(derived->best);
}

void sh_derive_lanes_start(const sh_deriving *deriving, uint64_t row, uint32_t count,
                           sh_derived_lanes *derived) {
    const sh_outlook *outlook = &deriving->outlook;
    b64 board = outlook->cells < 64 ? b64_of(outlook->cells) - 1 : ~(b64)0;
    derived->closed = board;
    for (uint32_t lane = 0; lane < LANES; lane++) { // lanes without a row are full boards
        derived->taken[lane] =
            lane < count ? sh_facing_taken(&deriving->facing, row + lane) : board;
        derived->closed &= derived->taken[lane];
    }
    derived->sets =
        (uint32_t)outlook->binomials.of[outlook->pieces][b64_count(board & ~derived->closed)];
    memset(derived->rows, 0, (size_t)LANES * derived->sets * sizeof *derived->rows);
    b64 set = sh_subset64_expand(sh_subset64_lowest(outlook->pieces), derived->closed);
    for (uint32_t i = 0; i < derived->sets; i++) {
        derived->set[i] = set;
        set = sh_subset64_next_beside(set, derived->closed);
    }
}

void sh_derive_lanes_put(sh_derived_lanes *derived, uint32_t lane, const int16_t *after) {
    b64 taken = derived->taken[lane];
    uint16_t *words = derived->rows + (size_t)lane * derived->sets;
    const int16_t *last = after + derived->columns - 1;
    for (uint32_t i = 0; i < derived->sets; i++) {
        bool room = !(derived->set[i] & taken);
        words[i] = room ? (uint16_t)*after : 0;
        after += room && after < last;
    }
}

void sh_derive_lanes_best(const sh_deriving *deriving, sh_derived_lanes *derived) {
    uint16_t *rows[LANES];
    for (uint32_t lane = 0; lane < LANES; lane++)
        rows[lane] = derived->rows + (size_t)lane * derived->sets;
    derived->lanes->turn(rows, derived->sets, NULL, derived->after);
    derived->lanes->greatest(&deriving->outlook, derived->closed, derived->taken, derived->after,
                             derived->best);
    derived->lanes->turn_back(rows, derived->sets, NULL, derived->best);
}

void sh_derive_lanes_get(const sh_derived_lanes *derived, uint32_t lane, int16_t *best) {
    b64 taken = derived->taken[lane];
    const uint16_t *words = derived->rows + (size_t)lane * derived->sets;
    int16_t *last = best + derived->columns - 1;
    for (uint32_t i = 0; i < derived->sets && best <= last; i++) {
        *best = (int16_t)words[i];
        best += !(derived->set[i] & taken);
    }
}
