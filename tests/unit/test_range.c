// SPDX-License-Identifier: MIT
// Range headers: what is sent of a thousand bytes.
#include "server/range.h"
#include "test.h"

static void expect(const char *header, sh_range_kind kind, uint64_t first, uint64_t count) {
    sh_range range = sh_range_read(header, 1000, 600);
    if (range.kind != kind || range.first != first || range.count != count)
        fail_msg("'%s' is %d, %llu, %llu", header, range.kind, (unsigned long long)range.first,
                 (unsigned long long)range.count);
}

static void test_parts(void **state) {
    (void)state;
    expect("bytes=0-0", SH_RANGE_PART, 0, 1);
    expect("bytes=0-499", SH_RANGE_PART, 0, 500);
    expect("bytes=500-999", SH_RANGE_PART, 500, 500);
    expect("bytes=999-", SH_RANGE_PART, 999, 1);
    expect("bytes=-1", SH_RANGE_PART, 999, 1);
    expect("bytes=-500", SH_RANGE_PART, 500, 500);
    expect("bytes=990-5000", SH_RANGE_PART, 990, 10);
    expect("bytes=990-99999999999999999999999", SH_RANGE_PART, 990, 10);
}

static void test_long_parts_are_cut(void **state) {
    (void)state;
    expect("bytes=0-", SH_RANGE_PART, 0, 600);
    expect("bytes=0-999", SH_RANGE_PART, 0, 600);
    expect("bytes=-99999999999999999999999", SH_RANGE_PART, 0, 600);
}

static void test_no_such_bytes(void **state) {
    (void)state;
    expect("bytes=1000-", SH_RANGE_NONE, 0, 0);
    expect("bytes=1000-1001", SH_RANGE_NONE, 0, 0);
    expect("bytes=99999999999999999999999-", SH_RANGE_NONE, 0, 0);
    expect("bytes=-0", SH_RANGE_NONE, 0, 0);
    assert_int_equal(sh_range_read("bytes=-5", 0, 600).kind, SH_RANGE_NONE);
}

static void test_others_are_passed_over(void **state) {
    (void)state;
    const char *others[] = {"",          "bytes",      "bytes=",       "bytes=-",   "bytes=5",
                            "bytes=a-b", "bytes=5-a",  "bytes=9-5",    "Bytes=0-1", "lines=0-1",
                            "bytes=+1-", "bytes= 0-1", "bytes=0-1,3-4"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        expect(others[i], SH_RANGE_ALL, 0, 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts), cmocka_unit_test(test_long_parts_are_cut),
        cmocka_unit_test(test_no_such_bytes), cmocka_unit_test(test_others_are_passed_over)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
