// SPDX-License-Identifier: MIT
// An agent that draws its moves at random.
#include <stdlib.h> // calloc

#include "base/random.h"
#include "play/agent.h"

static sh_status make(void **state, const sh_game *game, sh_settings *settings, uint64_t seed,
                      sh_error *error) {
    (void)game, (void)settings;
    sh_random *random = calloc(1, sizeof *random);
    if (!random) return sh_fail(error, SH_RESOURCES, "out of memory for an agent");
    random->state = seed;
    *state = random;
    return SH_OK;
}

static sh_status choose(void *state, const sh_record *record, const sh_limits *limits,
                        sh_agent_choice *choice, sh_error *error) {
    (void)limits, (void)error;
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(sh_record_game(record), sh_record_position(record), moves);
    choice->move = moves[sh_random_below(state, (uint64_t)count)];
    return SH_OK;
}

static void reset(void *state, uint64_t seed) { ((sh_random *)state)->state = seed; }

const sh_agent_kind sh_agent_random = {
    .name = "random",
    .summary = "any legal move, at random",
    .make = make,
    .choose = choose,
    .reset = reset,
    .release = free,
};
