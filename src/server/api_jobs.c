// SPDX-License-Identifier: MIT
// Jobs: solving a small game from the page. Answers 403 unless the server was told to allow it.
#include <stdio.h>  // snprintf
#include <stdlib.h> // malloc
#include <string.h> // strcmp

#include "server/api.h"
#include "json/whole.h"

static json_t *encode_job(const sh_job *job) {
    json_t *progress = job->progress[0] ? json_loads(job->progress, 0, NULL) : NULL;
    return json_pack("{s:i,s:s,s:s,s:b,s:f,s:o,s:s?}", "id", job->id, "game", job->game, "state",
                     sh_job_state_name(job->state), "resumable", job->resumable, "seconds",
                     job->seconds, "progress", progress ? progress : json_null(), "message",
                     job->message[0] ? job->message : NULL);
}

char *sh_api_job_event(const sh_job *job) {
    sh_json_forget();
    return sh_json_text(encode_job(job));
}

static void start_job(sh_jobs *jobs, const sh_request *request, sh_reply *reply) {
    json_t *body = json_loadb(request->body, request->body_size, 0, NULL);
    const char *game = json_string_value(json_object_get(body, "game"));
    sh_job job;
    sh_error error;
    if (!game && sh_json_lost()) {
        sh_reply_error(reply, 503, "out of memory for the request");
    } else if (!game) {
        sh_reply_error(reply, 400, "the body must be JSON that names a game: {\"game\":\"7x7/2\"}");
    } else {
        sh_status status = sh_jobs_start(jobs, game, &job, &error);
        if (status == SH_OK)
            sh_reply_json(reply, 202, SH_NEVER, encode_job(&job));
        else if (status == SH_NO)
            sh_reply_error(reply, 409, "%s", error.text);
        else if (status == SH_RESOURCES)
            sh_reply_error(reply, 429, "%s", error.text);
        else
            sh_reply_failure(reply, status, &error);
        if (status == SH_RESOURCES) reply->retry_after = 5;
    }
    json_decref(body);
}

static void list_jobs(sh_jobs *jobs, sh_reply *reply) {
    sh_job *list = malloc(SH_MAX_JOBS * sizeof *list);
    int count = list ? sh_jobs_list(jobs, list) : 0;
    json_t *array = json_array();
    for (int i = 0; i < count; i++) json_array_append_new(array, encode_job(&list[i]));
    free(list);
    sh_reply_json(reply, 200, SH_NEVER, json_pack("{s:o}", "jobs", array));
}

// False where jobs are not allowed, which it answers.
static bool admit(const sh_api *api, sh_reply *reply) {
    if (!api->jobs)
        sh_reply_error(reply, 403, "jobs are not allowed here: start the server with --allow-jobs");
    return api->jobs;
}

void sh_api_jobs(const sh_api *api, const sh_request *request, const char *rest, sh_reply *reply) {
    (void)rest;
    if (!admit(api, reply)) return;
    if (!strcmp(request->method, "POST"))
        start_job(api->jobs, request, reply);
    else
        list_jobs(api->jobs, reply);
}

// The job that the path names: its number is the first part of `rest`. False where there is none,
// which it answers.
static bool find_job(const sh_api *api, const char *rest, sh_job *job, sh_reply *reply) {
    char number[16];
    uint64_t id = 0;
    if (!admit(api, reply)) return false;
    snprintf(number, sizeof number, "%.*s", (int)strcspn(rest, "/"), rest);
    bool found = sh_request_number(number, INT32_MAX, &id) && sh_jobs_get(api->jobs, (int)id, job);
    if (!found) sh_reply_error(reply, 404, "there is no job %s", number);
    return found;
}

void sh_api_job(const sh_api *api, const sh_request *request, const char *rest, sh_reply *reply) {
    sh_job job;
    if (!find_job(api, rest, &job, reply)) return;
    bool delete = !strcmp(request->method, "DELETE");
    if (delete) {
        sh_jobs_stop(api->jobs, job.id);
        sh_jobs_get(api->jobs, job.id, &job);
    }
    sh_reply_json(reply, delete ? 202 : 200, SH_NEVER, encode_job(&job));
}

void sh_api_job_events(const sh_api *api, const sh_request *request, const char *rest,
                       sh_reply *reply) {
    (void)request;
    sh_job job;
    if (!find_job(api, rest, &job, reply)) return;
    reply->status = 200;
    reply->job = job.id;
}
