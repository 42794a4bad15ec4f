// SPDX-License-Identifier: MIT
// A list of connections under one mutex, and a thread that looks at it a few times a second and
// shuts down the sockets whose deadline has passed. The HTTP library then ends the connection
// itself.
#include "server/connections.h"

#include <pthread.h>    // pthread_create
#include <stdbool.h>    // bool
#include <stdlib.h>     // calloc
#include <sys/socket.h> // shutdown
#include <time.h>       // clock_gettime

#include "base/progress.h"

#define IDLE_SECONDS 15.0   // to send a whole request header
#define CROWDED_SECONDS 1.0 // the same when most connections are taken
#define ANSWER_SECONDS 30.0 // to take a whole answer
#define LOOK_MILLISECONDS 250

typedef enum phase { IDLE, BUSY, WAITING } phase;

struct sh_connection {
    int socket;
    phase phase;
    bool ended; // shut down already; the HTTP library will notice
    double since;
    sh_connection *before, *after;
};

struct sh_connections {
    size_t most, count;
    bool stop;
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    pthread_t thread;
    sh_connection *first;
};

static void end_overdue(sh_connections *all) {
    double now = sh_clock();
    bool crowded = all->count > all->most - all->most / 4;
    double patience = crowded ? CROWDED_SECONDS : IDLE_SECONDS;
    for (sh_connection *c = all->first; c; c = c->after) {
        if (c->ended || c->phase == WAITING) continue;
        if (now - c->since < (c->phase == BUSY ? ANSWER_SECONDS : patience)) continue;
        shutdown(c->socket, SHUT_RDWR);
        c->ended = true;
    }
}

static void *watch(void *argument) {
    sh_connections *all = argument;
    pthread_mutex_lock(&all->mutex);
    while (!all->stop) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += LOOK_MILLISECONDS * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        pthread_cond_timedwait(&all->wake, &all->mutex, &until);
        end_overdue(all);
    }
    pthread_mutex_unlock(&all->mutex);
    return NULL;
}

sh_status sh_connections_open(sh_connections **all, size_t most, sh_error *error) {
    sh_connections *new = calloc(1, sizeof *new);
    if (!new) return sh_fail(error, SH_RESOURCES, "no memory for connections");
    new->most = most;
    pthread_mutex_init(&new->mutex, NULL);
    pthread_cond_init(&new->wake, NULL);
    if (pthread_create(&new->thread, NULL, watch, new)) {
        free(new);
        return sh_fail(error, SH_RESOURCES, "cannot start the thread that watches connections");
    }
    *all = new;
    return SH_OK;
}

void sh_connections_close(sh_connections *all) {
    if (!all) return;
    pthread_mutex_lock(&all->mutex);
    all->stop = true;
    pthread_cond_signal(&all->wake);
    pthread_mutex_unlock(&all->mutex);
    pthread_join(all->thread, NULL);
    pthread_cond_destroy(&all->wake);
    pthread_mutex_destroy(&all->mutex);
    free(all);
}

sh_connection *sh_connection_begin(sh_connections *all, int socket) {
    sh_connection *connection = calloc(1, sizeof *connection);
    if (!connection) return NULL;
    connection->socket = socket;
    connection->since = sh_clock();
    pthread_mutex_lock(&all->mutex);
    connection->after = all->first;
    if (all->first) all->first->before = connection;
    all->first = connection;
    all->count++;
    pthread_mutex_unlock(&all->mutex);
    return connection;
}

void sh_connection_end(sh_connections *all, sh_connection *connection) {
    if (!connection) return;
    pthread_mutex_lock(&all->mutex);
    if (connection->before)
        connection->before->after = connection->after;
    else
        all->first = connection->after;
    if (connection->after) connection->after->before = connection->before;
    all->count--;
    pthread_mutex_unlock(&all->mutex);
    free(connection);
}

static void renew(sh_connections *all, sh_connection *connection, phase phase) {
    if (!connection) return;
    double now = sh_clock();
    pthread_mutex_lock(&all->mutex);
    connection->phase = phase;
    connection->since = now;
    pthread_mutex_unlock(&all->mutex);
}

void sh_connection_idle(sh_connections *all, sh_connection *connection) {
    renew(all, connection, IDLE);
}

void sh_connection_busy(sh_connections *all, sh_connection *connection) {
    renew(all, connection, BUSY);
}

void sh_connection_wait(sh_connections *all, sh_connection *connection) {
    renew(all, connection, WAITING);
}
