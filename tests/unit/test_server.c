// SPDX-License-Identifier: MIT
// The server over real sockets: statuses, headers, limits, and clients that behave badly.
#include <sys/resource.h> // getrlimit
#include <xxhash.h>       // XXH3_64bits_withSeed

#include "base/progress.h"
#include "server/listener.h"
#include "serving.h"

static sh_server *server;

static int ask(const char *method, const char *target) {
    char request[16384];
    snprintf(request, sizeof request,
             "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", method, target);
    return exchange(server, request);
}

static int start_server(void **state) {
    sh_server_options options = {.address = "127.0.0.1"};
    sh_error error;
    return sh_server_open(&server, &options, &error) == SH_OK ? 0 : -1;
}

static int stop_server(void **state) {
    sh_server_close(server);
    return 0;
}

static void serves_the_page_and_its_policy(void **state) {
    assert_int_equal(ask("GET", "/"), 200);
    assert_true(has("Content-Type: text/html"));
    assert_true(has("Content-Security-Policy: default-src 'none'; "));
    assert_true(has("; script-src '"));
    assert_false(has("unsafe-inline"));
    assert_true(has("X-Content-Type-Options: nosniff"));
    assert_true(has("<title>Sternhalma</title>"));
    assert_int_equal(ask("GET", "/explore?game=7x7/3"), 200);
    assert_int_equal(ask("HEAD", "/"), 200);
    assert_false(has("<title>"));
}

static void page_is_not_sent_twice(void **state) {
    assert_int_equal(ask("GET", "/"), 200);
    char etag[64], request[256];
    assert_int_equal(sscanf(strstr(answer, "ETag: "), "ETag: %63s", etag), 1);
    snprintf(request, sizeof request,
             "GET / HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: %s\r\nConnection: close\r\n\r\n",
             etag);
    assert_int_equal(exchange(server, request), 304);
}

static void geometry_may_be_kept_for_a_year(void **state) {
    char version[17], target[64];
    assert_int_equal(ask("GET", "/api/v1/board?game=7x7/3"), 200);
    assert_true(has("Cache-Control: no-cache"));
    assert_int_equal(ask("GET", "/api/v1/games"), 200);
    assert_int_equal(sscanf(strstr(strstr(answer, "\"7x7/3\""), "\"v\":"), "\"v\":\"%16s", version),
                     1);
    snprintf(target, sizeof target, "/api/v1/board?game=7x7/3&v=%s", version);
    assert_int_equal(ask("GET", target), 200);
    assert_true(has("Cache-Control: public, max-age=31536000, immutable"));
    assert_true(has("\"start\":\"xx5/x6/7/7/7/6o/5oo x\""));
    assert_int_equal(ask("GET", "/api/v1/board?game=7x7"), 400);
    assert_true(has("Cache-Control: no-store"));
}

static void read_tag(const char *target, char tag[64]) {
    assert_int_equal(ask("GET", target), 200);
    assert_int_equal(sscanf(strstr(answer, "ETag: "), "ETag: %63s", tag), 1);
}

// An answer of another shape has another address, so that no browser shows one it has kept.
static void versions_follow_the_schema(void **state) {
    char page[64], schema[64], version[17], expected[17];
    read_tag("/", page);
    read_tag("/api/v1/schema.json", schema);
    assert_int_equal(ask("GET", "/api/v1/games"), 200);
    assert_int_equal(sscanf(strstr(strstr(answer, "\"7x7/3\""), "\"v\":"), "\"v\":\"%16s", version),
                     1);
    const char *parts[] = {SH_VERSION, page, schema};
    uint64_t hash = 0; // there is no table
    for (int i = 0; i < 3; i++) hash = XXH3_64bits_withSeed(parts[i], strlen(parts[i]), hash);
    snprintf(expected, sizeof expected, "%016llx", (unsigned long long)hash);
    assert_string_equal(version, expected);
}

// Without a table the star is played all the same, and drawn from the first answer.
static void the_first_answer_names_what_is_shown(void **state) {
    assert_int_equal(ask("GET", "/api/v1/first"), 200);
    assert_true(has("\"explore\":{\"game\":\"7x7/3\",\"board\":null,\"scene\":null}"));
    assert_true(has("\"play\":{\"game\":\"star121:2p\",\"board\":{"));
    assert_true(has("\"scene\":{\"game\":\"star121:2p\","));
    assert_true(has("\"three\":{\"game\":\"star13:3p\",\"board\":null,\"scene\":null}"));
}

// A replay says how and when the game ended; moves may go on where a position came back.
static void a_replay_tells_the_end(void **state) {
    static const struct {
        const char *question, *ending;
    } GAMES[] = {
        {"game=4x4/3&moves=a1-c1,c4-c3", "\"ending\":null"},
        {"game=4x4/3&moves=a1-c1,c4-c3,c1-a1,c3-c4,b1-b2",
         "\"ending\":{\"how\":\"repetition\",\"winner\":null,\"moves\":4}"},
        {"game=4x4/3%2bhalma%2bleave2&moves=a1-c1,c4-c3,c1-d1",
         "\"ending\":{\"how\":\"camp\",\"winner\":\"o\",\"moves\":3}"},
        {"game=4x4/3%2bhalma%2bleave3&moves=a1-c1,c4-c3,c1-d1", "\"ending\":null"},
        {"game=3x3/1:1p&moves=a1-a2,a2-a3,a3-b3,b3-c3",
         "\"ending\":{\"how\":\"won\",\"winner\":\"x\",\"moves\":4}"},
    };
    for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES; i++) {
        char target[128];
        snprintf(target, sizeof target, "/api/v1/replay?%s", GAMES[i].question);
        assert_int_equal(ask("GET", target), 200);
        assert_true(has(GAMES[i].ending));
    }
}

static void refusals_have_their_statuses(void **state) {
    assert_int_equal(ask("GET", "/nowhere"), 404);
    assert_int_equal(ask("GET", "/api/v1/nowhere"), 404);
    assert_int_equal(ask("GET", "/api/v1/position"), 400); // no game
    assert_int_equal(ask("GET", "/api/v1/position?game=7x7/3&position=xx"), 400);
    assert_int_equal(ask("GET", "/api/v1/probe?game=7x7/3"), 404); // no table
    assert_true(has("\"message\":\"there is no table of 7x7/3 here\""));
    assert_int_equal(ask("GET", "/api/v1/replay?game=7x7/3&moves=a1-g7"), 400);
    assert_int_equal(ask("DELETE", "/api/v1/games"), 405);
    assert_true(has("Allow: GET, HEAD"));
    assert_int_equal(ask("PATCH", "/"), 405);
    assert_int_equal(ask("\xff\xfe", "/api/v1/games"), 405);
    assert_int_equal(ask("GET", "/api/v1/jobs"), 403);
    assert_int_equal(ask("POST", "/api/v1/jobs"), 403);
}

static void a_wrong_version_is_no_version(void **state) {
    assert_int_equal(ask("GET", "/api/v1/board?game=7x7/3&v=0123456789abcdef"), 404);
    assert_int_equal(ask("GET", "/api/v1/position?game=7x7/3&v=x"), 404);
    assert_true(has("Cache-Control: no-store"));
}

static void people_get_a_page_programs_a_sentence(void **state) {
    static const char *const ADDRESSES[] = {"/nonsense", "/%ff", "/explore/more", "/puzzles//"};
    static const char *const VIEWS[] = {"/explore/", "/?fbclid", "/play?a&b&c&d&e&f&g&h&i&j",
                                        "/?x=%ff&x=1"};
    char request[256];
    for (size_t i = 0; i < 4; i++) {
        assert_in_range(ask("GET", ADDRESSES[i]), 400, 404);
        assert_true(has("Content-Type: application/json"));
        snprintf(request, sizeof request,
                 "GET %s HTTP/1.1\r\nHost: localhost\r\nAccept: text/html,*/*\r\n"
                 "Connection: close\r\n\r\n",
                 ADDRESSES[i]);
        assert_int_equal(exchange(server, request), 404);
        assert_true(has("<title>Sternhalma</title>"));
        assert_int_equal(ask("GET", VIEWS[i]), 200);
        assert_true(has("<title>Sternhalma</title>"));
    }
}

static void the_contract_is_served(void **state) {
    assert_int_equal(ask("GET", "/api/v1/openapi.json"), 200);
    assert_true(has("\"openapi\": \"3.1.0\""));
    assert_int_equal(ask("GET", "/api/v1/schema.json"), 200);
    assert_true(has("\"$defs\""));
}

static void large_answers_are_packed_for_those_who_ask(void **state) {
    const char *asks = "GET /api/v1/board?game=star121:6p HTTP/1.1\r\nHost: localhost\r\n"
                       "Accept-Encoding: %s\r\nConnection: close\r\n\r\n";
    char request[256];
    snprintf(request, sizeof request, asks, "gzip");
    assert_int_equal(exchange(server, request), 200);
    assert_true(has("Content-Encoding: gzip"));
    snprintf(request, sizeof request, asks, "gzip;q=0");
    assert_int_equal(exchange(server, request), 200);
    assert_false(has("Content-Encoding"));
    assert_true(has("\"start\":"));
}

static void foreign_names_are_not_ours(void **state) {
    static const char *const HOSTS[] = {"Host: 127.evil.example", "Host: localhost.evil.example",
                                        "Host: evil.example"};
    static const char *const METHODS[] = {"GET", "POST", "DELETE"};
    char request[256];
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 3; j++) {
            snprintf(request, sizeof request,
                     "%s /api/v1/jobs HTTP/1.1\r\n%s\r\nContent-Length: 0\r\n"
                     "Connection: close\r\n\r\n",
                     METHODS[i], HOSTS[j]);
            assert_int_equal(exchange(server, request), 421);
        }
    assert_int_equal(exchange(server, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"), 400);
    assert_int_equal(exchange(server, "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n"
                                      "Connection: close\r\n\r\n"),
                     400);
    assert_int_equal(exchange(server, "GET / HTTP/1.0\r\n\r\n"), 200);
}

static void a_name_of_its_own_is_answered(void **state) {
    sh_server_options options = {.address = "127.0.0.1", .name = "games.example"};
    sh_server *named;
    sh_error error;
    assert_int_equal(sh_server_open(&named, &options, &error), SH_OK);
    assert_int_equal(exchange(named, "GET / HTTP/1.1\r\nHost: games.example:443\r\n"
                                     "Connection: close\r\n\r\n"),
                     200);
    assert_int_equal(exchange(named, "GET / HTTP/1.1\r\nHost: other.example\r\n"
                                     "Connection: close\r\n\r\n"),
                     421);
    sh_server_close(named);
}

// A body without a length is read to the limit and not further.
static void endless_bodies_are_cut(void **state) {
    static char chunk[65536 + 16];
    const char *head = "POST /api/v1/probe HTTP/1.1\r\nHost: localhost\r\n"
                       "Transfer-Encoding: chunked\r\n\r\n";
    int s = dial(server), sent = 0;
    size_t begin = (size_t)snprintf(chunk, sizeof chunk, "10000\r\n");
    memset(chunk + begin, ' ', 65536);
    memcpy(chunk + begin + 65536, "\r\n", 2);
    assert_int_equal(send(s, head, strlen(head), MSG_NOSIGNAL), strlen(head));
    while (sent < 1024 && send(s, chunk, begin + 65538, MSG_NOSIGNAL) > 0) sent++;
    close(s);
    assert_in_range(sent, 1, 200); // 64 MB would be all: socket buffers hold a few MB
    assert_int_equal(ask("GET", "/api/v1/games"), 200);
}

static void batches_are_checked(void **state) {
    static const struct {
        const char *body;
        int status;
    } CASES[] = {{"", 400},
                 {"{}", 400},
                 {"{\"game\":\"7x7/3\",\"positions\":[]}", 404}, // no table here
                 {"{\"game\":\"chess\",\"positions\":[\"x\"]}", 400},
                 {"[1,2", 400}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char request[512];
        snprintf(request, sizeof request,
                 "POST /api/v1/probe HTTP/1.1\r\nHost: localhost\r\nContent-Length: %zu\r\n"
                 "Connection: close\r\n\r\n%s",
                 strlen(CASES[i].body), CASES[i].body);
        assert_int_equal(exchange(server, request), CASES[i].status);
    }
}

static void nothing_of_the_file_system_is_served(void **state) {
    static const char *const PATHS[] = {
        "/../../etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "//etc/passwd",
        "/assets/../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/proc/self/environ",
        "/assets/%00",
        "/./index.html",
    };
    for (size_t i = 0; i < sizeof PATHS / sizeof *PATHS; i++) {
        int status = ask("GET", PATHS[i]);
        if (status != 404 && status != 400) fail_msg("%s gave %d", PATHS[i], status);
        assert_false(has("root:"));
    }
}

static void oversized_requests_are_refused(void **state) {
    char target[10000];
    memset(target, 'a', sizeof target);
    target[0] = '/';
    target[sizeof target - 1] = 0;
    assert_int_equal(ask("GET", target), 414);
    assert_true(has("Content-Type: application/json"));
    char visit[10200]; // a person's browser gets the page, which shows what it can
    snprintf(visit, sizeof visit,
             "GET %s HTTP/1.1\r\nHost: localhost\r\nAccept: text/html,*/*\r\n"
             "Connection: close\r\n\r\n",
             target);
    assert_int_equal(exchange(server, visit), 414);
    assert_true(has("<title>Sternhalma</title>"));
    assert_int_equal(exchange(server, "POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\n"
                                      "Content-Length: 5000000\r\nConnection: close\r\n\r\n"),
                     413);
    char header[40000];
    memset(header, 'h', sizeof header);
    memcpy(header, "GET / HTTP/1.1\r\nX: ", 19);
    header[sizeof header - 1] = 0;
    int status = exchange(server, header);
    if (status < 400 && status != 0) fail_msg("a header of 40 kB gave %d", status);
    assert_int_equal(ask("GET", "/api/v1/games"), 200);
}

static void garbage_is_survived(void **state) {
    static const char *const GARBAGE[] = {
        "\r\n\r\n\r\n",
        "GET\r\n\r\n",
        "\x16\x03\x01\x02\x01\x01\xfc\x03\x03 hello\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET /api/v1/board?game=%ff%fe HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    };
    for (size_t i = 0; i < sizeof GARBAGE / sizeof *GARBAGE; i++) {
        int s = dial(server);
        send(s, GARBAGE[i], strlen(GARBAGE[i]), MSG_NOSIGNAL);
        shutdown(s, SHUT_WR);
        read_answer(s, 500); // an answer, or none
        close(s);
        assert_int_equal(ask("GET", "/api/v1/games"), 200);
    }
}

static void foreign_pages_cannot_start_work(void **state) {
    assert_int_equal(exchange(server, "POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\n"
                                      "Origin: http://evil.example\r\nContent-Length: 0\r\n"
                                      "Connection: close\r\n\r\n"),
                     403);
    assert_true(has("another site"));
    assert_int_equal(exchange(server, "DELETE /api/v1/jobs/1 HTTP/1.1\r\nHost: localhost:80\r\n"
                                      "Origin: http://localhost:81\r\nConnection: close\r\n\r\n"),
                     403);
    assert_true(has("another site"));
}

static void idle_connections_keep_nobody_out(void **state) {
    enum { MOST = 3000 };
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    int count = files.rlim_cur > 2 * MOST + 200 ? MOST : (int)(files.rlim_cur / 2) - 100;
    int *idle = calloc((size_t)count, sizeof *idle);
    for (int i = 0; i < count; i++) {
        idle[i] = dial(server);
        if (i % 2) assert_int_equal(send(idle[i], "GET / HT", 8, MSG_NOSIGNAL), 8);
    }
    double began = sh_clock();
    assert_int_equal(ask("GET", "/api/v1/games"), 200);
    assert_true(sh_clock() - began < PROMPT);
    for (int i = 0; i < count; i++) close(idle[i]);
    free(idle);
}

static void slow_readers_keep_nobody_waiting(void **state) {
    enum { SLOW = 40 };
    int slow[SLOW];
    char byte;
    for (int i = 0; i < SLOW; i++) {
        const char *request =
            "GET /api/v1/board?game=star121:6p HTTP/1.1\r\nHost: localhost\r\n\r\n";
        slow[i] = dial(server);
        int tiny = 1024;
        setsockopt(slow[i], SOL_SOCKET, SO_RCVBUF, &tiny, sizeof tiny);
        assert_int_equal(send(slow[i], request, strlen(request), MSG_NOSIGNAL), strlen(request));
        assert_int_equal(read(slow[i], &byte, 1), 1);
    }
    double began = sh_clock();
    assert_int_equal(ask("GET", "/api/v1/games"), 200);
    assert_true(sh_clock() - began < PROMPT);
    for (int i = 0; i < SLOW; i++) close(slow[i]);
}

static void hurried_clients_are_told_to_wait(void **state) {
    sh_server_options options = {.address = "127.0.0.1", .rate = 3};
    sh_server *strict;
    sh_error error;
    const char *request =
        "GET /api/v1/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    assert_int_equal(sh_server_open(&strict, &options, &error), SH_OK);
    for (int i = 0; i < 3; i++) assert_int_equal(exchange(strict, request), 200);
    int status = 200; // on a busy machine the bucket gains a little in the meantime
    for (int i = 0; i < 100 && status == 200; i++) status = exchange(strict, request);
    assert_int_equal(status, 429);
    assert_true(has("Retry-After: 1"));
    sh_server_close(strict);
}

static void bad_options_are_refused(void **state) {
    sh_server *none;
    sh_error error;
    sh_server_options options = {.address = "nowhere"};
    assert_int_equal(sh_server_open(&none, &options, &error), SH_USAGE);
    options = (sh_server_options){.address = "127.0.0.1", .tables = "/no/such/folder"};
    assert_int_equal(sh_server_open(&none, &options, &error), SH_RESOURCES);
    options = (sh_server_options){.address = "127.0.0.1", .port = sh_server_port(server)};
    sh_status status = sh_server_open(&none, &options, &error);
    assert_int_equal(status, SH_RESOURCES);
    assert_non_null(strstr(error.text, "cannot listen"));
}

// Where a port is taken the next ones are tried, if there are to be more; what no other port would
// change is said at once, and leaves no socket behind.
static void a_taken_port_is_passed_over(void **state) {
    (void)state;
    sh_listener first, next;
    sh_error error;
    assert_int_equal(sh_listener_open(&first, "127.0.0.1", 0, 1, &error), SH_OK);
    assert_true(first.loopback);
    assert_int_equal(sh_listener_open(&next, "127.0.0.1", first.port, 1, &error), SH_RESOURCES);
    assert_non_null(strstr(error.text, "is it in use?"));
    if (first.port < UINT16_MAX - 100) {
        assert_int_equal(sh_listener_open(&next, "127.0.0.1", first.port, 100, &error), SH_OK);
        assert_in_range(next.port, first.port + 1, first.port + 99);
        close(next.socket);
    }
    close(first.socket);
    assert_int_equal(sh_listener_open(&next, "192.0.2.1", first.port, 100, &error), SH_USAGE);
    assert_non_null(strstr(error.text, "no address 192.0.2.1"));
    sh_server *none;
    sh_server_options options = {
        .address = "127.0.0.1", .port = first.port, .ports = 100, .tables = "/no/such/folder"};
    assert_int_equal(sh_server_open(&none, &options, &error), SH_RESOURCES);
    assert_non_null(strstr(error.text, "cannot read the folder"));
    assert_int_equal(sh_listener_open(&next, "127.0.0.1", first.port, 1, &error), SH_OK);
    close(next.socket);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_taken_port_is_passed_over),
        cmocka_unit_test(serves_the_page_and_its_policy),
        cmocka_unit_test(page_is_not_sent_twice),
        cmocka_unit_test(geometry_may_be_kept_for_a_year),
        cmocka_unit_test(the_first_answer_names_what_is_shown),
        cmocka_unit_test(a_replay_tells_the_end),
        cmocka_unit_test(refusals_have_their_statuses),
        cmocka_unit_test(versions_follow_the_schema),
        cmocka_unit_test(a_wrong_version_is_no_version),
        cmocka_unit_test(people_get_a_page_programs_a_sentence),
        cmocka_unit_test(the_contract_is_served),
        cmocka_unit_test(large_answers_are_packed_for_those_who_ask),
        cmocka_unit_test(foreign_names_are_not_ours),
        cmocka_unit_test(a_name_of_its_own_is_answered),
        cmocka_unit_test(endless_bodies_are_cut),
        cmocka_unit_test(batches_are_checked),
        cmocka_unit_test(nothing_of_the_file_system_is_served),
        cmocka_unit_test(oversized_requests_are_refused),
        cmocka_unit_test(garbage_is_survived),
        cmocka_unit_test(foreign_pages_cannot_start_work),
        cmocka_unit_test(idle_connections_keep_nobody_out),
        cmocka_unit_test(slow_readers_keep_nobody_waiting),
        cmocka_unit_test(hurried_clients_are_told_to_wait),
        cmocka_unit_test(bad_options_are_refused),
    };
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
