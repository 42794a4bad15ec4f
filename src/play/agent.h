// SPDX-License-Identifier: MIT
// Agents: whatever chooses a move for a position, behind one interface, made from a short text.
//
// The text is a kind with its settings: `random`, `engine:time=100ms`, `engine:nodes=10000`,
// `engine:depth=6,threads=2,hash=64MB,futility=80`, `reference:nodes=10000`, `table:7x7-3.shtb`.
// Settings are NAME=VALUE separated by commas; one without a name is the kind's main one (the file
// of a table). The limits (time, cpu, nodes, depth, tc for a clock: tc=10s+0.1s) are the same for
// every kind and are read here; a kind takes its own settings one by one, and what no one took is
// refused.
//
// To add a kind: an sh_agent_kind in a file of its own and a line in agent.c. An agent plays one
// game at a time; one thread an agent.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t

#include "base/progress.h"
#include "sternhalma/engine.h"

#define SH_MAX_SETTINGS 40

// The settings of a text, to be taken by name.
typedef struct sh_settings {
    char text[1024]; // the names and values, each ended by 0
    int count;
    const char *name[SH_MAX_SETTINGS]; // "" for the main one
    const char *value[SH_MAX_SETTINGS];
    bool taken[SH_MAX_SETTINGS];
    double grace;              // seconds that an agent may take longer than it is given
    double patience;           // seconds to wait for an answer that is not a matter of time
    const sh_monitor *monitor; // of making the agent; may be NULL
} sh_settings;

// The value of a setting, which counts as taken; NULL where it is not there.
const char *sh_settings_take(sh_settings *settings, const char *name);
// The same as a number within bounds; where it is not there *number stays as it is.
sh_status sh_settings_number(sh_settings *settings, const char *name, double least, double most,
                             double *number, sh_error *error) SH_NODISCARD;
// The same as a whole number.
sh_status sh_settings_count(sh_settings *settings, const char *name, int least, int most,
                            int *count, sh_error *error) SH_NODISCARD;

// What an agent has chosen, and what it cost. `seconds` is CPU time of the choosing thread, `wall`
// time on the clock.
typedef struct sh_agent_choice {
    sh_move move;
    sh_score score;
    int depth;
    uint64_t nodes;
    double seconds, wall;
} sh_agent_choice;

// Takes over what a search has found; what it cost is for the caller.
void sh_agent_take(sh_agent_choice *choice, const sh_finding *finding);

typedef struct sh_agent_kind {
    const char *name;
    const char *summary; // what it is and its own settings, in one line
    // Makes the agent's state. `game` outlives the agent. `seed` is for kinds that draw lots.
    sh_status (*make)(void **state, const sh_game *game, sh_settings *settings, uint64_t seed,
                      sh_error *error);
    // Chooses a move; the game of the record goes on. Fills move and what it knows of the rest.
    sh_status (*choose)(void *state, const sh_record *record, const sh_limits *limits,
                        sh_agent_choice *choice, sh_error *error);
    void (*reset)(void *state, uint64_t seed); // a new game; may be NULL
    void (*release)(void *state);
} sh_agent_kind;

// All kinds, ended by NULL.
extern const sh_agent_kind *const sh_agent_kinds[];

typedef struct sh_agent sh_agent;

// Lets a monitor, which may be NULL, hear of the distances that an engine computes when it is
// opened, and stop it.
void sh_engine_watch(sh_engine_options *options, const sh_monitor *monitor);

// From now on a search of the engine ends where the monitor, which outlives it, is stopped.
void sh_engine_obey(sh_engine *engine, const sh_monitor *monitor);

// Makes the agent of a text. SH_USAGE and a sentence where there is none such. An engine's first
// use of a game takes seconds: the monitor, which may be NULL and outlives the agent, hears of them
// and can stop it; stopped later, it ends a search, which is then SH_INTERRUPTED.
sh_status sh_agent_open(sh_agent **agent, const sh_game *game, const char *text, uint64_t seed,
                        const sh_monitor *monitor, sh_error *error) SH_NODISCARD;
void sh_agent_close(sh_agent *agent);
// A new game: what was learned in the last one is forgotten, and lots are drawn from this seed on.
void sh_agent_reset(sh_agent *agent, uint64_t seed);
// The text it was made from, and its limits.
const char *sh_agent_text(const sh_agent *agent);
const sh_limits *sh_agent_limits(const sh_agent *agent);
// Seconds that it may take longer than its clock shows.
double sh_agent_grace(const sh_agent *agent);
// Chooses a move for the record's position. `limits` NULL: the agent's own.
sh_status sh_agent_choose(sh_agent *agent, const sh_record *record, const sh_limits *limits,
                          sh_agent_choice *choice, sh_error *error) SH_NODISCARD;
