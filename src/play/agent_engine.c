// SPDX-License-Identifier: MIT
// The engine as an agent, and the reference configuration of it.
#include <stdio.h>  // snprintf
#include <stdlib.h> // calloc
#include <string.h> // strlen

#include "base/memory.h"
#include "play/agent.h"

// What is no setting of the engine's surroundings is a parameter of its search.
static void gather(sh_settings *settings, const char *base, char *text, size_t room) {
    snprintf(text, room, "%s", base);
    for (int i = 0; i < settings->count; i++) {
        if (settings->taken[i] || !*settings->name[i]) continue;
        size_t used = strlen(text);
        snprintf(text + used, room - used, "%s%s=%s", used ? "," : "", settings->name[i],
                 settings->value[i]);
        settings->taken[i] = true;
    }
}

typedef struct engine_agent {
    sh_engine *engine;
    sh_tables *tables;
    const sh_monitor *monitor;
} engine_agent;

// `base` are parameters that come before those of the settings.
static sh_status make(void **state, const sh_game *game, sh_settings *settings, const char *base,
                      sh_error *error) {
    char parameters[2 * sizeof settings->text];
    sh_engine_options options = {.settings = parameters};
    sh_engine_watch(&options, settings->monitor);
    sh_status status =
        sh_settings_count(settings, "threads", 1, SH_MAX_THREADS, &options.threads, error);
    const char *hash = sh_settings_take(settings, "hash");
    const char *tables = sh_settings_take(settings, "tables");
    options.cache = sh_settings_take(settings, "cache");
    options.weights = sh_settings_take(settings, "weights");
    if (!status && hash) status = sh_memory_parse(&options.hash_bytes, hash, error);
    if (status) return status;
    gather(settings, base, parameters, sizeof parameters);
    engine_agent *agent = calloc(1, sizeof *agent);
    if (!agent) return sh_fail(error, SH_RESOURCES, "out of memory for an agent");
    *state = agent;
    if (tables) status = sh_tables_open(&agent->tables, tables, 0, error);
    options.tables = agent->tables;
    if (!status) status = sh_engine_open(&agent->engine, game, &options, error);
    if (status) return status;
    agent->monitor = settings->monitor;
    sh_engine_obey(agent->engine, agent->monitor);
    return SH_OK;
}

#define MAKE(name, base)                                                                           \
    static sh_status make_##name(void **state, const sh_game *game, sh_settings *settings,         \
                                 uint64_t seed, sh_error *error) {                                 \
        (void)seed;                                                                                \
        return make(state, game, settings, base, error);                                           \
    }
MAKE(engine, "")
MAKE(reference, "reference")
// What hops ahead reach counts in the tree alone: docs/notes/many.md.
MAKE(maxn, "method=1,reach=0")
MAKE(paranoid, "method=2,reach=0")
MAKE(brs, "method=3,reach=0")
MAKE(brs_plus, "method=4,reach=0")
MAKE(opps, "method=5,reach=0")
MAKE(tree, "method=6")
#undef MAKE

// Without limits it would think for ever.
#define USUAL_SECONDS 0.1

static sh_status choose(void *state, const sh_record *record, const sh_limits *limits,
                        sh_agent_choice *choice, sh_error *error) {
    sh_limits used = *limits;
    if (!used.depth && !used.nodes && used.seconds <= 0 && used.clock <= 0)
        used.seconds = USUAL_SECONDS;
    sh_finding finding;
    engine_agent *agent = state;
    sh_status status = sh_engine_search(agent->engine, record, &used, NULL, NULL, &finding, error);
    if (status) return status;
    if (sh_stopped(agent->monitor)) return SH_INTERRUPTED;
    sh_agent_take(choice, &finding);
    return SH_OK;
}

static void reset(void *state, uint64_t seed) {
    (void)seed;
    sh_engine_reset(((engine_agent *)state)->engine);
}

static void release(void *state) {
    engine_agent *agent = state;
    sh_engine_close(agent->engine);
    sh_tables_close(agent->tables);
    free(agent);
}

#define KIND(id, words, about)                                                                     \
    const sh_agent_kind sh_agent_##id = {.name = words,                                            \
                                         .summary = about,                                         \
                                         .make = make_##id,                                        \
                                         .choose = choose,                                         \
                                         .reset = reset,                                           \
                                         .release = release}
KIND(engine, "engine",
     "the engine: threads=N, hash=SIZE, cache=FOLDER, tables=PATH, weights=FILE, any parameter of "
     "the search");
KIND(reference, "reference",
     "the engine as it was first put together, to measure against; settings as engine");
KIND(maxn, "maxn", "stars: every player does the best for itself; settings as engine");
KIND(paranoid, "paranoid", "stars: all others play against the one to move");
KIND(brs, "brs", "stars: only the rival with the best reply moves");
KIND(brs_plus, "brs+", "stars: the same, and the others make the move expected of them");
KIND(opps, "opps", "stars: replies=N rivals may do the unexpected, with reply_width=N moves");
KIND(tree, "mcts", "stars: Monte Carlo tree search with progressive history and widening");
