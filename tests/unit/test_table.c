// SPDX-License-Identifier: MIT
// Tables: every value that goes in comes out, whatever the metric, blocks and threads; tables are
// picked by game.
#include "tabling.h"

#include <stdatomic.h>

#include "base/random.h"
#include "sternhalma/rank.h"
#include "table/reader.h"

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
        uint16_t value = tabling_value(t, &position);
        tabling_check(table, &position, value);
        assert_int_equal(values[i], distances || value >= ORACLE_DRAW ? value : value & 1);
    }
    free(ranks);
    free(values);
    sh_ranker_close(ranker);
}

static void test_all_values(void **state) {
    (void)state;
    for (size_t i = 0; i < TABLING_TRUTHS; i++) {
        truth *t = tabling_truth(tabling_truths[i].name);
        for (int metric = SH_WDL; metric <= SH_DTW; metric++) {
            char file[128];
            tabling_path(file, "all.shtb");
            tabling_write(t, metric, 0, 2, file);
            sh_table *table = tabling_open(file, 0);
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
    truth *t = tabling_truth("4x4/3");
    tabling_path(file, "small.shtb");
    for (int metric = SH_WDL; metric <= SH_DTW; metric++) {
        tabling_write(t, metric, 100, 2, file);
        sh_table *table = tabling_open(file, 1);
        assert_true(sh_table_about(table)->blocks > 500);
        assert_int_equal(sh_table_check(table, NULL), SH_OK);
        check_all(t, table);
        sh_table_close(table);
    }
}

// Whole rows, as verification reads them, a mover each: what went in, illegal states included.
static void test_rows(void **state) {
    (void)state;
    char file[128];
    truth *t = tabling_truth("4x4/3");
    tabling_path(file, "rows.shtb");
    tabling_write(t, SH_DTW, 0, 1, file);
    sh_table *table = tabling_open(file, 0);
    uint64_t rows = sh_pairs_rows(t->pairs), columns = sh_pairs_columns(t->pairs);
    uint16_t *expected = malloc(7 * columns * 2), *values = malloc(7 * columns * 2);
    assert_true(sh_table_source(table).by_mover);
    for (uint64_t row = 0; row < rows; row += 7) {
        uint32_t count = rows - row < 7 ? (uint32_t)(rows - row) : 7;
        for (uint64_t i = 0; i < count * columns; i++) {
            sh_position position;
            sh_pairs_position(t->pairs, (sh_pair){row + i / columns, i % columns}, &position);
            position.turn = 1;
            expected[i] = tabling_value(t, &position);
        }
        assert_int_equal(sh_table_rows(table, row, count, values, NULL), SH_OK);
        assert_memory_equal(values, expected, count * columns * 2);
    }
    assert_int_equal(sh_table_rows(table, rows, 1, values, NULL), SH_USAGE);
    free(expected);
    free(values);
    sh_table_close(table);
}

static void test_threads_give_the_same_bytes(void **state) {
    (void)state;
    truth *t = tabling_truth("4x4/3");
    char one[128], three[128];
    tabling_path(one, "one.shtb");
    tabling_path(three, "three.shtb");
    tabling_write(t, SH_DTW, 1000, 1, one);
    tabling_write(t, SH_DTW, 1000, 3, three);
    size_t size, other;
    uint8_t *a = tabling_read_file(one, &size), *b = tabling_read_file(three, &other);
    assert_int_equal(size, other);
    assert_memory_equal(a, b, size);
    free(a);
    free(b);
}

// With memory for some bands only the source is read again and again, and the bytes are the same.
static void test_memory_gives_the_same_bytes(void **state) {
    (void)state;
    truth *t = tabling_truth("4x4/3");
    char much[128], little[128];
    tabling_path(much, "much.shtb");
    tabling_path(little, "little.shtb");
    for (int metric = SH_WDL; metric <= SH_DTW; metric++) {
        size_t size, other;
        tabling_write(t, metric, 0, 2, much);
        uint8_t *a = tabling_read_file(much, &size);
        for (uint64_t memory = 1; memory < 100000; memory += 60000) {
            tabling_write_within(t, metric, 0, 2, memory, little);
            uint8_t *b = tabling_read_file(little, &other);
            assert_int_equal(size, other);
            assert_memory_equal(a, b, size);
            free(b);
        }
        free(a);
    }
}

// With only the distances of wins stored those of losses are found all the same, one by one and in
// batches, and the file is smaller.
static void test_only_wins(void **state) {
    (void)state;
    static const char *const games[] = {"3x3/3", "4x4/1", "4x4/2", "4x4/3"};
    char file[128], whole[128];
    tabling_path(file, "wins.shtb");
    tabling_path(whole, "whole.shtb");
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        truth *t = tabling_truth(games[i]);
        tabling_write_as(t, (sh_recipe){.metric = SH_DTW, .only_wins = true}, 2, file);
        tabling_write(t, SH_DTW, 0, 1, whole);
        sh_table *table = tabling_open(file, 0), *full = tabling_open(whole, 0);
        assert_true(sh_table_about(table)->only_wins && !sh_table_about(full)->only_wins);
        assert_true(sh_table_about(table)->file_bytes < sh_table_about(full)->file_bytes);
        check_all(t, table);
        uint64_t rank[1000];
        uint16_t got[1000], expected[1000];
        for (uint64_t j = 0; j < 1000; j++) rank[j] = j * 7919 % (2 * sh_table_about(full)->rows);
        assert_int_equal(sh_probe_ranks(table, rank, 1000, got, NULL), SH_OK);
        assert_int_equal(sh_probe_ranks(full, rank, 1000, expected, NULL), SH_OK);
        assert_memory_equal(got, expected, sizeof got);
        sh_table_close(table);
        sh_table_close(full);
    }
}

// Tables of version 2, which an earlier program wrote.
static void test_version_2(void **state) {
    (void)state;
    truth *t = tabling_truth("4x4/3");
    static const char *const files[] = {SH_VECTORS "/rows-4x4-3-wdl.shtb",
                                        SH_VECTORS "/rows-4x4-3-dtw.shtb"};
    uint64_t rows = sh_pairs_rows(t->pairs), columns = sh_pairs_columns(t->pairs);
    uint16_t *expected = malloc(columns * 2), *values = malloc(columns * 2);
    for (int metric = SH_WDL; metric <= SH_DTW; metric++) {
        sh_table *table = tabling_open(files[metric], 0);
        assert_int_equal(sh_table_about(table)->version, 2);
        assert_int_equal(sh_table_check(table, NULL), SH_OK);
        check_all(t, table);
        for (uint64_t row = 0; metric == SH_DTW && row < rows; row++) {
            assert_int_equal(tabling_rows(t, row, 1, expected), SH_OK);
            assert_int_equal(sh_table_rows(table, row, 1, values, NULL), SH_OK);
            assert_memory_equal(values, expected, columns * 2);
        }
        sh_table_close(table);
    }
    free(expected);
    free(values);
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
            value != tabling_value(c->t, &position))
            atomic_fetch_add(&c->wrong, 1);
    }
}

static void test_many_threads(void **state) {
    (void)state;
    truth *t = tabling_truth("4x4/3");
    char file[128];
    sh_pool *pool;
    tabling_path(file, "crowd.shtb");
    tabling_write(t, SH_DTW, 500, 2, file);
    crowd c = {.t = t, .table = tabling_open(file, 20000)};
    assert_int_equal(sh_pool_open(&pool, 4, NULL), SH_OK);
    sh_pool_run(pool, 8, ask_in_crowd, &c);
    sh_pool_close(pool);
    assert_int_equal(c.wrong, 0);
    sh_table_close((sh_table *)c.table);
}

static void test_directory_picks_by_game(void **state) {
    (void)state;
    char shelf[128], file[160];
    truth *small = tabling_truth("4x4/1"), *large = tabling_truth("4x4/2");
    tabling_path(shelf, "shelf");
    assert_int_equal(mkdir(shelf, 0777), 0);
    snprintf(file, sizeof file, "%s/a.shtb", shelf);
    tabling_write(small, SH_WDL, 0, 1, file);
    snprintf(file, sizeof file, "%s/b.shtb", shelf);
    tabling_write(small, SH_DTW, 0, 1, file);
    snprintf(file, sizeof file, "%s/c.shtb", shelf);
    tabling_write(large, SH_WDL, 0, 1, file);
    sh_tables *tables;
    assert_int_equal(sh_tables_open(&tables, shelf, 0, NULL), SH_OK);
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
        cmocka_unit_test(test_memory_gives_the_same_bytes),
        cmocka_unit_test(test_only_wins),
        cmocka_unit_test(test_version_2),
        cmocka_unit_test(test_many_threads),
        cmocka_unit_test(test_directory_picks_by_game),
    };
    return cmocka_run_group_tests(tests, tabling_begin, tabling_end);
}
