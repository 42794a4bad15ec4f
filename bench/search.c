// SPDX-License-Identifier: MIT
// bench search: the engine on fixed positions to a fixed depth. The number of nodes is a signature:
// it is the same on every machine and instruction set, and changes only where the search does.
#include <stdio.h> // printf
#include <time.h>  // clock_gettime

#include "bench/bench.h"
#include "play/agent.h"
#include "play/opening.h"

// The start and openings drawn at random, of 4, 8, … plies.
enum { POSITIONS = 6, PLIES = 4 };

typedef struct suite {
    const char *game;
    int depth;
} suite;

static const suite suites[] = {{"5x5/6", 10},          {"7x7/3", 12},          {"7x7/6", 11},
                               {"9x9/10", 9},          {"11x11/15", 7},        {"star121:2p", 9},
                               {"star121:2p+pass", 8}, {"star121:2p+stand", 8}};

static double cpu_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static sh_status search_position(sh_engine *engine, const sh_game *game, int number, int depth,
                                 uint64_t *nodes, double *seconds, sh_error *error) {
    sh_record *record = NULL;
    sh_finding finding;
    sh_limits limits = {.depth = depth};
    sh_status status = sh_opening_draw(&record, game, PLIES * number, (uint64_t)number, error);
    sh_engine_reset(engine);
    double began = cpu_clock();
    if (!status) status = sh_engine_search(engine, record, &limits, NULL, NULL, &finding, error);
    if (!status) {
        *seconds += cpu_clock() - began;
        *nodes += finding.nodes;
    }
    sh_record_close(record);
    return status;
}

static sh_status run_suite(sh_cli *cli, const suite *s, sh_error *error) {
    sh_game game;
    sh_engine *engine;
    uint64_t nodes = 0;
    double seconds = 0;
    sh_status status = sh_game_parse(&game, s->game, SH_STRICT, error);
    // The first time it computes distances, says so, and keeps them in the user's cache folder.
    sh_engine_options options = {0};
    sh_monitor monitor = sh_cli_monitor(cli);
    sh_engine_watch(&options, &monitor);
    if (!status) status = sh_engine_open(&engine, &game, &options, error);
    sh_cli_progress_end(cli);
    if (status) return status;
    for (int i = 0; i < POSITIONS && !status; i++)
        status = search_position(engine, &game, i, s->depth, &nodes, &seconds, error);
    sh_engine_close(engine);
    if (status) return status;
    double rate = seconds > 0 ? (double)nodes / seconds : 0;
    if (cli->json)
        sh_cli_print_json(json_pack("{s:s, s:s, s:i, s:i, s:I, s:f, s:f}", "bench", "search",
                                    "game", s->game, "depth", s->depth, "positions", POSITIONS,
                                    "nodes", (json_int_t)nodes, "seconds", seconds, "nps", rate));
    else
        printf("%-18s %5d %12llu %8.3f %9.2f\n", s->game, s->depth, (unsigned long long)nodes,
               seconds, rate / 1e6);
    fflush(stdout);
    return SH_OK;
}

sh_status sh_bench_search(sh_cli *cli, sh_error *error) {
    if (!cli->json) printf("game               depth        nodes  CPU s   M nodes/s\n");
    for (size_t i = 0; i < sizeof suites / sizeof *suites; i++) {
        if (atomic_load(cli->stop)) return SH_INTERRUPTED;
        sh_status status = run_suite(cli, &suites[i], error);
        if (status) return status;
    }
    return SH_OK;
}
