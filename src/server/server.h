// SPDX-License-Identifier: MIT
// The web server: the explorer's page and its API over HTTP/1.1.
//
// A few threads serve all connections with epoll; no client can block another. Everything a client
// can use up has a limit: connections, time for each phase of a request, size of header and body,
// event streams, and units of work a second. Nothing else of the file system is served than the
// tables of one folder: the page is part of the program.
//
// Locks. A thread that holds one of these takes only locks that stand to its right:
//
//     catalog (shared, by a request) > looking into the folder
//     catalog (shared, by a request) > streams > jobs
//     catalog (shared, by a request) > searches, limiter, connections, caches of tables
//
// Those of the HTTP library come last: it may be asked to suspend and resume with any lock held,
// and calls back with none of ours. No thread waits for another, for a child or for a search while
// it holds a lock, and whoever tells others of a change (sh_jobs_open's `changed`) holds none.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint16_t

#include "server/catalog.h"
#include "sternhalma/status.h"

typedef struct sh_server_options {
    const char *address; // "127.0.0.1" unless told otherwise; an IPv4 or IPv6 address
    uint16_t port;       // 0: any free one
    int ports;           // to try from there on, where one is taken; 0: that one alone
    const char *name;    // that clients may use for us besides localhost, or NULL
    const char *tables;  // folder of tables, or NULL
    size_t cache_bytes;  // decoded blocks kept in memory, for each table; 0: the prober's default
    int threads;         // 0: one for every CPU, at least two
    double rate;         // units of work a second and client; 0: no limit
    int searches;        // for the computer's moves, at once; 0: nobody may search
    bool allow_jobs;     // may strangers who reach the server start solving?
    const char *program; // what jobs run, needed with allow_jobs
} sh_server_options;

typedef struct sh_server sh_server;

// Starts serving and returns at once.
sh_status sh_server_open(sh_server **server, const sh_server_options *options,
                         sh_error *error) SH_NODISCARD;
// Ends all connections and jobs.
void sh_server_close(sh_server *server);

uint16_t sh_server_port(const sh_server *server);
// How many tables it has, how many files it had to skip and why the last of them.
size_t sh_server_tables(const sh_server *server, size_t *skipped, char reason[SH_MAX_REASON]);
