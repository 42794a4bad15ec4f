// SPDX-License-Identifier: MIT
// Levels in files: what is there is found, what is not there is not, and a failed read is neither.
#include "test.h"

#include <unistd.h>

#include "base/memory.h"
#include "puzzle/level.h"

enum { BOARDS = 1000 };

static void a_failed_read_is_no_absence(void **state) {
    (void)state;
    char folder[] = "/tmp/sternhalma-test-XXXXXX", name[64];
    assert_non_null(mkdtemp(folder));
    snprintf(name, sizeof name, "%s/a.level", folder);
    size_t bytes = BOARDS * sizeof(uint64_t);
    uint64_t *keys = sh_memory_map(bytes), hash;
    assert_non_null(keys);
    for (uint64_t i = 0; i < BOARDS; i++) keys[i] = 3 * i;
    sh_level level = {.keys = keys, .count = BOARDS, .memory = keys, .bytes = bytes};
    sh_level_label label = {.search = 1, .length = 2};
    sh_error error = {.text = ""};
    assert_int_equal(sh_level_store(&level, name, &label, 5, &error), SH_OK);
    assert_true(level.file && !level.keys);
    for (uint64_t key = 0; key < 3 * BOARDS + 3; key++) {
        bool has;
        assert_int_equal(sh_level_has(&level, key, &has, &error), SH_OK);
        assert_int_equal(has, key % 3 == 0 && key < 3 * BOARDS);
    }
    assert_int_equal(truncate(name, 64 + 8 * BOARDS / 4), 0);
    for (uint64_t key = 0; key < 3 * BOARDS; key += 3) {
        bool has;
        assert_int_not_equal(sh_level_has(&level, key, &has, &error), SH_OK); // the middle is gone
    }
    sh_level_close(&level);
    assert_int_equal(sh_level_load(&level, name, &label, &hash, &error), SH_DATA);
    sh_level_close(&level);
    assert_int_equal(unlink(name), 0);
    assert_int_equal(rmdir(folder), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_failed_read_is_no_absence)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
