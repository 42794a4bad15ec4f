// SPDX-License-Identifier: MIT
// bench probe: tables of 7x7/3 in both metrics and several block sizes: how small, how fast.
// bench probe FILE: the same figures of a table there is, without those of writing.
//
// For each: bits a state, the same for zstd -19 on the plain values of whole rows (a sample of
// them), CPU time of all threads to write it, for each state; CPU time to decode it whole, for each
// state; the time to open; to probe a position whose block is not in the cache (mean; the file is
// in memory) and to look at all its successors in the same way (mean, and what 99 % stay under);
// and probes a second of random positions with every block in the cache. But for writing all is CPU
// time of one thread. The last line says what copying a byte for each state takes.
#include <stdio.h>        // printf
#include <stdlib.h>       // malloc
#include <string.h>       // memcpy
#include <sys/resource.h> // getrusage
#include <unistd.h>       // unlink
#include <zstd.h>         // ZSTD_compress

#include "base/random.h"
#include "bench/bench.h"
#include "rank/values.h"
#include "solve/duel/solution.h"
#include "table/reader.h"
#include "table/writer.h"

enum {
    COLD_PROBES = 501,
    COLD_LOOKS = 201,
    WARM_PROBES = 1000000,
    ZSTD_ROWS = 60,
    ZSTD_LEVEL = 19,
    COPIES = 5
};
static const size_t WARM_CACHE = (size_t)512 << 20, COPIED = (size_t)64 << 20;
static const uint64_t WARM_STATES = 200000000;
static const char GAME[] = "7x7/3";
static const uint32_t BLOCKS[] = {0, 16384, 131072}; // 0: what solve writes

typedef struct figures {
    double bits, zstd_bits;
    double write_ns; // 0: not measured
    double decode_ns, open_ms, cold_us, look_us, look99_us;
    double warm_per_second;
} figures;

static int compare_doubles(const void *a, const void *b) {
    double difference = *(const double *)a - *(const double *)b;
    return difference < 0 ? -1 : difference > 0;
}

// CPU seconds of all threads so far.
static double cpu_of_all(void) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

// A position of the first `rows` rows.
static void random_position(const sh_table *table, uint64_t rows, sh_random *random,
                            sh_position *position) {
    sh_pair pair = {sh_random_below(random, rows),
                    sh_random_below(random, table->header.info.columns)};
    sh_pairs_position(table->pairs, pair, position);
}

// The values of a row as one byte each, the form in which zstd does best.
static sh_status zstd_size(const sh_table *table, double *bits, sh_error *error) {
    uint64_t columns = table->header.info.columns, rows = table->header.info.rows;
    uint64_t step = rows / ZSTD_ROWS + 1, bytes = 0, states = 0;
    size_t bound = ZSTD_compressBound(columns);
    uint16_t *values = malloc(columns * sizeof *values);
    uint8_t *plain = malloc(columns), *packed = malloc(bound);
    sh_status status =
        values && plain && packed ? SH_OK : sh_fail(error, SH_RESOURCES, "out of memory");
    for (uint64_t row = 0; !status && row < rows; row += step, states += columns) {
        status = sh_table_rows(table, row, 1, values, error);
        for (uint64_t i = 0; i < columns; i++)
            plain[i] = (uint8_t)(values[i] < SH_VALUE_DRAW ? values[i] : values[i] & 0xff);
        bytes += ZSTD_compress(packed, bound, plain, columns, ZSTD_LEVEL);
    }
    *bits = 8.0 * (double)bytes / (double)states;
    free(values);
    free(plain);
    free(packed);
    return status;
}

// All successors of ongoing positions, with a cache that holds one block.
static sh_status time_looks(const sh_table *table, figures *f, sh_error *error) {
    double times[COLD_LOOKS], sum = 0;
    sh_random random = {3};
    sh_probed_move *moves = malloc(SH_MAX_MOVES * sizeof *moves);
    sh_status status = moves ? SH_OK : sh_fail(error, SH_RESOURCES, "out of memory");
    for (int i = 0; !status && i < COLD_LOOKS; i++) {
        sh_position position;
        int count;
        do random_position(table, table->header.info.rows, &random, &position);
        while (sh_position_verdict(&table->game, &position, NULL) != SH_ONGOING);
        double began = sh_thread_clock();
        status = sh_probe_moves(table, &position, moves, &count, error);
        times[i] = (sh_thread_clock() - began) * 1e6;
        sum += times[i];
    }
    qsort(times, COLD_LOOKS, sizeof *times, compare_doubles);
    f->look_us = sum / COLD_LOOKS;
    f->look99_us = times[COLD_LOOKS * 99 / 100];
    free(moves);
    return status;
}

static sh_status time_cold(const char *file, figures *f, sh_error *error) {
    sh_table *table;
    double began = sh_thread_clock(), sum = 0;
    sh_random random = {1};
    sh_status status = sh_table_open(&table, file, 1, error);
    if (status) return status;
    f->open_ms = (sh_thread_clock() - began) * 1e3;
    for (int i = 0; !status && i < COLD_PROBES; i++) {
        sh_position position;
        uint16_t value;
        random_position(table, table->header.info.rows, &random, &position);
        began = sh_thread_clock();
        status = sh_table_value(table, &position, &value, error);
        sum += sh_thread_clock() - began;
    }
    f->cold_us = sum / COLD_PROBES * 1e6;
    if (!status) status = time_looks(table, f, error);
    sh_table_close(table);
    return status;
}

// The second time all blocks are in the cache.
static sh_status time_warm(const sh_table *table, figures *f, sh_error *error) {
    sh_position *positions = malloc(WARM_PROBES * sizeof *positions);
    if (!positions) return sh_fail(error, SH_RESOURCES, "out of memory");
    sh_random random = {2};
    sh_status status = SH_OK;
    const sh_table_info *info = &table->header.info;
    uint64_t rows =
        WARM_STATES / info->columns < info->rows ? WARM_STATES / info->columns : info->rows;
    for (int i = 0; i < WARM_PROBES; i++) random_position(table, rows, &random, &positions[i]);
    for (int turn = 0; turn < 2; turn++) {
        double began = sh_thread_clock();
        uint16_t value;
        for (int i = 0; !status && i < WARM_PROBES; i++)
            status = sh_table_value(table, &positions[i], &value, error);
        f->warm_per_second = WARM_PROBES / (sh_thread_clock() - began);
    }
    free(positions);
    return status;
}

// Every block once, past the cache, by one thread.
static sh_status time_decode(const sh_table *table, figures *f, sh_error *error) {
    const sh_table_info *info = &table->header.info;
    void *packed = aligned_alloc(64, (info->block_states + 63) / 64 * 64);
    if (!packed) return sh_fail(error, SH_RESOURCES, "out of memory");
    double began = sh_thread_clock();
    sh_status status = SH_OK;
    for (uint64_t block = 0; !status && block < info->blocks; block++)
        status = sh_table_packed(table, block, packed, error);
    f->decode_ns = (sh_thread_clock() - began) * 1e9 / ((double)info->rows * (double)info->columns);
    free(packed);
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
    status = time_decode(table, f, error);
    if (!status) status = time_warm(table, f, error);
    if (!status) status = zstd_size(table, &f->zstd_bits, error);
    sh_table_close(table);
    return status;
}

static void print_head(const sh_cli *cli) {
    if (!cli->json)
        printf("game  metric   block   bits  zstd-19  write ns  decode ns  open ms  cold us  "
               "moves us  99 %% us  warm M/s\n");
}

// Measures the table in this file and prints a line; write_ns is 0 where it was not written here.
static sh_status measure_and_print(const sh_cli *cli, const char *file, double write_ns,
                                   sh_error *error) {
    figures f = {.write_ns = write_ns};
    sh_table_info info;
    sh_status status = measure(file, &f, &info, error);
    if (status) return status;
    if (cli->json)
        sh_cli_print_json(json_pack(
            "{s:s, s:s, s:s, s:I, s:I, s:f, s:f, s:o, s:f, s:f, s:f, s:f, s:f, s:f}", "bench",
            "probe", "game", info.game, "metric", sh_metric_name(info.metric), "block_states",
            (json_int_t)info.block_states, "bytes", (json_int_t)info.file_bytes, "bits_per_state",
            f.bits, "zstd19_bits_per_state", f.zstd_bits, "write_ns",
            f.write_ns > 0 ? json_real(f.write_ns) : json_null(), "decode_ns", f.decode_ns,
            "open_ms", f.open_ms, "cold_us", f.cold_us, "moves_us", f.look_us, "moves_99_us",
            f.look99_us, "warm_per_second", f.warm_per_second));
    else {
        char written[32] = "-";
        if (f.write_ns > 0) snprintf(written, sizeof written, "%.2f", f.write_ns);
        printf("%-5s %-6s %7u %6.4f %8.4f %9s %10.2f %8.2f %8.0f %9.0f %8.0f %9.2f\n", info.game,
               sh_metric_name(info.metric), info.block_states, f.bits, f.zstd_bits, written,
               f.decode_ns, f.open_ms, f.cold_us, f.look_us, f.look99_us, f.warm_per_second / 1e6);
    }
    fflush(stdout);
    return SH_OK;
}

// What a byte for each state costs at least: to copy it.
static void print_copy(const sh_cli *cli) {
    uint8_t *from = malloc(COPIED), *to = malloc(COPIED);
    if (from && to) {
        memset(from, 1, COPIED);
        memset(to, 2, COPIED);
        double began = sh_thread_clock();
        for (int i = 0; i < COPIES; i++) {
            memcpy(to, from, COPIED);
            __asm__ volatile("" : : "r"(to) : "memory");
        }
        double ns = (sh_thread_clock() - began) * 1e9 / ((double)COPIES * (double)COPIED);
        if (cli->json)
            sh_cli_print_json(json_pack("{s:s, s:f}", "bench", "copy", "byte_ns", ns));
        else
            printf("copying a byte for each state takes %.3f ns\n", ns);
    }
    free(from);
    free(to);
}

static sh_status write_and_measure(sh_cli *cli, sh_solution *solution, const sh_recipe *recipe,
                                   const char *file, sh_error *error) {
    sh_monitor monitor = sh_cli_monitor(cli);
    sh_value_source source = sh_solution_source(solution);
    double began = cpu_of_all();
    sh_status status = sh_table_write(file, recipe, &source, solution->pool, &monitor, error);
    double states = (double)source.row_count * (double)source.column_count;
    double write_ns = (cpu_of_all() - began) * 1e9 / states;
    sh_cli_progress_end(cli);
    return status ? status : measure_and_print(cli, file, write_ns, error);
}

// Each metric from a solution of its own.
static sh_status run(sh_cli *cli, const sh_game *game, sh_metric metric, const char *file,
                     sh_error *error) {
    sh_plan plan;
    sh_solution *solution;
    sh_solve_options options = {.metric = metric, .level = sh_cpu_level_get()};
    sh_status status = sh_plan_make(sh_cpu_backends, game, &options, &plan, error);
    if (!status) status = sh_solve(&solution, game, &options, &plan, NULL, error);
    if (status) return status;
    for (size_t i = 0; !status && i < sizeof BLOCKS / sizeof *BLOCKS; i++) {
        sh_recipe recipe = {
            .game = game, .metric = metric, .creator = "bench", .block_states = BLOCKS[i]};
        status = write_and_measure(cli, solution, &recipe, file, error);
    }
    sh_solution_close(solution);
    return status;
}

sh_status sh_bench_probe(sh_cli *cli, sh_error *error) {
    sh_game game;
    char file[] = "/tmp/sternhalma-bench-XXXXXX";
    int descriptor = mkstemp(file);
    if (descriptor < 0) return sh_fail(error, SH_RESOURCES, "cannot create a file in /tmp");
    close(descriptor);
    unlink(file); // the name is free: an empty file would not be replaced, for it is no table
    sh_status status = sh_game_parse(&game, GAME, SH_STRICT, error);
    print_head(cli);
    for (int metric = SH_WDL; !status && metric <= SH_DTW; metric++)
        status = run(cli, &game, (sh_metric)metric, file, error);
    if (!status) print_copy(cli);
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
    return measure_and_print(cli, file, 0, error);
}
