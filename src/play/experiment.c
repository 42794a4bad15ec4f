// SPDX-License-Identifier: MIT
// Games on plain positions, without a record: the paper knows no draw by repetition.
#include "play/experiment.h"

#include "board/terms.h"

sh_status sh_paper_rules_make(sh_paper_rules *rules, const char *name, sh_error *error) {
    sh_terms terms;
    sh_status status = sh_terms_parse(&terms, name, SH_STRICT, error);
    if (status) return status;
    terms.added &= ~(uint32_t)SH_RULE_SWAP;
    terms.added |= SH_RULE_HALMA;
    status = sh_game_make(&rules->race, &terms, error);
    if (!status) status = sh_scope_check(&sh_paper_scope, &rules->race, error);
    terms.added ^= SH_RULE_HALMA ^ SH_RULE_SWAP;
    return status ? status : sh_game_make(&rules->both, &terms, error);
}

static sh_move choose(const sh_game *game, const sh_position *position, const sh_paper_agent *agent,
                      sh_random *random) {
    if (agent->search) return sh_paper_find(game, position, agent->search, random).move;
    if (agent->playouts) return sh_paper_monte_carlo(game, position, agent->playouts);
    return sh_paper_random_move(game, position, random);
}

// The loser alone, by greedy h2; the winner's pieces stand still.
static int losing_moves(const sh_paper_rules *rules, sh_position *position, int loser,
                        sh_random *random) {
    sh_paper_search greedy = {SH_PAPER_MINIMAX, NULL, 1};
    sh_move moves[SH_MAX_MOVES];
    for (int count = 0; count < SH_PAPER_LOST_FOR_EVER; count++) {
        position->turn = (uint8_t)loser;
        if (sh_moves_list(&rules->both, position, moves) == 0) return count;
        sh_move_apply(&rules->both, position,
                      sh_paper_find(&rules->both, position, &greedy, random).move);
    }
    return SH_PAPER_LOST_FOR_EVER;
}

static sh_paper_game play(const sh_paper_rules *rules, const sh_paper_agent agent[2],
                          sh_random *random) {
    sh_paper_game game = {.winner = -1};
    sh_position position;
    sh_position_start(&rules->race, &position);
    for (; game.plies < SH_PAPER_PLIES; game.plies++) {
        if (sh_position_verdict(&rules->race, &position, &game.winner) == SH_WON) break;
        sh_move_apply(&rules->race, &position,
                      choose(&rules->race, &position, &agent[position.turn], random));
    }
    if (sh_position_verdict(&rules->race, &position, &game.winner) == SH_WON)
        game.losing_moves = losing_moves(rules, &position, 1 - game.winner, random);
    return game;
}

sh_status sh_paper_games(const sh_paper_rules *rules, const sh_paper_agent agent[2], int count,
                         sh_random *random, const sh_monitor *monitor, sh_paper_game *games) {
    double start = sh_clock();
    for (int i = 0; i < count; i++) {
        if (sh_stopped(monitor)) return SH_INTERRUPTED;
        games[i] = play(rules, agent, random);
        sh_report(monitor, &(sh_progress){.phase = "games",
                                          .done = (uint64_t)i + 1,
                                          .total = (uint64_t)count,
                                          .seconds = sh_clock() - start});
    }
    return SH_OK;
}

sh_paper_cost sh_paper_measure(const sh_game *game, const sh_position *position,
                               const sh_paper_search *search) {
    sh_random random = {1};
    double start = sh_thread_clock();
    sh_paper_found found = sh_paper_find(game, position, search, &random);
    return (sh_paper_cost){found.nodes, (double)(found.nodes - 1) / (double)found.branches,
                           sh_thread_clock() - start};
}
