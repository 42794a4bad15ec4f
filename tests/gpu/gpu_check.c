// SPDX-License-Identifier: MIT
// Solves a game on the GPU, prints every round and where the time went, and checks the result.
//
//   gpu_check GAME strict|published wdl|dtw cuda|cuda-compact|emulated|… SAMPLES
//             [compare] [gpu-memory=SIZE] [csv=FILE] [news=N] [span=N] [in-turn] [by-turns]
//
// `compare` solves the game on the CPU as well and compares all values. `gpu-memory` is what may be
// used of the card. `csv` names a file that gets a row after each pair of rounds. The others are
// the tuning of the compact form (solve/cuda/compact.h); news=1 never follows a list.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "oracle/spot_check.h"
#include "solve/cuda/backends.h"

static double last_seconds;
static uint64_t last_states;

// The backend under test, with its state at hand while it runs.
static sh_backend watched;
static const sh_backend *original;
static void *watched_state;

static sh_compact_tuning tuning; // of the compact form

static FILE *csv;
static sh_round last_wins;
static double last_row;

// Rounds of wins and of losses come by turns; a row is written once both are known.
static sh_status next_watched(void *state, int number, sh_round *round, sh_error *error) {
    sh_status status = original->round(state, number, round, error);
    if (status || !csv) return status;
    if (number & 1) {
        last_wins = *round;
        if (round->states || round->pending) return SH_OK;
    }
    fprintf(csv, "%d,%llu,%llu,%.3f,%.3f,%.3f\n", (number + 1) / 2,
            (unsigned long long)last_wins.states,
            (unsigned long long)(number & 1 ? 0 : round->states), (double)last_wins.read * 1e-9,
            (double)last_wins.written * 1e-9, sh_clock() - last_row);
    fflush(csv);
    last_row = sh_clock();
    return SH_OK;
}

static sh_status open_watched(void **state, const sh_game *game, const sh_solve_options *options,
                              sh_pool *pool, sh_error *error) {
    sh_status status =
        original == &sh_backend_cuda_compact
            ? sh_compact_open(state, game, options, sh_gpu_load(error), &tuning, error)
            : original->open(state, game, options, pool, error);
    watched_state = status ? NULL : *state;
    last_row = sh_clock();
    return status;
}

static void print_times(void) {
    const sh_gpu_session *session = sh_gpu_backend_session(watched_state);
    for (int k = 0; k < SH_GPU_KERNEL_COUNT; k++) {
        double seconds = session->runtime->seconds(session->gpu, (sh_gpu_kernel)k);
        if (seconds > 0) printf(" %s %.3f", sh_gpu_kernel_name((sh_gpu_kernel)k), seconds);
    }
}

static void report(void *user, const sh_progress *progress) {
    if (strcmp(progress->phase, "round") != 0) return;
    printf("  round %3d: %14llu states in %7.3f s", progress->round,
           (unsigned long long)(progress->done - last_states), progress->seconds - last_seconds);
    if (progress->round % 8 == 1) {
        printf("; so far");
        print_times();
    }
    putchar('\n');
    fflush(stdout);
    last_seconds = progress->seconds;
    last_states = progress->done;
}

static sh_solution *solve(const sh_game *game, sh_metric metric, const sh_backend *backend,
                          size_t card, bool quiet) {
    sh_error error = {0};
    sh_plan plan;
    sh_solution *solution = NULL;
    sh_solve_options options = {.metric = metric, .card = card, .level = sh_cpu_level_get()};
    sh_monitor monitor = {.report = quiet ? NULL : report};
    last_seconds = 0;
    last_states = 0;
    sh_status status = backend->plan(game, &options, &plan, &error);
    if (!quiet) {
        original = backend;
        watched = *backend;
        watched.open = open_watched;
        watched.round = next_watched;
        plan.backend = &watched;
    }
    if (!status) status = sh_solve(&solution, game, &options, &plan, &monitor, &error);
    if (status) {
        printf("FAIL %s: %s\n", game->name, error.text);
        exit((int)status);
    }
    return solution;
}

static bool same_values(sh_solution *a, sh_solution *b) {
    sh_value_source one = sh_solution_source(a), two = sh_solution_source(b);
    size_t bytes = SH_VALUE_MAX_ROWS * one.column_count * sizeof(uint16_t);
    uint16_t *values[2] = {malloc(bytes), malloc(bytes)};
    bool same = true;
    for (uint64_t first = 0; first < one.row_count && same; first += SH_VALUE_MAX_ROWS) {
        uint64_t left = one.row_count - first;
        uint32_t count = left < SH_VALUE_MAX_ROWS ? (uint32_t)left : SH_VALUE_MAX_ROWS;
        same = !one.rows(one.context, first, count, values[0]) &&
               !two.rows(two.context, first, count, values[1]) &&
               !memcmp(values[0], values[1], count * one.column_count * sizeof(uint16_t));
    }
    free(values[0]);
    free(values[1]);
    return same;
}

int main(int argc, char **argv) {
    if (argc < 6) return 2;
    sh_error error = {0};
    sh_game game;
    sh_profile profile;
    if (sh_profile_parse(&profile, argv[2], &error) ||
        sh_game_parse(&game, argv[1], profile, &error)) {
        puts(error.text);
        return 2;
    }
    sh_metric metric = strcmp(argv[3], "dtw") == 0 ? SH_DTW : SH_WDL;
    const sh_backend *backend = sh_gpu_backend_find(argv[4]);
    if (!backend) return 2;
    printf("%s %s %s %s\n", argv[1], argv[2], argv[3], argv[4]);
    bool compared = false, same = true;
    size_t card = 0;
    for (int i = 6; i < argc; i++) {
        if (!strcmp(argv[i], "compare")) compared = true;
        if (!strncmp(argv[i], "gpu-memory=", 11) && sh_memory_parse(&card, argv[i] + 11, &error))
            return 2;
        if (!strncmp(argv[i], "csv=", 4)) csv = fopen(argv[i] + 4, "w");
        if (!strncmp(argv[i], "news=", 5)) tuning.news = strtoull(argv[i] + 5, NULL, 10);
        if (!strncmp(argv[i], "span=", 5)) tuning.span = strtoull(argv[i] + 5, NULL, 10);
        if (!strcmp(argv[i], "in-turn")) tuning.in_turn = true;
        if (!strcmp(argv[i], "by-turns")) tuning.by_turns = true;
    }
    if (csv) fputs("pair of rounds,wins,losses,GB read,GB written,seconds\n", csv);
    sh_solution *solution = solve(&game, metric, backend, card, false);
    sh_solve_counts counts;
    sh_solution_count(solution, &counts);
    const sh_gpu_session *session = sh_gpu_backend_session(watched_state);
    printf("  %.2f GB on the device, %.2f GB of the host; %.1f GB read and %.1f GB written there;",
           (double)session->bytes * 1e-9, (double)session->pinned_bytes * 1e-9,
           (double)solution->read * 1e-9, (double)solution->written * 1e-9);
    print_times();
    puts(" s");
    int failed = 0;
    uint64_t samples = strtoull(argv[5], NULL, 10);
    sh_sample_report sample = {0};
    double start = sh_clock();
    if (samples) failed |= sh_solution_sample(solution, samples, 1, &sample, &error) != SH_OK;
    double checked = sh_clock() - start;
    if (compared) {
        sh_solution *cpu = solve(&game, metric, &sh_backend_fast, 0, true);
        same = same_values(cpu, solution);
        sh_solution_close(cpu);
    }
    printf(
        "RESULT %s %s %s %s: wins %llu draws %llu illegal %llu mover %llu/%llu rounds %u; open "
        "%.2f s, solve %.3f s; sample %llu of which %llu illegal, %llu successors, %llu wrong in "
        "%.2f s%s\n",
        argv[1], argv[2], argv[3], argv[4], (unsigned long long)counts.wins,
        (unsigned long long)counts.draws, (unsigned long long)counts.illegal,
        (unsigned long long)counts.mover_wins, (unsigned long long)counts.mover_losses,
        solution->done.rounds, solution->touch_seconds, solution->solve_seconds,
        (unsigned long long)sample.positions, (unsigned long long)sample.illegal,
        (unsigned long long)sample.successors, (unsigned long long)sample.wrong, checked,
        !compared ? ""
        : same    ? "; same values as the CPU"
                  : "; VALUES DIFFER FROM THE CPU");
    uint16_t value;
    sh_position position;
    sh_position_start(&game, &position);
    if (!sh_solution_value(solution, &position, &value))
        printf("the first player %s from the start\n", sh_value_is_win(value)    ? "wins"
                                                       : sh_value_is_loss(value) ? "loses"
                                                                                 : "draws");
    if (failed) puts(error.text);
    if (csv) fclose(csv);
    sh_solution_close(solution);
    return failed || !same;
}
