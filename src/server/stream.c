// SPDX-License-Identifier: MIT
// A fixed array of streams under one mutex. A stream with nothing to say suspends its connection;
// waking marks and resumes all that sleep.
#include "server/stream.h"

#include <pthread.h> // pthread_mutex_t
#include <stdbool.h> // bool
#include <stdio.h>   // asprintf
#include <stdlib.h>  // calloc
#include <string.h>  // memcpy

#include "server/api.h"

#define MAX_STREAMS 16

typedef struct stream {
    sh_streams *all;
    sh_jobs *jobs;
    int job;
    struct MHD_Connection *connection;
    sh_connection *watched;
    bool used, asleep, ended;
    bool woken;    // since it last slept
    unsigned seen; // version of the job last sent
    char *text;    // what is being sent, and how far
    size_t sent, size;
} stream;

struct sh_streams {
    sh_connections *connections;
    pthread_mutex_t mutex;
    bool stop;
    stream stream[MAX_STREAMS];
};

sh_status sh_streams_open(sh_streams **streams, sh_connections *connections, sh_error *error) {
    *streams = calloc(1, sizeof **streams);
    if (!*streams) return sh_fail(error, SH_RESOURCES, "no memory for event streams");
    (*streams)->connections = connections;
    pthread_mutex_init(&(*streams)->mutex, NULL);
    return SH_OK;
}

void sh_streams_stop(sh_streams *streams) {
    if (!streams) return;
    pthread_mutex_lock(&streams->mutex);
    streams->stop = true;
    pthread_mutex_unlock(&streams->mutex);
    sh_streams_wake(streams);
}

void sh_streams_close(sh_streams *streams) {
    if (!streams) return;
    pthread_mutex_destroy(&streams->mutex);
    free(streams);
}

void sh_streams_wake(void *argument) {
    sh_streams *streams = argument;
    pthread_mutex_lock(&streams->mutex);
    for (int i = 0; i < MAX_STREAMS; i++) {
        stream *s = &streams->stream[i];
        if (!s->used || !s->asleep) continue;
        s->asleep = false;
        s->woken = true;
        MHD_resume_connection(s->connection);
    }
    pthread_mutex_unlock(&streams->mutex);
}

// The next event: the job if it has changed, otherwise a comment that shows we are alive.
static bool next_text(stream *s, const sh_job *job) {
    char *event = job->version == s->seen ? NULL : sh_api_job_event(job);
    free(s->text);
    int size =
        event ? asprintf(&s->text, "data: %s\n\n", event) : asprintf(&s->text, ": still there\n\n");
    free(event);
    if (size < 0) s->text = NULL;
    s->size = size < 0 ? 0 : (size_t)size;
    s->sent = 0;
    s->seen = job->version;
    s->ended = job->state != SH_JOB_RUNNING;
    s->woken = false;
    return s->text;
}

// With the mutex held: what to send next, 0 to wait, negative to end.
static ssize_t continue_stream(stream *s, char *buffer, size_t room) {
    if (s->all->stop) return MHD_CONTENT_READER_END_OF_STREAM;
    if (s->sent == s->size) {
        sh_job job;
        if (s->ended) return MHD_CONTENT_READER_END_OF_STREAM;
        if (!sh_jobs_get(s->jobs, s->job, &job)) return MHD_CONTENT_READER_END_WITH_ERROR;
        if (job.version == s->seen && !s->woken) {
            s->asleep = true;
            MHD_suspend_connection(s->connection);
            return 0;
        }
        if (!next_text(s, &job)) return MHD_CONTENT_READER_END_WITH_ERROR;
    }
    size_t left = s->size - s->sent;
    size_t count = left < room ? left : room;
    memcpy(buffer, s->text + s->sent, count);
    s->sent += count;
    return (ssize_t)count;
}

// Called by the HTTP library when the connection can take more. With nothing new it sleeps until
// the next wake, which comes at least once a second while the job runs.
static ssize_t read_stream(void *argument, uint64_t position, char *buffer, size_t room) {
    stream *s = argument;
    sh_connection_busy(s->all->connections, s->watched);
    pthread_mutex_lock(&s->all->mutex);
    ssize_t count = continue_stream(s, buffer, room);
    pthread_mutex_unlock(&s->all->mutex);
    return count;
}

static void end_stream(void *argument) {
    stream *s = argument;
    pthread_mutex_lock(&s->all->mutex);
    free(s->text);
    s->text = NULL;
    s->used = false;
    pthread_mutex_unlock(&s->all->mutex);
}

struct MHD_Response *sh_stream_make(sh_streams *streams, sh_jobs *jobs, int job,
                                    struct MHD_Connection *connection, sh_connection *watched) {
    stream *found = NULL;
    pthread_mutex_lock(&streams->mutex);
    for (int i = 0; i < MAX_STREAMS && !found; i++)
        if (!streams->stream[i].used) found = &streams->stream[i];
    if (found)
        *found = (stream){.all = streams,
                          .jobs = jobs,
                          .job = job,
                          .connection = connection,
                          .watched = watched,
                          .used = true};
    pthread_mutex_unlock(&streams->mutex);
    if (!found) return NULL;
    struct MHD_Response *response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, SH_MAX_JOB_LINE, read_stream, found, end_stream);
    if (!response) end_stream(found);
    return response;
}
