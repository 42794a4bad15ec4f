// SPDX-License-Identifier: MIT
// bench probe: tables of 7x7/3 in both metrics and several block sizes: how small, how fast.
// bench probe FILE: the same figures of a table there is.
//
// For each: the bytes of the file, bits a state, the same for zstd -19 on the plain values in
// blocks of the same number of states (a sample of them), the time to open, to probe a position
// whose block is not in the cache (median and slowest; the file is in memory), to look at all its
// successors in the same way (median), and probes a second of random positions with every block in
// the cache, all on one thread and in CPU time of that thread. Of a large table the last is about
// the rows at its beginning.
#include <stdio.h>  // printf
#include <stdlib.h> // malloc
#include <time.h>   // clock_gettime
#include <unistd.h> // unlink
#include <zstd.h>   // ZSTD_compress

#include "base/random.h"
#include "bench/bench.h"
#include "rank/values.h"
#include "solve/duel/solution.h"
#include "table/reader.h"
#include "table/writer.h"

enum {
    COLD_PROBES = 301,
    COLD_LOOKS = 51,
    WARM_PROBES = 2000000,
    ZSTD_BLOCKS = 100,
    ZSTD_LEVEL = 19
};
static const size_t WARM_CACHE = (size_t)512 << 20;
static const uint64_t WARM_STATES = 200000000;
static const char GAME[] = "7x7/3";
static const uint32_t BLOCKS[] = {4096, 8192, 16384, 32768};

typedef struct figures {
    double bits, zstd_bits;
    double open_ms, cold_us, slowest_us, look_us;
    double warm_per_second;
} figures;

static int compare_doubles(const void *a, const void *b) {
    double difference = *(const double *)a - *(const double *)b;
    return difference < 0 ? -1 : difference > 0;
}

// CPU seconds of this thread: other work on the machine does not count.
static double cpu_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// A position of the first `rows` rows.
static void random_position(const sh_table *table, uint64_t rows, sh_random *random,
                            sh_position *position) {
    sh_pair pair = {sh_random_below(random, rows),
                    sh_random_below(random, table->header.info.columns)};
    sh_pairs_position(table->pairs, pair, position);
}

// The values of a unit of rows as one byte each, the form in which zstd does best.
static sh_status zstd_size(const sh_table *table, double *bits, sh_error *error) {
    const sh_header *header = &table->header;
    uint64_t units = sh_header_units(header), columns = header->info.columns;
    uint64_t step = units / ZSTD_BLOCKS + 1, bytes = 0, states = 0;
    size_t room = (size_t)header->unit_rows * columns, bound = ZSTD_compressBound(room);
    uint16_t *values = malloc(room * sizeof *values);
    uint8_t *plain = malloc(room), *packed = malloc(bound);
    sh_status status =
        values && plain && packed ? SH_OK : sh_fail(error, SH_RESOURCES, "out of memory");
    for (uint64_t unit = 0; !status && unit < units; unit += step) {
        sh_block block = sh_header_block(header, unit * sh_header_strips(header));
        uint64_t count = block.rows * columns;
        status = sh_table_rows(table, block.first_row, block.rows, values, error);
        for (uint64_t i = 0; i < count; i++)
            plain[i] = (uint8_t)(values[i] < SH_VALUE_DRAW ? values[i] : values[i] & 0xff);
        for (uint64_t i = 0; !status && i < count; i += header->strip_columns * block.rows) {
            uint64_t strip = (uint64_t)header->strip_columns * block.rows;
            if (strip > count - i) strip = count - i;
            bytes += ZSTD_compress(packed, bound, plain + i, strip, ZSTD_LEVEL);
            states += strip;
        }
    }
    *bits = 8.0 * (double)bytes / (double)states;
    free(values);
    free(plain);
    free(packed);
    return status;
}

// All successors of open positions, with a cache that holds one block.
static sh_status time_looks(const sh_table *table, figures *f, sh_error *error) {
    double times[COLD_LOOKS];
    sh_random random = {3};
    sh_probed_move *moves = malloc(SH_MAX_MOVES * sizeof *moves);
    sh_status status = moves ? SH_OK : sh_fail(error, SH_RESOURCES, "out of memory");
    for (int i = 0; !status && i < COLD_LOOKS; i++) {
        sh_position position;
        int count;
        do random_position(table, table->header.info.rows, &random, &position);
        while (sh_position_verdict(&table->game, &position, NULL) != SH_ONGOING);
        double began = cpu_clock();
        status = sh_probe_moves(table, &position, moves, &count, error);
        times[i] = (cpu_clock() - began) * 1e6;
    }
    qsort(times, COLD_LOOKS, sizeof *times, compare_doubles);
    f->look_us = times[COLD_LOOKS / 2];
    free(moves);
    return status;
}

static sh_status time_cold(const char *file, figures *f, sh_error *error) {
    sh_table *table;
    double times[COLD_PROBES], began = cpu_clock();
    sh_random random = {1};
    sh_status status = sh_table_open(&table, file, 1, error);
    if (status) return status;
    f->open_ms = (cpu_clock() - began) * 1e3;
    for (int i = 0; !status && i < COLD_PROBES; i++) {
        sh_position position;
        uint16_t value;
        random_position(table, table->header.info.rows, &random, &position);
        began = cpu_clock();
        status = sh_table_value(table, &position, &value, error);
        times[i] = (cpu_clock() - began) * 1e6;
    }
    qsort(times, COLD_PROBES, sizeof *times, compare_doubles);
    f->cold_us = times[COLD_PROBES / 2];
    f->slowest_us = times[COLD_PROBES - 1];
    if (!status) status = time_looks(table, f, error);
    sh_table_close(table);
    return status;
}

static sh_status time_warm(const sh_table *table, figures *f, sh_error *error) {
    sh_position *positions = malloc(WARM_PROBES * sizeof *positions);
    if (!positions) return sh_fail(error, SH_RESOURCES, "out of memory");
    sh_random random = {2};
    sh_status status = SH_OK;
    const sh_table_info *info = &table->header.info;
    uint16_t value;
    uint64_t rows =
        WARM_STATES / info->columns < info->rows ? WARM_STATES / info->columns : info->rows;
    for (uint64_t row = 0; !status && row < rows; row += table->header.unit_rows)
        for (uint64_t column = 0; !status && column < info->columns;
             column += table->header.strip_columns)
            status = sh_table_stored(table, row, column, &value, error);
    for (int i = 0; i < WARM_PROBES; i++) random_position(table, rows, &random, &positions[i]);
    double began = cpu_clock();
    for (int i = 0; !status && i < WARM_PROBES; i++)
        status = sh_table_value(table, &positions[i], &value, error);
    f->warm_per_second = WARM_PROBES / (cpu_clock() - began);
    free(positions);
    return status;
}

static sh_status measure(const char *file, figures *f, sh_table_info *about, sh_error *error) {
    sh_table *table;
    sh_status status = time_cold(file, f, error);
    if (!status) status = sh_table_open(&table, file, WARM_CACHE, error);
    if (status) return status;
    const sh_table_info *info = sh_table_about(table);
    *about = *info;
    f->bits = 8.0 * (double)info->file_bytes / ((double)info->rows * (double)info->columns);
    status = zstd_size(table, &f->zstd_bits, error);
    if (!status) status = time_warm(table, f, error);
    sh_table_close(table);
    return status;
}

static void print_head(const sh_cli *cli) {
    if (!cli->json)
        printf("game  metric  block       bytes   bits  zstd-19   less  open ms  cold us  slowest  "
               "moves us  warm M/s\n");
}

// Measures the table in this file and prints a line.
static sh_status measure_and_print(const sh_cli *cli, const char *file, sh_error *error) {
    figures f;
    sh_table_info info;
    sh_status status = measure(file, &f, &info, error);
    if (status) return status;
    if (cli->json)
        sh_cli_print_json(json_pack(
            "{s:s, s:s, s:s, s:I, s:I, s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "bench", "probe",
            "game", info.game, "metric", sh_metric_name(info.metric), "block_states",
            (json_int_t)info.block_states, "bytes", (json_int_t)info.file_bytes, "bits_per_state",
            f.bits, "zstd19_bits_per_state", f.zstd_bits, "open_ms", f.open_ms, "cold_us",
            f.cold_us, "slowest_us", f.slowest_us, "moves_us", f.look_us, "warm_per_second",
            f.warm_per_second));
    else
        printf("%-5s %-6s %6u %11llu %6.4f %8.4f %5.1f%% %8.2f %8.0f %8.0f %9.0f %9.2f\n",
               info.game, sh_metric_name(info.metric), info.block_states,
               (unsigned long long)info.file_bytes, f.bits, f.zstd_bits,
               100 * (1 - f.bits / f.zstd_bits), f.open_ms, f.cold_us, f.slowest_us, f.look_us,
               f.warm_per_second / 1e6);
    fflush(stdout);
    return SH_OK;
}

static sh_status run(sh_cli *cli, sh_solution *solution, const char *file, sh_error *error) {
    sh_monitor monitor = sh_cli_monitor(cli);
    sh_value_source source = sh_solution_source(solution);
    for (int metric = SH_WDL; metric <= SH_DTW; metric++)
        for (size_t i = 0; i < sizeof BLOCKS / sizeof *BLOCKS; i++) {
            sh_recipe recipe = {.game = &solution->game,
                                .metric = (sh_metric)metric,
                                .creator = "bench",
                                .block_states = BLOCKS[i]};
            sh_status status =
                sh_table_write(file, &recipe, &source, solution->pool, &monitor, error);
            sh_cli_progress_end(cli);
            if (!status) status = measure_and_print(cli, file, error);
            if (status) return status;
        }
    return SH_OK;
}

sh_status sh_bench_probe(sh_cli *cli, sh_error *error) {
    sh_game game;
    sh_plan plan;
    sh_solution *solution;
    char file[] = "/tmp/sternhalma-bench-XXXXXX";
    sh_solve_options options = {.metric = SH_DTW, .level = sh_cpu_level_get()};
    int descriptor = mkstemp(file);
    if (descriptor < 0) return sh_fail(error, SH_RESOURCES, "cannot create a file in /tmp");
    close(descriptor);
    sh_status status = sh_game_parse(&game, GAME, SH_STRICT, error);
    if (!status) status = sh_plan_make(sh_cpu_backends, &game, &options, &plan, error);
    if (!status) status = sh_solve(&solution, &game, &options, &plan, NULL, error);
    if (!status) {
        print_head(cli);
        status = run(cli, solution, file, error);
        sh_solution_close(solution);
    }
    unlink(file);
    return status;
}

sh_status sh_bench_table(sh_cli *cli, const char *file, sh_error *error) {
    sh_table *table;
    sh_status status = sh_table_open(&table, file, 0, error);
    if (status) return status;
    bool duel = sh_game_is_duel(sh_table_game(table));
    sh_table_close(table);
    if (!duel) return sh_fail(error, SH_USAGE, "only tables of two-player games are measured");
    print_head(cli);
    return measure_and_print(cli, file, error);
}
