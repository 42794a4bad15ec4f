// SPDX-License-Identifier: MIT
// The stages in order, and what is made of each. The planes of a stage are packed and kept only as
// long as a later stage or the result needs them. Depths come from the rounds: for two targets from
// three runs, one for each role that can begin (attractor.h).
#include "solve/race/race.h"

#include <assert.h> // assert
#include <stdlib.h> // qsort
#include <string.h> // memset

#include "base/memory.h"
#include "solve/race/count.h"
#include "solve/race/stage_file.h"
#include "solve/race/unreached.h"

typedef struct solver {
    sh_solved *solved;
    const sh_race_options *options;
    sh_race_context context;
    sh_race_counts *counts;
    sh_plane out[3];    // packed: the planes of pair out, until the draws are known; before that
                        // those of reachability, then those of enable next: one memory for all
    sh_draw *unreached; // ongoing states that play cannot come to, with the turn as player
    size_t unreached_count;
} solver;

uint64_t sh_race_memory(const sh_cube *cube) {
    return 4 * sh_plane_bytes(cube, false) + 6 * sh_plane_bytes(cube, true);
}

// With exact rounds three of the stages run three times: 1.7 times the work on star37:3p.
static double stretch(const sh_solved *solved, const sh_race_options *options) {
    return options->exact_rounds || solved->cube.sets <= SH_RACE_SMALL_SETS ? 1.7 : 1;
}

sh_status sh_race_plan(const sh_race_engine *const *engines, const sh_solved *solved,
                       const sh_race_options *options, uint64_t memory, sh_plan *plan,
                       sh_error *error) {
    const sh_cube *cube = &solved->cube;
    sh_status status = SH_RESOURCES;
    for (; *engines && status == SH_RESOURCES; engines++) {
        *plan = (sh_plan){.engine = *engines,
                          .name = (*engines)->name,
                          .about = (*engines)->about,
                          .states = 3 * (uint64_t)sh_triples_placements(&solved->game),
                          .table = 3 * SH_LAYERS * sh_plane_bytes(cube, true),
                          .memory = sh_race_memory(cube),
                          .workspace = SH_PLAN_PROGRAM_BYTES + sh_cube_bytes(cube)};
        int threads = options->threads ? options->threads : sh_cpu_count();
        status = (*engines)->plan(cube, threads, plan, error);
        if (!status) status = sh_plan_check(plan, solved->game.name, memory, NULL, error);
        plan->seconds *= stretch(solved, options);
    }
    return status;
}

// Opens the engine, once: the first touch of memory is not solving.
static sh_status open_engine(solver *s, sh_error *error) {
    if (s->context.machine) return SH_OK;
    double began = sh_clock();
    sh_status status =
        s->context.engine->open(&s->context.machine, &s->solved->cube, s->context.pool, error);
    s->counts->touch_seconds += sh_clock() - began;
    return status;
}

static void close_engine(solver *s) {
    if (s->context.machine) s->context.engine->close(s->context.machine);
    s->context.machine = NULL;
}

static uint64_t sum(const sh_depths *depths) {
    uint64_t total = 0;
    for (int depth = 0; depth <= depths->deepest; depth++) total += depths->states[depth];
    return total;
}

// Counts by depth of a goal with one target: the first round that finds anything is depth 1.
static void one_target(const sh_attractor *attractor, sh_depths *depths) {
    int first = attractor->goal->target[SH_U] ? 0 : attractor->goal->target[SH_V] ? 1 : 2;
    depths->deepest = attractor->rounds > first ? attractor->rounds - first : 0;
    for (int depth = 1; depth <= depths->deepest; depth++)
        depths->states[depth] = attractor->found[depth + first];
}

// Adds a run that starts with some role: known[role][p] = states of that role of depth <= p, for
// the rounds p of that role.
static void note_known(const sh_attractor *attractor, uint64_t known[3][SH_RACE_MAX_ROUNDS + 4]) {
    for (int round = 1; round <= SH_RACE_MAX_ROUNDS; round++) {
        sh_role role = sh_attractor_role(attractor, round);
        known[role][round] = (round > 3 ? known[role][round - 3] : 0) + attractor->found[round];
    }
}

// Counts by depth of a goal with two targets, from runs that started with each role.
static void two_targets(uint64_t known[3][SH_RACE_MAX_ROUNDS + 4], sh_depths *depths) {
    for (int depth = 1; depth <= SH_RACE_MAX_ROUNDS; depth++) {
        for (int role = 0; role < 3; role++)
            depths->states[depth] += known[role][depth] - known[role][depth - 1];
        if (depths->states[depth]) depths->deepest = depth;
    }
}

// Runs a stage from every role in turn, the last run from U, so that its planes stay.
static sh_status run_exactly(solver *s, const sh_goal *goal, sh_depths *depths, sh_error *error) {
    uint64_t(*known)[SH_RACE_MAX_ROUNDS + 4] = calloc(3, sizeof *known);
    if (!known) return sh_fail(error, SH_RESOURCES, "no memory for the counts by depth");
    sh_status status = SH_OK;
    for (int start = SH_W; start >= SH_U && !status; start--) {
        sh_attractor attractor = {.goal = goal, .start = (sh_role)start};
        status = sh_attractor_solve(&attractor, &s->context, NULL, error);
        note_known(&attractor, known);
    }
    two_targets(known, depths);
    free(known);
    return status;
}

// Runs a stage that asks what one player can prevent. Without exact rounds it goes on from what the
// player can win alone, and only counts.
static sh_status run_deny(solver *s, const sh_goal *goal, sh_depths *depths, sh_error *error) {
    bool continues = s->context.engine->continues;
    sh_attractor attractor = {.goal = goal, .start = SH_U};
    sh_status status = sh_attractor_solve(
        &attractor, &s->context, continues ? s->solved->plane[SH_LAYER_SOLO] : NULL, error);
    if (continues) depths->states[0] = sum(&s->counts->layer[SH_LAYER_SOLO].won);
    for (int round = 1; round <= attractor.rounds; round++)
        depths->states[0] += attractor.found[round];
    return status;
}

static sh_status run_stage(solver *s, const sh_goal *goal, sh_depths *depths, sh_error *error) {
    memset(depths, 0, sizeof *depths);
    bool one = goal->target[SH_U] + goal->target[SH_V] + goal->target[SH_W] <= 1;
    if (!one && s->counts->exact_rounds) return run_exactly(s, goal, depths, error);
    if (goal == &sh_goal_deny_next || goal == &sh_goal_deny_previous)
        return run_deny(s, goal, depths, error);
    sh_attractor attractor = {.goal = goal, .start = SH_U};
    sh_status status = sh_attractor_solve(&attractor, &s->context, NULL, error);
    if (one) {
        one_target(&attractor, depths);
    } else {
        depths->deepest = attractor.rounds;
        memcpy(depths->states, attractor.found, sizeof attractor.found);
    }
    return status;
}

// Packs the planes of a question, cut by the next player or as they come. Planes that exist already
// are used; the last stage gets its memory from the engine.
static sh_status pack_planes(solver *s, const sh_goal *goal, bool as_they_come, sh_plane *planes,
                             sh_error *error) {
    const sh_cube *cube = &s->solved->cube;
    bool last = goal == &sh_goal_enable_previous;
    sh_status status = SH_OK;
    for (int role = 0; role < 3 && !status; role++) {
        sh_plane *plane = &planes[role];
        sh_relation relation = as_they_come ? sh_goal_relation(goal, (sh_role)role) : SH_NEXT;
        if (!last && !plane->words) {
            double began = sh_clock();
            status = sh_plane_open(plane, cube, relation, true, error);
            if (!status) sh_memory_touch(s->context.pool, plane->words, sh_plane_bytes(cube, true));
            s->counts->touch_seconds += sh_clock() - began;
        }
        *plane = (sh_plane){cube, relation, true, plane->words};
        if (!status)
            status = s->context.engine->pack(s->context.machine, (sh_role)role, plane, last, error);
    }
    return status;
}

static sh_status read_stage(solver *s, const sh_stage_file *file, sh_plane *planes,
                            sh_depths *depths, sh_error *error) {
    double began = sh_clock();
    sh_status status = sh_stage_read(file, &s->solved->cube, planes, depths, error);
    s->counts->checkpoint_seconds += sh_clock() - began;
    return status;
}

static sh_status write_stage(solver *s, const sh_stage_file *file, const sh_plane *planes,
                             const sh_depths *depths, sh_error *error) {
    double began = sh_clock();
    sh_status status = sh_stage_write(file, planes, depths, error);
    s->counts->checkpoint_seconds += sh_clock() - began;
    return status;
}

// Runs a stage and keeps its planes, where they are wanted; or reads it from its checkpoint.
static sh_status do_stage(solver *s, const sh_goal *goal, sh_plane *planes, sh_depths *depths,
                          sh_error *error) {
    sh_stage_file file = {s->options->checkpoint, s->solved->game.name, goal->name,
                          s->counts->exact_rounds};
    sh_status status = read_stage(s, &file, planes, depths, error);
    if (status != SH_NO) return status;
    status = open_engine(s, error);
    if (!status) status = run_stage(s, goal, depths, error);
    if (!status && planes) status = pack_planes(s, goal, false, planes, error);
    if (!status) status = write_stage(s, &file, planes, depths, error);
    return status;
}

static sh_status reach_stage(solver *s, sh_error *error) {
    sh_stage_file file = {s->options->checkpoint, s->solved->game.name, sh_goal_reach.name, false};
    sh_depths *distance = &s->counts->distance;
    sh_status status = read_stage(s, &file, NULL, distance, error);
    s->counts->reachable = sum(distance);
    if (status != SH_NO) return status;
    status = open_engine(s, error);
    if (status) return status;
    sh_attractor attractor = {.goal = &sh_goal_reach, .start = SH_U};
    status = sh_attractor_solve(&attractor, &s->context, NULL, error);
    if (status) return status;
    distance->deepest = attractor.rounds;
    memcpy(distance->states, attractor.found, sizeof attractor.found);
    s->counts->reachable = sum(distance);
    uint64_t one, more;
    sh_count_filled(&s->solved->cube, &one, &more);
    uint64_t ongoing = s->counts->states - 3 * (one + more);
    status = pack_planes(s, &sh_goal_reach, true, s->out, error);
    if (status) return status;
    if (s->counts->reachable - sh_reached_terminals(s->out, &s->solved->cube) == ongoing)
        return write_stage(s, &file, NULL, distance, error); // all of them: nothing to list
    return sh_unreached_list(s->out, &s->solved->cube, &s->unreached, &s->unreached_count, error);
}

// Every ongoing state is reachable but those on the list, and reached terminals are what is left.
static void count_reachable(solver *s) {
    sh_race_counts *counts = s->counts;
    uint64_t left = counts->reachable;
    for (int i = SH_TYPE_SOLO_WIN; i < SH_TYPES; i++)
        counts->reachable_type[i] = counts->control.type[i];
    for (size_t i = 0; i < s->unreached_count; i++) {
        sh_triple state = sh_draw_state(s->unreached[i]);
        counts->reachable_type[sh_control_classify(sh_solved_control(s->solved, state))]--;
    }
    for (int i = SH_TYPE_SOLO_WIN; i < SH_TYPES; i++) left -= counts->reachable_type[i];
    counts->reachable_type[SH_TYPE_TERMINAL] = left;
}

// Terminal states belong to the layer's winner or its losers, a third to each player. So do those
// that are reached: if every ongoing state is, then all that one move leads to.
static void finish_layers(sh_race_counts *counts, bool all_open_reached) {
    uint64_t won_by_one = counts->control.type[SH_TYPE_TERMINAL] / 3;
    uint64_t reached = counts->reachable_type[SH_TYPE_TERMINAL] / 3;
    for (int i = 0; i < SH_LAYERS; i++) {
        sh_race_layer *layer = &counts->layer[i];
        layer->win = sum(&layer->won) + won_by_one;
        layer->loss = sum(&layer->lost) + 2 * won_by_one;
        layer->draw =
            counts->states - counts->control.type[SH_TYPE_ILLEGAL] - layer->win - layer->loss;
        if (all_open_reached) {
            layer->reachable_win = sum(&layer->won) + reached;
            layer->reachable_loss = sum(&layer->lost) + 2 * reached;
        }
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
    if (!status) status = sh_count_draws(s->solved, s->out, s->context.pool, error);
    memcpy(s->solved->plane[SH_LAYER_NEXT], s->out, sizeof s->out);
    memset(s->out, 0, sizeof s->out);
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
    if (!status && counted) status = sh_count_states(s->solved, s->context.pool, s->counts, error);
    if (!status && counted) count_reachable(s);
    return status;
}

sh_status sh_race_solve(sh_solved *solved, const sh_race_options *options,
                        const sh_monitor *monitor, sh_race_counts *counts, sh_error *error) {
    memset(counts, 0, sizeof *counts);
    counts->placements = (uint64_t)sh_triples_placements(&solved->game);
    counts->states = 3 * counts->placements;
    counts->exact_rounds = options->exact_rounds || solved->cube.sets <= SH_RACE_SMALL_SETS;
    solver s = {.solved = solved,
                .options = options,
                .context = {.cube = &solved->cube,
                            .engine = options->engine ? options->engine : &sh_race_engine_cpu,
                            .monitor = monitor,
                            .began = sh_clock()},
                .counts = counts};
    sh_status status = sh_pool_open(&s.context.pool, options->threads, error);
    if (status) return status;
    status = stages(&s, error);
    finish_layers(counts, counts->reachable && !s.unreached_count);
    counts->seconds =
        sh_clock() - s.context.began - counts->touch_seconds - counts->checkpoint_seconds;
    counts->peak_bytes = sh_memory_peak();
    free(s.unreached);
    sh_pool_close(s.context.pool);
    return status;
}

sh_status sh_race_clear(const sh_game *game, const char *folder, sh_error *error) {
    static const sh_goal *const stages[] = {
        &sh_goal_reach,         &sh_goal_pair_out,    &sh_goal_solo_win,        &sh_goal_deny_next,
        &sh_goal_deny_previous, &sh_goal_enable_next, &sh_goal_enable_previous, NULL};
    sh_status status = SH_OK;
    for (size_t i = 0; !status && stages[i]; i++) {
        sh_stage_file file = {.folder = folder, .game = game->name, .stage = stages[i]->name};
        status = sh_stage_clear(&file, error);
    }
    return status;
}
