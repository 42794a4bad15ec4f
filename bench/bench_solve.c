// SPDX-License-Identifier: MIT
// bench solve: the two-player solver on games of a second or less, on every CPU level and with one
// thread and all, and against the obvious solver on the same game in the same run.
#include <stdio.h> // printf

#include "base/memory.h"
#include "bench/baseline/plain.h"
#include "bench/bench.h"
#include "solve/duel/solution.h"

enum { REPEATS = 3 };

typedef struct timing {
    double seconds; // the best of several
    uint32_t rounds;
    sh_solve_counts counts;
    uint64_t states, moved, read, written;
} timing;

static sh_status time_solve(const sh_game *game, const sh_backend *backend, sh_cpu_level level,
                            int threads, timing *best, sh_error *error) {
    *best = (timing){.seconds = 1e9};
    sh_solve_options options = {
        .metric = SH_WDL, .level = level, .threads = threads, .scratch = "/tmp"};
    const sh_backend *only[] = {backend, NULL};
    sh_plan plan;
    sh_status status = sh_plan_make(only, game, &options, &plan, error);
    for (int i = 0; !status && i < REPEATS; i++) {
        sh_solution *solution;
        status = sh_solve(&solution, game, &options, &plan, NULL, error);
        if (status) return status;
        if (solution->solve_seconds < best->seconds) best->seconds = solution->solve_seconds;
        best->rounds = solution->done.rounds;
        best->states = plan.states;
        best->moved = solution->strips * 64;
        best->read = solution->read;
        best->written = solution->written;
        sh_solution_count(solution, &best->counts);
        sh_solution_close(solution);
    }
    return status;
}

static void show(const sh_cli *cli, json_t *list, const char *game, const char *backend,
                 sh_cpu_level level, int threads, const timing *t) {
    double nanoseconds = t->seconds * threads * 1e9 / (double)t->states;
    json_array_append_new(
        list, json_pack("{s:s, s:s, s:s, s:i, s:f, s:i, s:f, s:I, s:I, s:I}", "game", game,
                        "backend", backend, "cpu", sh_cpu_level_name(level), "threads", threads,
                        "seconds", t->seconds, "rounds", (int)t->rounds, "nanoseconds_a_state",
                        nanoseconds, "moved_bytes", (json_int_t)t->moved, "read_bytes",
                        (json_int_t)t->read, "written_bytes", (json_int_t)t->written));
    if (cli->json) return;
    char moved[32], disk[32];
    sh_memory_print((double)t->moved, moved);
    sh_memory_print((double)(t->read + t->written), disk);
    printf("%-7s %-8s %-8s %7d %9.3f %7u %10.2f %12s %12s\n", game, backend,
           sh_cpu_level_name(level), threads, t->seconds, t->rounds, nanoseconds, moved, disk);
    fflush(stdout);
}

// The obvious solver once; its counts must be those of the fast one.
static sh_status compare_plain(const sh_cli *cli, const sh_game *game, const timing *fast,
                               json_t *object, sh_error *error) {
    sh_monitor monitor = {.stop = cli->stop};
    sh_plain_result plain;
    double start = sh_clock();
    sh_status status = sh_plain_solve(game, &monitor, &plain, error);
    double seconds = sh_clock() - start;
    if (status) return status;
    if (plain.mover_wins != fast->counts.mover_wins || 2 * plain.draws != fast->counts.draws ||
        2 * plain.illegal != fast->counts.illegal)
        return sh_fail(error, SH_DATA, "the two solvers disagree on %s", game->name);
    json_object_set_new(object, "plain",
                        json_pack("{s:s, s:f, s:i, s:I, s:f}", "game", game->name, "seconds",
                                  seconds, "sweeps", (int)plain.sweeps, "visits",
                                  (json_int_t)plain.visits, "ratio", seconds / fast->seconds));
    if (!cli->json)
        printf("plain value iteration on %s, one thread: %.1f s in %u sweeps, %.0f times the "
               "fast solver's time\n",
               game->name, seconds, plain.sweeps, seconds / fast->seconds);
    return SH_OK;
}

static sh_status bench_game(const sh_cli *cli, const char *name, bool variants, sh_game *game,
                            json_t *list, timing *fast, sh_error *error) {
    int threads = sh_cpu_count();
    sh_status status = sh_game_parse(game, name, SH_STRICT, error);
    if (status) return status;
    for (int level = (int)sh_cpu_level_get(); !status && level >= 0; level--) {
        timing t;
        sh_cpu_level l = (sh_cpu_level)level;
        status = time_solve(game, &sh_backend_fast, l, threads, &t, error);
        if (!status) show(cli, list, name, "fast", l, threads, &t);
        if (!status && level == (int)sh_cpu_level_get()) *fast = t;
        if (!variants) break;
    }
    sh_cpu_level best = sh_cpu_level_get();
    const struct {
        const sh_backend *backend;
        int threads;
    } others[] = {
        {&sh_backend_fast, 1}, {&sh_backend_compact, threads}, {&sh_backend_disk, threads}};
    for (size_t i = 0; !status && i < sizeof others / sizeof *others; i++) {
        timing t;
        status = time_solve(game, others[i].backend, best, others[i].threads, &t, error);
        if (!status) show(cli, list, name, others[i].backend->name, best, others[i].threads, &t);
        if (sh_stopped(&(sh_monitor){.stop = cli->stop}))
            return sh_fail(error, SH_INTERRUPTED, "stopped");
    }
    return status;
}

sh_status sh_bench_solve(sh_cli *cli, sh_error *error) {
    static const char *const names[] = {"5x5/4", "7x7/3", "6x6/3"};
    json_t *list = json_array(), *object = json_pack("{s:s, s:o}", "bench", "solve", "runs", list);
    if (!cli->json)
        printf("%-7s %-8s %-8s %7s %9s %7s %10s %12s %12s\n", "game", "backend", "cpu", "threads",
               "seconds", "rounds", "ns/state", "moved", "disk");
    sh_status status = SH_OK;
    sh_game game;
    timing fast = {0};
    for (size_t i = 0; !status && i < sizeof names / sizeof *names; i++)
        status = bench_game(cli, names[i], i < 2, &game, list, &fast, error);
    if (!status) status = compare_plain(cli, &game, &fast, object, error);
    if (!status && cli->json)
        sh_cli_print_json(object);
    else
        json_decref(object);
    return status;
}
