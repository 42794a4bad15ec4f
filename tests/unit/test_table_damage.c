// SPDX-License-Identifier: MIT
// Damaged tables are noticed, wherever the damage is, and tables of other versions refused.
#include "tabling.h"

#include <unistd.h> // truncate

#include "damaging.h"
#include "table/format.h"

// The bytes of a table that is whole, and the path for a damaged copy of it.
static uint8_t *whole_table_of(truth *t, sh_metric metric, char damaged[128], size_t *size) {
    char file[128];
    tabling_path(file, "whole.shtb");
    tabling_path(damaged, "damaged.shtb");
    tabling_write(t, metric, 0, 1, file);
    assert_false(damaging_noticed(file));
    return tabling_read_file(file, size);
}

static uint8_t *whole_table(truth *t, char damaged[128], size_t *size) {
    return whole_table_of(t, SH_WDL, damaged, size);
}

static void guard_each_byte(const char *game, sh_metric metric) {
    char damaged[128];
    size_t size;
    uint8_t *bytes = whole_table_of(tabling_truth(game), metric, damaged, &size);
    assert_int_equal(bytes[8], 3);
    damaging_each_byte(bytes, size, damaged);
    print_message("%s, %s: each of %zu bytes\n", game, sh_metric_name(metric), size);
    free(bytes);
}

static void test_each_byte_is_guarded(void **state) {
    (void)state;
    guard_each_byte("4x4/1", SH_WDL);
    guard_each_byte("4x4/1", SH_DTW);
    guard_each_byte("4x4/2", SH_DTW);
    guard_each_byte("3x3/3", SH_DTW); // crowded
}

// A table with only the distances of wins, the same way.
static void test_each_byte_of_wins_is_guarded(void **state) {
    (void)state;
    char whole[128], damaged[128];
    size_t size;
    tabling_path(whole, "wins.shtb");
    tabling_path(damaged, "damaged.shtb");
    sh_recipe recipe = {.metric = SH_DTW, .only_wins = true};
    tabling_write_as(tabling_truth("4x4/2"), recipe, 1, whole);
    uint8_t *bytes = tabling_read_file(whole, &size);
    assert_int_equal(bytes[8], 3);
    damaging_each_byte(bytes, size, damaged);
    free(bytes);
}

// A block that was damaged after the table was opened gives an error, not a value.
static void test_probe_checks_its_block(void **state) {
    (void)state;
    char damaged[128];
    size_t size;
    truth *t = tabling_truth("4x4/3");
    uint8_t *bytes = whole_table(t, damaged, &size);
    bytes[sh_get64(bytes + 232) - 1] ^= 0x10; // the last byte before the index: of a block
    damaging_write(damaged, bytes, size);
    sh_table *table = tabling_open(damaged, 0);
    uint64_t rows = sh_pairs_rows(t->pairs), columns = sh_pairs_columns(t->pairs);
    int refused = 0;
    for (uint64_t row = 0; row < rows; row++)
        for (uint64_t column = 0; column < columns; column++) {
            sh_position position;
            sh_value value;
            sh_error error = {.text = ""};
            sh_pairs_position(t->pairs, (sh_pair){row, column}, &position);
            if (sh_position_verdict(&t->game, &position, NULL) != SH_ONGOING) continue;
            if (sh_probe(table, &position, &value, &error) == SH_OK)
                tabling_check(table, &position, tabling_value(t, &position));
            else {
                assert_non_null(strstr(error.text, "damaged"));
                refused++;
            }
        }
    assert_true(refused > 0 && (uint64_t)refused < rows * columns / 2);
    free(bytes);
    sh_table_close(table);
}

// Probes every position: right values and SH_DATA, nothing else. Returns how many were refused.
static size_t probe_all(const sh_table *table, const truth *t) {
    uint64_t rows = sh_pairs_rows(t->pairs), columns = sh_pairs_columns(t->pairs);
    size_t refused = 0;
    for (uint64_t row = 0; row < rows; row++)
        for (uint64_t column = 0; column < columns; column++) {
            sh_position position;
            sh_value value;
            sh_pairs_position(t->pairs, (sh_pair){row, column}, &position);
            if (sh_position_verdict(&t->game, &position, NULL) != SH_ONGOING) continue;
            sh_status status = sh_probe(table, &position, &value, NULL);
            if (status == SH_OK)
                tabling_check(table, &position, tabling_value(t, &position));
            else
                assert_int_equal(status, SH_DATA);
            refused += status != SH_OK;
        }
    return refused;
}

// A file that is cut off or written over while it is open gives errors: no fault, no wrong value.
static void test_changes_under_the_reader(void **state) {
    (void)state;
    char file[128];
    size_t size;
    truth *t = tabling_truth("4x4/2");
    uint8_t *bytes = whole_table(t, file, &size);
    for (size_t length = 0; length < size; length += 1 + length / 4) {
        damaging_write(file, bytes, size);
        sh_table *table = tabling_open(file, 1);
        assert_int_equal(truncate(file, (off_t)length), 0);
        assert_true(probe_all(table, t) > 0);
        assert_int_equal(sh_table_check(table, NULL), SH_DATA);
        sh_table_close(table);
    }
    for (size_t first = 0; first < size; first += 1 + size / 8) {
        damaging_write(file, bytes, size);
        sh_table *table = tabling_open(file, 1);
        for (size_t i = first; i < size; i++) bytes[i] ^= 0xa5;
        damaging_write(file, bytes, size);
        probe_all(table, t);
        assert_int_equal(sh_table_check(table, NULL), SH_DATA);
        for (size_t i = first; i < size; i++) bytes[i] ^= 0xa5;
        damaging_write(file, bytes, size); // and as it was
        assert_int_equal(sh_table_check(table, NULL), SH_OK);
        assert_int_equal(probe_all(table, t), 0);
        sh_table_close(table);
    }
    free(bytes);
}

static void test_other_versions_are_refused(void **state) {
    (void)state;
    char file[128];
    size_t size;
    sh_error error = {.text = ""};
    sh_table *table;
    truth *t = tabling_truth("4x4/1");
    tabling_path(file, "version.shtb");
    tabling_write(t, SH_WDL, 0, 1, file);
    uint8_t *bytes = tabling_read_file(file, &size);
    bytes[8] = 0;
    damaging_write(file, bytes, size);
    assert_int_equal(sh_table_open(&table, file, 0, &error), SH_DATA);
    assert_non_null(strstr(error.text, "version 0"));
    free(bytes);
}

// A header with a right checksum whose creator would write on a terminal, or is not UTF-8.
static void test_text_is_plain(void **state) {
    (void)state;
    static const char *const forged[] = {"\033]0;owned\a", "caf\xe9", "\xc2\x9bm", "\xf0\x9d"};
    char file[128];
    size_t size;
    truth *t = tabling_truth("4x4/1");
    uint8_t *bytes = whole_table(t, file, &size);
    for (size_t i = 0; i < sizeof forged / sizeof *forged; i++) {
        sh_error error = {.text = ""};
        sh_table *table;
        memset(bytes + 136, 0, 64);
        memcpy(bytes + 136, forged[i], strlen(forged[i]));
        sh_put64(bytes + SH_HEADER_BYTES - 8, sh_checksum(bytes, SH_HEADER_BYTES - 8));
        damaging_write(file, bytes, size);
        assert_int_equal(sh_table_open(&table, file, 0, &error), SH_DATA);
        assert_non_null(strstr(error.text, "not plain text"));
        sh_recipe recipe = {.game = &t->game, .creator = forged[i]};
        sh_value_source none = {.rows = NULL};
        assert_int_equal(sh_table_write(file, &recipe, &none, NULL, NULL, &error), SH_USAGE);
    }
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_byte_is_guarded),
        cmocka_unit_test(test_each_byte_of_wins_is_guarded),
        cmocka_unit_test(test_probe_checks_its_block),
        cmocka_unit_test(test_changes_under_the_reader),
        cmocka_unit_test(test_other_versions_are_refused),
        cmocka_unit_test(test_text_is_plain),
    };
    return cmocka_run_group_tests(tests, tabling_begin, tabling_end);
}
