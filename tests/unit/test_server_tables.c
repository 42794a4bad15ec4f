// SPDX-License-Identifier: MIT
// The server and its tables: many positions under a rate, damage on disk, names that no address can
// hold, tables that go and come while others ask, and streams whose readers have gone.
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h> // chmod

#include "serving.h"
#include "tabling.h"

static char original[128]; // a table of 4x4/1

static int begin(void **state) {
    if (tabling_begin(state)) return -1;
    tabling_path(original, "original");
    tabling_write(tabling_truth("4x4/1"), SH_DTW, 0, 1, original);
    return 0;
}

// A folder for one test.
static const char *make_folder(const char *name) {
    static char folder[128];
    tabling_path(folder, name);
    assert_int_equal(mkdir(folder, 0700), 0);
    return folder;
}

// Puts a table of 4x4/1 under a name, beside it first as a program does that writes one. `damaged`:
// the last byte, which is one of its values, is another.
static void put_table(const char *folder, const char *name, bool damaged) {
    char bytes[1 << 16], file[256], beside[264];
    snprintf(file, sizeof file, "%s/%s", folder, name);
    snprintf(beside, sizeof beside, "%s.new", file);
    FILE *in = fopen(original, "rb"), *out = fopen(beside, "wb");
    assert_true(in && out);
    size_t size = fread(bytes, 1, sizeof bytes, in);
    assert_in_range(size, 1, sizeof bytes - 1);
    if (damaged) bytes[size - 1] ^= 1;
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    fclose(in);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(rename(beside, file), 0);
}

static sh_server *start(sh_server_options options) {
    sh_server *server;
    sh_error error;
    options.address = "127.0.0.1";
    if (sh_server_open(&server, &options, &error)) fail_msg("%s", error.text);
    return server;
}

static int get(const sh_server *server, const char *path) {
    char request[512];
    snprintf(request, sizeof request,
             "GET /api/v1%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", path);
    return exchange(server, request);
}

static int post(const sh_server *server, const char *path, const char *body) {
    static char request[1 << 17];
    char target[256];
    snprintf(target, sizeof target, "/api/v1%s", path);
    return exchange(server, posting(request, sizeof request, target, "", body));
}

// {"game":"4x4/1","positions":[…]} with so many times the start.
static const char *batch(int count) {
    static char body[1 << 16];
    size_t used = (size_t)snprintf(body, sizeof body, "{\"game\":\"4x4/1\",\"positions\":[");
    for (int i = 0; i < count; i++)
        used += (size_t)snprintf(body + used, sizeof body - used, "%s\"startpos\"", i ? "," : "");
    snprintf(body + used, sizeof body - used, "]}");
    return body;
}

// However low the rate, the largest batch is answered, and then waited for.
static void a_batch_fits_every_rate(void **state) {
    (void)state;
    const char *folder = make_folder("rates");
    put_table(folder, "a.shtb", false);
    for (int rate = 1; rate <= 50; rate += 49) {
        sh_server *server = start((sh_server_options){.tables = folder, .rate = rate});
        if (post(server, "/probe", batch(1000)) != 200) fail_msg("rate %d: %s", rate, answer);
        int owed = 51 - rate, wait = 0; // of a bucket that was full; it has gained a little since
        if (get(server, "/games") == 429) {
            assert_int_equal(sscanf(strstr(answer, "Retry-After:"), "Retry-After: %d", &wait), 1);
            assert_in_range(wait, 1, owed / rate + 1);
        } else {
            assert_int_equal(rate, 50); // less than a second's worth is owed
        }
        sh_server_close(server);
    }
}

// A table that is damaged is not what a client has done.
static void damage_is_the_servers_fault(void **state) {
    (void)state;
    static const char *const PATHS[] = {"/probe?game=4x4/1", "/line?game=4x4/1",
                                        "/replay?game=4x4/1"};
    const char *folder = make_folder("damaged");
    const char *words = "\"message\":\"the table of 4x4/1 is damaged on the server: ";
    put_table(folder, "a.shtb", true);
    sh_server *server = start((sh_server_options){.tables = folder, .searches = 1});
    for (size_t i = 0; i < sizeof PATHS / sizeof *PATHS; i++)
        if (get(server, PATHS[i]) != 500 || !has(words)) fail_msg("%s: %s", PATHS[i], answer);
    if (post(server, "/probe", batch(2)) != 500 || !has(words)) fail_msg("%s", answer);
    if (post(server, "/play?game=4x4/1&level=perfect", "") != 500 || !has(words))
        fail_msg("%s", answer);
    // What the client has done is still its own.
    assert_int_equal(get(server, "/probe?game=4x4/1&position=x"), 400);
    assert_int_equal(get(server, "/replay?game=4x4/1&position=x"), 400);
    assert_int_equal(get(server, "/first"), 200);
    assert_true(has("\"scene\":null},\"play\":"));
    sh_server_close(server);
}

// The first view has a table as long as there is one, whichever places are empty.
static void the_first_view_finds_its_table(void **state) {
    (void)state;
    char file[256];
    const char *folder = make_folder("first");
    put_table(folder, "a.shtb", false);
    put_table(folder, "b.shtb", false);
    put_table(folder, "c.shtb", false);
    sh_server *server = start((sh_server_options){.tables = folder});
    for (const char *name = "ab"; *name; name++) {
        assert_int_equal(get(server, "/first"), 200);
        assert_true(has("\"scene\":{\"game\":\"4x4/1\""));
        snprintf(file, sizeof file, "%s/%c.shtb", folder, *name);
        assert_int_equal(remove(file), 0);
    }
    assert_int_equal(get(server, "/first"), 200);
    assert_true(has("\"scene\":{\"game\":\"4x4/1\""));
    sh_server_close(server);
}

// Names of files are any bytes; what is said of them is JSON.
static void names_of_any_bytes_are_listed(void **state) {
    (void)state;
    char file[256];
    const char *folder = make_folder("names");
    put_table(folder, "\xff\xfe.shtb", false);
    snprintf(file, sizeof file, "%s/\xfd\033[2J.shtb", folder);
    FILE *broken = fopen(file, "w");
    assert_non_null(broken);
    fclose(broken);
    sh_server *server = start((sh_server_options){.tables = folder});
    assert_int_equal(get(server, "/tables"), 200);
    assert_true(has("\"file\":null"));
    assert_true(has("\"skipped\":1,\"reason\":\"??[2J.shtb: "));
    assert_int_equal(get(server, "/games"), 200);
    assert_int_equal(get(server, "/probe?game=4x4/1"), 200);
    sh_server_close(server);
}

// A client on its own thread that asks the same over and over.
typedef struct asker {
    const sh_server *server;
    const char *request;
    atomic_bool stop;
    int good, bad;
} asker;

static void *keep_asking(void *argument) {
    asker *self = argument;
    while (!atomic_load(&self->stop)) {
        char first[16] = "";
        int s = dial(self->server);
        send_all(s, self->request);
        size_t used = 0;
        char rest[4096];
        ssize_t got;
        while ((got = read(s, used < 15 ? first + used : rest, used < 15 ? 15 - used : 4096)) > 0)
            used += (size_t)got;
        close(s);
        int status = 0;
        sscanf(first, "HTTP/1.1 %d", &status);
        self->good += status == 200;
        self->bad += status != 200;
    }
    return NULL;
}

// Probes are answered and searches end while the table they ask is replaced again and again.
static void tables_are_replaced_under_searches(void **state) {
    (void)state;
    enum { REPLACEMENTS = 12, ASKERS = 4 };
#define ASK(method, target)                                                                        \
    method " /api/v1/" target                                                                      \
           " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    static const char *const REQUESTS[ASKERS] = {
        ASK("GET", "probe?game=4x4/1"),
        ASK("POST", "play?game=4x4/1&level=perfect&milliseconds=20"),
        ASK("POST", "play?game=4x4/1&level=strongest&milliseconds=20"),
        ASK("GET", "replay?game=4x4/1&moves=a1-b1")};
    const char *folder = make_folder("replaced");
    put_table(folder, "a.shtb", false);
    sh_server *server = start((sh_server_options){.tables = folder, .searches = 2});
    asker askers[ASKERS];
    pthread_t threads[ASKERS];
    for (int i = 0; i < ASKERS; i++) {
        askers[i] = (asker){.server = server, .request = REQUESTS[i]};
        assert_int_equal(pthread_create(&threads[i], NULL, keep_asking, &askers[i]), 0);
    }
    for (int i = 0; i < REPLACEMENTS; i++) {
        put_table(folder, "a.shtb", false);
        assert_int_equal(get(server, "/tables"), 200); // looks into the folder
        assert_true(has("\"game\":\"4x4/1\""));
        usleep(20000);
    }
    for (int i = 0; i < ASKERS; i++) {
        atomic_store(&askers[i].stop, true);
        pthread_join(threads[i], NULL);
        if (askers[i].bad || !askers[i].good)
            fail_msg("%d good and %d bad answers to %s", askers[i].good, askers[i].bad,
                     REQUESTS[i]);
    }
    sh_server_close(server);
}

// Streams whose readers have gone make room for others while the job still runs.
static void abandoned_streams_are_freed(void **state) {
    (void)state;
    enum { MANY = 64 };
    char slow[256];
    int sockets[MANY], streams = 0;
    const char *folder = make_folder("streams");
    const char *events = "GET /api/v1/jobs/1/events HTTP/1.1\r\nHost: localhost\r\n\r\n";
    snprintf(slow, sizeof slow, "%s/slow", folder);
    FILE *script = fopen(slow, "w");
    assert_true(script && fputs("#!/bin/sh\nexec sleep 3600\n", script) >= 0);
    assert_int_equal(fclose(script), 0);
    assert_int_equal(chmod(slow, 0700), 0);
    sh_server *server =
        start((sh_server_options){.tables = folder, .allow_jobs = true, .program = slow});
    assert_int_equal(post(server, "/jobs", "{\"game\":\"7x7/2\"}"), 202);
    int status = 0;
    for (; streams < MANY && status != 429; streams += status == 200) {
        sockets[streams] = dial(server);
        send_all(sockets[streams], events);
        char first[13] = "";
        assert_int_equal(recv(sockets[streams], first, 12, MSG_WAITALL), 12);
        assert_int_equal(sscanf(first, "HTTP/1.1 %d", &status), 1);
        if (status == 429) close(sockets[streams]);
    }
    assert_in_range(streams, 1, MANY - 1); // there is a limit
    for (int i = 0; i < streams; i++) close(sockets[i]);
    for (int i = 0; i < streams; i++) { // and room for as many others
        for (int tries = 0; tries < MINUTE / 20; tries++) {
            sockets[i] = dial(server);
            send_all(sockets[i], events);
            char first[13] = "";
            assert_int_equal(recv(sockets[i], first, 12, MSG_WAITALL), 12);
            assert_int_equal(sscanf(first, "HTTP/1.1 %d", &status), 1);
            if (status == 200) break;
            close(sockets[i]);
            usleep(20000);
        }
        assert_int_equal(status, 200);
    }
    for (int i = 0; i < streams; i++) close(sockets[i]);
    sh_server_close(server);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_batch_fits_every_rate),
        cmocka_unit_test(damage_is_the_servers_fault),
        cmocka_unit_test(the_first_view_finds_its_table),
        cmocka_unit_test(names_of_any_bytes_are_listed),
        cmocka_unit_test(tables_are_replaced_under_searches),
        cmocka_unit_test(abandoned_streams_are_freed),
    };
    return cmocka_run_group_tests(tests, begin, tabling_end);
}
