// SPDX-License-Identifier: MIT
// bench probe: tables of 7x7/3 in both metrics and several block sizes: how small, how fast.
//
// For each: bits a state, the same for zstd -19 on the plain values in blocks of the same number of
// states (a sample of them), the time to open, to probe a position whose block is not in the cache
// (median and slowest; the file is in memory), and probes a second of random positions with every
// block in the cache, all on one thread and in CPU time of that thread.
#include <stdio.h>  // printf
#include <stdlib.h> // malloc
#include <time.h>   // clock_gettime
#include <unistd.h> // unlink
#include <zstd.h>   // ZSTD_compress

#include "base/random.h"
#include "bench/bench.h"
#include "rank/values.h"
#include "solve/solution.h"
#include "table/reader.h"
#include "table/writer.h"

enum { COLD_PROBES = 301, WARM_PROBES = 2000000, ZSTD_BLOCKS = 100, ZSTD_LEVEL = 19 };
static const size_t WARM_CACHE = (size_t)512 << 20;
static const char GAME[] = "7x7/3";
static const uint32_t BLOCKS[] = {8192, 16384, 32768, 65536};

typedef struct figures {
    double bits, zstd_bits;
    double open_ms, cold_us, slowest_us;
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

static void random_position(const sh_table *table, sh_random *random, sh_position *position) {
    sh_pair pair = {sh_random_below(random, table->header.info.rows),
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
        random_position(table, &random, &position);
        began = cpu_clock();
        status = sh_table_value(table, &position, &value, error);
        times[i] = (cpu_clock() - began) * 1e6;
    }
    qsort(times, COLD_PROBES, sizeof *times, compare_doubles);
    f->cold_us = times[COLD_PROBES / 2];
    f->slowest_us = times[COLD_PROBES - 1];
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
    for (uint64_t row = 0; !status && row < info->rows; row += table->header.unit_rows)
        for (uint64_t column = 0; !status && column < info->columns;
             column += table->header.strip_columns)
            status = sh_table_stored(table, row, column, &value, error);
    for (int i = 0; i < WARM_PROBES; i++) random_position(table, &random, &positions[i]);
    double began = cpu_clock();
    for (int i = 0; !status && i < WARM_PROBES; i++)
        status = sh_table_value(table, &positions[i], &value, error);
    f->warm_per_second = WARM_PROBES / (cpu_clock() - began);
    free(positions);
    return status;
}

static sh_status measure(const char *file, figures *f, sh_error *error) {
    sh_table *table;
    sh_status status = time_cold(file, f, error);
    if (!status) status = sh_table_open(&table, file, WARM_CACHE, error);
    if (status) return status;
    const sh_table_info *info = sh_table_about(table);
    f->bits = 8.0 * (double)info->file_bytes / ((double)info->rows * (double)info->columns);
    status = zstd_size(table, &f->zstd_bits, error);
    if (!status) status = time_warm(table, f, error);
    sh_table_close(table);
    return status;
}

static void print_figures(const sh_cli *cli, sh_metric metric, uint32_t block, const figures *f) {
    if (cli->json)
        sh_cli_print_json(json_pack(
            "{s:s, s:s, s:s, s:I, s:f, s:f, s:f, s:f, s:f, s:f}", "bench", "probe", "game", GAME,
            "metric", sh_metric_name(metric), "block_states", (json_int_t)block, "bits_per_state",
            f->bits, "zstd19_bits_per_state", f->zstd_bits, "open_ms", f->open_ms, "cold_us",
            f->cold_us, "slowest_us", f->slowest_us, "warm_per_second", f->warm_per_second));
    else
        printf("%-4s %7u %9.4f %9.4f %7.1f%% %8.2f %8.0f %8.0f %10.2f\n", sh_metric_name(metric),
               block, f->bits, f->zstd_bits, 100 * (f->bits / f->zstd_bits - 1), f->open_ms,
               f->cold_us, f->slowest_us, f->warm_per_second / 1e6);
    fflush(stdout);
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
            figures f;
            sh_status status =
                sh_table_write(file, &recipe, &source, solution->pool, &monitor, error);
            sh_cli_progress_end(cli);
            if (!status) status = measure(file, &f, error);
            if (status) return status;
            print_figures(cli, (sh_metric)metric, BLOCKS[i], &f);
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
        if (!cli->json)
            printf("%s     block      bits   zstd-19              open  cold us  slowest     warm "
                   "M/s\n",
                   GAME);
        status = run(cli, solution, file, error);
        sh_solution_close(solution);
    }
    unlink(file);
    return status;
}
