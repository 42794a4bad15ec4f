// SPDX-License-Identifier: MIT
// Request targets taken apart, and clients held to their rate.
#include "server/limiter.h"
#include "server/request.h"
#include "test.h"

static sh_request request;
static sh_error error;

static sh_status parse(const char *target) {
    return sh_request_parse(&request, "GET", target, &error);
}

static void decodes_path_and_parameters(void **state) {
    assert_int_equal(parse("/api/v1/probe?game=7x7%2F3&position=xx5%20x+&v="), SH_OK);
    assert_string_equal(request.path, "/api/v1/probe");
    assert_int_equal(request.params, 3);
    assert_string_equal(sh_request_param(&request, "game"), "7x7/3");
    assert_string_equal(sh_request_param(&request, "position"), "xx5 x ");
    assert_string_equal(sh_request_param(&request, "v"), "");
    assert_null(sh_request_param(&request, "moves"));
    assert_int_equal(parse("/a+b"), SH_OK); // a plus is a space in queries only
    assert_string_equal(request.path, "/a+b");
}

static void refuses_what_is_malformed(void **state) {
    static const char *const BAD[] = {
        "",
        "x",
        "/%",
        "/%4",
        "/%zz",
        "/%00",
        "/api/v1/x?a",
        "/api/v1/x?a=1&a=2",
        "/api/v1/x?a=%0a",
        "/\x7f",
        "/api/v1/x?a=\xc3\xa4",
        "/api/v1/x?=1&=2",
        "/api/v1/x?a=1&b=2&c=3&d=4&e=5&f=6&g=7&h=8&i=9",
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        error.text[0] = 0;
        if (parse(BAD[i]) != SH_DATA) fail_msg("'%s' was accepted", BAD[i]);
        assert_true(error.text[0]);
    }
}

static void refuses_what_is_too_long(void **state) {
    char *target = malloc(SH_MAX_TARGET + 2);
    memset(target, 'a', SH_MAX_TARGET + 1);
    target[0] = '/';
    target[SH_MAX_TARGET] = 0;
    assert_int_equal(parse(target), SH_OK);
    target[SH_MAX_TARGET] = 'a';
    target[SH_MAX_TARGET + 1] = 0;
    assert_int_equal(parse(target), SH_USAGE);
    free(target);
}

static void limits_each_client(void **state) {
    sh_limiter *limiter;
    assert_int_equal(sh_limiter_open(&limiter, 10, &error), SH_OK);
    for (int i = 0; i < 10; i++) assert_int_equal(sh_limiter_take(limiter, "one", 1, 100), 0);
    assert_int_equal(sh_limiter_take(limiter, "one", 1, 100), 1);
    assert_int_equal(sh_limiter_take(limiter, "two", 1, 100), 0); // others are not affected
    assert_int_equal(sh_limiter_take(limiter, "one", 1, 100.05), 1);
    assert_int_equal(sh_limiter_take(limiter, "one", 1, 100.15), 0); // a tenth of a second later
    assert_int_equal(sh_limiter_take(limiter, "one", 50, 200), 0);   // a full bucket pays for all
    assert_int_equal(sh_limiter_take(limiter, "one", 1, 200), 1);
    sh_limiter_close(limiter);
}

// A debt is paid back by waiting, and by nobody else.
static void a_debt_is_waited_for(void **state) {
    sh_limiter *limiter;
    assert_int_equal(sh_limiter_open(&limiter, 10, &error), SH_OK);
    assert_int_equal(sh_limiter_take(limiter, "one", 1, 100), 0);
    sh_limiter_owe(limiter, "one", 50, 100); // 9 - 50: it owes 41
    assert_int_equal(sh_limiter_take(limiter, "one", 1, 100), 5);
    assert_int_equal(sh_limiter_take(limiter, "two", 1, 100), 0);
    assert_int_equal(sh_limiter_take(limiter, "one", 1, 104), 1);
    assert_int_equal(sh_limiter_take(limiter, "one", 1, 104.3), 0);
    sh_limiter_close(limiter);
}

static void numbers_are_digits_and_nothing_else(void **state) {
    static const char *const BAD[] = {"", "-1", "+1", " 5", "5 ", "1e3", "0x10", "5,", "1000001"};
    uint64_t number = 7;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_false(sh_request_number(BAD[i], 1000000, &number));
    assert_int_equal(number, 7);
    assert_true(sh_request_number("1000000", 1000000, &number));
    assert_int_equal(number, 1000000);
    assert_true(sh_request_number("007", 10, &number));
    assert_int_equal(number, 7);
    assert_true(sh_request_number("18446744073709551615", UINT64_MAX, &number));
    assert_true(number == UINT64_MAX);
    assert_false(sh_request_number("18446744073709551616", UINT64_MAX, &number));
    assert_false(sh_request_number("99999999999999999999", UINT64_MAX, &number));
}

static void no_rate_is_no_limit(void **state) {
    sh_limiter *limiter;
    assert_int_equal(sh_limiter_open(&limiter, 0, &error), SH_OK);
    for (int i = 0; i < 1000; i++) assert_int_equal(sh_limiter_take(limiter, "one", 9, 1), 0);
    sh_limiter_close(limiter);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decodes_path_and_parameters),
        cmocka_unit_test(refuses_what_is_malformed),
        cmocka_unit_test(refuses_what_is_too_long),
        cmocka_unit_test(limits_each_client),
        cmocka_unit_test(a_debt_is_waited_for),
        cmocka_unit_test(no_rate_is_no_limit),
        cmocka_unit_test(numbers_are_digits_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
