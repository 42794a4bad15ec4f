// SPDX-License-Identifier: MIT
// An agent that plays perfectly, from a table.
#include <stdlib.h> // calloc

#include "play/agent.h"
#include "sternhalma/probe.h"

typedef struct from_table {
    sh_tables *tables;
    sh_perfect_play *player;
} from_table;

static void release(void *state) {
    from_table *agent = state;
    sh_perfect_play_close(agent->player);
    sh_tables_close(agent->tables);
    free(agent);
}

static sh_status make(void **state, const sh_game *game, sh_settings *settings, uint64_t seed,
                      sh_error *error) {
    (void)seed;
    const char *path = sh_settings_take(settings, "");
    if (!path) return sh_fail(error, SH_USAGE, "name the table: table:FILE or table:FOLDER");
    from_table *agent = calloc(1, sizeof *agent);
    if (!agent) return sh_fail(error, SH_RESOURCES, "out of memory for an agent");
    *state = agent;
    sh_status status = sh_tables_open(&agent->tables, path, 0, error);
    if (status) return status;
    const sh_table *table = sh_tables_find(agent->tables, game);
    if (!table)
        return sh_fail(error, SH_DATA, "%.200s has no table of %s under %s rules", path, game->name,
                       sh_profile_name(game->profile));
    return sh_perfect_play_open(&agent->player, table, error);
}

static sh_status choose(void *state, const sh_record *record, const sh_limits *limits,
                        sh_agent_choice *choice, sh_error *error) {
    (void)limits;
    sh_value value;
    sh_status status = sh_perfect_play_move(
        ((from_table *)state)->player, sh_record_position(record), &choice->move, &value, error);
    // A table that cannot be read any more ends a match; it loses no game.
    return status == SH_DATA ? SH_RESOURCES : status;
}

static void reset(void *state, uint64_t seed) {
    (void)seed;
    sh_perfect_play_reset(((from_table *)state)->player);
}

const sh_agent_kind sh_agent_table = {
    .name = "table",
    .summary = "perfect play from a table: table:FILE or table:FOLDER",
    .make = make,
    .choose = choose,
    .reset = reset,
    .release = release,
};
