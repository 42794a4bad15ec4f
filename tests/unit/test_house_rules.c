// SPDX-License-Identifier: MIT
// The rules that people play for those who leave a piece in its camp: each with a game that it
// decides.
#include "test.h"

#include "arena/match.h"
#include "sternhalma/notation.h"
#include "sternhalma/record.h"

// Four players: a's goal is c's camp. Two of a's pieces are in it, a piece of c has stayed behind,
// and the third of a's is next to it.
static void squat(const sh_game *game, sh_position *position) {
    sh_position_start(game, position);
    int owner = 0;
    while (!sh_set_equal(game->camp[owner], game->goal[0])) owner++;
    sh_set centre =
        sh_set_minus(game->stand[owner], sh_set_or(game->camp[owner], game->goal[owner]));
    int stays = game->tip[0], free_cell = 0;
    position->army[0] = game->goal[0];
    sh_set_remove(&position->army[0], stays);
    position->army[owner] = sh_set_of(stays);
    while (sh_set_count(position->army[owner]) <
           game->pieces) { // the rest of its army goes its way
        free_cell = sh_set_next(&centre, free_cell + 1);
        sh_set_add(&position->army[owner], free_cell);
    }
    // a has as many pieces as cells: its last stands in the centre.
    int last = -1;
    for (int cell = sh_set_next(&centre, 0); cell >= 0; cell = sh_set_next(&centre, cell + 1))
        if (!sh_set_has(&position->army[owner], cell)) last = cell;
    sh_set_add(&position->army[0], last);
}

// Strict: a goal is filled when all its cells are occupied and one is its owner's.
static void test_strict(void **state) {
    (void)state;
    sh_game game;
    sh_position position;
    int winner = -1;
    test_game(&game, "star37:4p", SH_STRICT);
    squat(&game, &position);
    assert_int_equal(sh_position_verdict(&game, &position, &winner), SH_WON);
    assert_int_equal(winner, 0);
}

// +halma: all its own pieces must be there, so that the squatter holds the game up.
static void test_all_own_pieces(void **state) {
    (void)state;
    sh_game game;
    sh_position position;
    int winner = -1;
    test_game(&game, "star37:4p+halma", SH_STRICT);
    squat(&game, &position);
    assert_int_equal(sh_position_verdict(&game, &position, &winner), SH_ONGOING);
    // The squatter goes to where a's last piece stood, and that one takes its place.
    sh_set home = sh_set_and(position.army[0], game.goal[0]);
    sh_set last = sh_set_minus(position.army[0], home);
    for (int p = 1; p < 4; p++)
        if (sh_set_has(&position.army[p], game.tip[0])) {
            sh_set_remove(&position.army[p], game.tip[0]);
            position.army[p] = sh_set_or(position.army[p], last);
        }
    position.army[0] = game.goal[0];
    assert_int_equal(sh_position_check_legal(&game, &position, NULL), SH_OK);
    assert_int_equal(sh_position_verdict(&game, &position, &winner), SH_WON);
    assert_int_equal(winner, 0);
}

// A move from one cell to another and back, of the player to move, with a piece outside the camp
// where it has one.
static sh_move idle(const sh_record *record) {
    sh_move moves[SH_MAX_MOVES];
    const sh_game *game = sh_record_game(record);
    const sh_position *position = sh_record_position(record);
    int count = sh_moves_list(game, position, moves);
    for (int i = 0; i < count; i++)
        if (!sh_set_has(&game->camp[position->turn], moves[i].from)) return moves[i];
    return moves[0];
}

// +leaveN: whoever has a piece in its camp after its move N has lost.
static void test_leave_by_move(void **state) {
    (void)state;
    static const char *const GAMES[] = {"star37:2p+halma+leave4", "star37:3p+leave4"};
    for (int g = 0; g < 2; g++) {
        sh_game game;
        sh_record *record;
        test_game(&game, GAMES[g], SH_STRICT);
        assert_int_equal(game.leave, 4);
        assert_string_equal(game.name, GAMES[g]);
        assert_int_equal(sh_record_open(&record, &game, NULL, NULL), SH_OK);
        while (sh_record_result(record).ending == SH_GOES_ON)
            assert_int_equal(sh_record_play(record, idle(record), NULL), SH_OK);
        sh_result result = sh_record_result(record);
        assert_int_equal(result.ending, SH_ENDED_CAMP);
        assert_int_equal(sh_record_count(record), 3 * game.players + 1); // a's fourth move
        assert_int_equal(result.winner, g == 0 ? 1 : -1);
        assert_true(sh_record_undo(record));
        assert_int_equal(sh_record_result(record).ending, SH_GOES_ON);
        sh_record_close(record);
    }
}

// The engine leaves its camp in time; who moves at random does not, is last, and the others share.
static void test_engine_leaves(void **state) {
    (void)state;
    sh_game game;
    sh_match_score score = {0};
    sh_error error = {.text = ""};
    test_game(&game, "star37:3p+leave6", SH_STRICT);
    sh_match_options o = {.game = &game,
                          .agent = {"engine:nodes=200,hash=1MB,cache=", "random"},
                          .rounds = 6,
                          .seed = 3};
    assert_int_equal(sh_match_play(&o, NULL, NULL, NULL, &score, NULL, &error), SH_OK);
    const sh_standing *s = &score.standing;
    assert_int_equal(s->places[0][2], 0); // never last
    assert_true(s->places[1][2] >= 6);
    assert_true(s->share[0] > s->share[1] && s->share[0] + s->share[1] > 0.999);
    assert_int_equal(score.faults[1], 0); // it played by the rules
}

// All of three or four players go and come back: the start is there again, and nobody has won.
static void test_repetition(void **state) {
    (void)state;
    static const char *const GAMES[] = {"star37:3p", "star37:4p"};
    for (int g = 0; g < 2; g++) {
        sh_game game;
        sh_record *record;
        sh_move gone[SH_MAX_PLAYERS], moves[SH_MAX_MOVES];
        test_game(&game, GAMES[g], SH_STRICT);
        assert_int_equal(sh_record_open(&record, &game, NULL, NULL), SH_OK);
        for (int ply = 0; ply < 2 * game.players; ply++) {
            int player = ply % game.players;
            assert_int_equal(sh_record_result(record).ending, SH_GOES_ON);
            if (ply < game.players) {
                assert_true(sh_moves_list(&game, sh_record_position(record), moves) > 0);
                gone[player] = moves[0];
                assert_int_equal(sh_record_play(record, moves[0], NULL), SH_OK);
            } else {
                sh_move back = {gone[player].to, gone[player].from};
                assert_int_equal(sh_record_play(record, back, NULL), SH_OK);
            }
        }
        assert_int_equal(sh_record_result(record).ending, SH_ENDED_REPETITION);
        assert_int_equal(sh_record_result(record).winner, -1);
        sh_record_close(record);
    }
}

// A game that is too long is shared by all, whatever their places.
static sh_status check_length(void *user, const sh_match_game *game, const sh_match_score *score,
                              sh_error *error) {
    (void)score, (void)error;
    *(int *)user += 1;
    assert_int_equal(sh_record_count(game->record), game->opening + 7);
    assert_int_equal(sh_record_result(game->record).ending, SH_GOES_ON);
    assert_int_equal(game->how.winner, -1);
    return SH_OK;
}

static void test_longest(void **state) {
    (void)state;
    sh_game game;
    sh_match_score score = {0};
    sh_error error = {.text = ""};
    int heard = 0;
    test_game(&game, "star37:3p", SH_STRICT);
    sh_match_options o = {.game = &game,
                          .agent = {"greedy", "random", "greedy"},
                          .agents = 3,
                          .rounds = 2,
                          .opening = 2,
                          .longest = 7};
    assert_int_equal(sh_match_play(&o, NULL, check_length, &heard, &score, NULL, &error), SH_OK);
    assert_int_equal(heard, 6);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(score.standing.wins[i], 0);
        assert_float_equal(score.standing.share[i], 1.0 / 3, 1e-9);
    }
}

static void test_names(void **state) {
    (void)state;
    static const char *const WRONG[] = {"7x7/3+leave10",
                                        "star37:2p+leave10",
                                        "star37:3p+leave",
                                        "star37:3p+leave0",
                                        "star37:3p+swap+leave9",
                                        "star37:1p+leave9",
                                        "star121/9:6p+stand+halma+hops+leave30"};
    sh_game game;
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
        assert_int_equal(sh_game_parse(&game, WRONG[i], SH_STRICT, NULL), SH_USAGE);
    test_game(&game, "star37:3p+leave10", SH_STRICT);
    assert_false(sh_game_is_race(&game)); // nothing that a table could say
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strict),        cmocka_unit_test(test_all_own_pieces),
        cmocka_unit_test(test_leave_by_move), cmocka_unit_test(test_engine_leaves),
        cmocka_unit_test(test_repetition),    cmocka_unit_test(test_longest),
        cmocka_unit_test(test_names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
