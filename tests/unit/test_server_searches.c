// SPDX-License-Identifier: MIT
// Moves of the computer by HTTP: how many searches there may be, and what nobody waits for.
#include <glob.h>

#include "serving.h"

static char cache[] = "/tmp/sternhalma-searches-XXXXXX";

// Distances are computed anew.
static int begin(void **state) {
    (void)state;
    return !mkdtemp(cache) || setenv("XDG_CACHE_HOME", cache, 1);
}

static int end(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", cache);
    return system(command);
}

static sh_server *start(int searches) {
    sh_server_options options = {.address = "127.0.0.1", .searches = searches};
    sh_server *server;
    sh_error error;
    if (sh_server_open(&server, &options, &error)) fail_msg("%s", error.text);
    return server;
}

static const char *question(const char *game, const char *level, const char *headers) {
    static char request[512];
    snprintf(request, sizeof request,
             "POST /api/v1/play?game=%s&level=%s&milliseconds=100 HTTP/1.1\r\nHost: localhost\r\n"
             "%sContent-Length: 0\r\nConnection: close\r\n\r\n",
             game, level, headers);
    return request;
}

// Twelve searches wait, two more run once their threads have woken up, and others are refused: more
// are sent at once than end meanwhile.
static void searches_are_bounded(void **state) {
    (void)state;
    enum { MANY = 64, ADMITTED = 12 };
    sh_server *server = start(2);
    int sockets[MANY], done = 0, refused = 0;
    for (int i = 0; i < MANY; i++) {
        sockets[i] = dial(server);
        send_all(sockets[i], question("star121:2p", "strongest", ""));
    }
    for (int i = 0; i < MANY; i++) {
        int status = finish(sockets[i]);
        done += status == 200 && has("\"by\":\"engine\"");
        refused += status == 429 && has("Retry-After: 2");
    }
    assert_int_equal(done + refused, MANY);
    assert_in_range(done, ADMITTED, MANY - 1);
    sh_server_close(server);
}

static void foreign_pages_start_none(void **state) {
    (void)state;
    sh_server *server = start(1), *none = start(0);
    assert_int_equal(exchange(server, question("5x5/3", "club", "Origin: https://example.org\r\n")),
                     403);
    assert_int_equal(exchange(server, question("5x5/3", "club", "")), 200);
    assert_int_equal(exchange(none, question("5x5/3", "club", "")), 403);
    sh_server_close(none);
    sh_server_close(server);
}

// Have the distances of a game been computed, and written to the cache folder?
static bool is_computed(const char *name) {
    char pattern[128];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/sternhalma/%s*.march", cache, name);
    bool there = glob(pattern, 0, NULL, &found) == 0;
    globfree(&found);
    return there;
}

// The distances of 11x11/15 take ten seconds of a quiet machine, and a hundred times a move:
// neither that nor the end of the server waits for them, nor for a client that has gone away.
static void nobody_waits_for_distances(void **state) {
    (void)state;
    sh_server *server = start(1);
    assert_int_equal(exchange(server, question("11x11/15", "club", "")), 200);
    assert_false(is_computed("11x11-15"));
    int left = dial(server);
    send_all(left, question("star121:2p", "strongest", ""));
    close(left);
    sh_server_close(server);
    assert_false(is_computed("11x11-15"));
    assert_false(is_computed("star121-2p"));
}

// They are there a little later, and kept.
static void distances_are_computed_in_the_background(void **state) {
    (void)state;
    sh_server *server = start(1);
    assert_int_equal(exchange(server, question("5x5/6", "club", "")), 200);
    for (int tries = 0; !is_computed("5x5-6") && tries < 2 * MINUTE / 10; tries++) usleep(10000);
    assert_true(is_computed("5x5-6"));
    assert_int_equal(exchange(server, question("5x5/6", "club", "")), 200);
    sh_server_close(server);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(searches_are_bounded),
        cmocka_unit_test(foreign_pages_start_none),
        cmocka_unit_test(nobody_waits_for_distances),
        cmocka_unit_test(distances_are_computed_in_the_background),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
