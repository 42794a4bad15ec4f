// SPDX-License-Identifier: MIT
// Solves a game on the GPU, prints every round and where the time went, and checks the result.
//
//   gpu_check GAME strict|published wdl|dtw cuda|cuda-compact|emulated|… SAMPLES [compare]
//
// `compare` solves the game on the CPU as well and compares all values.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/spot_check.h"
#include "solve/cuda/backends.h"

static double last_seconds;
static uint64_t last_states;

// The backend under test, with its state at hand while it runs.
static sh_backend watched;
static const sh_backend *original;
static void *watched_state;

static sh_status open_watched(void **state, const sh_game *game, const sh_solve_options *options,
                              sh_pool *pool, sh_error *error) {
    sh_status status = original->open(state, game, options, pool, error);
    watched_state = status ? NULL : *state;
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
                          bool quiet) {
    sh_error error = {0};
    sh_plan plan;
    sh_solution *solution = NULL;
    sh_solve_options options = {.metric = metric, .level = sh_cpu_level_get()};
    sh_monitor monitor = {.report = quiet ? NULL : report};
    last_seconds = 0;
    last_states = 0;
    sh_status status = backend->plan(game, &options, &plan, &error);
    if (!quiet) {
        original = backend;
        watched = *backend;
        watched.open = open_watched;
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
    sh_solution *solution = solve(&game, metric, backend, false);
    sh_solve_counts counts;
    sh_solution_count(solution, &counts);
    printf("  %.2f GB on the device;", (double)sh_gpu_backend_session(watched_state)->bytes * 1e-9);
    print_times();
    puts(" s");
    int failed = 0;
    uint64_t samples = strtoull(argv[5], NULL, 10);
    sh_sample_report sample = {0};
    double start = sh_clock();
    if (samples) failed |= sh_solution_sample(solution, samples, 1, &sample, &error) != SH_OK;
    double checked = sh_clock() - start;
    bool compared = argc > 6, same = true;
    if (compared) {
        sh_solution *cpu = solve(&game, metric, &sh_backend_fast, true);
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
    if (failed) puts(error.text);
    sh_solution_close(solution);
    return failed || !same;
}
