// SPDX-License-Identifier: MIT
#include "solve/race/race.h"

#include <assert.h> // assert
#include <stdlib.h> // qsort
#include <string.h> // memset

#include "base/memory.h"
#include "solve/race/slices.h"
#include "solve/race/stage_file.h"
#include "solve/race/unreached.h"

typedef struct solver {
    sh_solved *solved;
    const sh_race_options *options;
    sh_race_context context;
    sh_race_counts *counts;
    sh_plane out[3];    // packed: the planes of pair out, until the draws are known
    sh_draw *unreached; // open states that play cannot come to, with the turn as player
    size_t unreached_count;
} solver;

size_t sh_race_memory(const sh_lanes *lanes) {
    return 4 * sh_plane_bytes(lanes, false) + 6 * sh_plane_bytes(lanes, true);
}

// Opens the engine, once: the first touch of memory is not solving.
static sh_status open_engine(solver *s, sh_error *error) {
    if (s->context.machine) return SH_OK;
    double began = sh_clock();
    sh_status status =
        s->context.engine->open(&s->context.machine, &s->solved->lanes, s->context.pool, error);
    s->counts->touch_seconds = sh_clock() - began;
    return status;
}

static void close_engine(solver *s) {
    if (s->context.machine) s->context.engine->close(s->context.machine);
    s->context.machine = NULL;
}

// Counts by depth of a goal with one target: the first pass that finds anything is depth 1.
static void one_target(const sh_attractor *attractor, sh_depths *depths) {
    int first = attractor->goal->target[SH_U] ? 0 : attractor->goal->target[SH_V] ? 1 : 2;
    depths->deepest = attractor->passes > first ? attractor->passes - first : 0;
    for (int depth = 1; depth <= depths->deepest; depth++)
        depths->states[depth] = attractor->found[depth + first];
}

// Adds a run that starts with some role: known[role][p] = states of that role of depth <= p, for
// the passes p of that role.
static void note_known(const sh_attractor *attractor, uint64_t known[3][SH_MAX_PASSES + 4]) {
    for (int pass = 1; pass <= SH_MAX_PASSES; pass++) {
        sh_role role = sh_attractor_role(attractor, pass);
        known[role][pass] = (pass > 3 ? known[role][pass - 3] : 0) + attractor->found[pass];
    }
}

// Runs a stage; for goals with two targets and exact rounds once more from V and from W, and last
// from U, so that the planes stay. Without exact rounds depths are the passes.
static sh_status run_stage(solver *s, const sh_goal *goal, sh_depths *depths, sh_error *error) {
    bool one = goal->target[SH_U] + goal->target[SH_V] + goal->target[SH_W] <= 1;
    bool exact = one || s->counts->exact_rounds;
    uint64_t(*known)[SH_MAX_PASSES + 4] = calloc(3, sizeof *known);
    if (!known) return sh_fail(error, SH_RESOURCES, "no memory for the counts by depth");
    sh_status status = SH_OK;
    sh_attractor attractor = {0};
    for (int start = exact && !one ? 2 : 0; start >= 0 && !status; start--) {
        attractor = (sh_attractor){.goal = goal, .start = (sh_role)start};
        status = sh_attractor_solve(&attractor, &s->context, error);
        note_known(&attractor, known);
    }
    memset(depths, 0, sizeof *depths);
    if (one) {
        one_target(&attractor, depths);
    } else {
        for (int depth = 1; depth <= SH_MAX_PASSES; depth++)
            for (int role = 0; role < 3; role++) {
                bool of_role = exact || sh_attractor_role(&attractor, depth) == (sh_role)role;
                uint64_t before = exact       ? known[role][depth - 1]
                                  : depth > 3 ? known[role][depth - 3]
                                              : 0;
                if (of_role) depths->states[depth] += known[role][depth] - before;
            }
        for (int depth = 1; depth <= SH_MAX_PASSES; depth++)
            if (depths->states[depth]) depths->deepest = depth;
    }
    free(known);
    return status;
}

static uint64_t sum(const sh_depths *depths) {
    uint64_t total = 0;
    for (int depth = 0; depth <= depths->deepest; depth++) total += depths->states[depth];
    return total;
}

static sh_status pack_planes(solver *s, const sh_goal *goal, sh_plane *planes, sh_error *error) {
    const sh_lanes *lanes = &s->solved->lanes;
    bool last = goal == &sh_goal_enable_previous;
    sh_status status = SH_OK;
    for (int role = 0; role < 3 && !status; role++) {
        status = sh_plane_open(&planes[role], lanes, sh_goal_relation(goal, role), true, error);
        if (!status)
            status = s->context.engine->pack(s->context.machine, (sh_role)role, &planes[role], last,
                                             error);
    }
    return status;
}

static void close_planes(sh_plane *planes) {
    for (int role = 0; role < 3; role++) sh_plane_close(&planes[role]);
}

// Runs a stage and keeps its planes, where they are wanted; or reads it from its checkpoint. The
// last stage gives back the engine's planes as it packs them.
static sh_status do_stage(solver *s, const sh_goal *goal, sh_plane *planes, sh_depths *depths,
                          sh_error *error) {
    sh_stage_file file = {s->options->checkpoint, s->solved->game.name, goal->name,
                          s->counts->exact_rounds};
    sh_status status = sh_stage_read(&file, &s->solved->lanes, planes, depths, error);
    if (status != SH_NO) return status;
    status = open_engine(s, error);
    if (!status) status = run_stage(s, goal, depths, error);
    if (!status && planes) status = pack_planes(s, goal, planes, error);
    if (!status) status = sh_stage_write(&file, planes, depths, error);
    return status;
}

// Placements with exactly one and with more goals filled.
static void count_filled(const sh_lanes *lanes, uint64_t *one, uint64_t *more) {
    uint32_t goal = lanes->triples->goal;
    uint64_t mover = 0, two = 0, three = 1; // placements with the goals of these players filled
    for (uint32_t next = 0; next < lanes->sets; next++) {
        if (!sh_lanes_meet(lanes, SH_NEXT, next, goal)) continue;
        const uint64_t *a = sh_lanes_beside(lanes, SH_PREVIOUS, next);
        const uint64_t *b = sh_lanes_beside(lanes, SH_NEXT, goal);
        for (int w = 0; w < lanes->words; w++) mover += (uint64_t)__builtin_popcountll(a[w] & b[w]);
        if (next == goal)
            for (int w = 0; w < lanes->words; w++)
                two += (uint64_t)__builtin_popcountll(a[w] & b[w]);
    }
    *one = 3 * (mover - 2 * two + three);
    *more = 3 * (two - three) + three;
}

static sh_status reach_stage(solver *s, sh_error *error) {
    sh_stage_file file = {s->options->checkpoint, s->solved->game.name, sh_goal_reach.name, false};
    sh_depths *distance = &s->counts->distance;
    sh_status status = sh_stage_read(&file, &s->solved->lanes, NULL, distance, error);
    s->counts->reachable = sum(distance);
    if (status != SH_NO) return status;
    status = open_engine(s, error);
    if (status) return status;
    sh_attractor attractor = {.goal = &sh_goal_reach, .start = SH_U};
    status = sh_attractor_solve(&attractor, &s->context, error);
    if (status) return status;
    distance->deepest = attractor.passes;
    memcpy(distance->states, attractor.found, sizeof attractor.found);
    s->counts->reachable = sum(distance);
    uint64_t one, more;
    count_filled(&s->solved->lanes, &one, &more);
    uint64_t open = s->counts->states - 3 * (one + more);
    sh_plane reached[3] = {0};
    status = pack_planes(s, &sh_goal_reach, reached, error);
    if (status) {
        close_planes(reached);
        return status;
    }
    if (s->counts->reachable - sh_reached_terminals(reached, &s->solved->lanes) == open)
        status = sh_stage_write(&file, NULL, distance, error); // all of them: nothing to list
    else
        status = sh_unreached_list(reached, &s->solved->lanes, &s->unreached, &s->unreached_count,
                                   error);
    close_planes(reached);
    return status;
}

static int compare_draws(const void *a, const void *b) {
    sh_draw x = *(const sh_draw *)a, y = *(const sh_draw *)b;
    return x < y ? -1 : x > y;
}

// Who is shut out in the plane of each role of pair out, where V is the player in question.
static int out_player(sh_role role) { return role == SH_V ? 0 : role == SH_U ? 2 : 1; }

static sh_status find_draws(solver *s, sh_error *error) {
    sh_solved *solved = s->solved;
    int threads = sh_pool_threads(s->context.pool);
    sh_census census;
    sh_status status = sh_census_open(&census, solved, threads, error);
    if (status) return status;
    for (int role = 0; role < 3; role++) {
        census.plane[out_player(role)] = &s->out[role];
        census.plane[3 + sh_layer_player(SH_LAYER_SOLO, role)] =
            &solved->plane[SH_LAYER_SOLO][role];
    }
    sh_pool_run(s->context.pool, solved->lanes.sets, sh_slices_get(sh_cpu_level_get())->list_draws,
                &census);
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
static void move_draws(const solver *s, sh_tally *tally) {
    const sh_solved *solved = s->solved;
    for (size_t i = 0; i < solved->draw_count; i++) {
        sh_draw draw = solved->draws[i];
        if (i && solved->draws[i - 1] >> 8 == draw >> 8) continue;
        sh_control_code control = sh_solved_control(solved, sh_draw_state(draw));
        sh_control_type with = sh_control_classify(control);
        sh_control_type without = sh_control_classify(control & 511);
        tally->type[without]--;
        tally->type[with]++;
    }
}

static sh_status count_states(solver *s, sh_error *error) {
    sh_solved *solved = s->solved;
    sh_race_counts *counts = s->counts;
    int threads = sh_pool_threads(s->context.pool);
    sh_census census;
    sh_status status = sh_census_open(&census, solved, threads, error);
    if (status) return status;
    for (int layer = 0; layer < SH_LAYERS; layer++)
        for (int role = 0; role < 3; role++)
            census.plane[__builtin_ctz(sh_layer_bit(layer, role))] = &solved->plane[layer][role];
    sh_pool_run(s->context.pool, solved->lanes.sets, sh_slices_get(sh_cpu_level_get())->count_types,
                &census);
    sh_tally tally = {0};
    for (int worker = 0; worker < threads; worker++) {
        const sh_tally *part = &census.worker[worker].tally;
        for (int i = 0; i < SH_TYPES; i++) tally.type[i] += part->type[i];
        for (int i = 0; i < 9; i++) tally.kingmaker[i / 3][i % 3] += part->kingmaker[i / 3][i % 3];
        for (int i = 0; i < 4; i++) tally.crowned[i] += part->crowned[i];
    }
    sh_census_close(&census, threads);
    move_draws(s, &tally);
    uint64_t one, more;
    count_filled(&solved->lanes, &one, &more);
    for (int i = 0; i < SH_TYPES; i++) counts->type[i] = 3 * tally.type[i];
    counts->type[SH_TYPE_TERMINAL] = 3 * one;
    counts->type[SH_TYPE_ILLEGAL] = 3 * more;
    memcpy(counts->kingmaker, tally.kingmaker, sizeof tally.kingmaker);
    memcpy(counts->crowned, tally.crowned, sizeof tally.crowned);
    uint32_t camp = solved->triples.camp;
    counts->opening = sh_solved_control(solved, (sh_triple){camp, camp, camp});
    // Every open state is reachable but those on the list, and reached terminals are what is left.
    uint64_t left = counts->reachable;
    for (int i = SH_TYPE_SOLO_WIN; i < SH_TYPES; i++) counts->reachable_type[i] = counts->type[i];
    for (size_t i = 0; i < s->unreached_count; i++) {
        sh_triple state = sh_draw_state(s->unreached[i]);
        counts->reachable_type[sh_control_classify(sh_solved_control(solved, state))]--;
    }
    for (int i = SH_TYPE_SOLO_WIN; i < SH_TYPES; i++) left -= counts->reachable_type[i];
    counts->reachable_type[SH_TYPE_TERMINAL] = left;
    return SH_OK;
}

// Terminal states belong to the layer's winner or its losers.
static void finish_layers(sh_race_counts *counts) {
    uint64_t won_by_one = counts->type[SH_TYPE_TERMINAL] / 3;
    for (int i = 0; i < SH_LAYERS; i++) {
        sh_race_layer *layer = &counts->layer[i];
        layer->win = sum(&layer->won) + won_by_one;
        layer->loss = sum(&layer->lost) + 2 * won_by_one;
        layer->draw = counts->states - counts->type[SH_TYPE_ILLEGAL] - layer->win - layer->loss;
        layer->rounds =
            layer->won.deepest > layer->lost.deepest ? layer->won.deepest : layer->lost.deepest;
    }
}

static sh_status stages(solver *s, sh_error *error) {
    sh_plane(*planes)[3] = s->solved->plane;
    sh_race_layer *layer = s->counts->layer;
    bool counted = !s->options->control_only;
    sh_status status = counted ? reach_stage(s, error) : SH_OK;
    if (!status) status = do_stage(s, &sh_goal_pair_out, s->out, &layer[SH_LAYER_SOLO].lost, error);
    if (!status)
        status =
            do_stage(s, &sh_goal_solo_win, planes[SH_LAYER_SOLO], &layer[SH_LAYER_SOLO].won, error);
    if (!status) status = find_draws(s, error);
    close_planes(s->out);
    if (!status && counted)
        status = do_stage(s, &sh_goal_deny_next, NULL, &layer[SH_LAYER_NEXT].lost, error);
    if (!status && counted)
        status = do_stage(s, &sh_goal_deny_previous, NULL, &layer[SH_LAYER_PREVIOUS].lost, error);
    if (!status)
        status = do_stage(s, &sh_goal_enable_next, planes[SH_LAYER_NEXT], &layer[SH_LAYER_NEXT].won,
                          error);
    if (!status)
        status = do_stage(s, &sh_goal_enable_previous, planes[SH_LAYER_PREVIOUS],
                          &layer[SH_LAYER_PREVIOUS].won, error);
    close_engine(s);
    if (!status && counted) status = count_states(s, error);
    return status;
}

sh_status sh_race_solve(sh_solved *solved, const sh_race_options *options,
                        const sh_monitor *monitor, sh_race_counts *counts, sh_error *error) {
    memset(counts, 0, sizeof *counts);
    counts->placements = (uint64_t)sh_triples_placements(&solved->game);
    counts->states = 3 * counts->placements;
    counts->exact_rounds = options->exact_rounds || solved->lanes.sets <= SH_RACE_SMALL_SETS;
    solver s = {.solved = solved,
                .options = options,
                .context = {.lanes = &solved->lanes,
                            .engine = options->engine ? options->engine : &sh_race_engine_cpu,
                            .monitor = monitor,
                            .began = sh_clock()},
                .counts = counts};
    sh_status status = sh_pool_open(&s.context.pool, options->threads, error);
    if (status) return status;
    status = stages(&s, error);
    finish_layers(counts);
    counts->seconds = sh_clock() - s.context.began - counts->touch_seconds;
    counts->peak_bytes = sh_memory_peak();
    free(s.unreached);
    sh_pool_close(s.context.pool);
    return status;
}
