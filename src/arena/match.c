// SPDX-License-Identifier: MIT
// Games are tasks of a pool; each of its threads has all agents for itself. A game that is over
// waits until all before it are over; then it is counted and reported.
#include "arena/match.h"

#include <pthread.h> // pthread_mutex_t
#include <stdio.h>   // snprintf
#include <stdlib.h>  // calloc
#include <string.h>  // memset

#include "base/pool.h"
#include "play/opening.h"
#include "play/scopes.h"

// One game under way or waiting to be counted.
typedef struct bout {
    sh_match_game game;
    sh_record *record;
    sh_agent_choice *choices;
    int room; // of choices
    // By player:
    uint64_t moves[SH_MAX_PLAYERS];
    double seconds[SH_MAX_PLAYERS], wall[SH_MAX_PLAYERS];
    double clock[SH_MAX_PLAYERS]; // what is left of it; 0: it has none
    struct bout *next;
} bout;

// The agents of a thread; the last stands in for those who were taken out.
typedef struct crew {
    sh_agent *agent[SH_MAX_PLAYERS];
    sh_agent *stand_in; // NULL between two players
} crew;

typedef struct match {
    const sh_match_options *options;
    int agents, players;
    const sh_monitor *monitor;
    sh_match_report *report;
    void *user;
    sh_match_score *score;
    int longest, begun; // games that were counted before
    sh_pool *pool;
    crew *crews;           // of each thread
    pthread_mutex_t mutex; // for what follows
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

static uint64_t opening_seed(const sh_match_options *o, int round) {
    return o->seed * 0x9e3779b97f4a7c15ULL + (uint64_t)round;
}

static uint64_t agent_seed(const match *m, int number, int agent) {
    return m->options->seed * 0xd6e8feb86659fd93ULL + (uint64_t)m->agents * (uint64_t)number +
           (uint64_t)agent;
}

static sh_status open_record(const match *m, bout *b, sh_error *error) {
    const sh_match_options *o = m->options;
    int round = b->game.number / m->agents;
    if (o->openings)
        return sh_record_open(&b->record, o->game, &o->openings->position[round], error);
    b->game.opening = o->opening;
    return sh_opening_draw(&b->record, o->game, o->opening, opening_seed(o, round), error);
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

// A player has failed: between two the other one has won, among more it is taken out.
static void blame(match *m, bout *b, int player, const char *fault) {
    b->game.how.out[player] = true;
    if (m->players == 2) b->game.how.winner = 1 - player;
    if (b->game.faulty >= 0) return;
    b->game.faulty = player;
    snprintf(b->game.fault, sizeof b->game.fault, "%s", fault);
}

// Takes the time of a move from the player's clock. SH_NO where there was not enough left.
static sh_status run_clock(bout *b, sh_agent *agent, int player, double spent, sh_error *error) {
    const sh_limits *limits = sh_agent_limits(agent);
    double *clock = &b->clock[player];
    if (limits->clock <= 0) return SH_OK;
    *clock -= spent;
    if (*clock < -sh_agent_grace(agent))
        return sh_fail(error, SH_NO, "it oversteps its time by %.0f ms", -1000 * *clock);
    if (*clock < 0.001) *clock = 0.001; // within grace
    *clock += limits->increment;
    return SH_OK;
}

// One move of a game. Fails where the agent does, oversteps its time or its move is not legal.
static sh_status play_move(bout *b, sh_agent *agent, int player, sh_agent_choice *choice,
                           sh_error *error) {
    sh_limits limits = *sh_agent_limits(agent);
    limits.clock = b->clock[player];
    sh_status status = sh_agent_choose(agent, b->record, &limits, choice, error);
    if (!status) status = run_clock(b, agent, player, choice->wall, error);
    if (status) return status;
    b->seconds[player] += choice->seconds;
    b->wall[player] += choice->wall;
    b->game.nodes[player] += choice->nodes;
    b->moves[player]++;
    return sh_record_play(b->record, choice->move, error);
}

// The move of a player who was taken out.
static sh_status play_for(bout *b, sh_agent *stand_in, sh_agent_choice *choice, sh_error *error) {
    sh_status status = sh_agent_choose(stand_in, b->record, NULL, choice, error);
    return status ? status : sh_record_play(b->record, choice->move, error);
}

// The next ply, by the agent whose turn it is or who stands in for it. False where the game cannot
// go on.
static bool play_ply(match *m, bout *b, const crew *c, sh_agent_choice *choice) {
    sh_error error = {.text = ""};
    int player = sh_record_position(b->record)->turn;
    sh_status status = SH_NO;
    if (!b->game.how.out[player]) {
        status = play_move(b, c->agent[b->game.how.seat[player]], player, choice, &error);
        if (!status) return true;
        if (status == SH_RESOURCES) { // what this machine lacks is nobody's fault
            fail(m, status, &error);
            return false;
        }
        blame(m, b, player, error.text);
    }
    if (c->stand_in) status = play_for(b, c->stand_in, choice, &error);
    if (status == SH_RESOURCES) fail(m, status, &error);
    return !status;
}

// Plays on from the opening until the game is over. False where the match was stopped before.
static bool play_on(match *m, bout *b, const crew *c) {
    for (int ply = 0; ply < m->longest; ply++) {
        sh_result result = sh_record_result(b->record);
        if (result.ending != SH_GOES_ON) {
            if (result.winner >= 0 && !b->game.how.out[result.winner])
                b->game.how.winner = result.winner;
            int last = (sh_record_position(b->record)->turn + m->players - 1) % m->players;
            b->game.how.late[last] = result.ending == SH_ENDED_CAMP;
            return true;
        }
        if (stopped(m)) return false;
        sh_agent_choice *choice = next_choice(b, ply);
        if (!choice) {
            fail_memory(m);
            return false;
        }
        bool more = play_ply(m, b, c, choice);
        if (stopped(m)) return false; // perhaps in the middle of a search
        if (!more) return true;
    }
    return true;
}

// Has the sequential test come to an end? It is asked after pairs of games only.
static bool decided(const sh_match_options *o, const sh_match_score *score) {
    return score->games % 2 == 0 && sh_sprt_judge(&o->sprt, score->pairs) != SH_SPRT_OPEN;
}

static void count_game(match *m, bout *b) {
    sh_match_score *score = m->score;
    const sh_seats_result *how = &b->game.how;
    for (int p = 0; p < m->players; p++) {
        int agent = how->seat[p];
        score->seconds[agent] += b->seconds[p];
        score->wall[agent] += b->wall[p];
        score->nodes[agent] += b->game.nodes[p];
        score->moves[agent] += b->moves[p];
        score->faults[agent] += how->out[p];
    }
    sh_score_count(score, m->options->game, sh_record_position(b->record), how, m->agents);
    b->game.record = b->record;
    b->game.choices = b->choices;
    if (m->report) m->status = m->report(m->user, &b->game, score, &m->error);
    if (m->status) m->over = true;
    if (decided(m->options, score)) m->over = true;
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
    crew *c = &m->crews[thread];
    b->game = (sh_match_game){.number = m->begun + (int)index, .how.winner = -1, .faulty = -1};
    sh_seating_find(m->players, m->agents, b->game.number, b->game.how.seat);
    sh_status status = open_record(m, b, &error);
    double reset = sh_thread_clock();
    for (int i = 0; i < m->agents; i++)
        sh_agent_reset(c->agent[i], agent_seed(m, b->game.number, i));
    if (c->stand_in) sh_agent_reset(c->stand_in, agent_seed(m, b->game.number, m->agents));
    for (int p = 0; p < m->players; p++)
        b->clock[p] = sh_agent_limits(c->agent[b->game.how.seat[p]])->clock;
    agents_time += sh_thread_clock() - reset;
    bool whole = !status && play_on(m, b, c);
    for (int p = 0; p < m->players; p++) agents_time += b->seconds[p];
    if (status) fail(m, status, &error);
    if (whole)
        deliver(m, b);
    else
        free_bout(b);
    pthread_mutex_lock(&m->mutex);
    m->own += sh_thread_clock() - began - agents_time;
    pthread_mutex_unlock(&m->mutex);
}

static sh_status open_crew(const match *m, crew *c, sh_error *error) {
    const sh_match_options *o = m->options;
    sh_status status = SH_OK;
    for (int i = 0; i < m->agents && !status; i++)
        status = sh_agent_open(&c->agent[i], o->game, o->agent[i], o->seed, m->monitor, error);
    if (!status && m->players > 2)
        status = sh_agent_open(&c->stand_in, o->game, SH_STAND_IN, o->seed, NULL, error);
    return status;
}

static sh_status open_match(match *m, sh_error *error) {
    const sh_match_options *o = m->options;
    sh_status status = sh_pool_open(&m->pool, o->at_once ? o->at_once : 1, error);
    if (status) return status;
    int threads = sh_pool_threads(m->pool);
    m->crews = calloc((size_t)threads, sizeof *m->crews);
    if (!m->crews) return sh_fail(error, SH_RESOURCES, "out of memory for a match");
    for (int i = 0; i < threads && !status; i++) status = open_crew(m, &m->crews[i], error);
    return status;
}

static void close_match(match *m) {
    for (int i = 0; m->crews && i < sh_pool_threads(m->pool); i++) {
        for (int j = 0; j < m->agents; j++) sh_agent_close(m->crews[i].agent[j]);
        sh_agent_close(m->crews[i].stand_in);
    }
    free(m->crews);
    sh_pool_close(m->pool);
    pthread_mutex_destroy(&m->mutex);
    for (bout *b = m->waiting, *next; b; b = next) {
        next = b->next;
        free_bout(b);
    }
}

static sh_status check_options(const match *m, sh_error *error) {
    const sh_match_options *o = m->options;
    sh_status status = sh_scope_check(&sh_agent_scope, o->game, error);
    if (status) return status;
    if (m->agents < 2 || m->agents > m->players)
        return sh_fail(error, SH_USAGE, "%s has %d players: name 2 to %d agents, not %d",
                       o->game->name, m->players, m->players, m->agents);
    if (m->players > 2 && o->sprt.wanted)
        return sh_fail(error, SH_USAGE, "a sequential test is for two players, and %s has %d",
                       o->game->name, m->players);
    if (!o->openings || o->openings->count >= o->rounds) return SH_OK;
    return sh_fail(error, SH_USAGE,
                   "there are %d openings, and %d games need %d: an opening is not used twice",
                   o->openings->count, m->agents * o->rounds, o->rounds);
}

sh_status sh_match_play(const sh_match_options *options, const sh_monitor *monitor,
                        sh_match_report *report, void *user, sh_match_score *score,
                        sh_match_time *time, sh_error *error) {
    match m = {.options = options,
               .agents = options->agents ? options->agents : 2,
               .players = options->game->players,
               .monitor = monitor,
               .report = report,
               .user = user,
               .score = score,
               .longest = options->longest ? options->longest : SH_MATCH_LONGEST,
               .begun = score->games};
    sh_score_rate(score);
    sh_status status = check_options(&m, error);
    if (status) return status;
    pthread_mutex_init(&m.mutex, NULL);
    status = open_match(&m, error);
    double began = sh_clock();
    int games = m.agents * options->rounds;
    if (!status && games > m.begun && !decided(options, score))
        sh_pool_run(m.pool, (size_t)(games - m.begun), play_game, &m);
    if (time) *time = (sh_match_time){sh_clock() - began, m.own};
    if (m.status && error) *error = m.error;
    if (!status) status = m.status;
    if (!status && sh_stopped(monitor)) status = SH_INTERRUPTED;
    close_match(&m);
    return status;
}
