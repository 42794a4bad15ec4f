// SPDX-License-Identifier: MIT
// A level of play as an agent.
#include <stdlib.h> // calloc

#include "base/memory.h"
#include "play/agent.h"
#include "sternhalma/opponent.h"

typedef struct level_agent {
    sh_opponent *opponent;
    sh_tables *tables;
} level_agent;

static sh_status make(void **state, const sh_game *game, sh_settings *settings, uint64_t seed,
                      sh_error *error) {
    sh_engine_options options = {0};
    int level = 0;
    const char *text = sh_settings_take(settings, "");
    const char *hash = sh_settings_take(settings, "hash");
    const char *tables = sh_settings_take(settings, "tables");
    options.cache = sh_settings_take(settings, "cache");
    sh_engine_watch(&options, settings->monitor);
    if (!text)
        return sh_fail(error, SH_USAGE, "say which level: level:1 to level:%d", SH_LEVEL_STRONGEST);
    sh_status status = sh_level_parse(&level, text, error);
    if (!status && hash) status = sh_memory_parse(&options.hash_bytes, hash, error);
    if (status) return status;
    level_agent *agent = calloc(1, sizeof *agent);
    if (!agent) return sh_fail(error, SH_RESOURCES, "out of memory for an agent");
    *state = agent;
    if (tables) status = sh_tables_open(&agent->tables, tables, 0, error);
    options.tables = agent->tables;
    return status ? status : sh_opponent_open(&agent->opponent, game, level, &options, seed, error);
}

static sh_status choose(void *state, const sh_record *record, const sh_limits *limits,
                        sh_agent_choice *choice, sh_error *error) {
    sh_finding finding;
    level_agent *agent = state;
    sh_status status = sh_opponent_choose(agent->opponent, record, limits, &finding, error);
    if (status) return status;
    sh_agent_take(choice, &finding);
    return SH_OK;
}

static void reset(void *state, uint64_t seed) {
    sh_opponent_reset(((level_agent *)state)->opponent, seed);
}

static void release(void *state) {
    level_agent *agent = state;
    sh_opponent_close(agent->opponent);
    sh_tables_close(agent->tables);
    free(agent);
}

const sh_agent_kind sh_agent_level = {
    .name = "level",
    .summary = "a level for people: level:1 to level:13, or level:perfect,tables=PATH; hash=SIZE, "
               "cache=FOLDER",
    .make = make,
    .choose = choose,
    .reset = reset,
    .release = release,
};
