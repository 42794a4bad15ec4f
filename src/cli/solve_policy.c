// SPDX-License-Identifier: MIT
// `sternhalma solve --policy`: one outcome for every position of a three-player game.
#include <ctype.h>  // toupper
#include <stdio.h>  // printf
#include <stdlib.h> // free

#include "cli/solve.h"
#include "solve/race/policy/policy.h"

// "a wins", "draw"; of a ranking "a before b", "a, then nobody", "nobody".
static void outcome_name(const sh_game *game, bool ranking, int outcome, char text[32]) {
    if (outcome == (ranking ? SH_RANKING_NONE : SH_OUTCOME_DRAW)) {
        snprintf(text, 32, "%s", ranking ? "nobody arrives" : "draw");
        return;
    }
    char first = (char)toupper(sh_game_letter(game, ranking ? outcome / 4 : outcome));
    if (!ranking)
        snprintf(text, 32, "%c wins", first);
    else if (outcome % 4 == 3)
        snprintf(text, 32, "%c, then nobody", first);
    else
        snprintf(text, 32, "%c before %c", first, toupper(sh_game_letter(game, outcome % 4)));
}

static void print_result(const sh_cli *cli, const sh_game *game, const char *policy, bool ranking,
                         const sh_policy_result *result) {
    char name[32], count[32];
    json_t *states = json_object();
    outcome_name(game, ranking, result->opening, name);
    if (!cli->json) printf("%s, policy %s\n", game->name, policy);
    for (int i = 0; i < SH_POLICY_OUTCOMES; i++) {
        if (!result->states[i]) continue;
        char text[32];
        outcome_name(game, ranking, i, text);
        sh_cli_print_count(result->states[i], count);
        json_object_set_new(states, text, json_integer((json_int_t)result->states[i]));
        if (!cli->json) printf("  %-16s %14s\n", text, count);
    }
    if (!cli->json) {
        printf("the opening: %s\nsolved in %.3f s\n", name, result->seconds);
        json_decref(states);
        return;
    }
    sh_cli_print_json(json_pack("{s:s, s:s, s:o, s:s, s:i, s:f}", "game", game->name, "policy",
                                policy, "states", states, "opening", name, "exits", result->exits,
                                "seconds", result->seconds));
}

sh_status sh_cli_solve_policy(sh_cli *cli, const sh_game *game, const sh_cli_solve *solve,
                              sh_error *error) {
    sh_policy policy;
    sh_triples triples;
    sh_policy_result result;
    sh_status status = sh_policy_parse(&policy, solve->policy, error);
    if (!status) status = sh_triples_open(&triples, game, error);
    if (status) return status;
    sh_monitor monitor = sh_cli_monitor(cli);
    status = sh_policy_solve(&triples, &policy, &monitor, &result, error);
    sh_cli_progress_end(cli);
    if (!status) {
        print_result(cli, game, solve->policy, policy.ranking, &result);
        free(result.outcome);
    }
    sh_triples_close(&triples);
    return status;
}
