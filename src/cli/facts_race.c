// SPDX-License-Identifier: MIT
// States of three-player games and the memory of their solver.
#include "cli/facts.h"
#include "rank/triples.h"
#include "solve/race/race.h"

static uint64_t race_memory(const sh_game *game) {
    sh_triples triples;
    sh_cube cube;
    uint64_t memory = 0;
    if (sh_triples_open(&triples, game, NULL) != SH_OK) return 0;
    if (sh_cube_open(&cube, &triples, NULL) == SH_OK) {
        memory = sh_race_memory(&cube);
        sh_cube_close(&cube);
    }
    sh_triples_close(&triples);
    return memory;
}

// Rotation makes the three turns one.
void sh_facts_race(sh_facts *facts, const sh_game *game) {
    facts->states = sh_triples_placements(game);
    facts->positions = facts->states * 3;
    facts->memory = race_memory(game);
}
