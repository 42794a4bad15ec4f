// SPDX-License-Identifier: MIT
// Playing games of an agent against itself.
#include "play/selfplay.h"

#include <stdio.h>  // snprintf
#include <stdlib.h> // realloc
#include <string.h> // memcpy
#include <unistd.h> // access
#include <xxhash.h> // XXH3_64bits

#include "base/random.h"
#include "play/bands.h"
#include "play/opening.h"
#include "play/scopes.h"
#include "play/selfplay_file.h"

// A game on its way to the file.
typedef struct text {
    uint8_t bytes[8 + 4 * SH_SELFPLAY_PLIES];
    size_t count;
} text;

static void put(text *t, unsigned value) { t->bytes[t->count++] = (uint8_t)value; }

static void put_move(text *t, sh_move move) {
    put(t, move.from);
    put(t, move.to);
}

// Who plays: the agent, and its rival, which may be NULL.
typedef struct cast {
    sh_agent *agent, *rival;
} cast;

// The seats of the rival, as bits: at least one, and not all.
static unsigned draw_seats(const sh_selfplay_options *o, sh_random *random) {
    unsigned all = (1u << o->game->players) - 1;
    return o->rival ? 1 + (unsigned)sh_random_below(random, all - 1) : 0;
}

static bool slips(const sh_selfplay_options *o, sh_random *random) {
    return o->slips && (int)sh_random_below(random, 100) < o->slips;
}

static sh_move draw_move(const sh_record *record, sh_random *random) {
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(sh_record_game(record), sh_record_position(record), moves);
    return moves[sh_random_below(random, (uint64_t)count)];
}

// Plays one game; its plies and score go to `t`.
static sh_status play(const sh_selfplay_options *o, const cast *who, uint64_t seed, text *t,
                      sh_error *error) {
    sh_record *record = NULL;
    sh_random random = {seed};
    int opening = o->opening ? (int)sh_random_below(&random, (uint64_t)o->opening) + 1 : 0;
    sh_status status = sh_opening_draw(&record, o->game, opening, sh_random_next(&random), error);
    unsigned seats = draw_seats(o, &random);
    sh_agent_reset(who->agent, seed);
    if (who->rival) sh_agent_reset(who->rival, seed);
    t->count = 5;
    for (int i = 0; i < opening && !status; i++) put_move(t, sh_record_move(record, i));
    while (!status && !sh_record_over(record) && sh_record_count(record) < SH_SELFPLAY_PLIES) {
        sh_agent_choice choice = {0};
        bool rival = seats >> sh_record_position(record)->turn & 1;
        bool slip = slips(o, &random);
        if (slip)
            choice.move = draw_move(record, &random);
        else
            status = sh_agent_choose(rival ? who->rival : who->agent, record, NULL, &choice, error);
        if (!status) status = sh_record_play(record, choice.move, error);
        put_move(t, choice.move);
        unsigned score = (unsigned)(slip ? SH_SLIP : sh_value_of(choice.score));
        put(t, score & 255);
        put(t, score >> 8);
    }
    if (!status) {
        int winner = sh_record_result(record).winner, plies = sh_record_count(record);
        t->bytes[0] = (uint8_t)opening;
        t->bytes[1] = (uint8_t)plies;
        t->bytes[2] = (uint8_t)(plies >> 8);
        t->bytes[3] = (uint8_t)(winner < 0 ? o->game->players : winner);
        t->bytes[4] = 0;
    }
    sh_record_close(record);
    return status;
}

// The games of a run so far.
typedef struct games {
    uint8_t *bytes;
    size_t size, room;
    int count;
} games;

static uint64_t hash_run(const sh_selfplay_options *o) {
    char words[64];
    int count = snprintf(words, sizeof words, "%s %d %llu", sh_profile_name(o->game->profile),
                         o->opening, (unsigned long long)o->seed);
    if (o->slips) count += snprintf(words + count, sizeof words - (size_t)count, " %d", o->slips);
    uint64_t hash =
        XXH3_64bits_withSeed(o->agent, strlen(o->agent), XXH3_64bits(words, (size_t)count));
    return o->rival ? XXH3_64bits_withSeed(o->rival, strlen(o->rival), hash) : hash;
}

static sh_status add_game(games *g, const uint8_t *bytes, size_t count, int games_of_it,
                          sh_error *error) {
    if (g->room - g->size < count) {
        size_t room = 2 * g->room + count;
        uint8_t *more = realloc(g->bytes, room);
        if (!more) return sh_fail(error, SH_RESOURCES, "out of memory for games");
        g->bytes = more;
        g->room = room;
    }
    if (count) memcpy(g->bytes + g->size, bytes, count);
    g->size += count;
    g->count += games_of_it;
    return SH_OK;
}

static sh_status save(const sh_selfplay_options *o, const games *g, const char *file,
                      sh_error *error) {
    sh_selfplay_content content = {hash_run(o), g->count, g->bytes, g->size};
    return sh_selfplay_save(file, o->game, &content, error);
}

// Plays the games that are missing. What was played is saved in any case.
static sh_status play_all(const sh_selfplay_options *o, const cast *who, games *g, const char *file,
                          const sh_monitor *monitor, sh_error *error) {
    sh_status status = SH_OK;
    text t;
    double began = sh_clock(), saved = began;
    while (g->count < o->games && !status && !sh_stopped(monitor)) {
        status = play(o, who, o->seed * 0x9e3779b97f4a7c15ULL + (uint64_t)g->count, &t, error);
        if (!status) status = add_game(g, t.bytes, t.count, 1, error);
        if (status) break;
        sh_report(monitor, &(sh_progress){.phase = "play",
                                          .done = (uint64_t)g->count,
                                          .total = (uint64_t)o->games,
                                          .seconds = sh_clock() - began});
        if (o->every <= 0 || sh_clock() - saved < o->every) continue;
        status = save(o, g, file, error);
        saved = sh_clock();
    }
    sh_status last = g->count ? save(o, g, file, status ? NULL : error) : SH_OK;
    if (status || last) return status ? status : last;
    return g->count < o->games ? SH_INTERRUPTED : SH_OK;
}

// Takes over what an earlier run has left. Without `resume` nothing is, and a file with some of
// these games is not replaced.
static sh_status take_over(const sh_selfplay_options *o, const char *name, games *g,
                           sh_error *error) {
    sh_selfplay *file;
    if (access(name, F_OK) != 0) return SH_OK;
    sh_status status = sh_selfplay_open(&file, o->game, name, o->resume ? error : NULL);
    if (status) return o->resume ? status : SH_OK;
    sh_selfplay_content content = sh_selfplay_content_of(file);
    bool same = content.run == hash_run(o);
    int count = content.games;
    if (!o->resume && same && count && count < o->games)
        status = sh_fail(error, SH_USAGE,
                         "%.200s has %d of these games: --resume continues them, or remove it",
                         name, count);
    else if (o->resume && (!same || count > o->games))
        status = sh_fail(error, SH_USAGE,
                         "%.200s has %d games of another agent, opening or seed, or more than are "
                         "asked for: it cannot be continued",
                         name, count);
    else if (o->resume)
        status = add_game(g, content.bytes, content.size, count, error);
    sh_selfplay_close(file);
    return status;
}

static sh_status check_players(const sh_selfplay_options *o, sh_error *error) {
    const sh_game *game = o->game;
    sh_status status = sh_scope_check(&sh_agent_scope, game, error);
    if (status) return status;
    if (o->slips && game->players == 2)
        return sh_fail(error, SH_USAGE,
                       "slips are for three players or more, and %s has two: results would be "
                       "learned from them",
                       game->name);
    if (o->rival && game->players == 2)
        return sh_fail(error, SH_USAGE,
                       "a rival sits among three players or more, and %s has two: what it thinks "
                       "would be learned",
                       game->name);
    return SH_OK;
}

sh_status sh_selfplay_write(const sh_selfplay_options *options, const char *file,
                            const sh_monitor *monitor, sh_error *error) {
    const sh_game *game = options->game;
    cast who = {NULL, NULL};
    games g = {0};
    sh_status status = check_players(options, error);
    if (!status) status = sh_selfplay_check_place(file, error); // an agent may take long to open
    if (!status) status = take_over(options, file, &g, error);
    if (!status)
        status = sh_agent_open(&who.agent, game, options->agent, options->seed, monitor, error);
    if (!status && options->rival)
        status = sh_agent_open(&who.rival, game, options->rival, options->seed, monitor, error);
    if (!status) status = play_all(options, &who, &g, file, monitor, error);
    sh_agent_close(who.rival);
    sh_agent_close(who.agent);
    free(g.bytes);
    return status;
}
