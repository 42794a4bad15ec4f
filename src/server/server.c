// SPDX-License-Identifier: MIT
// HTTP around the API: libmicrohttpd's callbacks, limits and headers.
#include "server/server.h"

#include <arpa/inet.h> // inet_ntop
#include <microhttpd.h>
#include <stdatomic.h>    // atomic_size_t
#include <stdio.h>        // snprintf
#include <stdlib.h>       // calloc
#include <string.h>       // strcmp
#include <sys/resource.h> // setrlimit
#include <unistd.h>       // close

#include "base/pool.h"
#include "server/api.h"
#include "server/connections.h"
#include "server/framing.h"
#include "server/headers.h"
#include "server/listener.h"
#include "server/stream.h"
#include "server/table_bytes.h"
#include "server/thinkers.h"

#define MOST_CONNECTIONS 8192
#define CONNECTION_MEMORY (20 * 1024) // header of a request with the longest target
#define SILENCE_SECONDS 15
#define MOST_BODY_BYTES ((size_t)64 << 20) // of all connections together

struct sh_server {
    struct MHD_Daemon *daemon;
    sh_catalog *catalog;
    sh_survey *survey;
    sh_limiter *limiter;
    sh_connections *connections;
    sh_streams *streams;
    sh_jobs *jobs;
    sh_thinkers *thinkers;
    sh_api api;
    uint16_t port;
    bool loopback;            // only this machine can reach us
    char name[256];           // by which others may call us nevertheless, "" if none
    atomic_size_t body_bytes; // held for bodies that are being received
};

// One request while it is being received.
typedef struct http_exchange {
    char *target; // as sent, still encoded
    bool begun;   // the header has been seen
    bool too_big;
    const char *unclear; // why it is not clear where it ends, or NULL
    char *body;
    size_t body_size, body_room;
    sh_ticket *ticket; // a search whose end it waits for
} http_exchange;

static sh_connection *watched(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static void client_name(struct MHD_Connection *connection, char text[INET6_ADDRSTRLEN]) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const struct sockaddr *address = info ? info->client_addr : NULL;
    text[0] = 0;
    if (address && address->sa_family == AF_INET) {
        inet_ntop(AF_INET, &((const struct sockaddr_in *)address)->sin_addr, text,
                  INET6_ADDRSTRLEN);
    } else if (address && address->sa_family == AF_INET6) {
        struct in6_addr network = ((const struct sockaddr_in6 *)address)->sin6_addr;
        memset(network.s6_addr + 8, 0, 8); // a /64 is one customer
        inet_ntop(AF_INET6, &network, text, INET6_ADDRSTRLEN);
    }
}

static enum MHD_Result send_reply(sh_server *server, struct MHD_Connection *connection,
                                  sh_reply *reply) {
    struct MHD_Response *response = NULL;
    if (reply->job) {
        response = sh_stream_make(server->streams, server->jobs, reply->job, connection,
                                  watched(connection));
        if (!response) {
            sh_reply_error(reply, 429, "too many event streams are open");
            reply->retry_after = 5;
        }
    }
    sh_sending sending = {server->catalog, server->connections, watched(connection)};
    if (reply->file.size) response = sh_table_bytes_answer(connection, &sending, reply);
    if (!reply->job && !reply->file.size) response = sh_headers_body(connection, reply);
    if (!response) return MHD_NO;
    sh_headers_add(response, reply);
    enum MHD_Result result = MHD_queue_response(connection, (unsigned)reply->status, response);
    MHD_destroy_response(response);
    return result;
}

static void resume(void *connection) { MHD_resume_connection(connection); }

// The connection sleeps until the search is over; the request is then told of again.
static enum MHD_Result wait_for(sh_server *server, struct MHD_Connection *connection,
                                http_exchange *exchange, sh_ticket *ticket) {
    exchange->ticket = ticket;
    sh_connection_wait(server->connections, watched(connection));
    MHD_suspend_connection(connection);
    sh_ticket_await(ticket, resume, connection);
    return MHD_YES;
}

static enum MHD_Result answer_ticket(sh_server *server, struct MHD_Connection *connection,
                                     http_exchange *exchange) {
    sh_reply reply = {0};
    sh_ticket_reply(exchange->ticket, &reply);
    sh_connection_busy(server->connections, watched(connection));
    enum MHD_Result result = send_reply(server, connection, &reply);
    sh_reply_clear(&reply);
    return result;
}

static enum MHD_Result answer(sh_server *server, struct MHD_Connection *connection,
                              const char *method, const char *version, http_exchange *exchange) {
    sh_request request;
    sh_reply reply = {0};
    sh_error error;
    char client[INET6_ADDRSTRLEN];
    client_name(connection, client);
    sh_status status = sh_request_parse(&request, method, exchange->target, &error);
    request.client = client;
    request.body = exchange->body ? exchange->body : "";
    request.body_size = exchange->body_size;
    request.person = sh_headers_person(connection);
    const char *reason;
    sh_asking asking = {.version = version,
                        .loopback = server->loopback,
                        .name = server->name[0] ? server->name : NULL,
                        .changes = !strcmp(method, "POST") || !strcmp(method, "DELETE")};
    int refused = sh_headers_refuse(connection, &asking, &reason);
    if (exchange->unclear)
        sh_reply_error(&reply, 400, "%s", exchange->unclear);
    else if (exchange->too_big)
        sh_reply_error(&reply, 413, "a body may have at most %d bytes", SH_MAX_BODY);
    else if (refused)
        sh_reply_error(&reply, refused, "%s", reason);
    else if (status != SH_OK)
        sh_api_misread(&server->api, &request, status == SH_USAGE ? 414 : 400, error.text, &reply);
    else
        sh_api_answer(&server->api, &request, &reply);
    reply.last = exchange->unclear;
    if (reply.ticket) return wait_for(server, connection, exchange, reply.ticket);
    sh_connection_busy(server->connections, watched(connection));
    enum MHD_Result result = send_reply(server, connection, &reply);
    sh_reply_clear(&reply);
    return result;
}

// Room for more of a body. False where it is too big, or all bodies together are.
static bool make_room(sh_server *server, http_exchange *exchange, size_t more) {
    size_t size = exchange->body_size + more;
    if (size > SH_MAX_BODY) return false;
    if (size <= exchange->body_room) return true;
    size_t room = exchange->body_room ? 2 * exchange->body_room : 1024;
    while (room < size) room *= 2;
    size_t grown = room - exchange->body_room;
    if (atomic_fetch_add(&server->body_bytes, grown) + grown > MOST_BODY_BYTES) {
        atomic_fetch_sub(&server->body_bytes, grown);
        return false;
    }
    char *body = realloc(exchange->body, room);
    if (!body) atomic_fetch_sub(&server->body_bytes, grown);
    if (!body) return false;
    exchange->body = body;
    exchange->body_room = room;
    return true;
}

static bool announces_too_much(struct MHD_Connection *connection) {
    const char *length = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Content-Length");
    uint64_t size;
    return length && !sh_request_number(length, SH_MAX_BODY, &size);
}

static enum MHD_Result on_request(void *argument, struct MHD_Connection *connection,
                                  const char *url, const char *method, const char *version,
                                  const char *data, size_t *size, void **state) {
    http_exchange *exchange = *state;
    if (!exchange) return MHD_NO;
    if (!exchange->begun) { // the header: say at once if the request cannot be answered
        exchange->begun = true;
        sh_framing framing = {method, url, version, exchange->target};
        exchange->unclear = sh_framing_refuse(connection, &framing);
        exchange->too_big = announces_too_much(connection);
        bool refused = exchange->unclear || exchange->too_big;
        return refused ? answer(argument, connection, method, version, exchange) : MHD_YES;
    }
    if (exchange->ticket) return answer_ticket(argument, connection, exchange);
    if (!*size) return answer(argument, connection, method, version, exchange);
    // A body without a length that does not end is cut here: the connection is closed.
    if (!make_room(argument, exchange, *size)) return MHD_NO;
    memcpy(exchange->body + exchange->body_size, data, *size);
    exchange->body_size += *size;
    *size = 0;
    return MHD_YES;
}

// The first the library tells us of a request: its target. What is returned becomes its state.
static void *on_target(void *argument, const char *target, struct MHD_Connection *connection) {
    http_exchange *new = calloc(1, sizeof *new);
    if (new) new->target = strdup(target);
    if (new && !new->target) {
        free(new);
        new = NULL;
    }
    return new;
}

static void on_completed(void *argument, struct MHD_Connection *connection, void **state,
                         enum MHD_RequestTerminationCode code) {
    sh_server *server = argument;
    http_exchange *exchange = *state;
    if (exchange) {
        if (exchange->ticket) sh_ticket_drop(exchange->ticket);
        atomic_fetch_sub(&server->body_bytes, exchange->body_room);
        free(exchange->body);
        free(exchange->target);
    }
    free(exchange);
    *state = NULL;
    sh_connection_idle(server->connections, watched(connection));
}

static void on_connection(void *argument, struct MHD_Connection *connection, void **state,
                          enum MHD_ConnectionNotificationCode code) {
    sh_server *server = argument;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        int socket =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
        *state = sh_connection_begin(server->connections, socket);
    } else {
        sh_connection_end(server->connections, *state);
    }
}

// Room for as many connections as we may have, with some files to spare for tables.
static unsigned connection_limit(void) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files)) return 256;
    files.rlim_cur = files.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &files) || getrlimit(RLIMIT_NOFILE, &files)) return 256;
    rlim_t spare = files.rlim_cur > 512 ? files.rlim_cur - 256 : 256;
    return spare < MOST_CONNECTIONS ? (unsigned)spare : MOST_CONNECTIONS;
}

// Takes over the socket that listens: the library closes it, also where it cannot start.
static sh_status start_daemon(sh_server *server, const sh_server_options *options,
                              sh_listener *listener, unsigned limit, sh_error *error) {
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
    int cpus = sh_cpu_count();
    unsigned threads = (unsigned)(options->threads ? options->threads : cpus < 2 ? 2 : cpus);
    server->daemon = MHD_start_daemon(
        flags, listener->port, NULL, NULL, on_request, server, MHD_OPTION_LISTEN_SOCKET,
        listener->socket, MHD_OPTION_THREAD_POOL_SIZE, threads, MHD_OPTION_CONNECTION_LIMIT, limit,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)SILENCE_SECONDS, MHD_OPTION_URI_LOG_CALLBACK,
        on_target, server, MHD_OPTION_NOTIFY_COMPLETED, on_completed, server,
        MHD_OPTION_NOTIFY_CONNECTION, on_connection, server, MHD_OPTION_END);
    listener->socket = -1;
    if (server->daemon) return SH_OK;
    return sh_fail(error, SH_RESOURCES,
                   "cannot start %u threads that answer: the system has no more threads, files or "
                   "memory; try --threads 2",
                   threads);
}

static sh_status open_parts(sh_server *new, const sh_server_options *options, sh_listener *listener,
                            sh_error *error) {
    unsigned limit = connection_limit();
    sh_status status = sh_catalog_open(&new->catalog, options->tables, options->cache_bytes, error);
    if (status == SH_OK) status = sh_limiter_open(&new->limiter, options->rate, error);
    if (status == SH_OK) status = sh_connections_open(&new->connections, limit, error);
    if (status == SH_OK) status = sh_streams_open(&new->streams, new->connections, error);
    if (status == SH_OK && options->allow_jobs)
        status = sh_jobs_open(&new->jobs, options->program, options->tables, new->catalog,
                              sh_streams_wake, new->streams, error);
    if (status == SH_OK && options->searches)
        status = sh_thinkers_open(&new->thinkers, options->searches, error);
    if (status == SH_OK) status = sh_survey_open(&new->survey, new->catalog, error);
    new->api = (sh_api){new->catalog, new->survey, new->limiter, new->jobs, new->thinkers};
    if (status == SH_OK) status = start_daemon(new, options, listener, limit, error);
    return status;
}

sh_status sh_server_open(sh_server **server, const sh_server_options *options, sh_error *error) {
    sh_listener listener;
    sh_server *new = calloc(1, sizeof *new);
    if (!new) return sh_fail(error, SH_RESOURCES, "no memory for the server");
    int ports = options->ports ? options->ports : 1;
    sh_status status = sh_listener_open(&listener, options->address, options->port, ports, error);
    if (status) {
        free(new);
        return status;
    }
    new->port = listener.port;
    new->loopback = listener.loopback;
    snprintf(new->name, sizeof new->name, "%s", options->name ? options->name : "");
    status = open_parts(new, options, &listener, error);
    if (status) {
        if (listener.socket >= 0) close(listener.socket);
        sh_server_close(new);
        return status;
    }
    *server = new;
    return SH_OK;
}

void sh_server_close(sh_server *server) {
    if (!server) return;
    sh_streams_stop(server->streams);
    sh_thinkers_stop(server->thinkers);
    if (server->daemon) MHD_stop_daemon(server->daemon);
    sh_jobs_close(server->jobs);
    sh_thinkers_close(server->thinkers);
    sh_survey_close(server->survey);
    sh_streams_close(server->streams);
    sh_connections_close(server->connections);
    sh_limiter_close(server->limiter);
    sh_catalog_close(server->catalog);
    free(server);
}

uint16_t sh_server_port(const sh_server *server) { return server->port; }

size_t sh_server_tables(const sh_server *server, size_t *skipped, char reason[SH_MAX_REASON]) {
    *skipped = sh_catalog_skipped(server->catalog, reason);
    return sh_catalog_count(server->catalog);
}
