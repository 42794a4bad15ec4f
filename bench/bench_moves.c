// SPDX-License-Identifier: MIT
// bench moves: Tables 1 and 2 of Sturtevant's paper on this machine, one column an implementation.
#include "bench/bench_moves.h"

#include <stdio.h>  // printf
#include <stdlib.h> // aligned_alloc, qsort
#include <string.h> // memset
#include <time.h>   // clock_gettime

#include "base/cpu.h"
#include "base/random.h"
#include "bench/bench.h"

enum { RUNS = 7, MAX_COLUMNS = 4 };

static const char *const call_name[SH_MOVES_OPERATIONS] = {
    "GetWinner", "Get+Apply/Undo Succ", "  one by one", "  repeated", "RankP1", "RankP2", "Unrank1",
    "Unrank2",   "Increment",
};

// The columns for this CPU; returns how many. The last is the best.
static int choose_columns(const sh_moves_column **columns) {
    int count = 0;
    columns[count++] = &sh_moves_array;
#if defined(__x86_64__)
    if (sh_cpu_has_fast_pext()) columns[count++] = &sh_moves_pext;
    columns[count++] = &sh_moves_portable;
    sh_cpu_level level = sh_cpu_level_get();
    if (level == SH_CPU_AVX512) columns[count++] = &sh_moves_avx512;
    if (level == SH_CPU_AVX2) columns[count++] = &sh_moves_avx2;
#else
    columns[count++] = &sh_moves_portable;
#endif
    return count;
}

static sh_moves_state words_of(const sh_position *position) {
    return (sh_moves_state){.army = {b64_from(&position->army[0]), b64_from(&position->army[1])},
                            .turn = position->turn};
}

static void draw_state(sh_moves_sample *sample, sh_random *random, int index) {
    sh_moves_state *state = &sample->state[index];
    for (int p = 0; p < 2; p++) do
            state->army[p] = sh_unrank64(&sample->sets, sh_random_below(random, sample->first_sets),
                                         sample->game.pieces);
        while (p == 1 && (state->army[0] & state->army[1]));
    state->turn = (int)sh_random_below(random, 2);
    sh_position position = {.army = {b64_set(state->army[0]), b64_set(state->army[1])},
                            .turn = (uint8_t)state->turn};
    sh_array_load(&sample->arrays, &position, &sample->array_state[index]);
}

static void draw_walk(sh_moves_sample *sample, sh_random *random) {
    sh_array_move moves[SH_MAX_MOVES];
    sh_array_state state = sample->array_state[0];
    for (int i = 0; i < SH_MOVES_CALLS; i++) {
        int count = sh_array_moves(&sample->arrays, &state, moves);
        sh_array_move move = moves[sh_random_below(random, (uint64_t)count)];
        sample->array_walk[i] = move;
        sample->walk[i] = b64_of(move.from) | b64_of(move.to);
        sh_array_apply(&sample->arrays, &state, move);
    }
}

static void lay_rows(sh_moves_sample *sample) {
    const sh_board *board = &sample->game.board;
    memset(sample->beside, 0, sizeof sample->beside);
    for (int cell = 0; cell < board->span; cell++) {
        for (int d = 0; d < board->directions; d++)
            if (board->neighbour[cell][d] >= 0)
                sample->beside[cell][d] = b64_of(board->neighbour[cell][d]);
        sample->beside[cell][SH_MOVES_SELF] = b64_of(cell);
    }
}

static sh_status fill_sample(sh_moves_sample *sample, const char *name, sh_error *error) {
    sh_status status = sh_game_parse(&sample->game, name, SH_STRICT, error);
    if (status) return status;
    int cells = sample->game.board.cells, pieces = sample->game.pieces;
    status = sh_unranker_make(&sample->sets, cells, pieces, error);
    if (status) return status;
    sample->first_sets = sh_unranker_sets(&sample->sets);
    sample->second_sets = sample->sets.binomials.of[pieces][cells - pieces];
    sh_array_game_make(&sample->arrays, &sample->game);
    sh_position start;
    sh_position_start(&sample->game, &start);
    sample->start = words_of(&start);
    sh_array_load(&sample->arrays, &start, &sample->array_start);
    sh_random random = {.state = 1};
    for (int i = 0; i < SH_MOVES_SAMPLE; i++) draw_state(sample, &random, i);
    draw_walk(sample, &random);
    lay_rows(sample);
    return SH_OK;
}

// CPU time of this thread, so that other work on the machine counts little.
static double microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The median time of each column for one operation. The columns take turns, so that a slow spell of
// the machine meets all of them.
static sh_status measure(sh_cli *cli, sh_moves_sample *sample, sh_moves_operation operation,
                         const sh_moves_column *const *columns, int count, double *medians,
                         sh_error *error) {
    double times[MAX_COLUMNS][RUNS];
    uint64_t sums[MAX_COLUMNS];
    for (int run = 0; run < RUNS; run++)
        for (int c = 0; c < count; c++) {
            if (atomic_load(cli->stop)) return sh_fail(error, SH_INTERRUPTED, "interrupted");
            double begin = microseconds();
            sums[c] = columns[c]->run[operation](sample);
            times[c][run] = microseconds() - begin;
            if (sums[c] != sums[0])
                return sh_fail(error, SH_NO, "%s of %s does not agree with the arrays",
                               call_name[operation], columns[c]->name);
        }
    for (int c = 0; c < count; c++) {
        qsort(times[c], RUNS, sizeof times[c][0], ascending);
        medians[c] = times[c][RUNS / 2];
    }
    return SH_OK;
}

static void print_heading(const sh_moves_sample *sample, const sh_moves_column *const *columns,
                          int count) {
    printf("%d cells, %d pieces: microseconds for %d calls, median of %d runs\n%-20s",
           sample->game.board.cells, sample->game.pieces, SH_MOVES_CALLS, RUNS, "Call");
    for (int c = 0; c < count; c++) {
        char name[32];
        snprintf(name, sizeof name, c + 1 == count ? "best (%s)" : "%s", columns[c]->name);
        printf(c ? "  %17s" : "%11s", name);
    }
    printf("\n");
}

static void print_row(const char *name, const double *medians, int count) {
    printf("%-20s%11.0f", name, medians[0]);
    for (int c = 1; c < count; c++) printf("%11.0f %6.1fx", medians[c], medians[0] / medians[c]);
    printf("\n");
}

static sh_status bench_game(sh_cli *cli, sh_moves_sample *sample, json_t *tables, sh_error *error) {
    const sh_moves_column *columns[MAX_COLUMNS];
    int count = choose_columns(columns);
    json_t *rows = json_array();
    json_array_append_new(tables, json_pack("{s:s, s:i, s:i, s:o}", "game", sample->game.name,
                                            "cells", sample->game.board.cells, "pieces",
                                            sample->game.pieces, "rows", rows));
    if (!cli->json) print_heading(sample, columns, count);
    for (int operation = 0; operation < SH_MOVES_OPERATIONS; operation++) {
        double medians[MAX_COLUMNS];
        sh_status status =
            measure(cli, sample, (sh_moves_operation)operation, columns, count, medians, error);
        if (status) return status;
        json_t *row = json_pack("{s:s}", "call", call_name[operation]);
        for (int c = 0; c < count; c++)
            json_object_set_new(row, c + 1 == count ? "best" : columns[c]->name,
                                json_real(medians[c]));
        json_array_append_new(rows, row);
        if (!cli->json) print_row(call_name[operation], medians, count);
    }
    if (!cli->json) printf("\n");
    return SH_OK;
}

sh_status sh_bench_moves(sh_cli *cli, sh_error *error) {
    static const char *const games[] = {"7x7/3", "7x7/6"};
    sh_moves_sample *sample = aligned_alloc(_Alignof(sh_moves_sample), sizeof *sample);
    if (!sample) return sh_fail(error, SH_RESOURCES, "out of memory for the sample");
    json_t *tables = json_array();
    sh_status status = SH_OK;
    for (size_t i = 0; i < sizeof games / sizeof *games && !status; i++) {
        status = fill_sample(sample, games[i], error);
        if (status) break;
        status = bench_game(cli, sample, tables, error);
        sh_unranker_free(&sample->sets);
    }
    free(sample);
    if (!status && cli->json)
        sh_cli_print_json(json_pack("{s:s, s:s, s:i, s:i, s:O}", "benchmark", "moves", "cpu",
                                    sh_cpu_level_name(sh_cpu_level_get()), "calls", SH_MOVES_CALLS,
                                    "runs", RUNS, "tables", tables));
    json_decref(tables);
    return status;
}
