// SPDX-License-Identifier: MIT
// Games side by side: masks, planes and endings against records of the same games, which are played
// one move at a time.
#include <string.h>

#include "base/random.h"
#include "sternhalma/environment.h"
#include "sternhalma/record.h"
#include "test.h"

static sh_environment *open_games(const sh_game *game, size_t games, int max_plies, int threads,
                                  bool restart) {
    sh_environment *environment;
    sh_environment_options options = {
        .games = games, .max_plies = max_plies, .threads = threads, .restart = restart, .seed = 5};
    assert_int_equal(sh_environment_open(&environment, game, NULL, &options, NULL), SH_OK);
    return environment;
}

// The mask, the list and the planes of one game against the rules.
static void check_shown(const sh_game *game, const sh_environment_view *view, size_t i,
                        const sh_position *position, bool over) {
    sh_move moves[SH_MAX_MOVES];
    int count = over ? 0 : sh_moves_list(game, position, moves);
    const uint8_t *mask = view->mask + i * (size_t)view->actions;
    assert_int_equal(view->counts[i], count);
    int set = 0;
    for (int action = 0; action < view->actions; action++) set += mask[action];
    assert_int_equal(set, count);
    for (int k = 0; k < count; k++) {
        int action;
        sh_move move;
        assert_int_equal(sh_move_action(game, moves[k], &action, NULL), SH_OK);
        assert_int_equal(view->legal[i * (size_t)view->room + (size_t)k], action);
        assert_int_equal(mask[action], 1);
        assert_int_equal(sh_action_move(game, action, &move, NULL), SH_OK);
        assert_memory_equal(&move, &moves[k], sizeof move);
    }
    size_t size = (size_t)(view->rows * view->columns);
    const uint8_t *plane = view->plane + i * size * (size_t)view->planes;
    for (int p = 0; p < view->planes; p++)
        for (int cell = 0; cell < game->board.span; cell++) {
            if (!sh_set_has(&game->board.mask, cell)) continue;
            int player = (position->turn + p) % game->players;
            const sh_set *shown =
                p < game->players ? &position->army[player] : &game->goal[position->turn];
            size_t at = (size_t)p * size +
                        (size_t)(game->board.y[cell] * view->columns + game->board.x[cell]);
            assert_int_equal(plane[at], sh_set_has(shown, cell));
        }
}

// Plays each game in a record, too, and restarts the record when the environment does.
static void follow(const char *name, int steps, int max_plies) {
    enum { GAMES = 3 };
    sh_game game;
    sh_record *records[GAMES];
    int32_t actions[GAMES];
    assert_int_equal(sh_game_parse(&game, name, SH_STRICT, NULL), SH_OK);
    sh_environment *environment = open_games(&game, GAMES, max_plies, 1, true);
    const sh_environment_view *view = sh_environment_look(environment);
    for (int i = 0; i < GAMES; i++)
        assert_int_equal(sh_record_open(&records[i], &game, NULL, NULL), SH_OK);
    for (int step = 0; step < steps; step++) {
        sh_environment_sample(environment, actions);
        assert_int_equal(sh_environment_step(environment, actions, NULL), SH_OK);
        for (size_t i = 0; i < GAMES; i++) {
            sh_move move;
            assert_int_equal(sh_action_move(&game, actions[i], &move, NULL), SH_OK);
            assert_int_equal(sh_record_play(records[i], move, NULL), SH_OK);
            sh_result result = sh_record_result(records[i]);
            bool ended = result.ending != SH_GOES_ON;
            bool cut = !ended && sh_record_count(records[i]) == max_plies;
            assert_int_equal(view->ended[i], ended);
            assert_int_equal(view->cut[i], cut);
            assert_int_equal(view->winners[i], result.winner);
            assert_int_equal(view->lengths[i], sh_record_count(records[i]));
            float sum = 0;
            for (int p = 0; p < game.players; p++) sum += view->rewards[i * game.players + p];
            assert_true(sum < 0.001f && sum > -0.001f);
            if (result.winner >= 0)
                assert_true(view->rewards[i * game.players + result.winner] == 1);
            if (ended || cut) {
                sh_record_close(records[i]);
                assert_int_equal(sh_record_open(&records[i], &game, NULL, NULL), SH_OK);
            }
            check_shown(&game, view, i, sh_record_position(records[i]), false);
        }
    }
    for (int i = 0; i < GAMES; i++) sh_record_close(records[i]);
    sh_environment_close(environment);
}

static void test_like_records(void **state) {
    (void)state;
    follow("3x3/1", 500, 1000);
    follow("4x4/3", 2000, 1000);
    follow("4x4/3", 200, 3);
    follow("7x7/3", 500, 100);
    follow("5x5/6", 300, 100);
    follow("star13:3p", 500, 100);
    follow("star13:6p", 500, 100);
    follow("star37:3p+leave3", 300, 100);
    follow("star37:2p+halma+leave2", 100, 100);
    follow("star37:3p", 300, 200);
    follow("star121:6p+stand+halma", 60, 20);
    follow("sq9/10:8m", 60, 20);
}

// One thread and three, the same arrays; another seed, other ones.
static void test_threads(void **state) {
    (void)state;
    enum { GAMES = 300 };
    sh_game game;
    int32_t actions[3][GAMES];
    assert_int_equal(sh_game_parse(&game, "5x5/3", SH_STRICT, NULL), SH_OK);
    sh_environment *e[3];
    for (int k = 0; k < 3; k++) e[k] = open_games(&game, GAMES, 50, k == 1 ? 3 : 1, true);
    sh_environment_reset(e[2], 6);
    for (int step = 0; step < 200; step++)
        for (int k = 0; k < 3; k++) {
            sh_environment_sample(e[k], actions[k]);
            assert_int_equal(sh_environment_step(e[k], actions[k], NULL), SH_OK);
        }
    assert_memory_equal(actions[0], actions[1], sizeof actions[0]);
    const sh_environment_view *a = sh_environment_look(e[0]), *b = sh_environment_look(e[1]);
    assert_memory_equal(a->plane, b->plane, (size_t)GAMES * 3 * 25);
    assert_memory_equal(a->mask, b->mask, (size_t)GAMES * 625);
    assert_true(memcmp(actions[0], actions[2], sizeof actions[0]) != 0);
    for (int k = 0; k < 3; k++) sh_environment_close(e[k]);
}

static void test_refusals(void **state) {
    (void)state;
    sh_game game;
    sh_error error;
    int32_t actions[2];
    assert_int_equal(sh_game_parse(&game, "5x5/3", SH_STRICT, NULL), SH_OK);
    sh_environment *environment = open_games(&game, 2, 2, 1, false);
    const sh_environment_view *view = sh_environment_look(environment);
    uint64_t before = view->armies[0];
    for (int bad = -3; bad < 700; bad += 7) {
        if (bad >= 0 && bad < view->actions && view->mask[view->actions + bad]) continue;
        sh_environment_sample(environment, actions);
        actions[1] = bad;
        if (bad == SH_NO_ACTION) continue;
        assert_int_equal(sh_environment_step(environment, actions, &error), SH_DATA);
        assert_non_null(strstr(error.text, "game 1"));
        assert_int_equal(view->armies[0], before);
    }
    for (int ply = 0; ply < 2; ply++) { // then both are cut; without restart they wait
        sh_environment_sample(environment, actions);
        assert_int_equal(sh_environment_step(environment, actions, NULL), SH_OK);
    }
    assert_int_equal(view->cut[0] + view->cut[1], 2);
    int32_t last = actions[0];
    sh_environment_sample(environment, actions);
    assert_int_equal(actions[0], SH_NO_ACTION);
    actions[0] = last;
    assert_int_equal(sh_environment_step(environment, actions, &error), SH_DATA);
    assert_non_null(strstr(error.text, "over"));
    sh_environment_reset(environment, 1);
    assert_true(view->counts[0] > 0);
    sh_environment_close(environment);
    sh_environment_options options = {.games = 1, .max_plies = 0};
    assert_int_equal(sh_environment_open(&environment, &game, NULL, &options, &error), SH_USAGE);
}

// Openings are random, of the right length, and part of what has been there.
static void test_openings(void **state) {
    (void)state;
    sh_game game;
    sh_environment *environment;
    sh_environment_options options = {
        .games = 50, .max_plies = 30, .opening_plies = 5, .restart = true, .seed = 1};
    assert_int_equal(sh_game_parse(&game, "7x7/3", SH_STRICT, NULL), SH_OK);
    assert_int_equal(sh_environment_open(&environment, &game, NULL, &options, NULL), SH_OK);
    const sh_environment_view *view = sh_environment_look(environment);
    int different = 0;
    for (size_t i = 0; i < 50; i++) {
        assert_int_equal(view->turns[i], 1);
        assert_int_equal(view->lengths[i], 0);
        different += view->armies[2 * i] != view->armies[0];
    }
    assert_true(different > 20);
    sh_environment_close(environment);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_like_records),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_openings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
