// SPDX-License-Identifier: MIT
#include "solve/race/attractor.h"

#include <assert.h> // assert
#include <stdlib.h> // calloc
#include <string.h> // memset

#include "solve/race/slices.h"

const sh_goal sh_goal_solo_win = {
    .name = "solo win", .all = {[SH_V] = true, [SH_W] = true}, .target = {[SH_U] = true}};
const sh_goal sh_goal_pair_out = {
    .name = "pair out", .all = {[SH_V] = true}, .target = {[SH_U] = true, [SH_W] = true}};
const sh_goal sh_goal_enable_next = {
    .name = "enable next", .all = {[SH_V] = true}, .target = {[SH_W] = true}};
const sh_goal sh_goal_enable_previous = {
    .name = "enable previous", .all = {[SH_V] = true}, .target = {[SH_U] = true}};
const sh_goal sh_goal_deny_next = {.name = "deny next",
                                   .all = {[SH_V] = true, [SH_W] = true},
                                   .target = {[SH_U] = true, [SH_W] = true}};
const sh_goal sh_goal_deny_previous = {.name = "deny previous",
                                       .all = {[SH_V] = true, [SH_W] = true},
                                       .target = {[SH_U] = true, [SH_V] = true}};
const sh_goal sh_goal_reach = {.name = "reachable", .reversed = true};

// Within the order of turns U, W, V the slice of W is next to U, that of V next to W, and so on;
// reversed, all relations turn round.
static sh_relation slice_relation(const sh_goal *goal, sh_role line) {
    return (line == SH_V) != goal->reversed ? SH_PREVIOUS : SH_NEXT;
}

// The opening with U to move, as news of W's plane (the player who moves before U).
static void seed(sh_passes *passes) {
    uint32_t camp = passes->lanes->triples->camp;
    uint64_t *news = sh_plane_row(passes->attractor->news, camp, camp);
    memset(news, 0, (size_t)passes->lanes->words * sizeof(uint64_t));
    sh_bit_set(news, camp);
    sh_bit_set(sh_plane_row(passes->attractor->plane[SH_W], camp, camp), camp);
    passes->changed_w[(size_t)camp * passes->lanes->sets + camp] = 1;
    passes->attractor->found[0] = 1;
}

// Adds up what the workers found in the pass of a role; says whether it was anything.
static bool note_pass(sh_passes *passes, const sh_race_context *context, int pass, sh_role role) {
    sh_attractor *attractor = passes->attractor;
    assert(pass <= SH_MAX_PASSES);
    for (int i = 0; i < sh_pool_threads(context->pool); i++) {
        attractor->found[pass] += passes->scratch[i].count[role];
        passes->scratch[i].count[role] = 0;
    }
    if (attractor->found[pass]) attractor->passes = pass;
    uint64_t known = 0;
    for (int i = 0; i <= pass; i++) known += attractor->found[i];
    sh_report(context->monitor, &(sh_progress){.phase = attractor->goal->name,
                                               .pass = pass,
                                               .done = known,
                                               .seconds = sh_clock() - context->began});
    return attractor->found[pass] != 0;
}

// Runs the passes of a round that are not before the start; the first round may be short.
static bool run_round(sh_passes *passes, const sh_race_context *context, int *pass) {
    const sh_slices *slices = sh_slices_get(sh_cpu_level_get());
    size_t sets = context->lanes->sets;
    sh_role start = passes->attractor->start;
    bool begun = *pass > 0, more = false;
    passes->skip_u = !begun && start != SH_U;
    if (begun || start != SH_W) {
        sh_pool_run(context->pool, sets, slices->u_and_v, passes);
        if (!passes->skip_u) more = note_pass(passes, context, ++*pass, SH_U);
        more = note_pass(passes, context, ++*pass, SH_V) || more;
        passes->first[SH_U] = passes->first[SH_U] && passes->skip_u;
        passes->first[SH_V] = false;
    }
    sh_pool_run(context->pool, sets, slices->w, passes);
    more = note_pass(passes, context, ++*pass, SH_W) || more;
    passes->first[SH_W] = false;
    return more || passes->first[SH_U] || passes->first[SH_V];
}

static sh_status run(sh_passes *passes, const sh_race_context *context, sh_error *error) {
    if (passes->attractor->goal->reversed) seed(passes);
    int pass = 0;
    for (bool more = true; more;) {
        if (sh_stopped(context->monitor))
            return sh_fail(error, SH_INTERRUPTED, "interrupted in \"%s\" after pass %d",
                           passes->attractor->goal->name, pass);
        more = run_round(passes, context, &pass);
    }
    return SH_OK;
}

sh_status sh_attractor_solve(sh_attractor *attractor, const sh_race_context *context,
                             sh_error *error) {
    const sh_lanes *lanes = context->lanes;
    int threads = sh_pool_threads(context->pool);
    size_t sets = lanes->sets;
    for (int role = 0; role < 3; role++)
        sh_plane_reset(attractor->plane[role], slice_relation(attractor->goal, role),
                       context->pool);
    attractor->news->relation = slice_relation(attractor->goal, SH_W); // written before it is read
    attractor->passes = 0;
    memset(attractor->found, 0, sizeof attractor->found);
    sh_passes passes = {.attractor = attractor,
                        .lanes = lanes,
                        .changed_v = calloc(sets * sets, 1),
                        .changed_w = calloc(sets * sets, 1),
                        .active_u = calloc(sets * (size_t)lanes->words, sizeof(uint64_t)),
                        .scratch = calloc((size_t)threads, sizeof(sh_scratch)),
                        .first = {true, true, true}};
    sh_status status = SH_OK;
    if (!passes.changed_v || !passes.changed_w || !passes.active_u || !passes.scratch)
        status = sh_fail(error, SH_RESOURCES, "no memory for the maps of a layer");
    for (int i = 0; i < threads && !status; i++)
        status = sh_scratch_open(&passes.scratch[i], lanes, error);
    if (!status) status = run(&passes, context, error);
    for (int i = 0; passes.scratch && i < threads; i++) sh_scratch_close(&passes.scratch[i]);
    free(passes.changed_v);
    free(passes.changed_w);
    free(passes.active_u);
    free(passes.scratch);
    return status;
}
