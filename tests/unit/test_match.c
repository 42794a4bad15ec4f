// SPDX-License-Identifier: MIT
// Agents from their texts, openings, matches and their rating.
#include "test.h"

#include <math.h> // fabs

#include "play/match.h"

static void refuse(const char *text, const char *word) {
    sh_game game;
    sh_agent *agent;
    sh_error error = {.text = ""};
    test_game(&game, "5x5/3", SH_STRICT);
    sh_status status = sh_agent_open(&agent, &game, text, 1, &error);
    if (status == SH_OK || !strstr(error.text, word)) fail_msg("%s: %s", text, error.text);
}

static void test_agents_by_text(void **state) {
    (void)state;
    refuse("nobody", "there are engine");
    refuse("random:wild=1", "wild");
    refuse("engine:time=soon", "time");
    refuse("engine:nodes=0", "nodes");
    refuse("engine:hash=much", "much");
    refuse("engine:threads=1.5", "whole");
    refuse("engine:nimble=1", "nimble");
    refuse("table", "table:FILE");
    refuse("table:/nonexistent.shtb", "nonexistent");
    sh_game game;
    sh_agent *agent;
    test_game(&game, "5x5/3", SH_STRICT);
    assert_int_equal(sh_agent_open(&agent, &game, "engine:time=250ms,nodes=77,depth=3", 1, NULL),
                     SH_OK);
    assert_true(fabs(sh_agent_limits(agent)->seconds - 0.25) < 1e-12);
    assert_int_equal(sh_agent_limits(agent)->nodes, 77);
    assert_int_equal(sh_agent_limits(agent)->depth, 3);
    assert_string_equal(sh_agent_text(agent), "engine:time=250ms,nodes=77,depth=3");
    sh_agent_close(agent);
}

// Elo of a score of 3/4 is 190.85; by hand: 20 pairs of 2, 10 of 1 and 10 of 0 points have a mean
// of 0.625, and their points a variance of 0.171875.
static void test_rating(void **state) {
    (void)state;
    sh_match_score score = {.wins = 50, .losses = 30, .pairs = {10, 0, 10, 0, 20}};
    sh_match_rate(&score);
    assert_int_equal(score.games, 80);
    assert_true(fabs(score.score - 0.625) < 1e-12);
    assert_true(fabs(score.elo - 88.7395) < 1e-3);
    assert_true(fabs(score.error - 2 * sqrt(0.171875 / 39) * 400 / (log(10) * 0.625 * 0.375)) <
                1e-6);
    score = (sh_match_score){.wins = 4, .pairs = {0, 0, 0, 0, 2}};
    sh_match_rate(&score);
    assert_true(isinf(score.error));
}

static void test_openings(void **state) {
    (void)state;
    sh_game game;
    sh_record *a, *b;
    test_game(&game, "3x3/1", SH_STRICT); // so short that drawing ends many games
    for (uint64_t seed = 0; seed < 50; seed++) {
        assert_int_equal(sh_opening_draw(&a, &game, 3, seed, NULL), SH_OK);
        assert_int_equal(sh_opening_draw(&b, &game, 3, seed, NULL), SH_OK);
        assert_int_equal(sh_record_count(a), 3);
        assert_int_equal(sh_record_result(a).ending, SH_GOES_ON);
        assert_true(sh_position_equal(sh_record_position(a), sh_record_position(b)));
        sh_record_close(a);
        sh_record_close(b);
    }
}

static sh_match_score play(const char *game_name, const char *one, const char *two, int pairs) {
    sh_game game;
    sh_match_score score;
    sh_error error = {.text = ""};
    test_game(&game, game_name, SH_STRICT);
    sh_match_options options = {
        .game = &game, .agent = {one, two}, .pairs = pairs, .opening = 3, .seed = 5};
    if (sh_match_play(&options, NULL, NULL, NULL, &score, &error)) fail_msg("%s", error.text);
    return score;
}

static void test_matches(void **state) {
    (void)state;
    sh_match_score score = play("7x7/3", "engine:nodes=300,cache=", "random", 4);
    assert_int_equal(score.wins, 8);
    assert_int_equal(score.faults[0] + score.faults[1], 0);
    // An engine against itself: every pair is even, and the same again.
    score = play("5x5/3", "engine:nodes=300,cache=", "engine:nodes=300,cache=", 3);
    assert_int_equal(score.pairs[2], 3);
    assert_int_equal(
        score.nodes[0] + score.nodes[1],
        play("5x5/3", "engine:nodes=300,cache=", "engine:nodes=300,cache=", 3).nodes[0] +
            score.nodes[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agents_by_text), cmocka_unit_test(test_rating),
        cmocka_unit_test(test_openings), cmocka_unit_test(test_matches)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
