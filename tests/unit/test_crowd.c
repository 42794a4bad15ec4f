// SPDX-License-Identifier: MIT
// Search among several players: all methods play legal, sensible games; what is won is seen.
#include <string.h> // memcmp

#include "arena/match.h"
#include "arena/seating.h"
#include "play/crowd.h"
#include "rules/generator.h"
#include "sternhalma/notation.h"
#include "test.h"

static const char *const METHODS[] = {"maxn", "paranoid", "brs", "brs+", "opps", "mcts"};

static void play(const char *name, const char *one, const char *two, int rounds,
                 sh_match_score *score) {
    sh_game game;
    sh_error error = {.text = ""};
    test_game(&game, name, SH_STRICT);
    sh_match_options o = {.game = &game,
                          .agent = {one, two},
                          .rounds = rounds,
                          .opening = 3,
                          .seed = 5,
                          .at_once = 1};
    *score = (sh_match_score){0};
    if (sh_match_play(&o, NULL, NULL, NULL, score, NULL, &error)) fail_msg("%s", error.text);
}

// Every method beats lots on every board with every number of players; all ways to sit are played.
static void test_methods(void **state) {
    (void)state;
    static const char *const GAMES[] = {"star37:2p",       "star37:3p",      "star37:4p",
                                        "star37:6p",       "star37/2:3p",    "star73:3p",
                                        "star37:4p+halma", "star37:3p+stand"};
    for (size_t g = 0; g < sizeof GAMES / sizeof *GAMES; g++)
        for (size_t m = 0; m < sizeof METHODS / sizeof *METHODS; m++) {
            char agent[64];
            sh_match_score score;
            snprintf(agent, sizeof agent, "%s:nodes=200,hash=1MB,cache=,alone=10", METHODS[m]);
            play(GAMES[g], agent, "random", 1, &score);
            assert_int_equal(score.faults[0] + score.faults[1], 0);
            if (score.standing.agents)
                assert_true(score.standing.wins[0] >= 1);
            else
                assert_true(score.wins >= 1);
        }
}

// A move that wins at once is found by all methods.
static void test_win_in_one(void **state) {
    (void)state;
    sh_game game;
    test_game(&game, "star37:3p", SH_STRICT);
    sh_position position;
    sh_position_start(&game, &position);
    // All but one piece of player 0 are home; the last is next to the hole.
    sh_set goal = game.goal[0];
    int hole = -1, from = -1;
    for (int cell = sh_set_next(&goal, 0); cell >= 0; cell = sh_set_next(&goal, cell + 1))
        for (int d = 0; d < game.board.directions; d++) {
            int to = game.board.neighbour[cell][d];
            if (to >= 0 && !sh_set_has(&goal, to) && sh_set_has(&game.stand[0], to)) {
                hole = cell;
                from = to;
            }
        }
    position.army[0] = goal;
    sh_set_remove(&position.army[0], hole);
    sh_set_add(&position.army[0], from);
    for (size_t m = 0; m < sizeof METHODS / sizeof *METHODS; m++) {
        char text[64];
        sh_agent *agent;
        sh_record *record;
        sh_agent_choice choice;
        sh_error error = {.text = ""};
        snprintf(text, sizeof text, "%s:nodes=3000,hash=1MB,cache=", METHODS[m]);
        assert_int_equal(sh_agent_open(&agent, &game, text, 1, NULL, &error), SH_OK);
        assert_int_equal(sh_record_open(&record, &game, &position, &error), SH_OK);
        assert_int_equal(sh_agent_choose(agent, record, NULL, &choice, &error), SH_OK);
        assert_int_equal(sh_record_play(record, choice.move, &error), SH_OK);
        assert_int_equal(sh_record_result(record).winner, 0);
        sh_record_close(record);
        sh_agent_close(agent);
    }
}

// The counts of ways to sit by hand: 2^n - 2 for two agents, n! for n, and 36 for three of four.
static void test_seatings(void **state) {
    (void)state;
    assert_int_equal(sh_seatings(2, 2), 2);
    assert_int_equal(sh_seatings(3, 2), 6);
    assert_int_equal(sh_seatings(4, 2), 14);
    assert_int_equal(sh_seatings(6, 2), 62);
    assert_int_equal(sh_seatings(3, 3), 6);
    assert_int_equal(sh_seatings(4, 3), 36);
    assert_int_equal(sh_seatings(6, 6), 720);
    for (int players = 2; players <= 6; players++)
        for (int agents = 2; agents <= players; agents++) {
            static int seen[720 * 3][SH_MAX_PLAYERS];
            int all = sh_seatings(players, agents), count[SH_MAX_PLAYERS][SH_MAX_PLAYERS] = {{0}};
            for (int game = 0; game < all && game < 720; game++) {
                memset(seen[game], 0, sizeof seen[game]);
                sh_seating_find(players, agents, game, seen[game]);
                for (int other = 0; other < game; other++)
                    assert_true(memcmp(seen[game], seen[other], sizeof seen[game]) != 0);
                for (int p = 0; p < players; p++) count[seen[game][p]][p]++;
            }
            if (all > 720) continue;
            for (int a = 1; a < agents; a++)
                for (int p = 0; p < players; p++) assert_int_equal(count[a][p], count[0][p]);
        }
}

// All instruction sets and widths visit the same nodes.
static void test_instruction_sets(void **state) {
    (void)state;
    static const char *const GAMES[] = {"star37:3p", "star73/3:4p", "star121/3:6p"};
    for (size_t g = 0; g < 3; g++) {
        sh_game game;
        sh_ways *ways = calloc(1, sizeof *ways);
        sh_tuning tuning;
        sh_error error;
        test_game(&game, GAMES[g], SH_STRICT);
        sh_tuning_best(&tuning, &game);
        tuning.alone = 100;
        assert_int_equal(
            sh_ways_open(ways, &game, &tuning, &(sh_engine_options){.cache = ""}, &error), SH_OK);
        const sh_crowd *best = sh_crowd_best(&game.board);
        int width = game.board.width == 64 ? 0 : game.board.width == 128 ? 1 : 2;
        const sh_crowd *both[2] = {best, &sh_crowd_portable[width]};
        int value[2];
        for (int i = 0; i < 2; i++) {
            sh_crowd_job job = {.ways = ways, .tuning = &tuning};
            job.ground = both[i]->prepare(ways);
            sh_position_start(&game, &job.root);
            value[i] = both[i]->evaluate(&job);
            free((void *)job.ground);
        }
        assert_int_equal(value[0], value[1]);
        sh_ways_close(ways);
        free(ways);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seatings), cmocka_unit_test(test_win_in_one),
        cmocka_unit_test(test_instruction_sets), cmocka_unit_test(test_methods)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
