// SPDX-License-Identifier: MIT
// Laps of three rounds until one finds nothing. The first lap may begin with any role and is then
// shorter, so its end proves nothing.
#include "solve/race/rounds/attractor.h"

#include <assert.h> // assert
#include <string.h> // memset

#include "solve/race/rounds/race_engine.h"

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

// Says what a round has found.
static void note_round(sh_attractor *attractor, const sh_race_context *context, int round,
                       uint64_t found) {
    assert(round <= SH_RACE_MAX_ROUNDS);
    attractor->found[round] = found;
    if (found) attractor->rounds = round;
    uint64_t known = 0;
    for (int i = 0; i <= round; i++) known += attractor->found[i];
    sh_report(context->monitor, &(sh_progress){.phase = attractor->goal->name,
                                               .round = round,
                                               .done = known,
                                               .seconds = sh_clock() - context->began});
}

sh_status sh_attractor_solve(sh_attractor *attractor, const sh_race_context *context,
                             const sh_plane *known, sh_error *error) {
    const sh_race_engine *engine = context->engine;
    attractor->rounds = 0;
    memset(attractor->found, 0, sizeof attractor->found);
    if (attractor->goal->reversed) attractor->found[0] = 1;
    sh_status status = engine->begin(context->machine, attractor->goal, known, error);
    // The first lap may be short: then the arrivals of the roles before are still to come.
    sh_role first = attractor->start;
    int round = 0;
    for (bool more = true; more && !status; first = SH_U) {
        if (sh_stopped(context->monitor))
            return sh_fail(error, SH_INTERRUPTED, "interrupted in \"%s\" after round %d",
                           attractor->goal->name, round);
        uint64_t found[3] = {0};
        status = engine->lap(context->machine, first, found, error);
        more = first != SH_U;
        for (int role = first; role < 3 && !status; role++) {
            note_round(attractor, context, ++round, found[role]);
            more = more || found[role];
        }
    }
    return status;
}
