// SPDX-License-Identifier: MIT
// sternhalma serve: the explorer, a web page served by the program itself.
#include <stdio.h>  // printf
#include <string.h> // strchr
#include <unistd.h> // usleep

#include "base/memory.h"
#include "cli/commands.h"
#include "server/server.h"

enum {
    TABLES = 't',
    PORT = 'p',
    HOST = 'H',
    CACHE = 256,
    THREADS,
    RATE,
    ALLOW_JOBS,
    SEARCHES,
    NEXT_PORT,
    NAME
};

enum { PORTS_TO_TRY = 100 }; // with --next-port

typedef struct {
    sh_server_options server;
    bool next_port;
} sh_serve_options;

static const struct argp_option OPTIONS[] = {
    {"tables", TABLES, "DIR", 0, "Folder of .shtb tables", 0},
    {"port", PORT, "PORT", 0, "Port to listen on, 0 for any free one (default 7121)", 0},
    {"next-port", NEXT_PORT, NULL, 0, "If the port is in use, take the next free one", 0},
    {"host", HOST, "ADDRESS", 0, "Address to listen on (default 127.0.0.1: this machine only)", 0},
    {"name", NAME, "HOST", 0, "A name besides localhost to answer to, behind a proxy", 0},
    {"cache", CACHE, "SIZE", 0, "Memory for decoded blocks of each table (default 256M)", 0},
    {"threads", THREADS, "N", 0, "Threads that answer (default: one for every CPU)", 0},
    {"rate", RATE, "N", 0, "Probes a second each client may ask for, 0: any number (default 0)", 0},
    {"searches", SEARCHES, "N", 0,
     "Searches for moves of the computer at once, 0: none (default 2)", 0},
    {"allow-jobs", ALLOW_JOBS, NULL, 0, "Let the page start to solve small games", 0},
    {0},
};

static sh_status read_option(void *input, int key, const char *value, sh_error *error) {
    sh_serve_options *serve = input;
    sh_server_options *options = &serve->server;
    int64_t number = 0;
    sh_status status = SH_OK;
    switch (key) {
    case TABLES:
        options->tables = value;
        break;
    case HOST:
        options->address = value;
        break;
    case NAME:
        options->name = value;
        break;
    case ALLOW_JOBS:
        options->allow_jobs = true;
        break;
    case NEXT_PORT:
        serve->next_port = true;
        break;
    case CACHE:
        return sh_memory_parse(&options->cache_bytes, value, error);
    case PORT:
        status = sh_cli_number("the port", value, 0, 65535, &number, error);
        options->port = (uint16_t)number;
        break;
    case THREADS:
        status = sh_cli_number("the number of threads", value, 1, 64, &number, error);
        options->threads = (int)number;
        break;
    case SEARCHES:
        status = sh_cli_number("the number of searches", value, 0, 4, &number, error);
        options->searches = (int)number;
        break;
    case RATE:
        status = sh_cli_number("the rate", value, 0, 1000000, &number, error);
        options->rate = (double)number;
        break;
    default:
        break;
    }
    return status;
}

static const sh_cli_usage usage = {
    .words = "",
    .doc = "Serves the explorer: a page to look at solved games, play against them and learn from "
           "them.\v"
           "Examples:\n"
           "  sternhalma serve --tables tables\n"
           "  sternhalma serve --tables tables --port 8080 --allow-jobs\n\n"
           "JSON keys: address, tables, skipped.\n",
    .options = OPTIONS,
    .option = read_option,
};

static void announce(const sh_cli *cli, const sh_server_options *options, const sh_server *server) {
    char address[128];
    char reason[SH_MAX_REASON];
    size_t skipped;
    size_t tables = sh_server_tables(server, &skipped, reason);
    bool six = strchr(options->address, ':');
    snprintf(address, sizeof address, "http://%s%s%s:%u/", six ? "[" : "", options->address,
             six ? "]" : "", sh_server_port(server));
    if (cli->json) {
        sh_cli_print_json(json_pack("{s:s,s:I,s:I}", "address", address, "tables",
                                    (json_int_t)tables, "skipped", (json_int_t)skipped));
    } else {
        printf("Sternhalma is at %s with %zu table%s. Ctrl-C ends it.\n", address, tables,
               tables == 1 ? "" : "s");
    }
    fflush(stdout);
    if (skipped)
        fprintf(stderr, "skipped %zu file%s, the last because: %s\n", skipped,
                skipped == 1 ? "" : "s", reason);
}

// Opens the server at its port, or with --next-port at the first that is free from there on.
static sh_status open_server(sh_server **server, sh_serve_options *serve, sh_error *error) {
    int tries = serve->next_port && serve->server.port ? PORTS_TO_TRY : 1;
    sh_status status = sh_server_open(server, &serve->server, error);
    while (status == SH_RESOURCES && --tries && serve->server.port < UINT16_MAX) {
        serve->server.port++;
        status = sh_server_open(server, &serve->server, error);
    }
    return status;
}

sh_status sh_cmd_serve(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_serve_options serve = {.server = {.address = "127.0.0.1",
                                         .port = 7121,
                                         .cache_bytes = (size_t)256 << 20,
                                         .searches = 2,
                                         .program = "/proc/self/exe"}};
    sh_cli_words words;
    sh_status status = sh_cli_parse(cli, &usage, argc, argv, &serve, &words, error);
    if (status != SH_OK) return status;
    if (serve.server.allow_jobs && !serve.server.tables)
        return sh_fail(error, SH_USAGE, "--allow-jobs needs --tables DIR to write to");
    sh_server *server;
    status = open_server(&server, &serve, error);
    if (status != SH_OK) return status;
    announce(cli, &serve.server, server);
    while (!atomic_load(cli->stop)) usleep(100 * 1000);
    sh_server_close(server);
    return SH_OK;
}
