// SPDX-License-Identifier: MIT
// States of three-player games and the memory of their solver.
#include "cli/facts.h"
#include "rank/triples.h"
#include "solve/race/race.h"

// 0 for games that are too large to be solved.
static sh_status race_memory(uint64_t *memory, const sh_game *game, sh_error *error) {
    sh_triples triples;
    sh_cube cube;
    *memory = 0;
    sh_status status = sh_triples_open(&triples, game, error);
    if (status) return status == SH_RESOURCES ? status : SH_OK;
    status = sh_cube_open(&cube, &triples, error);
    if (!status) {
        *memory = sh_race_memory(&cube);
        sh_cube_close(&cube);
    }
    sh_triples_close(&triples);
    return status;
}

// Rotation makes the three turns one.
sh_status sh_facts_race(sh_facts *facts, const sh_game *game, sh_error *error) {
    facts->states = sh_triples_placements(game);
    facts->positions = facts->states * 3;
    return race_memory(&facts->memory, game, error);
}
