// SPDX-License-Identifier: MIT
// How strong the engine is: what it has learned wins games. Fixed nodes and seeds give the same
// games on every machine, so a network that is read wrongly, rows in another order or a sum of
// another scale, fails here though every move is legal.
#include "arena/match.h"
#include "test.h"

// The share of points or wins of the first of two agents.
static double share(const char *name, const char *one, const char *two, int games) {
    sh_game game;
    sh_error error = {.text = ""};
    sh_match_score score = {0};
    test_game(&game, name, SH_STRICT);
    sh_match_options options = {
        .game = &game, .agent = {one, two}, .rounds = games / 2, .opening = 4, .seed = 1};
    if (sh_match_play(&options, NULL, NULL, NULL, &score, NULL, &error)) fail_msg("%s", error.text);
    assert_int_equal(score.faults[0] + score.faults[1], 0);
    double found = game.players == 2 ? score.score : (double)score.standing.wins[0] / score.games;
    print_message("%s: %s against %s %.3f\n", name, one, two, found);
    return found;
}

// Two players: the learned evaluation against the one by hand, and all against the reference.
static void test_two_players(void **state) {
    (void)state;
    assert_true(share("7x7/6", "engine:nodes=1000,alone=0", "engine:nodes=1000,alone=0,plain=1",
                      200) > 0.62);
    assert_true(share("7x7/6", "engine:nodes=1000,alone=0", "reference:nodes=1000,alone=0", 100) >
                0.7);
    assert_true(share("star121:2p", "engine:nodes=1000,alone=0",
                      "engine:nodes=1000,alone=0,plain=1", 100) > 0.68);
}

// Six players: the same, and what orders its moves.
static void test_six_players(void **state) {
    (void)state;
    assert_true(share("star121:6p", "engine:nodes=300,alone=0",
                      "engine:nodes=300,alone=0,foresight=0", 62) > 0.55);
    assert_true(share("star121:6p", "engine:nodes=300,alone=0", "engine:nodes=300,alone=0,plain=1",
                      62) > 0.55);
    assert_true(share("star121:6p", "engine:nodes=100,alone=0", "greedy", 62) > 0.85);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_two_players),
                                       cmocka_unit_test(test_six_players)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
