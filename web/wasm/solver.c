// SPDX-License-Identifier: MIT
// See solver.h.
#include "solver.h"

#include <stdio.h>  // snprintf
#include <stdlib.h> // calloc

#include "rank/pairs.h"
#include "rank/rank_scopes.h"
#include "solve/duel/backend.h"
#include "solve/race/race.h"
#include "table/duel.h"
#include "table/plain_table.h"

#define MOST_STATES 200000000ULL // 7x7/3 has 141 million
#define MOST_RACE_BYTES ((uint64_t)1 << 30)

struct solver {
    sh_game game;
    sh_pool *pool;
    sh_pairs *pairs; // of a duel
    void *planes;
    sh_solved race;
    sh_plain table;
    sh_error error;
};

// How far it is: the round, and of how many states how many are proven (0: not known).
__attribute__((import_module("host"), import_name("report"))) extern void
host_report(int round, double done, double total);

void *solver_room(size_t size) { return malloc(size); }
solver *solver_open(void) { return calloc(1, sizeof(solver)); }
const char *solver_text(const solver *s) { return s->error.text; }

static sh_status too_large(solver *s) {
    return sh_fail(&s->error, SH_RESOURCES, "%s is too large to be solved in a browser",
                   s->game.name);
}

// --- duels

static uint16_t duel_value(void *context, uint64_t row, uint64_t column) {
    solver *s = context;
    sh_position position;
    uint16_t value;
    sh_pairs_position(s->pairs, (sh_pair){row, column}, &position);
    if (sh_backend_fast.value(s->planes, row, position.army[0].w[0], &value)) return SH_BYTE_DRAW;
    return value == SH_VALUE_DRAW ? SH_BYTE_DRAW : value;
}

static sh_status run_rounds(solver *s, sh_table_info *info) {
    double done = 0, total = (double)(info->rows * info->columns);
    bool more = true;
    for (int number = 0; more; number++) {
        sh_round round = {0};
        sh_status status = number ? sh_backend_fast.round(s->planes, number, &round, &s->error)
                                  : sh_backend_fast.begin(s->planes, &round, &s->error);
        if (status) return status;
        *(number & 1 ? &info->wins : &info->losses) += round.positions;
        info->illegal += round.illegal;
        if (round.states) info->longest = (uint32_t)number;
        more = !number || round.states || round.pending;
        done += (double)round.states;
        host_report(number, done, total);
    }
    info->draws = sh_pairs_placements(s->pairs) - info->wins - info->losses - info->illegal;
    return info->longest > SH_BYTE_LONGEST ? too_large(s) : SH_OK;
}

static sh_status solve_duel(solver *s, sh_table_info *info) {
    sh_solve_options options = {.metric = SH_DTW, .threads = 1};
    sh_status status = sh_pairs_open(&s->pairs, &s->game, &s->error);
    if (status) return status;
    info->rows = sh_pairs_rows(s->pairs);
    info->columns = sh_pairs_columns(s->pairs);
    if (info->rows > MOST_STATES / info->columns) return too_large(s);
    status = sh_backend_fast.open(&s->planes, &s->game, &options, s->pool, &s->error);
    if (!status) status = run_rounds(s, info);
    s->table.value = duel_value;
    return status;
}

// --- races

static uint16_t race_value(void *context, uint64_t row, uint64_t column) {
    const sh_solved *race = &((solver *)context)->race;
    uint32_t sets = race->triples.sets;
    sh_triple triple = {(uint32_t)row / sets, (uint32_t)row % sets, (uint32_t)column};
    return sh_triples_disjoint(&race->triples, triple) ? sh_solved_control(race, triple)
                                                       : SH_CONTROL_ILLEGAL;
}

static void report_race(void *user, const sh_progress *progress) {
    (void)user;
    host_report(progress->round, (double)progress->done, 0);
}

static sh_status solve_race(solver *s, sh_table_info *info) {
    sh_race_options options = {.threads = 1, .control_only = true};
    sh_monitor monitor = {.report = report_race};
    sh_status status = sh_solved_open(&s->race, &s->game, &s->error);
    if (status) return status;
    if (sh_race_memory(&s->race.cube) > MOST_RACE_BYTES) return too_large(s);
    sh_race_counts *counts = calloc(1, sizeof *counts); // it is large
    if (!counts) return too_large(s);
    status = sh_race_solve(&s->race, &options, &monitor, counts, &s->error);
    free(counts);
    info->columns = s->race.triples.sets;
    info->rows = info->columns * info->columns;
    s->table.value = race_value;
    return status;
}

int solver_solve(solver *s, const char *name) {
    sh_status status = sh_game_parse(&s->game, name, SH_STRICT, &s->error);
    if (!status) status = sh_pool_open(&s->pool, 1, &s->error);
    if (status) return 0;
    status = sh_scope_check(&sh_solver_scope, &s->game, &s->error);
    if (status) return 0;
    bool race = sh_has_triples(&s->game);
    sh_table_info info = {.profile = SH_STRICT, .metric = race ? SH_CONTROL : SH_DTW};
    snprintf(info.game, sizeof info.game, "%s", s->game.name);
    snprintf(info.creator, sizeof info.creator, "sternhalma " SH_VERSION " in this browser");
    status = (race ? solve_race : solve_duel)(s, &info);
    if (status) return 0;
    s->table.context = s;
    sh_plain_make(&s->table, &info);
    return 1;
}

uint32_t solver_size(const solver *s) { return (uint32_t)sh_plain_size(&s->table); }

int solver_read(const solver *s, uint32_t first, void *bytes, uint32_t count) {
    return !sh_plain_read(&s->table, first, bytes, count, NULL);
}
