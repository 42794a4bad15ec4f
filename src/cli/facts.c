// SPDX-License-Identifier: MIT
// The size of any game.
#include "cli/facts.h"

#include "play/scopes.h"
#include "puzzle/puzzle.h"
#include "rank/binomial.h"
#include "rank/rank_scopes.h"

// Placements times turns where all players may stand on the same cells; 0 where they may not, or
// where the number does not fit 128 bits.
static sh_index count_positions(const sh_game *game) {
    sh_binomials binomials;
    sh_binomials_make(&binomials);
    int cells = sh_set_count(game->stand[0]);
    if (cells > SH_BINOMIAL_MAX_N || game->pieces > SH_BINOMIAL_MAX_K) return 0;
    sh_index positions = (sh_index)game->players;
    for (int p = 0; p < game->players; p++, cells -= game->pieces) {
        uint64_t sets = binomials.of[game->pieces][cells];
        if (!sh_set_equal(game->stand[p], game->stand[0]) || sets == SH_BINOMIAL_HUGE ||
            __builtin_mul_overflow(positions, (sh_index)sets, &positions))
            return 0;
    }
    return positions;
}

sh_status sh_facts_find(sh_facts *facts, const sh_game *game, sh_error *error) {
    *facts = (sh_facts){.positions = count_positions(game),
                        .play = !sh_scope_misses(&sh_engine_scope, game),
                        .pose = !sh_scope_misses(&sh_puzzle_scopes[SH_PUZZLE_TRANSFER], game) ||
                                !sh_scope_misses(&sh_puzzle_scopes[SH_PUZZLE_GAME], game)};
    if (sh_has_pairs(game))
        sh_facts_duel(facts, game);
    else if (sh_has_triples(game))
        return sh_facts_race(facts, game, error);
    return SH_OK;
}
