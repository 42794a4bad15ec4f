// SPDX-License-Identifier: MIT
// Tables out of memory and by ranges: the same values as from a file, bytes asked for twice at
// most, and damage found.
#include "tabling.h"

#include "table/plain_table.h"
#include "table/reader.h"

// Bytes that come only when they have been asked for, a kilobyte at least.
typedef struct late_bytes {
    const uint8_t *bytes;
    size_t size;
    bool there[1024];
    uint64_t wanted; // kilobyte + 1; 0: none
} late_bytes;

static sh_status read_late(void *context, uint64_t offset, void *bytes, size_t count,
                           sh_error *error) {
    late_bytes *late = context;
    for (uint64_t k = offset / 1024; k <= (offset + count - 1) / 1024; k++)
        if (!late->there[k]) {
            late->wanted = k + 1;
            return sh_fail(error, SH_RESOURCES, "not yet");
        }
    memcpy(bytes, late->bytes + offset, count);
    return SH_OK;
}

static bool fetch(late_bytes *late) {
    if (!late->wanted) return false;
    late->there[late->wanted - 1] = true;
    late->wanted = 0;
    return true;
}

static uint8_t *table_bytes(truth *t, sh_metric metric, size_t *size) {
    char file[128];
    tabling_path(file, sh_metric_name(metric));
    tabling_write(t, metric, 4096, 1, file);
    return tabling_read_file(file, size);
}

static void check_all(truth *t, const sh_table *table) {
    sh_random random = {.state = 5};
    for (int i = 0; i < 300; i++) {
        sh_position position = tabling_draw(t, &random);
        tabling_check(table, &position, tabling_value(t, &position));
    }
}

static void test_memory(void **state) {
    (void)state;
    truth *t = tabling_truth("4x4/3");
    for (int metric = SH_WDL; metric <= SH_DTW; metric++) {
        size_t size;
        uint8_t *bytes = table_bytes(t, (sh_metric)metric, &size);
        sh_byte_source source = sh_bytes_in_memory(bytes, size);
        sh_table *table;
        assert_int_equal(sh_table_open_source(&table, &source, 0, NULL), SH_OK);
        check_all(t, table);
        assert_int_equal(sh_table_check(table, NULL), SH_OK);
        sh_table_close(table);
        source.size--;
        assert_int_equal(sh_table_open_source(&table, &source, 0, NULL), SH_DATA);
        source.size = 10;
        assert_int_equal(sh_table_open_source(&table, &source, 0, NULL), SH_DATA);
        free(bytes);
    }
}

static void test_ranges(void **state) {
    (void)state;
    truth *t = tabling_truth("4x4/3");
    late_bytes late = {0};
    uint8_t *bytes = table_bytes(t, SH_DTW, &late.size);
    late.bytes = bytes;
    assert_true(late.size <= sizeof late.there * 1024);
    sh_byte_source source = {.context = &late, .size = late.size, .read = read_late};
    sh_table *table;
    int tries = 0;
    while (sh_table_open_source(&table, &source, 0, NULL))
        assert_true(fetch(&late) && tries++ < 64);
    assert_true(tries > 0);
    sh_random random = {.state = 6};
    for (int i = 0; i < 300; i++) {
        sh_position position = tabling_draw(t, &random);
        sh_value value;
        for (tries = 0; sh_probe(table, &position, &value, NULL); tries++)
            assert_true(fetch(&late) && tries < 64);
        tabling_check(table, &position, tabling_value(t, &position));
    }
    sh_table_close(table);
    free(bytes);
}

static void test_damage(void **state) {
    (void)state;
    truth *t = tabling_truth("4x4/3");
    size_t size;
    uint8_t *bytes = table_bytes(t, SH_DTW, &size);
    for (size_t i = 0; i < size; i += 97) {
        bytes[i] ^= 4;
        sh_byte_source source = sh_bytes_in_memory(bytes, size);
        sh_table *table;
        sh_status status = sh_table_open_source(&table, &source, 0, NULL);
        if (!status) {
            assert_int_equal(sh_table_check(table, NULL), SH_DATA);
            sh_table_close(table);
        }
        bytes[i] ^= 4;
    }
    free(bytes);
}

static uint16_t value_of(void *context, uint64_t row, uint64_t column) {
    const truth *t = context;
    sh_position position;
    sh_pairs_position(t->pairs, (sh_pair){row, column}, &position);
    uint16_t value = tabling_value(t, &position);
    return value == ORACLE_DRAW ? 254 : value;
}

static void make_plain(truth *t, sh_plain *plain) {
    sh_table_info info = {.metric = SH_DTW, .profile = SH_STRICT};
    snprintf(info.game, sizeof info.game, "%s", t->name);
    info.rows = sh_pairs_rows(t->pairs);
    info.columns = sh_pairs_columns(t->pairs);
    *plain = (sh_plain){.context = t, .value = value_of};
    sh_plain_make(plain, &info);
}

// Values in a solver's memory are read as a table is, and have what a table has but blocks.
static void test_solved(void **state) {
    (void)state;
    truth *t = tabling_truth("4x4/3");
    sh_plain plain;
    sh_table *table;
    uint8_t bytes[7];
    uint16_t values[4096];
    make_plain(t, &plain);
    sh_byte_source source = sh_plain_bytes(&plain);
    assert_int_equal(sh_table_open_source(&table, &source, 0, NULL), SH_OK);
    check_all(t, table);
    sh_position start;
    sh_probed_move moves[SH_MAX_MOVES];
    int count;
    sh_position_start(&t->game, &start);
    assert_int_equal(sh_probe_moves(table, &start, moves, &count, NULL), SH_OK);
    assert_int_equal(count, 6);
    assert_int_equal(moves[0].value.outcome, SH_WIN);
    assert_int_equal(sh_table_rows(table, 0, 1, values, NULL), SH_USAGE);
    assert_int_not_equal(sh_table_check(table, NULL), SH_OK);
    sh_table_close(table);
    assert_int_equal(sh_plain_read(&plain, sh_plain_size(&plain) - 7, bytes, 7, NULL), SH_OK);
    assert_int_equal(sh_plain_read(&plain, sh_plain_size(&plain) - 6, bytes, 7, NULL), SH_DATA);
}

// Nothing but their header has a checksum: as a file they are refused.
static void test_solved_is_no_file(void **state) {
    (void)state;
    truth *t = tabling_truth("4x4/1");
    sh_plain plain;
    make_plain(t, &plain);
    size_t size = sh_plain_size(&plain);
    uint8_t *bytes = malloc(size);
    assert_int_equal(sh_plain_read(&plain, 0, bytes, size, NULL), SH_OK);
    char name[128];
    tabling_path(name, "plain.shtb");
    FILE *file = fopen(name, "wb");
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
    free(bytes);
    sh_table *table;
    sh_error error;
    assert_int_equal(sh_table_open(&table, name, 0, &error), SH_DATA);
    assert_non_null(strstr(error.text, "no checksums"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_memory), cmocka_unit_test(test_ranges),
                                       cmocka_unit_test(test_damage), cmocka_unit_test(test_solved),
                                       cmocka_unit_test(test_solved_is_no_file)};
    return cmocka_run_group_tests(tests, tabling_begin, tabling_end);
}
