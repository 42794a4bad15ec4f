// SPDX-License-Identifier: MIT
// Names that clients use for the server, and what they accept.
#include "server/host.h"
#include "server/packing.h"
#include "test.h"

static void this_machine_has_few_names(void **state) {
    static const char *const OURS[] = {"localhost",   "localhost:7121", "LocalHost", "127.0.0.1",
                                       "127.0.0.1:1", "127.9.8.7:80",   "[::1]",     "[::1]:7121"};
    static const char *const FOREIGN[] = {"127.evil.example",
                                          "127.0.0.1.evil.example",
                                          "[::1].evil.example",
                                          "localhost.evil.example",
                                          "[::1]evil",
                                          "localhost:",
                                          "localhost:port",
                                          "127.1",
                                          "127.0.0.1:80:80",
                                          "evil.example",
                                          "",
                                          ":80",
                                          "[::2]",
                                          "[::1",
                                          "128.0.0.1",
                                          "localhost:123456"};
    for (size_t i = 0; i < sizeof OURS / sizeof *OURS; i++)
        if (!sh_host_local(OURS[i])) fail_msg("'%s' is this machine", OURS[i]);
    for (size_t i = 0; i < sizeof FOREIGN / sizeof *FOREIGN; i++)
        if (sh_host_local(FOREIGN[i])) fail_msg("'%s' is not this machine", FOREIGN[i]);
}

static void hosts_are_well_formed_or_not(void **state) {
    assert_true(sh_host_valid("games.example.org:8080"));
    assert_true(sh_host_valid("[2001:db8::1]"));
    assert_false(sh_host_valid(""));
    assert_false(sh_host_valid("a b"));
    assert_false(sh_host_valid("http://localhost"));
    assert_false(sh_host_valid("user@localhost"));
    assert_true(sh_host_is("Games.example.org:8080", "games.example.org"));
    assert_false(sh_host_is("games.example.org.evil", "games.example.org"));
}

static void only_our_own_pages_may_change_things(void **state) {
    assert_true(sh_host_own_origin("localhost:7121", ""));
    assert_true(sh_host_own_origin("localhost:7121", "http://localhost:7121"));
    assert_true(sh_host_own_origin("games.example", "https://games.example"));
    assert_false(sh_host_own_origin("localhost:7121", "http://localhost:7122"));
    assert_false(sh_host_own_origin("localhost", "http://localhost.evil"));
    assert_false(sh_host_own_origin("localhost", "null"));
}

static void packing_is_for_those_who_take_it(void **state) {
    assert_true(sh_packing_allowed("gzip"));
    assert_true(sh_packing_allowed("br, GZIP;q=0.5"));
    assert_true(sh_packing_allowed("deflate, *"));
    assert_false(sh_packing_allowed(""));
    assert_false(sh_packing_allowed("gzip;q=0"));
    assert_false(sh_packing_allowed("gzip; q=0.000, br"));
    assert_false(sh_packing_allowed("*;q=0"));
    assert_false(sh_packing_allowed("notgzip"));
    size_t packed;
    assert_null(sh_packing_pack("no way to make this smaller", 27, &packed));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(this_machine_has_few_names),
        cmocka_unit_test(hosts_are_well_formed_or_not),
        cmocka_unit_test(only_our_own_pages_may_change_things),
        cmocka_unit_test(packing_is_for_those_who_take_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
