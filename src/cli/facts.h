// SPDX-License-Identifier: MIT
// How large a game is and what solving it takes.
#pragma once

#include <stdbool.h> // bool

#include "sternhalma/rank.h"

// Numbers are 0 where they are not known or do not exist.
typedef struct sh_facts {
    sh_index positions; // placements times turns
    sh_index states;    // what a table stores of them
    uint64_t table;     // bytes of a table at two bits a state
    uint64_t memory;    // bytes to solve it in
    bool play, pose;    // the computer plays it; it is posed as a puzzle
} sh_facts;

// SH_RESOURCES where memory runs out: the facts are not known then.
sh_status sh_facts_find(sh_facts *facts, const sh_game *game, sh_error *error) SH_NODISCARD;

// The parts about solving: two players on a rhombus, three players in their tracks.
void sh_facts_duel(sh_facts *facts, const sh_game *game);
sh_status sh_facts_race(sh_facts *facts, const sh_game *game, sh_error *error) SH_NODISCARD;
