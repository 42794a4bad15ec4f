// SPDX-License-Identifier: MIT
// Agents from their texts, openings, matches and their rating.
#include "test.h"

#include <math.h>   // fabs
#include <stdio.h>  // fopen
#include <stdlib.h> // mkstemp
#include <unistd.h> // unlink

#include "arena/match.h"
#include "play/opening.h"

static void refuse(const char *text, const char *word) {
    sh_game game;
    sh_agent *agent;
    sh_error error = {.text = ""};
    test_game(&game, "5x5/3", SH_STRICT);
    sh_status status = sh_agent_open(&agent, &game, text, 1, NULL, &error);
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
    assert_int_equal(
        sh_agent_open(&agent, &game, "engine:time=250ms,nodes=77,depth=3", 1, NULL, NULL), SH_OK);
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
    sh_score_rate(&score);
    assert_int_equal(score.games, 80);
    assert_true(fabs(score.score - 0.625) < 1e-12);
    assert_true(fabs(score.elo - 88.7395) < 1e-3);
    assert_true(fabs(score.error - 2 * sqrt(0.171875 / 39) * 400 / (log(10) * 0.625 * 0.375)) <
                1e-6);
    score = (sh_match_score){.wins = 4, .pairs = {0, 0, 0, 0, 2}};
    sh_score_rate(&score);
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
    sh_match_score score = {0};
    sh_error error = {.text = ""};
    test_game(&game, game_name, SH_STRICT);
    sh_match_options options = {
        .game = &game, .agent = {one, two}, .rounds = pairs, .opening = 3, .seed = 5, .at_once = 1};
    if (sh_match_play(&options, NULL, NULL, NULL, &score, NULL, &error)) fail_msg("%s", error.text);
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

// Where pairs are only won or lost, the test is that of a coin: by hand, 60 heads of 100 weigh
// 60 ln(s1 / s0) + 40 ln((1 - s1) / (1 - s0)) = 0.9857 for Elo 20 against Elo 0.
static void test_sprt(void **state) {
    (void)state;
    sh_sprt sprt;
    assert_int_equal(sh_sprt_parse(&sprt, "0,20", NULL), SH_OK);
    assert_true(fabs(sh_sprt_ratio(&sprt, (int[5]){40, 0, 0, 0, 60}) - 0.9857) < 0.01);
    assert_true(fabs(sh_sprt_upper(&sprt) - 2.9444) < 1e-3); // ln 19
    assert_true(fabs(sh_sprt_lower(&sprt) + 2.9444) < 1e-3);
    assert_int_equal(sh_sprt_judge(&sprt, (int[5]){40, 0, 0, 0, 60}), SH_SPRT_OPEN);
    assert_int_equal(sh_sprt_judge(&sprt, (int[5]){10, 20, 200, 60, 90}), SH_SPRT_ELO1);
    assert_int_equal(sh_sprt_judge(&sprt, (int[5]){90, 60, 200, 20, 10}), SH_SPRT_ELO0);
    // Alike in every way: neither guess around it is preferred.
    assert_int_equal(sh_sprt_parse(&sprt, "-10,10,0.1,0.01", NULL), SH_OK);
    assert_true(fabs(sh_sprt_ratio(&sprt, (int[5]){5, 20, 30, 20, 5})) < 1e-9);
    assert_true(fabs(sh_sprt_upper(&sprt) - log(0.99 / 0.1)) < 1e-12);
    static const char *const wrong[] = {
        "",        "5",      "5,1",   "0,x",         "0,5,",           "0,5,0.1",
        "0,5,2,2", "0,9999", "nan,5", "0,5;0.1,0.1", "0,5,0.1,0.1,0.1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(sh_sprt_parse(&sprt, wrong[i], NULL), SH_USAGE);
}

// What a match came to, as one number.
static sh_status note(void *user, const sh_match_game *game, const sh_match_score *score,
                      sh_error *error) {
    (void)error;
    uint64_t *sum = user;
    assert_int_equal(game->number + 1, score->games); // in order
    for (int i = 0; i < sh_record_count(game->record); i++) {
        sh_move move = sh_record_move(game->record, i);
        *sum = (*sum ^ move.from ^ (uint64_t)move.to << 8) * 0x9e3779b97f4a7c15ULL;
    }
    return SH_OK;
}

// Games are the same whether they are played one after another, three at once, or in two runs; and
// a sequential test ends the match at the same game.
static void test_at_once(void **state) {
    (void)state;
    sh_game game;
    sh_error error = {.text = ""};
    test_game(&game, "7x7/3", SH_STRICT);
    uint64_t sum[3] = {0};
    sh_match_score score[3] = {0};
    sh_match_options o = {.game = &game,
                          .agent = {"random", "greedy"},
                          .rounds = 20,
                          .opening = 2,
                          .seed = 9,
                          .sprt = {true, -100, 100, 0.05, 0.05}};
    assert_int_equal(sh_match_play(&o, NULL, note, &sum[0], &score[0], NULL, &error), SH_OK);
    o.at_once = 3;
    assert_int_equal(sh_match_play(&o, NULL, note, &sum[1], &score[1], NULL, &error), SH_OK);
    o.rounds = 2;
    assert_int_equal(sh_match_play(&o, NULL, note, &sum[2], &score[2], NULL, &error), SH_OK);
    o.rounds = 20;
    assert_int_equal(sh_match_play(&o, NULL, note, &sum[2], &score[2], NULL, &error), SH_OK);
    // A test that was decided stays so: gone on with, the match plays no more games.
    assert_int_equal(sh_match_play(&o, NULL, note, &sum[2], &score[2], NULL, &error), SH_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(sum[i], sum[0]);
        assert_int_equal(score[i].games, score[0].games);
        assert_int_equal(score[i].losses, score[0].losses);
    }
    assert_true(score[0].games < 40 && score[0].games >= 4);
}

static void write_file(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void test_openings_files(void **state) {
    (void)state;
    sh_game game;
    sh_openings found, read;
    sh_error error = {.text = ""};
    uint64_t walks;
    char name[] = "/tmp/test_match_XXXXXX";
    int file = mkstemp(name);
    assert_true(file >= 0);
    close(file);
    unlink(name);
    test_game(&game, "5x5/3", SH_STRICT);
    sh_balance balance = {.game = &game,
                          .count = 12,
                          .plies = 4,
                          .margin = 60,
                          .seed = 3,
                          .nodes = 200,
                          .judge = "engine:hash=1MB,cache=",
                          .threads = 2};
    assert_int_equal(sh_openings_find(&found, &balance, NULL, &walks, &error), SH_OK);
    assert_int_equal(found.count, 12);
    assert_true(walks >= 12);
    assert_int_equal(sh_openings_write(&found, &game, "test", name, &error), SH_OK);
    assert_int_equal(sh_openings_read(&read, &game, name, &error), SH_OK);
    assert_int_equal(read.count, 12);
    for (int i = 0; i < 12; i++)
        assert_true(sh_position_equal(&found.position[i], &read.position[i]));
    sh_openings_free(&read);
    // The same again on one thread; and a match plays them.
    balance.threads = 1;
    assert_int_equal(sh_openings_find(&read, &balance, NULL, &walks, &error), SH_OK);
    for (int i = 0; i < 12; i++)
        assert_true(sh_position_equal(&found.position[i], &read.position[i]));
    sh_match_score score = {0};
    sh_match_options o = {
        .game = &game, .agent = {"greedy", "random"}, .rounds = 12, .openings = &read};
    assert_int_equal(sh_match_play(&o, NULL, NULL, NULL, &score, NULL, &error), SH_OK);
    assert_int_equal(score.games, 24);
    o.rounds = 13;
    score = (sh_match_score){0};
    assert_int_equal(sh_match_play(&o, NULL, NULL, NULL, &score, NULL, &error), SH_USAGE);
    sh_openings_free(&read);
    sh_openings_free(&found);
    balance.margin = 0; // no position of an odd ply is worth exactly nothing
    balance.plies = 1;
    assert_int_equal(sh_openings_find(&found, &balance, NULL, &walks, &error), SH_NO);
    sh_openings_free(&found);
    static const char *const wrong[] = {"\n# nothing\n", "xx3/x4/5/4o/3oo x\nxx3/x4 x\n",
                                        "oo3/o4/5/4x/3xx o\n", "nonsense\n"};
    for (int i = 0; i < 4; i++) {
        write_file(name, wrong[i]);
        assert_int_equal(sh_openings_read(&read, &game, name, &error), SH_DATA);
    }
    assert_int_equal(sh_openings_check(name, &error), SH_USAGE); // not ours
    unlink(name);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agents_by_text), cmocka_unit_test(test_rating),
        cmocka_unit_test(test_openings),       cmocka_unit_test(test_matches),
        cmocka_unit_test(test_sprt),           cmocka_unit_test(test_at_once),
        cmocka_unit_test(test_openings_files)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
