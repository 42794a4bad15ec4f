// SPDX-License-Identifier: MIT
// sternhalma serve: the explorer, a web page served by the program itself.
#include <stddef.h> // offsetof
#include <stdio.h>  // printf
#include <unistd.h> // usleep

#include "cli/commands.h"
#include "server/addresses.h"
#include "server/server.h"
#include "json/whole.h"

enum { PORTS_TO_TRY = 100, MAX_URL = SH_ADDRESS_TEXT + 16 }; // the first with --next-port

typedef struct sh_serve_options {
    const char *tables, *host, *name;
    int64_t port, threads, rate, searches;
    size_t cache;
    bool next_port, allow_jobs;
} sh_serve_options;

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_TABLES,
     .offset = offsetof(sh_serve_options, tables),
     .word = "DIR",
     .help = "Folder of .shtb tables"},
    {.id = SH_OPTION_PORT, .offset = offsetof(sh_serve_options, port), .usual = "7121"},
    {.id = SH_OPTION_NEXT_PORT, .offset = offsetof(sh_serve_options, next_port)},
    {.id = SH_OPTION_HOST, .offset = offsetof(sh_serve_options, host), .usual = "127.0.0.1"},
    {.id = SH_OPTION_NAME, .offset = offsetof(sh_serve_options, name)},
    {.id = SH_OPTION_CACHE,
     .offset = offsetof(sh_serve_options, cache),
     .usual = "256MiB",
     .with = SH_OPTION_TABLES},
    {.id = SH_OPTION_THREADS,
     .offset = offsetof(sh_serve_options, threads),
     .otherwise = "one for each CPU",
     .help = "Answer with N threads"},
    {.id = SH_OPTION_RATE, .offset = offsetof(sh_serve_options, rate), .usual = "0"},
    {.id = SH_OPTION_SEARCHES, .offset = offsetof(sh_serve_options, searches), .usual = "2"},
    {.id = SH_OPTION_ALLOW_JOBS,
     .offset = offsetof(sh_serve_options, allow_jobs),
     .with = SH_OPTION_TABLES},
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_serve = {
    .words = "",
    .about =
        "Serves the explorer: a page to look at solved games, play against them and learn from "
        "them.",
    .takes = takes,
    .surplus = SH_OPTION_TABLES,
    .more =
        "Examples:\n"
        "  sternhalma serve --tables tables\n"
        "  sternhalma serve --tables tables --port 8080 --allow-jobs\n"
        "  sternhalma serve --host 0.0.0.0    # for other machines, too; prints what they open\n\n"
        "JSON keys: address, addresses, tables, skipped.\n",
};

// `address` as a browser takes it.
static void write_url(char url[static MAX_URL], const char *address, unsigned port) {
    snprintf(url, MAX_URL, "http://%s:%u/", address, port);
}

static json_t *addresses_json(const sh_addresses *addresses, unsigned port) {
    json_t *urls = json_array();
    char url[MAX_URL];
    for (size_t i = 0; i < addresses->count; i++) {
        write_url(url, addresses->text[i], port);
        json_array_append_new(urls, json_string(url));
    }
    return urls;
}

// What to open on other machines, where the server listens for them.
static void tell_others(const sh_addresses *addresses, unsigned port, bool every) {
    char url[MAX_URL];
    if (every && addresses->count == 1)
        printf("No other machine can open it: this one has no address in a network.\n");
    for (size_t i = 1; i < addresses->count; i++) {
        write_url(url, addresses->text[i], port);
        printf("%s %s", i == 1 ? "Other machines open" : " or", url);
    }
    if (addresses->count > 1) printf("\n");
}

static void tell_people(const sh_addresses *addresses, unsigned port, bool every, size_t tables) {
    char url[MAX_URL];
    write_url(url, addresses->text[0], port);
    printf("Sternhalma is at %s", url);
    if (tables) printf(" with %zu table%s", tables, tables == 1 ? "" : "s");
    printf(". Ctrl-C ends it.\n");
    tell_others(addresses, port, every);
}

static void announce(const sh_cli *cli, const sh_server_options *options, const sh_server *server) {
    char reason[SH_MAX_REASON], url[MAX_URL];
    size_t skipped, tables = sh_server_tables(server, &skipped, reason);
    unsigned port = sh_server_port(server);
    sh_addresses addresses;
    bool every = sh_addresses_find(&addresses, options->address);
    write_url(url, addresses.text[0], port);
    if (cli->json) {
        sh_cli_print_json(json_pack("{s:s,s:o,s:I,s:I}", "address", url, "addresses",
                                    addresses_json(&addresses, port), "tables", (json_int_t)tables,
                                    "skipped", (json_int_t)skipped));
    } else {
        tell_people(&addresses, port, every, tables);
    }
    fflush(stdout);
    if (skipped)
        fprintf(stderr, "skipped %zu file%s, the last because: %s\n", skipped,
                skipped == 1 ? "" : "s", reason);
}

sh_status sh_cmd_serve(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_serve_options given = {0};
    sh_cli_words words;
    sh_status status = sh_cli_parse(cli, &sh_usage_serve, argc, argv, &given, &words, error);
    if (status != SH_OK) return status;
    sh_server_options options = {.address = given.host,
                                 .port = (uint16_t)given.port,
                                 .ports = given.next_port ? PORTS_TO_TRY : 1,
                                 .name = given.name,
                                 .tables = given.tables,
                                 .cache_bytes = given.cache,
                                 .threads = (int)given.threads,
                                 .rate = (double)given.rate,
                                 .searches = (int)given.searches,
                                 .allow_jobs = given.allow_jobs,
                                 .program = "/proc/self/exe"};
    sh_server *server;
    status = sh_server_open(&server, &options, error);
    if (status != SH_OK) return status;
    announce(cli, &options, server);
    // An address that could not be printed is no use to anybody.
    while (!atomic_load(cli->stop) && !sh_json_lost()) usleep(100 * 1000);
    sh_server_close(server);
    return SH_OK;
}
