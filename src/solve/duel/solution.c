// SPDX-License-Identifier: MIT
// See solution.h. The driver knows rounds and counts, the backend everything else. Odd rounds prove
// wins and even ones losses; a solve is over when a round has proved nothing and leaves nothing
// pending.
#include "solve/duel/solution.h"

#include <assert.h> // assert
#include <stdio.h>  // snprintf
#include <stdlib.h> // calloc
#include <string.h> // memset

#include "base/memory.h"
#include "rank/binomial.h"
#include "solve/duel/shares.h"

void sh_solution_close(sh_solution *solution) {
    if (!solution) return;
    if (solution->state) solution->backend->close(solution->state);
    sh_pairs_close(solution->pairs);
    if (solution->pool) sh_pool_close(solution->pool);
    free(solution);
}

static sh_status open_solution(sh_solution *solution, const sh_monitor *monitor, sh_error *error) {
    sh_status status = sh_pairs_open(&solution->pairs, &solution->game, error);
    if (!status) status = sh_pool_open(&solution->pool, solution->options.threads, error);
    status = sh_crew_agree(solution->options.crew, status, error);
    if (status) return status;
    double start = sh_clock();
    sh_report(monitor, &(sh_progress){.phase = "allocate"});
    status = solution->backend->open(&solution->state, &solution->game, &solution->options,
                                     solution->pool, error);
    solution->touch_seconds = sh_clock() - start;
    return sh_crew_agree(solution->options.crew, status, error);
}

static void note(sh_solution *solution, uint32_t number, const sh_round *round) {
    sh_solve_state *done = &solution->done;
    done->rounds = number;
    done->states += round->states;
    done->illegal += round->illegal;
    done->proven[number] = round->positions;
    if (round->states) {
        done->example_row[number & 1] = round->example_row;
        done->example_set[number & 1] = round->example_set;
    }
    solution->strips += round->strips;
    solution->read += round->read;
    solution->written += round->written;
    solution->mail[number] = round->mail;
}

static sh_shares shares_of(const sh_solution *solution) {
    return (sh_shares){.file = solution->options.checkpoint,
                       .crew = solution->options.crew,
                       .backend = solution->backend,
                       .state = solution->state};
}

sh_status sh_solution_save(sh_solution *solution, sh_error *error) {
    assert(!solution->finished); // the backend may have given up what it saves
    sh_shares shares = shares_of(solution);
    if (solution->backend->serve) return sh_shares_save(&shares, &solution->done, error);
    sh_saver *saver;
    sh_status status = sh_saver_open(&saver, solution->options.checkpoint, &solution->done, error);
    if (status) return status;
    status = solution->backend->save(solution->state, saver, error);
    return sh_saver_close(saver, status, error);
}

// Whether a checkpoint is of this game, with states that the backend can read.
static sh_status check_origin(void *context, const sh_solve_state *done, sh_error *error) {
    const sh_solution *solution = context;
    const sh_solve_state *want = &solution->done;
    const char *file = solution->options.checkpoint;
    if (strncmp(done->game, want->game, sizeof done->game) || done->profile != want->profile ||
        done->metric != want->metric || done->rounds >= SH_MAX_ROUNDS)
        return sh_fail(error, SH_DATA, "the checkpoint %s is of another game, profile or metric",
                       file);
    if (done->layout != want->layout)
        return sh_fail(error, SH_DATA,
                       "the checkpoint %s is of a backend whose layout %s cannot read; choose the "
                       "--backend that saved it, or remove the file to start afresh",
                       file, solution->backend->name);
    return SH_OK;
}

static sh_status resume(sh_solution *solution, sh_error *error) {
    sh_solve_state done;
    sh_loader *loader;
    sh_shares shares = shares_of(solution);
    if (solution->backend->serve) {
        sh_status loaded = sh_shares_load(&shares, &done, check_origin, solution, error);
        if (!loaded) solution->done = done;
        return loaded;
    }
    sh_status status = sh_loader_open(&loader, solution->options.checkpoint, &done, error);
    if (status) return status;
    status = check_origin(solution, &done, error);
    if (!status) status = solution->backend->load(solution->state, loader, error);
    if (!status) solution->done = done;
    sh_loader_close(loader);
    return status;
}

// Only after an odd round there is something to save: one that is given up leaves the last.
static sh_status give_up(const sh_solution *solution, uint32_t number, sh_error *error) {
    if (solution->saved < 0)
        return sh_fail(error, SH_INTERRUPTED, "stopped in round %u; nothing was saved", number);
    return sh_fail(error, SH_INTERRUPTED,
                   "stopped in round %u; --resume continues after round %lld", number,
                   (long long)solution->saved);
}

static sh_status begin(sh_solution *solution, sh_error *error) {
    if (solution->options.resume) {
        sh_status status = resume(solution, error);
        if (!status) solution->saved = solution->done.rounds;
        if (status != SH_NO) return status;
    }
    sh_round round;
    sh_status status = solution->backend->begin(solution->state, &round, error);
    if (status == SH_INTERRUPTED) return give_up(solution, 0, error);
    if (!status) note(solution, 0, &round);
    return status;
}

// Rounds until one proves nothing. Checkpoints are taken after odd rounds.
static sh_status run_rounds(sh_solution *solution, const sh_monitor *monitor, double start,
                            sh_error *error) {
    const sh_solve_options *options = &solution->options;
    double earlier = solution->done.seconds, saved = sh_clock();
    for (uint32_t number = solution->done.rounds + 1;; number++) {
        if (number >= SH_MAX_ROUNDS)
            return sh_fail(error, SH_RESOURCES, "no end after %d rounds", SH_MAX_ROUNDS);
        sh_round round;
        sh_status status = solution->backend->round(solution->state, (int)number, &round, error);
        if (status == SH_INTERRUPTED) return give_up(solution, number, error);
        if (status) return status;
        note(solution, number, &round);
        solution->done.seconds = earlier + sh_clock() - start;
        sh_report(monitor, &(sh_progress){.phase = "round",
                                          .round = (int)number,
                                          .done = solution->done.states,
                                          .total = solution->plan.states,
                                          .seconds = solution->done.seconds});
        if (!round.states && !round.pending) return SH_OK;
        if (!(number & 1)) continue;
        bool due = options->checkpoint_every > 0 && sh_clock() - saved > options->checkpoint_every;
        uint64_t wishes[] = {sh_stopped(monitor), due};
        sh_crew_sum(options->crew, wishes, 2);
        bool stopped = wishes[0] > 0;
        if (!stopped && !wishes[1]) continue;
        if (options->checkpoint) status = sh_solution_save(solution, error);
        saved = sh_clock();
        if (status) return status;
        if (options->checkpoint) solution->saved = number;
        if (stopped)
            return sh_fail(error, SH_INTERRUPTED, "stopped after round %u; %s", number,
                           options->checkpoint ? "--resume continues from there"
                                               : "nothing was saved");
    }
}

sh_status sh_solve(sh_solution **out, const sh_game *game, const sh_solve_options *options,
                   const sh_plan *plan, const sh_monitor *monitor, sh_error *error) {
    sh_solution *solution = calloc(1, sizeof *solution);
    if (!solution) return sh_fail(error, SH_RESOURCES, "out of memory");
    solution->game = *game;
    solution->options = *options;
    solution->options.workers = plan->workers;
    solution->options.patience = &solution->patience;
    solution->patience =
        (sh_patience){.monitor = monitor, .seconds = options->checkpoint ? SH_SOLVE_PATIENCE : 0};
    solution->saved = -1;
    solution->plan = *plan;
    solution->backend = plan->backend;
    solution->done = (sh_solve_state){
        .profile = game->profile, .metric = options->metric, .layout = plan->backend->layout};
    // What follows the name's end is zero here, whatever it is in the game.
    snprintf(solution->done.game, sizeof solution->done.game, "%s", game->name);
    sh_status status = SH_OK;
    if (options->crew && !plan->backend->serve)
        status = sh_fail(error, SH_USAGE, "the %s backend is for one process", plan->backend->name);
    if (options->metric == SH_DTW && !plan->backend->exact_rounds)
        status = sh_fail(error, SH_USAGE, "the %s backend has no distances", plan->backend->name);
    if (!status) status = open_solution(solution, monitor, error);
    double start = sh_clock();
    if (!status) status = begin(solution, error);
    if (!status && !solution->done.complete) status = run_rounds(solution, monitor, start, error);
    if (status) {
        sh_solution_close(solution);
        return status;
    }
    solution->patience.monitor = NULL; // it is the caller's, and what follows is no round
    solution->done.complete = true;
    solution->solve_seconds = sh_clock() - start;
    *out = solution;
    return SH_OK;
}

void sh_solution_count(const sh_solution *solution, sh_solve_counts *counts) {
    const sh_solve_state *done = &solution->done;
    uint64_t turn = sh_pairs_placements(solution->pairs); // positions with one player to move
    memset(counts, 0, sizeof *counts);
    for (uint32_t t = 0; t <= done->rounds; t++) {
        *(t & 1 ? &counts->mover_wins : &counts->mover_losses) += done->proven[t];
        if (done->proven[t]) *(t & 1 ? &counts->longest_win : &counts->longest_loss) = t;
    }
    counts->positions = 2 * turn;
    counts->wins = counts->losses = counts->mover_wins + counts->mover_losses;
    counts->illegal = 2 * done->illegal;
    assert(turn >= counts->wins + done->illegal);
    counts->draws = 2 * (turn - counts->wins - done->illegal);
}

sh_status sh_solution_finish(sh_solution *solution, sh_error *error) {
    if (!solution->backend->finish || solution->finished) return SH_OK;
    // It works block by block in place: once it has failed, some blocks are turned and others not.
    if (solution->unfinished)
        return sh_fail(error, solution->unfinished, "the solve could not be finished before");
    sh_status status = solution->backend->finish(solution->state, error);
    solution->finished = !status;
    solution->unfinished = status;
    return status;
}

static sh_status rows(void *context, uint64_t first, uint32_t count, uint16_t *values) {
    sh_solution *solution = context;
    sh_status status = sh_solution_finish(solution, NULL);
    return status ? status : solution->backend->rows(solution->state, first, count, values);
}

static sh_status movers(void *context, uint64_t number, sh_mover_use *use, void *user) {
    sh_solution *solution = context;
    sh_status status = sh_solution_finish(solution, NULL);
    return status ? status : solution->backend->movers(solution->state, number, use, user);
}

// Where the backend cannot give values now, the first rows asked for say so.
sh_value_source sh_solution_source(sh_solution *solution) {
    (void)!sh_solution_finish(solution, NULL);
    const sh_solve_options *options = &solution->options;
    bool by_mover = solution->backend->movers && (options->crew || options->writing);
    return (sh_value_source){.context = solution,
                             .rows = by_mover ? NULL : rows,
                             .row_count = sh_pairs_rows(solution->pairs),
                             .column_count = sh_pairs_columns(solution->pairs),
                             .by_mover = by_mover,
                             .movers = by_mover ? movers : NULL,
                             .block_rows = SH_VALUE_MAX_ROWS,
                             .crew = options->crew,
                             .distances = options->metric == SH_DTW};
}

void sh_solution_serve(sh_solution *solution) {
    const sh_crew *crew = solution->options.crew;
    if (crew && solution->backend->serve && solution->finished)
        solution->backend->serve(solution->state);
}

sh_status sh_solution_zugzwang(sh_solution *solution, sh_zugzwang *count, sh_error *error) {
    if (!solution->backend->zugzwang)
        return sh_fail(error, SH_NO, "the %s backend does not count mutual zugzwang",
                       solution->backend->name);
    sh_status status = sh_solution_finish(solution, error);
    return status ? status : solution->backend->zugzwang(solution->state, count, error);
}
