// SPDX-License-Identifier: MIT
// Games are tasks of a pool; each of its threads has both agents for itself. A game that is over
// waits until all before it are over; then it is counted and reported.
#include "arena/match.h"

#include <pthread.h> // pthread_mutex_t
#include <stdio.h>   // snprintf
#include <stdlib.h>  // calloc
#include <string.h>  // memset

#include "base/pool.h"
#include "play/opening.h"

// One game under way or waiting to be counted.
typedef struct bout {
    sh_match_game game;
    sh_record *record;
    sh_agent_choice *choices;
    int room; // of choices
    uint64_t moves[2];
    double seconds[2], wall[2];
    double clock[2]; // what is left of each agent's; 0: it has none
    struct bout *next;
} bout;

typedef struct match {
    const sh_match_options *options;
    const sh_monitor *monitor;
    sh_match_report *report;
    void *user;
    sh_match_score *score;
    int longest, begun; // games that were counted before
    sh_pool *pool;
    sh_agent *(*agents)[2]; // of each thread
    pthread_mutex_t mutex;  // for what follows
    bout *waiting;
    bool over; // no more games
    double own;
    sh_status status;
    sh_error error;
} match;

static void free_bout(bout *b) {
    if (!b) return;
    sh_record_close(b->record);
    free(b->choices);
    free(b);
}

static bool stopped(match *m) {
    pthread_mutex_lock(&m->mutex);
    if (sh_stopped(m->monitor)) m->over = true;
    bool over = m->over;
    pthread_mutex_unlock(&m->mutex);
    return over;
}

static void fail(match *m, sh_status status, const sh_error *error) {
    pthread_mutex_lock(&m->mutex);
    if (!m->status) {
        m->status = status;
        m->error = *error;
    }
    m->over = true;
    pthread_mutex_unlock(&m->mutex);
}

static void fail_memory(match *m) {
    sh_error error;
    fail(m, sh_fail(&error, SH_RESOURCES, "out of memory for a match"), &error);
}

static uint64_t opening_seed(const sh_match_options *o, int pair) {
    return o->seed * 0x9e3779b97f4a7c15ULL + (uint64_t)pair;
}

static uint64_t agent_seed(const sh_match_options *o, int number, int agent) {
    return o->seed * 0xd6e8feb86659fd93ULL + 2 * (uint64_t)number + (uint64_t)agent;
}

static sh_status open_record(const sh_match_options *o, bout *b, sh_error *error) {
    int pair = b->game.number / 2;
    if (o->openings)
        return sh_record_open(&b->record, o->game, &o->openings->position[pair], error);
    b->game.opening = o->opening;
    return sh_opening_draw(&b->record, o->game, o->opening, opening_seed(o, pair), error);
}

static sh_agent_choice *next_choice(bout *b, int ply) {
    if (ply == b->room) {
        int room = b->room ? 2 * b->room : 128;
        sh_agent_choice *more = realloc(b->choices, (size_t)room * sizeof *more);
        if (!more) return NULL;
        b->choices = more;
        b->room = room;
    }
    return &b->choices[ply];
}

static void blame(bout *b, int agent, const char *fault) {
    b->game.faulty = agent;
    b->game.winner = 1 - agent;
    snprintf(b->game.fault, sizeof b->game.fault, "%s", fault);
}

// Takes the time of a move from the agent's clock. SH_NO where there was not enough left.
static sh_status run_clock(bout *b, sh_agent *agent, int number, double spent, sh_error *error) {
    const sh_limits *limits = sh_agent_limits(agent);
    double *clock = &b->clock[number];
    if (limits->clock <= 0) return SH_OK;
    *clock -= spent;
    if (*clock < -sh_agent_grace(agent))
        return sh_fail(error, SH_NO, "it oversteps its time by %.0f ms", -1000 * *clock);
    if (*clock < 0.001) *clock = 0.001; // within grace
    *clock += limits->increment;
    return SH_OK;
}

// One move of a game. False where the agent fails, oversteps its time or its move is not legal.
static bool play_move(bout *b, sh_agent *const agents[2], int agent, sh_agent_choice *choice) {
    sh_error error = {.text = ""};
    sh_limits limits = *sh_agent_limits(agents[agent]);
    limits.clock = b->clock[agent];
    sh_status status = sh_agent_choose(agents[agent], b->record, &limits, choice, &error);
    if (!status) status = run_clock(b, agents[agent], agent, choice->wall, &error);
    if (!status) {
        b->seconds[agent] += choice->seconds;
        b->wall[agent] += choice->wall;
        b->game.nodes[agent] += choice->nodes;
        b->moves[agent]++;
        status = sh_record_play(b->record, choice->move, &error);
    }
    if (status) blame(b, agent, error.text);
    return !status;
}

// Plays on from the opening until the game is over. False where the match was stopped before.
static bool play_on(match *m, bout *b, sh_agent *const agents[2]) {
    for (int ply = 0; ply < m->longest; ply++) {
        sh_result result = sh_record_result(b->record);
        if (result.ending != SH_GOES_ON) {
            if (result.winner >= 0) b->game.winner = result.winner ^ b->game.first;
            return true;
        }
        if (stopped(m)) return false;
        int agent = sh_record_position(b->record)->turn ^ b->game.first;
        sh_agent_choice *choice = next_choice(b, ply);
        if (!choice) {
            fail_memory(m);
            return false;
        }
        if (!play_move(b, agents, agent, choice)) return true;
    }
    return true;
}

static void count_game(match *m, bout *b) {
    sh_match_score *score = m->score;
    for (int i = 0; i < 2; i++) {
        score->seconds[i] += b->seconds[i];
        score->wall[i] += b->wall[i];
        score->nodes[i] += b->game.nodes[i];
        score->moves[i] += b->moves[i];
        score->faults[i] += b->game.faulty == i;
    }
    sh_score_add(score, b->game.winner);
    b->game.record = b->record;
    b->game.choices = b->choices;
    if (m->report) m->status = m->report(m->user, &b->game, score, &m->error);
    if (m->status) m->over = true;
    if (score->games % 2 == 0 && sh_sprt_judge(&m->options->sprt, score->pairs)) m->over = true;
}

// Counts the games that are over and whose turn it is.
static void deliver(match *m, bout *finished) {
    pthread_mutex_lock(&m->mutex);
    finished->next = m->waiting;
    m->waiting = finished;
    for (bout **at = &m->waiting; *at && !m->over;) {
        if ((*at)->game.number != m->score->games) {
            at = &(*at)->next;
            continue;
        }
        bout *b = *at;
        *at = b->next;
        count_game(m, b);
        free_bout(b);
        at = &m->waiting;
    }
    pthread_mutex_unlock(&m->mutex);
}

// One game: a task of the pool.
static void play_game(void *context, size_t index, int thread) {
    match *m = context;
    sh_error error = {.text = ""};
    if (stopped(m)) return;
    double began = sh_thread_clock(), agents_time = 0;
    bout *b = calloc(1, sizeof *b);
    if (!b) {
        fail_memory(m);
        return;
    }
    b->game = (sh_match_game){.number = m->begun + (int)index, .winner = -1, .faulty = -1};
    b->game.first = b->game.number % 2;
    sh_status status = open_record(m->options, b, &error);
    double reset = sh_thread_clock();
    for (int i = 0; i < 2; i++) {
        b->clock[i] = sh_agent_limits(m->agents[thread][i])->clock;
        sh_agent_reset(m->agents[thread][i], agent_seed(m->options, b->game.number, i));
    }
    agents_time += sh_thread_clock() - reset;
    bool whole = !status && play_on(m, b, m->agents[thread]);
    agents_time += b->seconds[0] + b->seconds[1];
    if (status) fail(m, status, &error);
    if (whole)
        deliver(m, b);
    else
        free_bout(b);
    pthread_mutex_lock(&m->mutex);
    m->own += sh_thread_clock() - began - agents_time;
    pthread_mutex_unlock(&m->mutex);
}

static sh_status open_match(match *m, sh_error *error) {
    const sh_match_options *o = m->options;
    sh_status status = sh_pool_open(&m->pool, o->at_once ? o->at_once : 1, error);
    if (status) return status;
    int threads = sh_pool_threads(m->pool);
    m->agents = calloc((size_t)threads, sizeof *m->agents);
    if (!m->agents) return sh_fail(error, SH_RESOURCES, "out of memory for a match");
    for (int i = 0; i < 2 * threads && !status; i++)
        status = sh_agent_open(&m->agents[i / 2][i % 2], o->game, o->agent[i % 2], o->seed,
                               m->monitor, error);
    return status;
}

static void close_match(match *m) {
    for (int i = 0; m->agents && i < 2 * sh_pool_threads(m->pool); i++)
        sh_agent_close(m->agents[i / 2][i % 2]);
    free(m->agents);
    sh_pool_close(m->pool);
    pthread_mutex_destroy(&m->mutex);
    for (bout *b = m->waiting, *next; b; b = next) {
        next = b->next;
        free_bout(b);
    }
}

static sh_status check_options(const sh_match_options *o, sh_error *error) {
    if (!o->openings || o->openings->count >= o->pairs) return SH_OK;
    return sh_fail(error, SH_USAGE,
                   "there are %d openings, and %d games need %d: an opening is not used twice",
                   o->openings->count, 2 * o->pairs, o->pairs);
}

sh_status sh_match_play(const sh_match_options *options, const sh_monitor *monitor,
                        sh_match_report *report, void *user, sh_match_score *score,
                        sh_match_time *time, sh_error *error) {
    match m = {.options = options,
               .monitor = monitor,
               .report = report,
               .user = user,
               .score = score,
               .longest = options->longest ? options->longest : SH_MATCH_LONGEST,
               .begun = score->games};
    sh_score_rate(score);
    sh_status status = check_options(options, error);
    if (status) return status;
    pthread_mutex_init(&m.mutex, NULL);
    status = open_match(&m, error);
    double began = sh_clock();
    if (!status && 2 * options->pairs > m.begun)
        sh_pool_run(m.pool, (size_t)(2 * options->pairs - m.begun), play_game, &m);
    if (time) *time = (sh_match_time){sh_clock() - began, m.own};
    if (m.status && error) *error = m.error;
    if (!status) status = m.status;
    if (!status && sh_stopped(monitor)) status = SH_INTERRUPTED;
    close_match(&m);
    return status;
}
