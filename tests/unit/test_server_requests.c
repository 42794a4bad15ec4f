// SPDX-License-Identifier: MIT
// Requests by how they are framed, from where they come, and which routes there are for them.
#include <jansson.h>

#include "server/api.h"
#include "serving.h"
#include "json/encode.h"

static sh_server *server;

static int start_server(void **state) {
    (void)state;
    sh_server_options options = {.address = "127.0.0.1", .searches = 1};
    return sh_server_open(&server, &options, NULL) == SH_OK ? 0 : -1;
}

static int stop_server(void **state) {
    (void)state;
    sh_server_close(server);
    return 0;
}

// A request whose end a proxy may see elsewhere is refused, and nothing after it is read.
static void unclear_ends_are_refused(void **state) {
    (void)state;
#define REST "GET /api/v1/games HTTP/1.1\r\nHost: localhost\r\n\r\n"
#define BATCH "POST /api/v1/probe HTTP/1.1\r\nHost: localhost\r\n"
#define LENGTH(n) "Content-Length: " n "\r\n"
    static const char *const REQUESTS[] = {
        BATCH LENGTH("4") "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" REST,
        BATCH "transfer-encoding: Chunked\r\n" LENGTH("48") "\r\n0\r\n\r\n" REST,
        BATCH LENGTH("0") LENGTH("48") "\r\n" REST,
        BATCH LENGTH("2") LENGTH("2") "\r\n{}" REST,
        BATCH LENGTH("0, 48") "\r\n" REST,
        BATCH LENGTH("+2") "\r\n{}" REST,
        BATCH LENGTH("-1") "\r\n" REST,
        BATCH "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n" REST,
        BATCH "Transfer-Encoding: identity\r\n\r\n" REST,
        BATCH "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" REST,
        "GET /api/v1/games HTTP/1.1\r\nHost: localhost\r\n" LENGTH(
            "5") "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" REST,
    };
    for (size_t i = 0; i < sizeof REQUESTS / sizeof *REQUESTS; i++) {
        if (exchange(server, REQUESTS[i]) != 400 || has("HTTP/1.1 200") || has("\"games\""))
            fail_msg("request %zu got: %s", i, answer);
    }
    assert_int_equal(exchange(server, BATCH "Transfer-Encoding: chunked\r\nConnection: close\r\n"
                                            "\r\n2\r\n{}\r\n0\r\n\r\n"),
                     400);
    assert_true(has("the body must be {")); // it was read: clear, and not a question
}

// A NUL would hide the rest of a line from us, but not from a proxy.
static void zeros_are_refused(void **state) {
    (void)state;
#define GET(line, rest) "GET " line " HTTP/1.1\r\n" rest "\r\n\r\n"
    static const struct {
        const char *text;
        size_t size;
    } REQUESTS[] = {
#define WITH(text) {text, sizeof(text) - 1}
        WITH(GET("/api/v1/games", "Host: localhost\0.example")),
        WITH(GET("/api/v1/games", "Host: localhost\r\nX: a\0b\r\nY: c")),
        WITH(GET("/api/v1/games", "Host: localhost\r\nX: a\0\0")),
        WITH(GET("/api/v1/games", "Host: localhost\r\nX\0: a")),
        WITH(GET("/api/v1/games\0/secret", "Host: localhost")),
        WITH(GET("/api/v1/board?game=7x7/3\0&x=y", "Host: localhost")),
    };
    for (size_t i = 0; i < sizeof REQUESTS / sizeof *REQUESTS; i++) {
        int s = dial(server);
        assert_int_equal(send(s, REQUESTS[i].text, REQUESTS[i].size, MSG_NOSIGNAL),
                         REQUESTS[i].size);
        if (finish(s) != 400) fail_msg("request %zu got: %s", i, answer);
    }
    // What the library changes in a header is no NUL of the client's.
    assert_int_equal(
        exchange(server, GET("/api/v1/board?game=7x7%2f3&v=&rules=strict",
                             "Host:localhost\r\nEmpty:\r\nX:  a  b \r\nConnection: close")),
        404); // of another version
    assert_int_equal(exchange(server, "GET /api/v1/games HTTP/1.1\nHost: localhost\n"
                                      "Connection: close\n\n"),
                     200);
}

static int ask(const char *method, const char *target, const char *headers) {
    char request[512];
    snprintf(request, sizeof request,
             "%s %s HTTP/1.1\r\nHost: localhost\r\n%sContent-Length: 0\r\nConnection: "
             "close\r\n\r\n",
             method, target, headers);
    return exchange(server, request);
}

#define ELSEWHERE "Origin: https://example.org\r\n"

// Pages of other sites read tables and positions; they start no work and see no jobs.
static void other_sites_read_and_no_more(void **state) {
    (void)state;
    for (const sh_api_route *route = sh_api_routes; route->path; route++) {
        char target[128];
        bool read = strncmp(route->path, "/jobs", 5) != 0 && strcmp(route->path, "/play") != 0;
        snprintf(target, sizeof target, SH_API_ROOT "%s", route->path);
        for (char *c = target; *c; c++)
            if (*c == '{' || *c == '}') *c = '9'; // a name that is none
        int status = ask("OPTIONS", target, ELSEWHERE "Access-Control-Request-Method: GET\r\n");
        assert_int_equal(status, read ? 204 : 405);
        assert_int_equal(has("Access-Control-Allow-Origin: *\r\n"), read);
        assert_int_equal(has("Access-Control-Allow-Methods: GET, HEAD\r\n"), read);
        assert_int_equal(has("Access-Control-Allow-Headers: If-Match, If-None-Match, If-Range, "
                             "Range\r\n"),
                         read);
        status = ask("GET", target, ELSEWHERE);
        assert_int_equal(has("Access-Control-Allow-Origin: *\r\n"), read);
        assert_int_equal(has("Cross-Origin-Resource-Policy: cross-origin\r\n"), read);
        assert_int_equal(has("Cross-Origin-Resource-Policy: same-origin\r\n"), !read);
        if (read) assert_in_range(status, 200, 404);
        assert_int_equal(ask("POST", target, ELSEWHERE), 403);
        assert_false(has("Access-Control"));
    }
    assert_int_equal(ask("GET", SH_API_ROOT "/openapi.json", ELSEWHERE), 200);
    assert_true(has("Access-Control-Allow-Origin: *\r\n"));
    assert_int_equal(ask("GET", "/", ELSEWHERE), 200); // the page is no data
    assert_false(has("Access-Control"));
    assert_int_equal(ask("OPTIONS", "/", ELSEWHERE), 405);
}

static int play(const char *target, const char *body) {
    char request[1024];
    return exchange(server, posting(request, sizeof request, target, "", body));
}

// The computer's move takes its arguments from the address or from a body, with one meaning.
static void a_move_takes_its_arguments_either_way(void **state) {
    (void)state;
    static const char *const GOOD[][2] = {
        {"/api/v1/play?game=4x4/3&level=club&moves=a1-c1,c4-c3&milliseconds=50&seed=7", ""},
        {"/api/v1/play", "{\"game\":\"4x4/3\",\"level\":\"club\",\"moves\":[\"a1-c1\",\"c4-c3\"],"
                         "\"milliseconds\":50,\"seed\":7}"},
        {"/api/v1/play", "{\"game\":\"4x4/3\",\"level\":\"club\",\"moves\":\"a1-c1,c4-c3\","
                         "\"rules\":\"strict\",\"milliseconds\":50,\"seed\":7}"},
    };
    char first[64] = "";
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++) {
        char move[64];
        if (play(GOOD[i][0], GOOD[i][1]) != 200) fail_msg("%zu got: %s", i, answer);
        assert_true(has("\"position\":\"1xx1/x3/2oo/3o x\""));
        assert_int_equal(
            sscanf(strstr(answer, "\"move\":{\"move\":"), "\"move\":{\"move\":\"%63[^\"]", move),
            1);
        if (i) assert_string_equal(move, first);
        strcpy(first, move);
    }
    static const char *const BAD[][3] = {
        {"/api/v1/play", "{\"game\":\"4x4/3\"}", "name a level"},
        {"/api/v1/play", "{\"game\":\"4x4/3\",\"level\":\"club\",\"seed\":-1}", "seed is"},
        {"/api/v1/play", "{\"game\":\"4x4/3\",\"level\":\"club\",\"seed\":1.5}", "wrong type"},
        {"/api/v1/play", "{\"game\":\"4x4/3\",\"level\":\"club\",\"milliseconds\":\"9\"}",
         "wrong type"},
        {"/api/v1/play", "{\"game\":\"4x4/3\",\"level\":\"club\",\"milliseconds\":9000}",
         "from 1 to 5000"},
        {"/api/v1/play", "{\"game\":\"4x4/3\",\"level\":\"club\",\"moves\":[1]}", "wrong type"},
        {"/api/v1/play", "{\"game\":\"4x4/3\",\"level\":\"club\",\"colour\":1}", "colour"},
        {"/api/v1/play", "{\"game\":\"4x4/3\",\"level\":\"club\",\"level\":\"1\"}", "must be JSON"},
        {"/api/v1/play", "[]", "must be JSON"},
        {"/api/v1/play?level=club", "{\"game\":\"4x4/3\"}", "in the address and a body"},
        {"/api/v1/play?game=4x4/3&level=club&seed=-1", "", "seed is"},
        {"/api/v1/play?game=4x4/3&level=club&seed=+1", "", "seed is"},
        {"/api/v1/play?game=4x4/3&level=club&seed=", "", "seed is"},
        {"/api/v1/play?game=4x4/3&level=club&milliseconds=%205", "", "milliseconds is"},
        {"/api/v1/play?game=4x4/3&level=club&milliseconds=0", "", "milliseconds is"},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        if (play(BAD[i][0], BAD[i][1]) != 400 || !has(BAD[i][2]))
            fail_msg("bad request %zu got: %s", i, answer);
}

// Is a method of the contract, "get", one of a route's "GET, HEAD"?
static bool lists(const char *methods, const char *method) {
    char upper[16] = "";
    for (size_t i = 0; method[i]; i++) upper[i] = (char)(method[i] - 'a' + 'A');
    const char *at = strstr(methods, upper);
    return at && (at == methods || at[-1] == ' ');
}

static const sh_api_route *find_route(const char *path) {
    const sh_api_route *route = sh_api_routes;
    while (route->path && strcmp(route->path, path) != 0) route++;
    return route->path ? route : NULL;
}

// An operation has a name that no other has, and a tag that the contract explains.
static void check_operation(const json_t *contract, const json_t *operation, json_t *names) {
    const char *name = json_string_value(json_object_get(operation, "operationId"));
    const json_t *tags = json_object_get(operation, "tags");
    const char *tag = json_string_value(json_array_get(tags, 0));
    assert_non_null(name);
    assert_null(json_object_get(names, name));
    json_object_set_new(names, name, json_true());
    assert_int_equal(json_array_size(tags), 1);
    bool explained = false;
    size_t i;
    json_t *known;
    json_array_foreach(json_object_get(contract, "tags"), i, known) explained |=
        !strcmp(json_string_value(json_object_get(known, "name")), tag);
    assert_true(explained);
}

// docs/openapi.json has every route of the server with every method but HEAD and OPTIONS, and
// nothing else but files.
static void the_contract_has_every_route(void **state) {
    (void)state;
    const sh_asset *file = sh_asset_find(SH_API_ROOT "/openapi.json");
    json_t *contract =
        json_loadb((const char *)file->plain, (size_t)(file->plain_end - file->plain),
                   JSON_REJECT_DUPLICATES, NULL);
    const json_t *paths = json_object_get(contract, "paths");
    json_t *names = json_object(), *path, *operation;
    const char *name, *method;
    assert_non_null(paths);
    json_object_foreach((json_t *)paths, name, path) {
        char target[128];
        const sh_api_route *route = find_route(name);
        snprintf(target, sizeof target, SH_API_ROOT "%s", name);
        if (!route && !sh_asset_find(target)) fail_msg("the server does not know %s", name);
        json_object_foreach(path, method, operation) {
            if (!json_is_object(operation)) continue; // parameters of all methods
            if (!lists(route ? route->methods : "GET", method))
                fail_msg("the server does not %s %s", method, name);
            check_operation(contract, operation, names);
        }
    }
    for (const sh_api_route *route = sh_api_routes; route->path; route++) {
        static const char *const METHODS[] = {"get", "post", "delete", "put", "patch"};
        path = json_object_get(paths, route->path);
        for (size_t i = 0; i < sizeof METHODS / sizeof *METHODS; i++)
            if (lists(route->methods, METHODS[i]) && !json_object_get(path, METHODS[i]))
                fail_msg("the contract does not have %s %s", METHODS[i], route->path);
    }
    json_decref(names);
    json_decref(contract);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unclear_ends_are_refused),
        cmocka_unit_test(zeros_are_refused),
        cmocka_unit_test(other_sites_read_and_no_more),
        cmocka_unit_test(a_move_takes_its_arguments_either_way),
        cmocka_unit_test(the_contract_has_every_route),
    };
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
