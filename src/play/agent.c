// SPDX-License-Identifier: MIT
// From the text of an agent to the agent.
#include "play/agent.h"

#include <stdio.h>  // snprintf
#include <stdlib.h> // calloc
#include <string.h> // strchr

#include "base/near_word.h"
#include "base/progress.h" // sh_thread_clock
#include "play/scopes.h"

extern const sh_agent_kind sh_agent_engine, sh_agent_reference, sh_agent_random, sh_agent_table;
extern const sh_agent_kind sh_agent_level;
extern const sh_agent_kind sh_agent_greedy, sh_agent_minimax, sh_agent_alphabeta;
extern const sh_agent_kind sh_agent_montecarlo, sh_agent_ugi;
extern const sh_agent_kind sh_agent_maxn, sh_agent_paranoid, sh_agent_brs, sh_agent_brs_plus;
extern const sh_agent_kind sh_agent_opps, sh_agent_tree;

const sh_agent_kind *const sh_agent_kinds[] = {&sh_agent_engine,
                                               &sh_agent_reference,
                                               &sh_agent_table,
                                               &sh_agent_level,
                                               &sh_agent_random,
                                               &sh_agent_greedy,
                                               &sh_agent_minimax,
                                               &sh_agent_alphabeta,
                                               &sh_agent_montecarlo,
                                               &sh_agent_maxn,
                                               &sh_agent_paranoid,
                                               &sh_agent_brs,
                                               &sh_agent_brs_plus,
                                               &sh_agent_opps,
                                               &sh_agent_tree,
                                               &sh_agent_ugi,
                                               NULL};

struct sh_agent {
    const sh_agent_kind *kind;
    char text[1024];
    void *state;
    sh_limits limits;
    double grace;
};

static sh_status find_kind(const sh_agent_kind **kind, const char *text, sh_error *error) {
    size_t length = strcspn(text, ":");
    char all[256] = "there are ", word[64];
    snprintf(word, sizeof word, "%.*s", (int)(length < 60 ? length : 60), text);
    sh_near_word near = {.wanted = word};
    for (int i = 0; sh_agent_kinds[i]; i++) {
        *kind = sh_agent_kinds[i];
        if (strlen((*kind)->name) == length && strncmp((*kind)->name, text, length) == 0)
            return SH_OK;
        sh_near_word_offer(&near, (*kind)->name);
        size_t used = strlen(all);
        snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "", (*kind)->name);
    }
    return sh_near_word_fail(&near, "agent", all, error);
}

static sh_status split(sh_settings *settings, const char *text, sh_error *error) {
    const char *colon = strchr(text, ':');
    memset(settings, 0, sizeof *settings);
    settings->grace = 0.2;
    settings->patience = 60;
    if (!colon || !colon[1]) return SH_OK;
    if (strlen(colon) > sizeof settings->text)
        return sh_fail(error, SH_USAGE, "the settings of an agent are too long");
    strcpy(settings->text, colon + 1);
    char *rest = settings->text, *item;
    while ((item = strsep(&rest, ","))) {
        if (settings->count == SH_MAX_SETTINGS)
            return sh_fail(error, SH_USAGE, "an agent has at most %d settings", SH_MAX_SETTINGS);
        char *equals = strchr(item, '=');
        settings->name[settings->count] = equals ? item : "";
        settings->value[settings->count++] = equals ? equals + 1 : item;
        if (equals) *equals = 0;
    }
    return SH_OK;
}

// "100ms", "2s", "0.5"; *end is behind it.
static bool parse_time(const char *text, double *seconds, const char **end) {
    char *at;
    double value = strtod(text, &at);
    if (at == text) return false;
    if (strncmp(at, "ms", 2) == 0) {
        value /= 1000;
        at += 2;
    } else if (*at == 's') {
        at++;
    }
    *seconds = value;
    *end = at;
    return value >= 0 && value < 1e6;
}

static sh_status read_time(sh_settings *settings, const char *name, double *seconds,
                           sh_error *error) {
    const char *text = sh_settings_take(settings, name), *end;
    double value;
    if (!text) return SH_OK;
    if (!parse_time(text, &value, &end) || *end || value <= 0)
        return sh_fail(error, SH_USAGE, "%s is a time like 100ms or 2s, not '%.20s'", name, text);
    *seconds = value;
    return SH_OK;
}

// "10s" or "10s+0.1s": a clock, and what is added to it for every move.
static sh_status read_clock(sh_settings *settings, sh_limits *limits, sh_error *error) {
    const char *text = sh_settings_take(settings, "tc"), *end;
    if (!text) return SH_OK;
    bool good = parse_time(text, &limits->clock, &end) && limits->clock > 0;
    if (good && *end == '+') good = parse_time(end + 1, &limits->increment, &end);
    if (!good || *end)
        return sh_fail(error, SH_USAGE, "tc is a clock like 10s or 10s+0.1s, not '%.20s'", text);
    return SH_OK;
}

static sh_status read_limits(sh_settings *settings, sh_limits *limits, sh_error *error) {
    double nodes = 0, cpu = 0;
    sh_status status = read_time(settings, "time", &limits->seconds, error);
    if (!status) status = read_time(settings, "cpu", &cpu, error);
    if (!status) status = read_clock(settings, limits, error);
    if (!status) status = read_time(settings, "grace", &settings->grace, error);
    if (!status) status = read_time(settings, "patience", &settings->patience, error);
    if (!status) status = sh_settings_number(settings, "nodes", 1, 1e15, &nodes, error);
    if (!status)
        status = sh_settings_count(settings, "depth", 1, SH_LIMIT_DEPTH, &limits->depth, error);
    limits->nodes = (uint64_t)nodes;
    if (cpu > 0) {
        limits->seconds = cpu;
        limits->cpu = true;
    }
    return status;
}

static sh_status all_taken(const sh_agent_kind *kind, const sh_settings *settings,
                           sh_error *error) {
    for (int i = 0; i < settings->count; i++)
        if (!settings->taken[i])
            return sh_fail(error, SH_USAGE, "an agent '%s' has no setting '%.40s'", kind->name,
                           *settings->name[i] ? settings->name[i] : settings->value[i]);
    return SH_OK;
}

sh_status sh_agent_open(sh_agent **agent, const sh_game *game, const char *text, uint64_t seed,
                        const sh_monitor *monitor, sh_error *error) {
    const sh_agent_kind *kind;
    sh_settings settings;
    sh_status status = sh_scope_check(&sh_agent_scope, game, error);
    if (!status) status = find_kind(&kind, text, error);
    if (!status) status = split(&settings, text, error);
    if (status) return status;
    sh_agent *made = calloc(1, sizeof *made);
    if (!made) return sh_fail(error, SH_RESOURCES, "out of memory for an agent");
    made->kind = kind;
    settings.monitor = monitor;
    snprintf(made->text, sizeof made->text, "%s", text);
    status = read_limits(&settings, &made->limits, error);
    made->grace = settings.grace;
    if (!status) status = kind->make(&made->state, game, &settings, seed, error);
    if (!status) status = all_taken(kind, &settings, error);
    if (status)
        sh_agent_close(made);
    else
        *agent = made;
    return status;
}

static bool pass_on(void *user, uint64_t done, uint64_t total, double seconds) {
    const sh_monitor *monitor = user;
    sh_report(monitor, &(sh_progress){
                           .phase = "distances", .done = done, .total = total, .seconds = seconds});
    return !sh_stopped(monitor);
}

void sh_engine_watch(sh_engine_options *options, const sh_monitor *monitor) {
    options->progress = monitor ? pass_on : NULL;
    options->user = (void *)monitor; // which is not changed
}

void sh_agent_close(sh_agent *agent) {
    if (!agent) return;
    if (agent->state) agent->kind->release(agent->state);
    free(agent);
}

void sh_agent_reset(sh_agent *agent, uint64_t seed) {
    if (agent->kind->reset) agent->kind->reset(agent->state, seed);
}

const char *sh_agent_text(const sh_agent *agent) { return agent->text; }

const sh_limits *sh_agent_limits(const sh_agent *agent) { return &agent->limits; }

double sh_agent_grace(const sh_agent *agent) { return agent->grace; }

void sh_agent_take(sh_agent_choice *choice, const sh_finding *finding) {
    choice->move = finding->line[0];
    choice->score = finding->score;
    choice->depth = finding->depth;
    choice->nodes = finding->nodes;
}

sh_status sh_agent_choose(sh_agent *agent, const sh_record *record, const sh_limits *limits,
                          sh_agent_choice *choice, sh_error *error) {
    sh_status status = sh_record_check_ongoing(record, error);
    if (status) return status;
    *choice = (sh_agent_choice){0};
    double began = sh_thread_clock(), wall = sh_clock();
    status =
        agent->kind->choose(agent->state, record, limits ? limits : &agent->limits, choice, error);
    choice->seconds = sh_thread_clock() - began;
    choice->wall = sh_clock() - wall;
    return status;
}
