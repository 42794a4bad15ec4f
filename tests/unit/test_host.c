// SPDX-License-Identifier: MIT
// Names that clients use for the server, and what they accept.
#include <arpa/inet.h> // inet_pton
#include <net/if.h>    // IFF_UP

#include "server/addresses.h"
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

typedef struct interface {
    struct ifaddrs entry;
    struct sockaddr_storage address;
} interface;

static void set_interface(interface *one, struct ifaddrs *next, unsigned flags, const char *text) {
    int family = strchr(text, ':') ? AF_INET6 : AF_INET;
    one->entry = (struct ifaddrs){
        .ifa_next = next, .ifa_flags = flags, .ifa_addr = (struct sockaddr *)&one->address};
    one->address.ss_family = (sa_family_t)family;
    void *place = family == AF_INET ? (void *)&((struct sockaddr_in *)&one->address)->sin_addr
                                    : (void *)&((struct sockaddr_in6 *)&one->address)->sin6_addr;
    assert_int_equal(inet_pton(family, text, place), 1);
}

// Listening everywhere is said as addresses that a browser can open.
static void a_wildcard_stands_for_the_addresses_of_its_family(void **state) {
    static const char *const UP[] = {"127.0.0.1", "192.168.1.5", "10.8.0.2", "192.168.1.5",
                                     "::1",       "fe80::1",     "fd00::2"};
    enum { UPS = sizeof UP / sizeof *UP };
    interface all[UPS + 2];
    for (size_t i = 0; i < UPS; i++) set_interface(&all[i], &all[i + 1].entry, IFF_UP, UP[i]);
    set_interface(&all[UPS], &all[UPS + 1].entry, 0, "172.16.0.1"); // down
    all[UPS + 1].entry = (struct ifaddrs){.ifa_flags = IFF_UP};     // without any address
    sh_addresses found;
    assert_true(sh_addresses_among(&found, "0.0.0.0", &all[0].entry));
    assert_int_equal(found.count, 3);
    assert_string_equal(found.text[0], "127.0.0.1");
    assert_string_equal(found.text[1], "192.168.1.5");
    assert_string_equal(found.text[2], "10.8.0.2");
    assert_true(sh_addresses_among(&found, "::", &all[0].entry));
    assert_int_equal(found.count, 2);
    assert_string_equal(found.text[0], "[::1]");
    assert_string_equal(found.text[1], "[fd00::2]");
    assert_true(sh_addresses_among(&found, "0.0.0.0", NULL));
    assert_int_equal(found.count, 1);
    assert_false(sh_addresses_among(&found, "192.168.1.5", &all[0].entry));
    assert_int_equal(found.count, 1);
    assert_string_equal(found.text[0], "192.168.1.5");
}

// A machine with more addresses than are listed.
static void addresses_have_a_limit(void **state) {
    enum { MANY = SH_MAX_ADDRESSES + 5 };
    interface all[MANY];
    for (size_t i = 0; i < MANY; i++) {
        char text[INET_ADDRSTRLEN];
        snprintf(text, sizeof text, "10.0.0.%zu", i);
        set_interface(&all[i], i + 1 < MANY ? &all[i + 1].entry : NULL, IFF_UP, text);
    }
    sh_addresses found;
    assert_true(sh_addresses_among(&found, "0.0.0.0", &all[0].entry));
    assert_int_equal(found.count, SH_MAX_ADDRESSES);
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
        cmocka_unit_test(a_wildcard_stands_for_the_addresses_of_its_family),
        cmocka_unit_test(addresses_have_a_limit),
        cmocka_unit_test(packing_is_for_those_who_take_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
