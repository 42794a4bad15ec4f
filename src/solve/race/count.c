// SPDX-License-Identifier: MIT
// Counts over all placements. Filled goals are counted by inclusion and exclusion over the masks of
// the cube. Draws and control types come from a census over the planes (census_part.h), 64
// placements at a time; draws are few and then moved from the type they would have to their own.
#include "solve/race/count.h"

#include <stdlib.h> // qsort
#include <string.h> // memcpy

#include "solve/race/rounds/slices.h"

void sh_count_filled(const sh_cube *cube, uint64_t *one, uint64_t *more) {
    uint32_t goal = cube->triples->goal;
    uint64_t mover = 0, two = 0, three = 1; // placements with the goals of these players filled
    for (uint32_t next = 0; next < cube->sets; next++) {
        if (!sh_cube_disjoint(cube, SH_NEXT, next, goal)) continue;
        const uint64_t *a = sh_cube_beside(cube, SH_PREVIOUS, next);
        const uint64_t *b = sh_cube_beside(cube, SH_NEXT, goal);
        for (int w = 0; w < cube->words; w++) mover += (uint64_t)__builtin_popcountll(a[w] & b[w]);
        if (next == goal)
            for (int w = 0; w < cube->words; w++)
                two += (uint64_t)__builtin_popcountll(a[w] & b[w]);
    }
    *one = 3 * (mover - 2 * two + three);
    *more = 3 * (two - three) + three;
}

static int compare_draws(const void *a, const void *b) {
    sh_draw x = *(const sh_draw *)a, y = *(const sh_draw *)b;
    return x < y ? -1 : x > y;
}

// Who is shut out in the plane of each role of pair out, where V is the player in question.
static int out_player(sh_role role) { return role == SH_V ? 0 : role == SH_U ? 2 : 1; }

sh_status sh_count_draws(sh_solved *solved, const sh_plane *out, sh_pool *pool, sh_error *error) {
    int threads = sh_pool_threads(pool);
    sh_census census;
    sh_status status = sh_census_open(&census, solved, threads, error);
    if (status) return status;
    for (int role = 0; role < 3; role++) {
        census.plane[out_player(role)] = &out[role];
        census.plane[3 + sh_layer_player(SH_LAYER_SOLO, role)] =
            &solved->plane[SH_LAYER_SOLO][role];
    }
    sh_pool_run(pool, solved->cube.sets, sh_slices_get(sh_cpu_level_get())->list_draws, &census);
    size_t count = 0;
    for (int i = 0; i < threads; i++) count += census.worker[i].draw_count;
    solved->draws = malloc((count + 1) * sizeof *solved->draws);
    bool failed = !solved->draws;
    for (int i = 0; i < threads && !failed; i++) {
        failed = census.worker[i].failed;
        const sh_census_worker *worker = &census.worker[i];
        for (size_t d = 0; d < worker->draw_count; d++)
            solved->draws[solved->draw_count++] = worker->draws[d];
    }
    sh_census_close(&census, threads);
    if (failed) return sh_fail(error, SH_RESOURCES, "no memory for the list of draws");
    qsort(solved->draws, solved->draw_count, sizeof *solved->draws, compare_draws);
    return SH_OK;
}

// A draw that is alone on the board counts once: two players can hold draws in one state.
static void move_draws(const sh_solved *solved, sh_control_counts *counts) {
    for (size_t i = 0; i < solved->draw_count; i++) {
        sh_draw draw = solved->draws[i];
        if (i && solved->draws[i - 1] >> 8 == draw >> 8) continue;
        sh_control_code control = sh_solved_control(solved, sh_draw_state(draw));
        sh_control_type with = sh_control_classify(control);
        sh_control_type without = sh_control_classify(control & 511);
        counts->type[without]--;
        counts->type[with]++;
    }
}

sh_status sh_count_states(const sh_solved *solved, sh_pool *pool, sh_race_counts *counts,
                          sh_error *error) {
    int threads = sh_pool_threads(pool);
    sh_census census;
    sh_status status = sh_census_open(&census, solved, threads, error);
    if (status) return status;
    for (int layer = 0; layer < SH_LAYERS; layer++)
        for (int role = 0; role < 3; role++)
            census.plane[__builtin_ctz(sh_layer_bit(layer, role))] = &solved->plane[layer][role];
    sh_pool_run(pool, solved->cube.sets, sh_slices_get(sh_cpu_level_get())->count_types, &census);
    counts->control = (sh_control_counts){.type = {0}};
    for (int worker = 0; worker < threads; worker++)
        sh_control_counts_add(&counts->control, &census.worker[worker].counts);
    sh_census_close(&census, threads);
    move_draws(solved, &counts->control);
    uint64_t *type = counts->control.type;
    sh_count_filled(&solved->cube, &type[SH_TYPE_TERMINAL], &type[SH_TYPE_ILLEGAL]);
    for (int i = 0; i < SH_TYPES; i++) type[i] *= 3; // states
    uint32_t camp = solved->triples.camp;
    counts->opening = sh_solved_control(solved, (sh_triple){camp, camp, camp});
    return SH_OK;
}
