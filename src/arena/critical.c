// SPDX-License-Identifier: MIT
// Collecting critical positions.
//
// Games are numbered, and each draws its lots from the seed and its number. A batch of them is
// played in parallel, each into a list of its own; the lists are then read in the order of the
// games.
#include "arena/critical.h"

#include <stdlib.h> // calloc

#include "base/keyset.h"
#include "base/random.h"
#include "play/agent.h"
#include "play/opening.h"
#include "sternhalma/key.h"

enum {
    BATCH = 64,       // games played between two lookings
    FROM_GAME = 24,   // positions of one game, at most
    PLIES = 200,      // of a game
    PATIENCE = 20000, // games without a wanted position before it gives up
};

typedef struct found {
    sh_position position;
    sh_outcome value;
} found;

typedef struct listed {
    int count;
    found found[FROM_GAME];
} listed;

typedef struct collector {
    const sh_critical_options *options;
    const sh_game *game;
    const sh_monitor *monitor;
    sh_agent **agent; // one a worker
    listed list[BATCH];
    uint64_t first; // number of the batch's first game
    bool wanted[3]; // lost, drawn, won
    atomic_bool failed;
    sh_error error;
} collector;

static void fail(collector *c, const sh_error *error) {
    if (!atomic_exchange(&c->failed, true)) c->error = *error;
}

// Notes a position that is critical and balanced. Its value alone is asked first: that is cheap.
static sh_status look(collector *c, const sh_position *position, listed *list, sh_error *error) {
    bool critical;
    sh_value value;
    int lead = sh_lead(c->game, position);
    if (list->count == FROM_GAME || abs(lead) > c->options->lead) return SH_OK;
    sh_status status = sh_probe(c->options->table, position, &value, error);
    if (status || !c->wanted[value.outcome + 1]) return status;
    status = sh_grade_critical(c->options->table, position, &critical, &value, error);
    if (!status && critical) list->found[list->count++] = (found){*position, value.outcome};
    return status;
}

static sh_move draw_move(const sh_record *record, sh_random *random) {
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(sh_record_game(record), sh_record_position(record), moves);
    return moves[sh_random_below(random, (uint64_t)count)];
}

static sh_status play_on(collector *c, sh_agent *agent, sh_record *record, sh_random *random,
                         listed *list, sh_error *error) {
    int stray = c->options->stray;
    sh_status status = SH_OK;
    while (!status && !sh_record_over(record) && sh_record_count(record) < PLIES &&
           !sh_stopped(c->monitor)) {
        sh_agent_choice choice;
        status = look(c, sh_record_position(record), list, error);
        if (status) break;
        if (stray && sh_random_below(random, (uint64_t)stray) == 0)
            choice.move = draw_move(record, random);
        else
            status = sh_agent_choose(agent, record, NULL, &choice, error);
        if (!status) status = sh_record_play(record, choice.move, error);
    }
    return status;
}

static void play_game(void *context, size_t index, int worker) {
    collector *c = context;
    const sh_critical_options *o = c->options;
    listed *list = &c->list[index];
    list->count = 0;
    if (atomic_load(&c->failed) || sh_stopped(c->monitor)) return;
    sh_random random = {o->seed * 0x9e3779b97f4a7c15ULL + c->first + index};
    int opening = o->opening ? (int)sh_random_below(&random, (uint64_t)o->opening) + 1 : 0;
    sh_record *record = NULL;
    sh_error error = {.text = ""};
    sh_status status = sh_opening_draw(&record, c->game, opening, sh_random_next(&random), &error);
    sh_agent_reset(c->agent[worker], sh_random_next(&random));
    if (!status) status = play_on(c, c->agent[worker], record, &random, list, &error);
    sh_record_close(record);
    if (status) fail(c, &error);
}

// What has been collected so far.
typedef struct basket {
    sh_position *positions;
    int won, drawn;
    int barren; // games since the last
    sh_keys plain, mirrored;
    sh_keyset seen;
} basket;

static sh_status take(const collector *c, basket *b, const found *f) {
    bool win = f->value == SH_WIN;
    if (win ? b->won >= c->options->won : b->drawn >= c->options->drawn) return SH_OK;
    uint64_t key = sh_key_canonical(sh_position_key(&b->plain, &f->position),
                                    sh_position_key(&b->mirrored, &f->position));
    sh_status status = sh_keyset_add(&b->seen, &key);
    if (status) return status == SH_NO ? SH_OK : status;
    b->positions[b->won + b->drawn] = f->position;
    b->won += win;
    b->drawn += !win;
    b->barren = 0;
    return SH_OK;
}

static sh_status collect(collector *c, basket *b, sh_pool *pool, sh_error *error) {
    int wanted = c->options->won + c->options->drawn;
    double began = sh_clock();
    while (b->won + b->drawn < wanted && b->barren < PATIENCE) {
        c->wanted[SH_DRAW + 1] = b->drawn < c->options->drawn;
        c->wanted[SH_WIN + 1] = b->won < c->options->won;
        sh_pool_run(pool, BATCH, play_game, c);
        if (sh_stopped(c->monitor)) return SH_INTERRUPTED;
        if (atomic_load(&c->failed)) return sh_fail(error, c->error.status, "%s", c->error.text);
        for (int i = 0; i < BATCH; i++) {
            b->barren++;
            for (int k = 0; k < c->list[i].count; k++)
                if (take(c, b, &c->list[i].found[k]))
                    return sh_fail(error, SH_RESOURCES, "out of memory for positions");
        }
        c->first += BATCH;
        sh_report(c->monitor, &(sh_progress){.phase = "collect",
                                             .done = (uint64_t)(b->won + b->drawn),
                                             .total = (uint64_t)wanted,
                                             .seconds = sh_clock() - began});
    }
    return SH_OK;
}

static sh_status collect_all(collector *c, sh_pool *pool, basket *b, sh_error *error) {
    const sh_critical_options *o = c->options;
    int workers = sh_pool_threads(pool);
    sh_status status = SH_OK;
    c->agent = calloc((size_t)workers, sizeof(sh_agent *));
    if (!c->agent) return sh_fail(error, SH_RESOURCES, "out of memory for games");
    b->seen.words = 1;
    sh_keys_make(&b->plain, c->game, NULL);
    sh_keys_make(&b->mirrored, c->game, sh_symmetry_mirror(c->game));
    for (int i = 0; i < workers && !status; i++)
        status = sh_agent_open(&c->agent[i], c->game, o->agent, o->seed, c->monitor, error);
    if (!status) status = collect(c, b, pool, error);
    for (int i = 0; i < workers; i++) sh_agent_close(c->agent[i]);
    sh_keyset_close(&b->seen);
    free(c->agent);
    return status;
}

sh_status sh_critical_collect(const sh_critical_options *options, sh_pool *pool,
                              const sh_monitor *monitor, sh_position *positions, int *won,
                              int *drawn, sh_error *error) {
    collector *c = calloc(1, sizeof *c);
    basket *b = calloc(1, sizeof *b);
    sh_status status = SH_RESOURCES;
    if (c && b) {
        c->options = options;
        c->game = sh_table_game(options->table);
        c->monitor = monitor;
        b->positions = positions;
        status = collect_all(c, pool, b, error);
        *won = b->won;
        *drawn = b->drawn;
    } else {
        sh_error_set(error, SH_RESOURCES, "out of memory for games");
    }
    free(b);
    free(c);
    return status;
}
