// SPDX-License-Identifier: MIT
// A game of each rule before all that plays: it is played by legal moves alone, those that are only
// shown included, or refused by a sentence that names every rule in the way. What is legal says a
// generator on plain arrays, and what rules there are says the name.
#include "every_rule.h"

#include "bench/baseline/array_game.h"
#include "play/agent.h"
#include "play/paper_features.h"
#include "play/scopes.h"

enum { PLIES = 10 };

static void load(const sh_game *game, sh_array_game *arrays) {
    sh_array_game_make(arrays, game);
    if (arrays->hops_only != (strstr(game->name, "+hops") != NULL))
        fail_msg("%s: +hops is not in the game", game->name);
    if ((game->leave != 0) != (strstr(game->name, "+leave") != NULL))
        fail_msg("%s: +leave is not in the game", game->name);
}

// Plays a line on arrays; fails where it has a move that is not legal.
static void follow(const sh_array_game *arrays, const sh_record *record, const sh_move *line,
                   int length, const char *who) {
    sh_array_state state;
    sh_array_move moves[SH_MAX_MOVES];
    sh_array_load(arrays, sh_record_position(record), &state);
    for (int i = 0; i < length; i++) {
        int count = sh_array_moves(arrays, &state, moves), at = 0;
        while (at < count && (moves[at].from != line[i].from || moves[at].to != line[i].to)) at++;
        if (at == count)
            fail_msg("%s: move %d of the line of %s is illegal", sh_record_game(record)->name,
                     i + 1, who);
        sh_array_apply(arrays, &state, moves[at]);
    }
}

// What is in the way is named, and nothing was in the way of what is taken.
static void expect(sh_status status, uint32_t missing, const sh_game *game, const char *who,
                   const sh_error *error) {
    if (!status && missing) fail_msg("%s takes %s, which is not in its scope", who, game->name);
    if (status && (status != SH_USAGE || !missing || !every_rule_named(error->text, missing) ||
                   !strstr(error->text, game->name)))
        fail_msg("%s does not say what is in the way of %s: %s", who, game->name, error->text);
}

static void search_on(sh_engine *engine, const sh_game *game, const char *who) {
    sh_array_game *arrays = malloc(sizeof *arrays);
    sh_record *record;
    sh_position start;
    sh_error error = {.text = ""};
    assert_non_null(arrays);
    load(game, arrays);
    sh_position_start(game, &start);
    assert_int_equal(sh_record_open(&record, game, &start, &error), SH_OK);
    sh_limits limits = {.nodes = 300};
    for (int ply = 0; ply < PLIES && sh_record_result(record).ending == SH_GOES_ON; ply++) {
        sh_finding finding;
        sh_status status = sh_engine_search(engine, record, &limits, NULL, NULL, &finding, &error);
        if (status) fail_msg("%s of %s: %s", who, game->name, error.text);
        follow(arrays, record, finding.line, finding.length, who);
        assert_int_equal(sh_record_play(record, finding.line[0], &error), SH_OK);
    }
    sh_record_close(record);
    free(arrays);
}

static int try_engine(const sh_game *game, const char *settings, const sh_scope *scope) {
    sh_engine *engine;
    sh_error error = {.text = ""};
    sh_engine_options options = {
        .hash_bytes = 1 << 20, .cache = "", .placements = 10000, .settings = settings};
    uint32_t missing = sh_scope_misses(&sh_engine_scope, game);
    if (!missing && scope) missing = sh_scope_misses(scope, game);
    sh_status status = sh_engine_open(&engine, game, &options, &error);
    expect(status, missing, game, settings ? settings : "the engine", &error);
    if (status) return 0;
    search_on(engine, game, settings ? settings : "the engine");
    sh_engine_close(engine);
    return 1;
}

static void engine_plays_or_names_the_rule(void **state) {
    (void)state;
    static const char *const methods[] = {"method=1", "method=2", "method=3",
                                          "method=4", "method=5", "method=6"};
    int played = 0, hops = 0;
    for (int i = 0; i < EVERY_RULES; i++) {
        sh_game game;
        test_game(&game, EVERY_RULE[i].name, EVERY_RULE[i].profile);
        int taken = try_engine(&game, NULL, NULL) + try_engine(&game, "method=0", &sh_pvs_scope);
        for (int m = 0; m < 6; m++) taken += try_engine(&game, methods[m], &sh_crowd_scope);
        played += taken;
        if (game.movement == SH_HOPS_ONLY) hops += taken;
    }
    assert_true(played > 100 && hops > 20);
}

static void play_on(sh_agent *agent, const sh_game *game, const char *who) {
    sh_array_game *arrays = malloc(sizeof *arrays);
    sh_record *record;
    sh_position start;
    sh_error error = {.text = ""};
    assert_non_null(arrays);
    load(game, arrays);
    sh_position_start(game, &start);
    assert_int_equal(sh_record_open(&record, game, &start, &error), SH_OK);
    for (int ply = 0; ply < PLIES && sh_record_result(record).ending == SH_GOES_ON; ply++) {
        sh_agent_choice choice;
        if (sh_agent_choose(agent, record, NULL, &choice, &error))
            fail_msg("%s of %s: %s", who, game->name, error.text);
        follow(arrays, record, &choice.move, 1, who);
        assert_int_equal(sh_record_play(record, choice.move, &error), SH_OK);
    }
    sh_record_close(record);
    free(arrays);
}

// Agents that need no table and no other program; those without a scope of their own ask the rules
// for every move.
static void agents_play_or_name_the_rule(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const sh_scope *scope, *also;
    } agents[] = {
        {"random", NULL, NULL},
        {"greedy", NULL, NULL},
        {"minimax:depth=1", &sh_paper_scope, NULL},
        {"alphabeta:depth=1", &sh_paper_scope, NULL},
        {"montecarlo", &sh_paper_scope, NULL},
        {"level:3,cache=", &sh_engine_scope, NULL},
        {"reference:nodes=100,cache=,alone=10", &sh_engine_scope, &sh_pvs_scope},
        {"maxn:nodes=100,cache=,alone=10", &sh_engine_scope, &sh_crowd_scope},
    };
    for (int i = 0; i < EVERY_RULES; i++)
        for (size_t a = 0; a < sizeof agents / sizeof *agents; a++) {
            sh_game game;
            sh_agent *agent;
            sh_error error = {.text = ""};
            test_game(&game, EVERY_RULE[i].name, EVERY_RULE[i].profile);
            if (game.board.cells > 73 && agents[a].scope == &sh_engine_scope)
                continue; // seconds of distances; the engine has been asked above
            uint32_t missing = sh_scope_misses(&sh_agent_scope, &game);
            if (!missing && agents[a].scope) missing = sh_scope_misses(agents[a].scope, &game);
            if (!missing && agents[a].also) missing = sh_scope_misses(agents[a].also, &game);
            sh_status status = sh_agent_open(&agent, &game, agents[a].text, 1, NULL, &error);
            expect(status, missing, &game, agents[a].text, &error);
            if (status) continue;
            play_on(agent, &game, agents[a].text);
            sh_agent_close(agent);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(engine_plays_or_names_the_rule),
        cmocka_unit_test(agents_play_or_name_the_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
