// SPDX-License-Identifier: MIT
// The HTTP API, without HTTP: a request in, a reply out. docs/openapi.json is its contract.
//
// Handlers are pure but for what they read from the catalog and what jobs do. Each costs a bounded
// amount of work: at most SH_MAX_REPLAY moves are replayed, at most SH_MAX_BATCH positions probed
// at once and SH_MAX_PLIES of a line, and mining puzzles is done ahead of time, not by requests.
// Thread-safe.
#pragma once

#include "server/catalog.h"
#include "server/jobs.h"
#include "server/limiter.h"
#include "server/reply.h"
#include "server/request.h"
#include "server/survey.h"

#define SH_MAX_REPLAY 1000
#define SH_MAX_BATCH 1000

typedef struct sh_api {
    sh_catalog *catalog;
    const sh_survey *survey;
    sh_limiter *limiter;
    sh_jobs *jobs;                // NULL unless the server was started with --allow-jobs
    struct sh_thinkers *thinkers; // NULL where nobody may search
} sh_api;

// Answers any request, the page's files included. `reply` must be zero.
void sh_api_answer(const sh_api *api, const sh_request *request, sh_reply *reply);

// Answers a request that could not be read: programs get the reason, people the page, which shows
// what it can of the address.
void sh_api_misread(const sh_api *api, const sh_request *request, int status, const char *reason,
                    sh_reply *reply);

// What most questions name: a game, its table if there is one, and a position.
typedef struct sh_question {
    const sh_game *game;
    const sh_table *table; // NULL: not solved here
    sh_position position;
    sh_caching caching; // of the answer: for a year if the question names the right version
    bool blames_table;  // what failed was reading the table, not the request
    sh_game storage;    // what `game` points at when no table has it
} sh_question;

// The version of the answers about a game: it changes with the table, the program and the
// schema. A question that names it (v=) may be kept for a year.
#define SH_VERSION_TEXT 17
void sh_question_version(const sh_table *table, char text[SH_VERSION_TEXT]);

// Reads game, rules and position from the parameters. The position defaults to the start.
sh_status sh_question_read(const sh_api *api, const sh_request *request, sh_question *question,
                           sh_error *error) SH_NODISCARD;
// The same, and SH_NO if there is no table of the game.
sh_status sh_question_read_solved(const sh_api *api, const sh_request *request,
                                  sh_question *question, sh_error *error) SH_NODISCARD;

// Reads the question and, where that fails, answers why: false then. `solved`: it needs a table.
bool sh_question_take(const sh_api *api, const sh_request *request, bool solved,
                      sh_question *question, sh_reply *reply);

// Adds what the table says of the position to an object, if there is a table.
sh_status sh_question_worth(sh_question *question, json_t *object, sh_error *error) SH_NODISCARD;
// Makes a legal move and appends it to a list, with the worth of the position it leads to.
sh_status sh_question_step(sh_question *question, sh_move move, json_t *steps,
                           sh_error *error) SH_NODISCARD;

// Answers why a question that was read has no answer: the request's fault, or the table's.
void sh_question_fail(const sh_question *question, sh_reply *reply, sh_status status,
                      const sh_error *error);

// The games there are, those that the page offers and those of all tables.
json_t *sh_api_game_list(const sh_api *api);
// A position with its moves, or why it is illegal.
json_t *sh_api_scene(const sh_game *game, const sh_position *position);

// The handlers, by file. `rest` is what the path has in the place of the first name in braces of
// the route's path, and all after it.
typedef void sh_handler(const sh_api *api, const sh_request *request, const char *rest,
                        sh_reply *reply);
sh_handler sh_api_first;                                 // api_first.c
sh_handler sh_api_games, sh_api_tables;                  // api_tables.c
sh_handler sh_api_stats, sh_api_puzzles;                 // api_tables.c
sh_handler sh_api_board, sh_api_position, sh_api_replay; // api_position.c
sh_handler sh_api_probe, sh_api_line;                    // api_probe.c
sh_handler sh_api_batch;                                 // api_batch.c
sh_handler sh_api_jobs, sh_api_job, sh_api_job_events;   // api_jobs.c
sh_handler sh_api_play;                                  // api_play.c
sh_handler sh_api_table_file;                            // api_files.c

// A path below SH_API_ROOT and what answers there. Where OPTIONS is a method, pages of other sites
// may read the answers; they may send GET and HEAD only.
typedef struct sh_api_route {
    const char *path;    // as in docs/openapi.json: /jobs/{id}
    const char *methods; // as in the Allow header
    double cost;         // units of the limiter, about the price of a probe each
    sh_handler *handler;
} sh_api_route;

extern const sh_api_route sh_api_routes[]; // ends with path NULL

// A job as the text of an event of its stream; the caller frees it. NULL: no memory.
char *sh_api_job_event(const sh_job *job);
