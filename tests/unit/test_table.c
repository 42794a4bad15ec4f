// SPDX-License-Identifier: MIT
// Tables: every value that goes in comes out, whatever the metric, blocks and threads; damage is
// found; tables are picked by game.
#include <dirent.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/pool.h"
#include "base/random.h"
#include "oracle/duel.h"
#include "sternhalma/probe.h"
#include "sternhalma/rank.h"
#include "table/format.h"
#include "table/reader.h"
#include "table/writer.h"
#include "test.h"

static char folder[64];

static int make_folder(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/sternhalma-table-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && (entry = readdir(open));) {
        char file[512];
        snprintf(file, sizeof file, "%s/%s", folder, entry->d_name);
        unlink(file);
    }
    if (open) closedir(open);
    return rmdir(folder);
}

static void path(char *file, const char *name) { snprintf(file, 128, "%s/%s", folder, name); }

// The oracle's values in the order of rows and columns.
typedef struct truth {
    const char *name;
    int m, pieces;
    sh_game game;
    sh_pairs *pairs;
    oracle_duel oracle;
} truth;

// The games of these tests, each solved once.
static truth truths[] = {
    {.name = "4x4/1", .m = 4, .pieces = 1},
    {.name = "5x5/1", .m = 5, .pieces = 1},
    {.name = "4x4/2", .m = 4, .pieces = 2},
    {.name = "4x4/3", .m = 4, .pieces = 3},
};
enum { TRUTHS = sizeof truths / sizeof *truths };

static truth *truth_of(const char *name) {
    truth *t = truths;
    while (strcmp(t->name, name) != 0) t++;
    if (t->pairs) return t;
    test_game(&t->game, name, SH_STRICT);
    assert_int_equal(sh_pairs_open(&t->pairs, &t->game, NULL), SH_OK);
    oracle_duel_solve(&t->oracle, t->m, t->pieces, false);
    return t;
}

static void free_truths(void) {
    for (truth *t = truths; t < truths + TRUTHS; t++) {
        if (!t->pairs) continue;
        sh_pairs_close(t->pairs);
        oracle_duel_free(&t->oracle);
    }
}

static uint16_t truth_value(const truth *t, const sh_position *position) {
    return oracle_duel_value(&t->oracle, position->army[0].w[0], position->army[1].w[0],
                             position->turn);
}

static sh_status truth_rows(void *context, uint64_t first, uint32_t count, uint16_t *values) {
    const truth *t = context;
    uint64_t columns = sh_pairs_columns(t->pairs);
    for (uint64_t row = first; row < first + count; row++)
        for (uint64_t column = 0; column < columns; column++) {
            sh_position position;
            sh_pairs_position(t->pairs, (sh_pair){row, column}, &position);
            *values++ = truth_value(t, &position);
        }
    return SH_OK;
}

static void write_table(truth *t, sh_metric metric, uint32_t block_states, int threads,
                        const char *file) {
    sh_error error = {.text = ""};
    sh_pool *pool;
    assert_int_equal(sh_pool_open(&pool, threads, &error), SH_OK);
    sh_value_source source = {.context = t,
                              .rows = truth_rows,
                              .row_count = sh_pairs_rows(t->pairs),
                              .column_count = sh_pairs_columns(t->pairs),
                              .distances = true};
    sh_recipe recipe = {.game = &t->game,
                        .metric = metric,
                        .creator = "test",
                        .created = 1,
                        .block_states = block_states};
    if (sh_table_write(file, &recipe, &source, pool, NULL, &error)) fail_msg("%s", error.text);
    sh_pool_close(pool);
}

static sh_table *open_table(const char *file, size_t cache_bytes) {
    sh_error error = {.text = ""};
    sh_table *table;
    if (sh_table_open(&table, file, cache_bytes, &error)) fail_msg("%s", error.text);
    return table;
}

// What a probe should say where the oracle has this value.
static void check_value(const sh_table *table, const sh_position *position, uint16_t value) {
    sh_value probed;
    sh_status status = sh_probe(table, position, &probed, NULL);
    if (value == ORACLE_ILLEGAL) {
        assert_int_equal(status, SH_DATA);
        return;
    }
    assert_int_equal(status, SH_OK);
    bool draw = value == ORACLE_DRAW;
    assert_int_equal(probed.outcome, draw ? SH_DRAW : value & 1 ? SH_WIN : SH_LOSS);
    bool distances = sh_table_about(table)->metric == SH_DTW;
    assert_int_equal(probed.distance, draw || !distances ? -1 : value);
}

// Every position of the game, both turns, through every way of asking.
static void check_all(truth *t, const sh_table *table) {
    sh_ranker *ranker;
    assert_int_equal(sh_ranker_open(&ranker, &t->game, NULL), SH_OK);
    uint64_t positions = (uint64_t)sh_ranker_positions(ranker);
    uint64_t *ranks = malloc(positions * sizeof *ranks);
    uint16_t *values = malloc(positions * sizeof *values);
    for (uint64_t i = 0; i < positions; i++) ranks[i] = i;
    assert_int_equal(sh_probe_ranks(table, ranks, positions, values, NULL), SH_OK);
    bool distances = sh_table_about(table)->metric == SH_DTW;
    for (uint64_t i = 0; i < positions; i++) {
        sh_position position;
        assert_int_equal(sh_position_unrank(ranker, i, &position, NULL), SH_OK);
        uint16_t value = truth_value(t, &position);
        check_value(table, &position, value);
        assert_int_equal(values[i], distances || value >= ORACLE_DRAW ? value : value & 1);
    }
    free(ranks);
    free(values);
    sh_ranker_close(ranker);
}

static void test_all_values(void **state) {
    (void)state;
    for (size_t i = 0; i < TRUTHS; i++) {
        truth *t = truth_of(truths[i].name);
        for (int metric = SH_WDL; metric <= SH_DTW; metric++) {
            char file[128];
            path(file, "all.shtb");
            write_table(t, metric, 0, 2, file);
            sh_table *table = open_table(file, 0);
            assert_int_equal(sh_table_check(table, NULL), SH_OK);
            check_all(t, table);
            sh_table_close(table);
        }
    }
}

// Cut rows, many small blocks, a cache that holds one block: the same values.
static void test_small_blocks(void **state) {
    (void)state;
    char file[128];
    truth *t = truth_of("4x4/3");
    path(file, "small.shtb");
    for (int metric = SH_WDL; metric <= SH_DTW; metric++) {
        write_table(t, metric, 100, 2, file);
        sh_table *table = open_table(file, 1);
        assert_true(sh_table_about(table)->blocks > 500);
        assert_int_equal(sh_table_check(table, NULL), SH_OK);
        check_all(t, table);
        sh_table_close(table);
    }
}

// Whole rows, as verification reads them, equal what went in, illegal states included.
static void test_rows(void **state) {
    (void)state;
    char file[128];
    truth *t = truth_of("4x4/3");
    path(file, "rows.shtb");
    write_table(t, SH_DTW, 0, 1, file);
    sh_table *table = open_table(file, 0);
    uint64_t rows = sh_pairs_rows(t->pairs), columns = sh_pairs_columns(t->pairs);
    uint16_t *expected = malloc(7 * columns * 2), *values = malloc(7 * columns * 2);
    for (uint64_t row = 0; row < rows; row += 7) {
        uint32_t count = rows - row < 7 ? (uint32_t)(rows - row) : 7;
        assert_int_equal(truth_rows(t, row, count, expected), SH_OK);
        assert_int_equal(sh_table_rows(table, row, count, values, NULL), SH_OK);
        assert_memory_equal(values, expected, count * columns * 2);
    }
    assert_int_equal(sh_table_rows(table, rows, 1, values, NULL), SH_USAGE);
    free(expected);
    free(values);
    sh_table_close(table);
}

static uint8_t *read_file(const char *file, size_t *size) {
    FILE *open = fopen(file, "rb");
    assert_non_null(open);
    struct stat about;
    assert_int_equal(fstat(fileno(open), &about), 0);
    *size = (size_t)about.st_size;
    uint8_t *bytes = malloc(*size);
    assert_int_equal(fread(bytes, 1, *size, open), *size);
    fclose(open);
    return bytes;
}

static void write_file(const char *file, const uint8_t *bytes, size_t size) {
    FILE *open = fopen(file, "wb");
    assert_non_null(open);
    assert_int_equal(fwrite(bytes, 1, size, open), size);
    fclose(open);
}

static void test_threads_give_the_same_bytes(void **state) {
    (void)state;
    truth *t = truth_of("4x4/3");
    char one[128], three[128];
    path(one, "one.shtb");
    path(three, "three.shtb");
    write_table(t, SH_DTW, 1000, 1, one);
    write_table(t, SH_DTW, 1000, 3, three);
    size_t size, other;
    uint8_t *a = read_file(one, &size), *b = read_file(three, &other);
    assert_int_equal(size, other);
    assert_memory_equal(a, b, size);
    free(a);
    free(b);
}

// Is the damage noticed when the file is opened or at the latest when it is checked?
static bool is_noticed(const char *file) {
    sh_table *table;
    sh_error error = {.text = ""};
    sh_status status = sh_table_open(&table, file, 0, &error);
    if (!status) {
        status = sh_table_check(table, &error);
        sh_table_close(table);
    }
    if (status) assert_true(strlen(error.text) > 10);
    return status == SH_DATA;
}

static void test_each_byte_is_guarded(void **state) {
    (void)state;
    char file[128], damaged[128];
    size_t size;
    truth *t = truth_of("4x4/1");
    path(file, "whole.shtb");
    path(damaged, "damaged.shtb");
    write_table(t, SH_WDL, 0, 1, file);
    uint8_t *bytes = read_file(file, &size);
    assert_false(is_noticed(file));
    for (size_t i = 0; i < size; i++) {
        bytes[i] ^= 1u << i % 8;
        write_file(damaged, bytes, size);
        if (!is_noticed(damaged)) fail_msg("byte %zu of %zu is not guarded", i, size);
        bytes[i] ^= 1u << i % 8;
    }
    for (size_t length = 0; length < size; length += 1 + length / 16) {
        write_file(damaged, bytes, length);
        if (!is_noticed(damaged)) fail_msg("the cut to %zu bytes is not noticed", length);
    }
    free(bytes);
}

// A block that was damaged after the table was opened gives an error, not a value.
static void test_probe_checks_its_block(void **state) {
    (void)state;
    char file[128], damaged[128];
    size_t size;
    truth *t = truth_of("4x4/3");
    path(file, "whole.shtb");
    path(damaged, "damaged.shtb");
    write_table(t, SH_WDL, 0, 1, file);
    uint8_t *bytes = read_file(file, &size);
    bytes[sh_get64(bytes + 232) - 1] ^= 0x10; // the last byte before the index: of a block
    write_file(damaged, bytes, size);
    sh_table *table = open_table(damaged, 0);
    uint64_t rows = sh_pairs_rows(t->pairs), columns = sh_pairs_columns(t->pairs);
    int refused = 0;
    for (uint64_t row = 0; row < rows; row++)
        for (uint64_t column = 0; column < columns; column++) {
            sh_position position;
            sh_value value;
            sh_error error = {.text = ""};
            sh_pairs_position(t->pairs, (sh_pair){row, column}, &position);
            if (sh_position_verdict(&t->game, &position, NULL) != SH_OPEN) continue;
            if (sh_probe(table, &position, &value, &error) == SH_OK)
                check_value(table, &position, truth_value(t, &position));
            else {
                assert_non_null(strstr(error.text, "damaged"));
                refused++;
            }
        }
    assert_true(refused > 0 && (uint64_t)refused < rows * columns / 2);
    free(bytes);
    sh_table_close(table);
}

static void test_other_versions_are_refused(void **state) {
    (void)state;
    char file[128];
    size_t size;
    sh_error error = {.text = ""};
    sh_table *table;
    truth *t = truth_of("4x4/1");
    path(file, "version.shtb");
    write_table(t, SH_WDL, 0, 1, file);
    uint8_t *bytes = read_file(file, &size);
    bytes[8] = 0;
    write_file(file, bytes, size);
    assert_int_equal(sh_table_open(&table, file, 0, &error), SH_DATA);
    assert_non_null(strstr(error.text, "version 0"));
    free(bytes);
}

// Several threads on one table with a cache that is too small for it.
typedef struct crowd {
    const truth *t;
    const sh_table *table;
    atomic_int wrong;
} crowd;

static void ask_in_crowd(void *context, size_t index, int worker) {
    crowd *c = context;
    (void)worker;
    sh_random random = {index};
    for (int i = 0; i < 3000; i++) {
        sh_pair pair = {sh_random_below(&random, sh_pairs_rows(c->t->pairs)),
                        sh_random_below(&random, sh_pairs_columns(c->t->pairs))};
        sh_position position;
        uint16_t value;
        sh_pairs_position(c->t->pairs, pair, &position);
        if (sh_table_value(c->table, &position, &value, NULL) ||
            value != truth_value(c->t, &position))
            atomic_fetch_add(&c->wrong, 1);
    }
}

static void test_many_threads(void **state) {
    (void)state;
    truth *t = truth_of("4x4/3");
    char file[128];
    sh_pool *pool;
    path(file, "crowd.shtb");
    write_table(t, SH_DTW, 500, 2, file);
    crowd c = {.t = t, .table = open_table(file, 20000)};
    assert_int_equal(sh_pool_open(&pool, 4, NULL), SH_OK);
    sh_pool_run(pool, 8, ask_in_crowd, &c);
    sh_pool_close(pool);
    assert_int_equal(c.wrong, 0);
    sh_table_close((sh_table *)c.table);
}

static void test_directory_picks_by_game(void **state) {
    (void)state;
    char file[128];
    truth *small = truth_of("4x4/1"), *large = truth_of("4x4/2");
    remove_folder(NULL);
    assert_int_equal(mkdir(folder, 0777), 0);
    path(file, "a.shtb");
    write_table(small, SH_WDL, 0, 1, file);
    path(file, "b.shtb");
    write_table(small, SH_DTW, 0, 1, file);
    path(file, "c.shtb");
    write_table(large, SH_WDL, 0, 1, file);
    sh_tables *tables;
    assert_int_equal(sh_tables_open(&tables, folder, 0, NULL), SH_OK);
    assert_int_equal(sh_tables_count(tables), 3);
    const sh_table *found = sh_tables_find(tables, &small->game);
    assert_int_equal(sh_table_about(found)->metric, SH_DTW);
    found = sh_tables_find(tables, &large->game);
    assert_string_equal(sh_table_about(found)->game, "4x4/2");
    sh_game other;
    test_game(&other, "5x5/3", SH_STRICT);
    assert_null(sh_tables_find(tables, &other));
    sh_tables_close(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_values),
        cmocka_unit_test(test_small_blocks),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_threads_give_the_same_bytes),
        cmocka_unit_test(test_each_byte_is_guarded),
        cmocka_unit_test(test_probe_checks_its_block),
        cmocka_unit_test(test_other_versions_are_refused),
        cmocka_unit_test(test_many_threads),
        cmocka_unit_test(test_directory_picks_by_game),
    };
    int failed = cmocka_run_group_tests(tests, make_folder, remove_folder);
    free_truths();
    return failed;
}
