// SPDX-License-Identifier: MIT
// See module.h.
#include "module.h"

#include <stdio.h>  // snprintf
#include <stdlib.h> // calloc
#include <string.h> // strcmp

#include "base/progress.h"
#include "sternhalma/notation.h"
#include "table/reader.h"

#define HASH_BYTES ((size_t)4 << 20)
#define PLACEMENTS 50000 // of a lone army: some hundredths of a second
#define LEAST_SECONDS 0.02

module *module_open(void) {
    module *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->survey.catalog = &m->catalog;
    // Whoever thinks and solves is here: what handlers ask is whether there is somebody.
    m->api = (sh_api){
        .catalog = &m->catalog, .survey = &m->survey, .jobs = (void *)m, .thinkers = (void *)m};
    return m;
}

void *module_room(size_t size) { return malloc(size); }
void module_free(void *memory) { free(memory); }
const char *module_text(const module *m) { return m->reply.json ? m->reply.json : ""; }
const wanted_list *module_wanted(const module *m) { return &m->wanted; }

// The player of a level; that of the last move where it is the same.
static sh_status take_seat(module *m, const sh_thought *thought, sh_error *error) {
    if (m->seat && !strcmp(m->seat_game, thought->game.name) &&
        !strcmp(m->seat_level, thought->level))
        return SH_OK;
    sh_seat_close(m->seat);
    m->seat = NULL;
    sh_engine_options options = {.hash_bytes = HASH_BYTES, .cache = "", .placements = PLACEMENTS};
    sh_status status = sh_seat_open(&m->seat, &thought->game, thought->level, &options, error);
    if (status) return status;
    snprintf(m->seat_game, sizeof m->seat_game, "%s", thought->game.name);
    snprintf(m->seat_level, sizeof m->seat_level, "%s", thought->level);
    return SH_OK;
}

static void answer_play(module *m, const sh_request *request) {
    sh_thought *thought = sh_thought_open(&m->api, request, &m->reply);
    if (!thought) return;
    double began = sh_clock();
    thought->status = take_seat(m, thought, &thought->error);
    // The level has promised its move in this time, not that it begins to think in it.
    double left = thought->seconds - (sh_clock() - began);
    thought->seconds = left > LEAST_SECONDS ? left : LEAST_SECONDS;
    if (!thought->status) sh_thought_think(thought, m->seat);
    sh_thought_reply(thought, &m->reply);
    sh_thought_close(thought);
}

// What the moves of a position will ask for, too: so that it is fetched at once.
static void look_around(module *m, const sh_request *request) {
    sh_question question;
    sh_error error;
    sh_move moves[SH_MAX_MOVES];
    if (sh_question_read_solved(&m->api, request, &question, &error) ||
        sh_position_check_legal(question.game, &question.position, &error))
        return;
    int count = sh_moves_list(question.game, &question.position, moves);
    for (int i = 0; i < count; i++) {
        sh_position after = question.position;
        sh_value value;
        sh_move_apply(question.game, &after, moves[i]);
        if (sh_probe(question.table, &after, &value, &error)) continue; // it is noted
    }
}

static void answer(module *m, const sh_request *request) {
    const char *path = request->path + strlen(SH_API_ROOT);
    if (!strcmp(request->method, "POST") && !strcmp(path, "/play")) {
        answer_play(m, request);
        return;
    }
    for (const module_route *route = module_routes; route->path; route++)
        if (!strcmp(path, route->path)) {
            route->handler(&m->api, request, "", &m->reply);
            return;
        }
    sh_reply_error(&m->reply, 404, "there is no %.64s without a server", request->path);
}

int module_ask(module *m, int post, const char *target) {
    sh_request request;
    sh_error error;
    sh_reply_clear(&m->reply);
    m->wanted.count = 0;
    if (sh_request_parse(&request, post ? "POST" : "GET", target, &error)) {
        sh_reply_error(&m->reply, 400, "%s", error.text);
        return 400;
    }
    answer(m, &request);
    if (m->wanted.count && sh_request_param(&request, "game")) look_around(m, &request);
    return m->wanted.count ? 0 : m->reply.status;
}

int module_add(module *m, uint32_t size, int at_hand) {
    if (m->sources == SH_MAX_TABLES) return -1;
    page_source *source = &m->source[m->sources];
    if (!page_source_make(source, (uint32_t)m->sources, size, at_hand ? NULL : &m->wanted))
        return -1;
    return m->sources++;
}

void module_supply(module *m, int number, uint32_t offset, const uint8_t *bytes, uint32_t size) {
    page_source_supply(&m->source[number], offset, bytes, size);
}

void module_skip(module *m, const char *reason) {
    m->catalog.skipped++;
    snprintf(m->catalog.reason, sizeof m->catalog.reason, "%s", reason);
}

int module_open_table(module *m, int number) {
    sh_error error;
    sh_byte_source source = page_source_bytes(&m->source[number]);
    m->wanted.count = 0;
    sh_reply_clear(&m->reply);
    sh_status status = sh_table_open_source(&m->catalog.table[m->catalog.count], &source,
                                            (size_t)32 << 20, &error);
    if (m->wanted.count) return 0;
    if (status) sh_reply_failure(&m->reply, status, &error);
    m->catalog.count += !status;
    return status ? m->reply.status : 200;
}
