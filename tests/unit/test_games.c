// SPDX-License-Identifier: MIT
// Games as text, and the moves of the engine rating list.
#include "test.h"

#include "arena/ccerl.h"
#include "arena/game_text.h"
#include "base/random.h"
#include "play/opening.h"
#include "sternhalma/notation.h"

// Plays at random for some plies, prints and reads it back.
static void round_trip(const char *name, uint64_t seed, int plies) {
    sh_played *played = calloc(1, sizeof *played), *read = calloc(1, sizeof *read);
    sh_error error = {.text = ""};
    sh_text text = {0};
    assert_true(played && read);
    test_game(&played->game, name, SH_STRICT);
    assert_int_equal(sh_opening_draw(&played->record, &played->game, plies, seed, &error), SH_OK);
    snprintf(played->agent[0], SH_AGENT_TEXT, "one \"quoted\"");
    snprintf(played->agent[1], SH_AGENT_TEXT, "two");
    played->round = 7;
    played->opening = plies / 2;
    played->over = true;
    played->winner = 1;
    played->nodes[1] = 123456789012ULL;
    snprintf(played->end, sizeof played->end, "fault");
    snprintf(played->fault, sizeof played->fault, "line\nbreak");
    sh_game_text_print(&text, played, NULL);
    sh_game_text_print(&text, played, NULL); // two games
    const char *at = text.at;
    int line = 1;
    for (int i = 0; i < 2; i++) {
        if (sh_game_text_parse(read, &at, &line, &error)) fail_msg("%s\n%s", error.text, text.at);
        assert_true(read->summed && read->over);
        assert_string_equal(read->agent[0], "one quoted");
        assert_string_equal(read->fault, "linebreak");
        assert_int_equal(read->round, 7);
        assert_int_equal(read->opening, plies / 2);
        assert_int_equal(read->winner, 1);
        assert_int_equal(read->nodes[1], 123456789012ULL);
        assert_int_equal(sh_record_count(read->record), plies);
        assert_true(sh_position_equal(sh_record_position(read->record),
                                      sh_record_position(played->record)));
        sh_played_close(read);
    }
    assert_int_equal(sh_game_text_parse(read, &at, &line, &error), SH_NO);
    // Every change of a byte of the first game is noticed.
    size_t length = (size_t)(strstr(text.at + 1, "[Sum") - text.at);
    for (size_t i = 0; i < length; i += 1 + length / 200) {
        char *copy = strndup(text.at, length);
        assert_non_null(copy);
        copy[i] ^= 1;
        at = copy;
        line = 1;
        sh_status status = sh_game_text_parse(read, &at, &line, NULL);
        // A tag Sum that is one no more leaves a game without a checksum.
        assert_true(status != SH_OK || !read->summed);
        if (!status) sh_played_close(read);
        free(copy);
    }
    sh_text_free(&text);
    sh_played_close(played);
    free(played);
    free(read);
}

static void test_round_trips(void **state) {
    (void)state;
    round_trip("7x7/6", 1, 40);
    round_trip("5x5/3", 2, 1);
    round_trip("star121:2p+stand", 3, 60);
    round_trip("9x9/10", 4, 200);
    round_trip("star73:3p", 5, 31);
    round_trip("star121:6p", 6, 100);
}

static sh_status parse(const char *text) {
    sh_played *read = calloc(1, sizeof *read);
    int line = 1;
    assert_non_null(read);
    sh_status status = sh_game_text_parse(read, &text, &line, NULL);
    if (!status) sh_played_close(read);
    free(read);
    return status;
}

static void test_games_by_hand(void **state) {
    (void)state;
    assert_int_equal(parse(""), SH_NO);
    assert_int_equal(parse("% a remark\n; another\n"), SH_NO);
    assert_int_equal(parse("[Game \"7x7/3\"]\n\n*"), SH_OK);
    assert_int_equal(parse("[Game \"7x7/3\"]\n1. a2-a3 {good} 1... g6-g5 ; so\n2. a3-a4 *"), SH_OK);
    assert_int_equal(parse("[Game \"7x7/3\"]\n[Result \"1-0\"]\na2-a3 1-0"), SH_OK); // given up
    static const char *const wrong[] = {
        "*",
        "[Game \"7x7/3\"]\n",
        "[Game \"7x7/3\"]\na2-a9 *",
        "[Game \"7x7/3\"]\na2-a3 {never closed *",
        "[Game \"star37:1p\"]\n*",
        "[Game \"star37:3p\"]\n1-0",
        "[Game 7x7/3]\n*",
        "[Game \"7x7/3\"\n*",
        "[Game \"7x7/3\"]\n[Rules \"mine\"]\n*",
        "[Game \"7x7/3\"]\n[Start \"nonsense\"]\n*",
        "[Game \"7x7/3\"]\n[Result \"1-0\"]\n0-1",
        "[Game \"7x7/3\"]\n[Opening \"3\"]\na2-a3 *",
        "[Game \"7x7/3\"]\n[Opening \"-1\"]\na2-a3 *",
        "[Sum \"12\"]\n[Game \"7x7/3\"]\n*",
        "[Game \"4x4/1\"]\n[Start \"4/2x1/4/o3 x\"]\na2-a3 *",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (parse(wrong[i]) != SH_DATA) fail_msg("taken: %s", wrong[i]);
}

// The start has the 14 moves of the first rows; the numbers of cells go row by row.
static void test_ccerl_start(void **state) {
    (void)state;
    sh_game game;
    sh_position position, start;
    sh_move moves[SH_MAX_MOVES];
    char cells[SH_CCERL_CELLS + 1], text[SH_CCERL_MOVE_TEXT];
    test_game(&game, SH_CCERL_GAME, SH_STRICT);
    memset(cells, '.', SH_CCERL_CELLS);
    memset(cells, '0', 10);
    memset(cells + 111, '1', 10);
    cells[SH_CCERL_CELLS] = 0;
    assert_int_equal(sh_ccerl_parse(&game, cells, 0, &position, NULL), SH_OK);
    sh_position_start(&game, &start);
    assert_true(sh_position_equal(&position, &start));
    assert_int_equal(sh_ccerl_moves(&game, &position, moves), 14);
    assert_int_equal(sh_moves_list(&game, &position, moves), 14); // our rules, the same
    sh_ccerl_print(&game, &position, moves[0], text);
    assert_string_equal(text, "3-14"); // from the third row by a hop
    cells[60] = '0';
    assert_int_equal(sh_ccerl_parse(&game, cells, 0, &position, NULL), SH_DATA); // eleven pieces
    cells[60] = 'x';
    assert_int_equal(sh_ccerl_parse(&game, cells, 0, &position, NULL), SH_DATA);
    assert_int_equal(sh_ccerl_parse(&game, "...", 0, &position, NULL), SH_DATA);
}

// In games drawn at random, moves are ours but for those that leave the goal, or land outside of it
// after having been inside; and a move printed hop by hop is one that our rules take.
static void test_ccerl_moves(void **state) {
    (void)state;
    sh_game game;
    sh_move ours[SH_MAX_MOVES], theirs[SH_MAX_MOVES];
    sh_random random = {5};
    int locked = 0;
    test_game(&game, SH_CCERL_GAME, SH_STRICT);
    for (int walk = 0; walk < 20; walk++) {
        sh_position position;
        sh_position_start(&game, &position);
        // Mid-game: armies half way, some at home.
        position.army[0] = position.army[1] = sh_set_empty();
        sh_set taken = sh_set_empty();
        for (int player = 0; player < 2; player++)
            for (int left = 10; left > 0;) {
                int cell = (int)sh_random_below(&random, (uint64_t)game.board.span);
                if (!sh_set_has(&game.board.mask, cell) || sh_set_has(&taken, cell)) continue;
                if (left > 6 && !sh_set_has(&game.goal[player], cell)) continue;
                sh_set_add(&position.army[player], cell);
                sh_set_add(&taken, cell);
                left--;
            }
        if (sh_position_verdict(&game, &position, NULL) != SH_ONGOING) continue;
        int count = sh_moves_list_plain(&game, &position, ours);
        int found = sh_ccerl_moves(&game, &position, theirs);
        assert_true(found <= count);
        for (int i = 0, at = 0; i < found; i++, at++) {
            while (at < count && memcmp(&ours[at], &theirs[i], sizeof *ours) != 0) at++;
            assert_true(at < count); // every one of theirs is ours, in the same order
            bool inside = sh_set_has(&game.goal[0], theirs[i].from);
            assert_true(!inside || sh_set_has(&game.goal[0], theirs[i].to));
        }
        for (int i = 0; i < count; i++)
            locked +=
                sh_set_has(&game.goal[0], ours[i].from) && !sh_set_has(&game.goal[0], ours[i].to);
    }
    assert_true(locked > 20); // there was something to forbid
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trips), cmocka_unit_test(test_games_by_hand),
        cmocka_unit_test(test_ccerl_start), cmocka_unit_test(test_ccerl_moves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
