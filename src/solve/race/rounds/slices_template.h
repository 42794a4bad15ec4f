// SPDX-License-Identifier: MIT
// The rounds in one slice: included once a translation unit with SLICES defined.
#include <assert.h> // assert
#include <stdlib.h> // realloc
#include <string.h> // memset

#include "solve/bitslice/reach.h"
#include "solve/bitslice/vector_template.h"
#include "solve/race/rounds/slices_variants.h"

#define SIZE 3
#include "solve/bitslice/reach_template.h"
#define SIZE 5
#include "solve/bitslice/reach_template.h"

#include "solve/bitslice/transpose_template.h"

#include "solve/race/rounds/advance_part.h"
#include "solve/race/rounds/census_part.h"

// Puts lanes to work: those of `lanes_with_news`, or all that the slice leaves free; never that of
// a player who has won.
static void employ(const sh_cube *cube, sh_scratch *scratch, const uint64_t *lanes_with_news) {
    uint32_t dead = cube->triples->goal;
    memcpy(scratch->active, lanes_with_news, (size_t)cube->words * sizeof(uint64_t));
    scratch->active[dead / 64] &= ~(1ULL << dead % 64);
    uint32_t count = 0;
    for (int w = 0; w < cube->words; w++)
        count += (uint32_t)__builtin_popcountll(scratch->active[w]);
    scratch->renumbered = count < cube->sets / 2;
    scratch->lane_count = scratch->renumbered ? count : cube->sets;
    scratch->blocks = (int)((scratch->lane_count + SH_LANES - 1) / SH_LANES);
}

// The lanes that can exist in a slice.
static const uint64_t *all_lanes(const sh_plane *plane, uint32_t slice) {
    return sh_cube_beside(plane->cube, sh_relation_back(plane->relation), slice);
}

// The strip of the mover's goal. Arrivals that are wanted count as known, so they are news in the
// first round; others count as unknown for ever.
static void add_arrivals(const sh_race_work *work, sh_scratch *scratch, sh_role role,
                         uint32_t slice) {
    const sh_cube *cube = work->cube;
    const sh_goal *goal = work->goal;
    const sh_plane *plane = work->plane[role];
    uint32_t id = cube->triples->goal;
    if (goal->reversed || !sh_cube_disjoint(cube, plane->relation, slice, id)) return;
    sh_lane_mask mask = sh_plane_mask(plane, slice, id);
    uint64_t row[SH_CUBE_MAX_WORDS], none[SH_CUBE_MAX_WORDS] = {0};
    gather(cube, scratch, mask.b, row);
    if (goal->target[role] && work->first[role]) {
        put(scratch, scratch->news, id, row);
        for (int block = 0; block < scratch->blocks; block++) mark(cube, scratch, block, id);
    }
    if (goal->all[role]) put(scratch, scratch->rest, id, goal->target[role] ? none : row);
}

static uint64_t step_back(const sh_race_work *work, sh_scratch *scratch, sh_role role,
                          uint32_t slice) {
    const sh_goal *goal = work->goal;
    add_arrivals(work, scratch, role, slice);
    question ask = {.cube = work->cube,
                    .plane = work->plane[role],
                    .slice = slice,
                    .all = goal->all[role],
                    .goal_asked = goal->reversed};
    uint64_t found = answer(&ask, scratch);
    scratch->count[role] += found;
    return found;
}

// Puts a row of all lanes into strip `number` of rows to be transposed.
static void put_row(const sh_cube *cube, const sh_scratch *scratch, sh_strip *rows, uint32_t number,
                    const uint64_t *row) {
    int full = cube->words / SH_STRIP_WORDS; // strips; words beyond the row stay zero
    for (int block = 0; block < full; block++)
        memcpy(strip_at(scratch, rows, block, number), row + block * SH_STRIP_WORDS,
               sizeof(sh_strip));
    for (int w = full * SH_STRIP_WORDS; w < cube->words; w++)
        strip_at(scratch, rows, full, number)->w[w % SH_STRIP_WORDS] = row[w];
}

// Exchanges strips and lanes: bit l of row i becomes lane i of strip l.
static void turn(const sh_cube *cube, const sh_scratch *scratch, const sh_strip *rows,
                 sh_strip *strips) {
    for (int to = 0; to < scratch->blocks; to++)
        for (int from = 0; from < cube->blocks; from++)
            transpose(rows + (size_t)from * scratch->height + (size_t)to * SH_LANES, SH_LANES,
                      strips + (size_t)to * scratch->height + (size_t)from * SH_LANES);
}

static void turn_news(const sh_cube *cube, sh_scratch *scratch) {
    turn(cube, scratch, scratch->known_rows, scratch->news);
    for (int block = 0; block < scratch->blocks; block++)
        for (uint32_t id = 0; id < cube->sets; id++)
            if (vec_any_strip(strip_at(scratch, scratch->news, block, id)))
                mark(cube, scratch, block, id);
}

// Rows beyond the lanes at work stay zero, so that the transposed lanes do.
static void clear_rows(const sh_cube *cube, const sh_scratch *scratch, sh_strip *rows) {
    for (int block = 0; block < cube->blocks; block++)
        memset(strip_at(scratch, rows, block, 0), 0, scratch->lane_count * sizeof(sh_strip));
}

// U's news: the changed strips of W in this slice. Says whether there is anything to do.
static bool gather_for_u(const sh_race_work *work, sh_scratch *scratch, uint32_t slice) {
    const sh_cube *cube = work->cube;
    uint8_t *changed = work->changed_w + (size_t)slice * cube->sets;
    uint64_t with_news[SH_CUBE_MAX_WORDS] = {0};
    for (uint32_t v = 0; v < cube->sets; v++)
        if (changed[v]) sh_bit_set(with_news, v);
    bool arrivals = work->first[SH_U] && work->goal->target[SH_U];
    const uint64_t *all = all_lanes(work->plane[SH_U], slice);
    employ(cube, scratch, arrivals ? all : with_news);
    if (!scratch->lane_count) return false;
    uint32_t number = 0;
    for (uint32_t v = 0; v < cube->sets; v++) {
        if (v + AHEAD < cube->sets && changed[v + AHEAD])
            sh_plane_prefetch(work->news, v + AHEAD, slice);
        if (!sh_bit_get(scratch->active, v)) continue;
        if (changed[v])
            put_row(cube, scratch, scratch->known_rows, scratch->renumbered ? number : v,
                    sh_plane_row(work->news, v, slice));
        number++;
    }
    turn_news(cube, scratch);
    clear_rows(cube, scratch, scratch->known_rows);
    memset(changed, 0, cube->sets);
    return true;
}

// Keeps what U has found and makes it V's news; "all moves" wants U's unknown states too. Says
// whether there is anything to do for V.
static bool pass_on_to_v(const sh_race_work *work, sh_scratch *scratch, uint32_t slice) {
    const sh_cube *cube = work->cube;
    const sh_goal *goal = work->goal;
    const sh_plane *from = work->plane[SH_U];
    uint64_t with_news[SH_CUBE_MAX_WORDS] = {0};
    for (uint32_t i = 0; i < scratch->id_count; i++) sh_bit_set(with_news, scratch->ids[i]);
    sh_scratch next = *scratch; // the same strips, other lanes
    bool arrivals = work->first[SH_V] && goal->target[SH_V];
    employ(cube, &next, arrivals ? all_lanes(work->plane[SH_V], slice) : with_news);
    uint32_t count = 0;
    for (uint32_t u = 0; u < cube->sets; u++) {
        bool at_work = sh_bit_get(next.active, u), news = sh_bit_get(with_news, u);
        if (!at_work && !news) continue;
        uint64_t *unknown = sh_plane_row(from, slice, u), row[SH_CUBE_MAX_WORDS];
        uint32_t number = next.renumbered ? count : u;
        if (news) {
            take_found(cube, scratch, u, row);
            strike(unknown, row, cube->words);
            if (at_work) put_row(cube, scratch, scratch->known_rows, number, row);
        }
        if (at_work && goal->all[SH_V])
            put_row(cube, scratch, scratch->unknown_rows, number, unknown);
        count += at_work;
    }
    *scratch = next;
    scratch->id_count = 0;
    if (!scratch->lane_count) return false;
    turn_news(cube, scratch);
    clear_rows(cube, scratch, scratch->known_rows);
    if (goal->all[SH_V]) {
        turn(cube, scratch, scratch->unknown_rows, scratch->rest);
        clear_rows(cube, scratch, scratch->unknown_rows);
    }
    return true;
}

// Keeps what V has found and tells W which strips and lanes to look at. U has read W's news of
// these strips: their place is free.
static void pass_on_to_w(const sh_race_work *work, sh_scratch *scratch, uint32_t slice) {
    const sh_cube *cube = work->cube;
    for (uint32_t i = 0; i < scratch->id_count; i++) {
        uint32_t v = scratch->ids[i];
        if (i + AHEAD < scratch->id_count)
            sh_plane_prefetch(work->news, scratch->ids[i + AHEAD], slice);
        uint64_t *news = sh_plane_row(work->news, v, slice);
        uint64_t *active = work->active_u + (size_t)v * (size_t)cube->words;
        take_found(cube, scratch, v, news);
        strike(sh_plane_row(work->plane[SH_V], slice, v), news, cube->words);
        for (int w = 0; w < cube->words; w++)
            if (news[w] & ~__atomic_load_n(&active[w], __ATOMIC_RELAXED))
                __atomic_fetch_or(&active[w], news[w], __ATOMIC_RELAXED);
        work->changed_v[(size_t)v * cube->sets + slice] = 1;
    }
    scratch->id_count = 0;
}

static void u_and_v(void *context, size_t index, int worker) {
    const sh_race_work *work = context;
    sh_scratch *scratch = &work->scratch[worker];
    uint32_t slice = (uint32_t)index;
    if (slice == work->cube->triples->goal) return;
    bool found = !work->skip_u && gather_for_u(work, scratch, slice) &&
                 step_back(work, scratch, SH_U, slice) > 0;
    if (!found && !work->first[SH_V]) return;
    if (!pass_on_to_v(work, scratch, slice)) return;
    step_back(work, scratch, SH_V, slice);
    pass_on_to_w(work, scratch, slice);
}

// The states of V's turn that are unknown, a strip from each of its slices: "all moves" wants them.
static void gather_rest(const sh_race_work *work, sh_scratch *scratch, uint32_t slice) {
    const sh_cube *cube = work->cube;
    const sh_plane *from = work->plane[SH_V];
    for (uint32_t w = 0; w < cube->sets; w++) {
        if (w + AHEAD < cube->sets) sh_plane_prefetch(from, w + AHEAD, slice);
        uint64_t row[SH_CUBE_MAX_WORDS] = {0};
        if (sh_cube_disjoint(cube, from->relation, w, slice))
            gather(cube, scratch, sh_plane_row(from, w, slice), row);
        put(scratch, scratch->rest, w, row);
    }
}

// W's news: what V has found, in the lanes in which it has found anything. Says whether there is
// anything to do.
static bool gather_for_w(const sh_race_work *work, sh_scratch *scratch, uint32_t slice) {
    const sh_cube *cube = work->cube;
    const sh_goal *goal = work->goal;
    uint8_t *changed = work->changed_v + (size_t)slice * cube->sets;
    uint64_t *active = work->active_u + (size_t)slice * (size_t)cube->words;
    bool arrivals = work->first[SH_W] && goal->target[SH_W];
    employ(cube, scratch, arrivals ? all_lanes(work->plane[SH_W], slice) : active);
    if (!scratch->lane_count) return false;
    for (uint32_t w = 0; w < cube->sets; w++) {
        if (!changed[w]) continue;
        uint64_t row[SH_CUBE_MAX_WORDS];
        gather(cube, scratch, sh_plane_row(work->news, slice, w), row);
        put(scratch, scratch->news, w, row);
        for (int block = 0; block < scratch->blocks; block++) mark(cube, scratch, block, w);
    }
    if (goal->all[SH_W]) gather_rest(work, scratch, slice);
    memset(changed, 0, cube->sets);
    memset(active, 0, (size_t)cube->words * sizeof(uint64_t));
    return true;
}

static void w(void *context, size_t index, int worker) {
    const sh_race_work *work = context;
    const sh_cube *cube = work->cube;
    sh_scratch *scratch = &work->scratch[worker];
    uint32_t slice = (uint32_t)index;
    if (slice == cube->triples->goal || !gather_for_w(work, scratch, slice)) return;
    step_back(work, scratch, SH_W, slice);
    for (uint32_t i = 0; i < scratch->id_count; i++) {
        uint32_t strip = scratch->ids[i];
        uint64_t *news = sh_plane_row(work->news, slice, strip);
        take_found(cube, scratch, strip, news);
        strike(sh_plane_row(work->plane[SH_W], slice, strip), news, cube->words);
        work->changed_w[(size_t)strip * cube->sets + slice] = 1;
    }
    scratch->id_count = 0;
}

// One strip of a plane that is cut the other way: a matrix with a row for each slice is transposed.
static void turn_strip(void *context, size_t index, int number) {
    const sh_turning *task = context;
    const sh_plane *from = task->from, *to = task->to;
    const sh_cube *cube = from->cube;
    size_t height = task->height;
    sh_strip *rows = task->worker[number].rows, *matrix = task->worker[number].matrix;
    uint32_t strip = (uint32_t)index;
    uint64_t row[SH_CUBE_MAX_WORDS] = {0};
    for (uint32_t slice = 0; slice < cube->sets; slice++) {
        if (slice + AHEAD < cube->sets) sh_plane_prefetch(from, slice + AHEAD, strip);
        if (sh_cube_disjoint(cube, from->relation, slice, strip))
            sh_plane_read(from, slice, strip, row);
        else
            memset(row, 0, sizeof row);
        for (int block = 0; block < cube->blocks; block++)
            memcpy(rows + (size_t)block * height + slice, row + block * SH_STRIP_WORDS,
                   sizeof(sh_strip));
    }
    for (int from_block = 0; from_block < cube->blocks; from_block++)
        for (int to_block = 0; to_block < cube->blocks; to_block++)
            transpose(rows + (size_t)from_block * height + (size_t)to_block * SH_LANES, SH_LANES,
                      matrix + (size_t)to_block * height + (size_t)from_block * SH_LANES);
    for (uint32_t slice = 0; slice < cube->sets; slice++) {
        if (!sh_cube_disjoint(cube, to->relation, slice, strip)) continue;
        for (int block = 0; block < cube->blocks; block++)
            memcpy(row + block * SH_STRIP_WORDS, matrix + (size_t)block * height + slice,
                   sizeof(sh_strip));
        sh_plane_write(to, slice, strip, row);
    }
}

const sh_slices SLICES = {.u_and_v = u_and_v,
                          .w = w,
                          .list_draws = list_draws,
                          .count_types = count_types,
                          .turn_strip = turn_strip};
