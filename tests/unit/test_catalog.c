// SPDX-License-Identifier: MIT
// The server's catalog: a place that a table leaves is used again, however often tables are
// replaced while others ask them; the best table of a game is found.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#include "server/catalog.h"
#include "tabling.h"

enum { REPLACEMENTS = 2 * SH_MAX_TABLES + 10 };

// Puts another file with the same bytes in the place of a table, as a program that writes one does.
static void copy_to(const char *from, const char *to) {
    char bytes[1 << 16], beside[140];
    snprintf(beside, sizeof beside, "%s.new", to);
    FILE *in = fopen(from, "rb"), *out = fopen(beside, "wb");
    assert_true(in && out);
    for (size_t count; (count = fread(bytes, 1, sizeof bytes, in)) > 0;)
        assert_int_equal(fwrite(bytes, 1, count, out), count);
    fclose(in);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(rename(beside, to), 0);
}

// Asks for the value of the start until told to stop.
typedef struct asker {
    sh_catalog *catalog;
    atomic_bool stop;
    size_t answers;
} asker;

static void *ask(void *argument) {
    asker *self = argument;
    while (!atomic_load(&self->stop)) {
        sh_catalog_enter(self->catalog);
        const sh_table *table = sh_catalog_find(self->catalog, "4x4/1", SH_STRICT);
        sh_position start;
        sh_value value;
        if (table) {
            sh_position_start(sh_table_game(table), &start);
            self->answers += sh_probe(table, &start, &value, NULL) == SH_OK;
        }
        sh_catalog_leave(self->catalog);
    }
    return NULL;
}

static void count_forgotten(void *context, size_t number) {
    (void)number;
    ++*(size_t *)context;
}

static void test_places_are_used_again(void **state) {
    (void)state;
    char original[128], folder[128], file[140];
    tabling_path(original, "original");
    tabling_path(folder, "served");
    snprintf(file, sizeof file, "%s/table.shtb", folder);
    tabling_write(tabling_truth("4x4/1"), SH_WDL, 0, 1, original);
    assert_int_equal(mkdir(folder, 0700), 0);
    copy_to(original, file);
    asker self = {0};
    assert_int_equal(sh_catalog_open(&self.catalog, folder, 1 << 16, NULL), SH_OK);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, ask, &self), 0);
    size_t forgotten = 0;
    for (int i = 0; i < REPLACEMENTS; i++) {
        copy_to(original, file);
        sh_catalog_look(self.catalog);
        sh_catalog_enter(self.catalog);
        assert_non_null(sh_catalog_find(self.catalog, "4x4/1", SH_STRICT));
        sh_catalog_leave(self.catalog);
        assert_int_equal(sh_catalog_count(self.catalog), 1);
        sh_catalog_retire(self.catalog, count_forgotten, &forgotten);
    }
    assert_int_equal(forgotten, REPLACEMENTS);
    char reason[SH_MAX_REASON];
    assert_int_equal(sh_catalog_skipped(self.catalog, reason), 0);
    atomic_store(&self.stop, true);
    pthread_join(thread, NULL);
    assert_true(self.answers > 0);
    assert_int_equal(remove(file), 0);
    sh_catalog_look(self.catalog);
    assert_null(sh_catalog_find(self.catalog, "4x4/1", SH_STRICT));
    sh_catalog_close(self.catalog);
}

// A table that is kept answers after its file was replaced, and nobody waits for who keeps it.
static void test_kept_table(void **state) {
    (void)state;
    char original[128], folder[128], file[140];
    tabling_path(original, "original");
    tabling_path(folder, "kept");
    snprintf(file, sizeof file, "%s/table.shtb", folder);
    assert_int_equal(mkdir(folder, 0700), 0);
    copy_to(original, file);
    sh_catalog *catalog;
    sh_position start;
    sh_value value;
    size_t forgotten = 0;
    assert_int_equal(sh_catalog_open(&catalog, folder, 1 << 16, NULL), SH_OK);
    sh_catalog_enter(catalog);
    const sh_table *table = sh_catalog_find(catalog, "4x4/1", SH_STRICT);
    sh_catalog_keep(catalog, table);
    sh_catalog_leave(catalog);
    copy_to(original, file);
    sh_catalog_look(catalog);
    sh_catalog_retire(catalog, count_forgotten, &forgotten);
    assert_int_equal(forgotten, 0);
    sh_catalog_enter(catalog);
    assert_ptr_not_equal(sh_catalog_find(catalog, "4x4/1", SH_STRICT), table);
    sh_catalog_leave(catalog);
    sh_position_start(sh_table_game(table), &start);
    assert_int_equal(sh_probe(table, &start, &value, NULL), SH_OK);
    sh_catalog_let_go(catalog, table);
    sh_catalog_retire(catalog, count_forgotten, &forgotten);
    assert_int_equal(forgotten, 1);
    sh_catalog_keep(catalog, NULL);
    sh_catalog_let_go(catalog, NULL);
    sh_catalog_close(catalog);
}

// A table that waits for a place gets one when another leaves. Names count, too.
static void test_full_catalog(void **state) {
    (void)state;
    char original[128], folder[128], file[200], reason[SH_MAX_REASON];
    tabling_path(original, "original");
    tabling_path(folder, "many");
    assert_int_equal(mkdir(folder, 0700), 0);
    for (int i = 0; i <= SH_MAX_TABLES; i++) {
        snprintf(file, sizeof file, "%s/%03d.shtb", folder, i);
        copy_to(original, file);
    }
    sh_catalog *catalog;
    size_t forgotten = 0;
    assert_int_equal(sh_catalog_open(&catalog, folder, 1 << 16, NULL), SH_OK);
    assert_int_equal(sh_catalog_count(catalog), SH_MAX_TABLES);
    assert_int_equal(sh_catalog_skipped(catalog, reason), 1);
    assert_non_null(strstr(reason, "too many tables"));
    snprintf(file, sizeof file, "%s/000.shtb", folder);
    assert_int_equal(remove(file), 0);
    sh_catalog_look(catalog);
    sh_catalog_retire(catalog, count_forgotten, &forgotten);
    sh_catalog_look(catalog);
    assert_int_equal(forgotten, 1);
    assert_int_equal(sh_catalog_count(catalog), SH_MAX_TABLES);
    assert_int_equal(sh_catalog_skipped(catalog, reason), 0);
    sh_catalog_close(catalog);
}

static void test_best_table(void **state) {
    (void)state;
    char original[128], file[140];
    tabling_path(original, "original");
    tabling_path(file, "short.shtb");
    copy_to(original, file);
    sh_catalog *catalog;
    assert_int_equal(sh_catalog_open(&catalog, tabling_folder, 1 << 16, NULL), SH_OK);
    const sh_table *first = sh_catalog_find(catalog, "4x4/1", SH_STRICT);
    assert_int_equal(sh_table_about(first)->metric, SH_WDL);
    tabling_path(file, "far.shtb");
    tabling_write(tabling_truth("4x4/1"), SH_DTW, 0, 1, file);
    sh_catalog_look(catalog);
    const sh_table *far = sh_catalog_find(catalog, "4x4/1", SH_STRICT);
    assert_int_equal(sh_table_about(far)->metric, SH_DTW);
    tabling_path(file, "later.shtb");
    copy_to(original, file);
    sh_catalog_look(catalog);
    assert_ptr_equal(sh_catalog_find(catalog, "4x4/1", SH_STRICT), far);
    assert_null(sh_catalog_find(catalog, "4x4/1", SH_PUBLISHED));
    sh_catalog_close(catalog);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places_are_used_again),
        cmocka_unit_test(test_kept_table),
        cmocka_unit_test(test_full_catalog),
        cmocka_unit_test(test_best_table),
    };
    return cmocka_run_group_tests(tests, tabling_begin, tabling_end);
}
