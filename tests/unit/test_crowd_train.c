// SPDX-License-Identifier: MIT
// From games of several players to weights: seats of a rival, samples, training.
#include "test.h"

#include "play/crowd_samples.h"
#include "play/selfplay.h"
#include "play/selfplay_file.h"

static char folder[64];
static char games_file[128], weights_file[128];

static int begin(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/sternhalma-crowd-train-XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(games_file, sizeof games_file, "%s/games", folder);
    snprintf(weights_file, sizeof weights_file, "%s/weights", folder);
    return 0;
}

static int end(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command);
}

static void play_slipping(sh_game *game, const char *rival, int games, int slips) {
    sh_error error = {.text = ""};
    test_game(game, "star37:3p", SH_STRICT);
    sh_selfplay_options options = {.game = game,
                                   .agent = "engine:nodes=60,cache=",
                                   .rival = rival,
                                   .games = games,
                                   .opening = 6,
                                   .slips = slips,
                                   .seed = 3};
    if (sh_selfplay_write(&options, games_file, NULL, &error)) fail_msg("%s", error.text);
}

static void play_games(sh_game *game, const char *rival, int games) {
    play_slipping(game, rival, games, 0);
}

// Plays a game of the file again: its winner is the one that was written.
static void replay(const sh_game *game, const sh_selfplay_game *played) {
    sh_record *record;
    assert_int_equal(sh_record_open(&record, game, NULL, NULL), SH_OK);
    for (int i = 0; i < played->plies; i++)
        assert_int_equal(sh_record_play(record, played->move[i], NULL), SH_OK);
    assert_int_equal(sh_record_result(record).winner, played->winner);
    sh_record_close(record);
}

// Games replay to the winner that was written; with a rival there are others, also when the rest is
// the same.
static void test_games(void **state) {
    (void)state;
    static sh_selfplay_game first[2], played;
    static const char *const rivals[] = {NULL, "random"};
    sh_game game;
    int won[3] = {0};
    for (int r = 0; r < 2; r++) {
        sh_selfplay *file;
        play_games(&game, rivals[r], 30);
        assert_int_equal(sh_selfplay_open(&file, &game, games_file, NULL), SH_OK);
        for (int i = 0; sh_selfplay_next(file, &played, NULL) == SH_OK; i++) {
            if (i == 0) first[r] = played;
            replay(&game, &played);
            assert_in_range(played.winner, 0, 2);
            won[played.winner]++;
        }
        sh_selfplay_close(file);
    }
    for (int p = 0; p < 3; p++) assert_true(won[p] > 0);
    assert_int_equal(first[0].opening, first[1].opening);
    assert_memory_equal(first[0].move, first[1].move, (size_t)first[0].opening * sizeof(sh_move));
    assert_memory_not_equal(first[0].move, first[1].move, sizeof first[0].move);
}

// Of a hundred moves behind the opening about as many are drawn at random as were asked for, and
// say so.
static void test_slips(void **state) {
    (void)state;
    static sh_selfplay_game played;
    sh_game game;
    sh_selfplay *file;
    int slips = 0, moves = 0;
    play_slipping(&game, NULL, 100, 20);
    assert_int_equal(sh_selfplay_open(&file, &game, games_file, NULL), SH_OK);
    while (sh_selfplay_next(file, &played, NULL) == SH_OK) {
        replay(&game, &played);
        for (int i = played.opening; i < played.plies; i++, moves++)
            slips += played.score[i] == SH_SLIP;
    }
    sh_selfplay_close(file);
    assert_in_range(100 * slips / moves, 17, 23);
}

static void test_refusals(void **state) {
    (void)state;
    sh_game game;
    sh_error error = {.text = ""};
    sh_selfplay_options options = {
        .game = &game, .agent = "random", .rival = "random", .games = 1, .seed = 1};
    test_game(&game, "5x5/3", SH_STRICT);
    assert_int_equal(sh_selfplay_write(&options, games_file, NULL, &error), SH_USAGE);
    assert_non_null(strstr(error.text, "5x5/3"));
    options.rival = NULL;
    options.slips = 5;
    assert_int_equal(sh_selfplay_write(&options, games_file, NULL, &error), SH_USAGE);
    assert_non_null(strstr(error.text, "slips"));
    options.slips = 0;
    sh_training of_two = {.game = &game, .epochs = 1, .network = true, .base = weights_file};
    static sh_weights none;
    assert_int_equal(sh_train(&of_two, NULL, NULL, NULL, &none, &error), SH_USAGE);
    assert_non_null(strstr(error.text, "--moves"));
    test_game(&game, "star37:3p", SH_STRICT);
    options.rival = "nobody";
    assert_int_equal(sh_selfplay_write(&options, games_file, NULL, &error), SH_USAGE);
    static sh_weights weights;
    sh_training training = {.game = &game, .epochs = 1};
    assert_int_equal(sh_train(&training, NULL, NULL, NULL, &weights, &error), SH_USAGE);
    assert_non_null(strstr(error.text, "--linear"));
}

static sh_training training_of(const sh_game *game) {
    static const char *const files[] = {games_file};
    return (sh_training){.game = game,
                         .files = files,
                         .file_count = 1,
                         .cache = "",
                         .epochs = 3,
                         .network = true,
                         .rate = 0.003,
                         .seed = 1};
}

// Every player sees its own camp and goal where the first does, and a mirror leaves them there.
static void test_views(void **state) {
    (void)state;
    sh_game game;
    sh_error error = {.text = ""};
    sh_crowd_samples s;
    play_games(&game, NULL, 3);
    sh_training training = training_of(&game);
    if (sh_crowd_samples_load(&s, &training, NULL, &error)) fail_msg("%s", error.text);
    assert_int_equal(s.cells, 37);
    int place[SH_MAX_CELLS], count = 0;
    for (int c = sh_set_next(&game.board.mask, 0); c >= 0; c = sh_set_next(&game.board.mask, c + 1))
        place[c] = count++;
    const sh_set *corners[2] = {game.camp, game.goal};
    for (int corner = 0; corner < 2; corner++) {
        uint64_t seen[3] = {0}, mirrored = 0;
        for (int p = 0; p < 3; p++)
            for (int c = sh_set_next(&corners[corner][p], 0); c >= 0;
                 c = sh_set_next(&corners[corner][p], c + 1)) {
                seen[p] |= UINT64_C(1) << s.view[p][place[c]];
                if (p == 0) mirrored |= UINT64_C(1) << s.mirror[s.view[p][place[c]]];
            }
        assert_int_equal(__builtin_popcountll(seen[0]), 3);
        assert_int_equal(seen[1], seen[0]);
        assert_int_equal(seen[2], seen[0]);
        assert_int_equal(mirrored, seen[0]);
    }
    int moved = 0;
    for (int cell = 0; cell < s.cells; cell++) {
        assert_int_equal(s.mirror[s.mirror[cell]], cell);
        moved += s.mirror[cell] != cell;
    }
    assert_true(moved > 24); // all but the axis
    sh_crowd_samples_free(&s);
}

static void keep_last(void *user, const sh_lesson *lesson) {
    sh_lesson *lessons = user;
    lessons[lesson->epoch ? 1 : 0] = *lesson;
}

// The same training gives the same weights, and they come back from their file.
static void check_again(const sh_training *training, const sh_weights *weights) {
    static sh_weights again;
    sh_error error = {.text = ""};
    assert_int_equal(sh_train(training, NULL, NULL, NULL, &again, NULL), SH_OK);
    assert_memory_equal(weights, &again, sizeof again);
    assert_int_equal(sh_weights_write(weights, "a test", weights_file, &error), SH_OK);
    memset(&again, 0, sizeof again);
    assert_int_equal(sh_weights_read(&again, training->game, weights_file, &error), SH_OK);
    assert_memory_equal(weights, &again, sizeof again);
}

// Training learns what the hand does not see, also of games kept apart; it gives the same twice,
// and its weights come back from their file.
static void test_training(void **state) {
    (void)state;
    sh_game game;
    sh_error error = {.text = ""};
    static sh_weights weights;
    sh_lesson lessons[2] = {{0}};
    play_games(&game, "random", 1500);
    sh_training training = training_of(&game);
    if (sh_train(&training, NULL, keep_last, lessons, &weights, &error)) fail_msg("%s", error.text);
    assert_int_equal(lessons[1].epoch, training.epochs);
    assert_true(lessons[1].kept > 0 && lessons[1].samples > lessons[1].kept);
    assert_true(lessons[1].kept_loss < lessons[0].kept_loss);
    check_again(&training, &weights);
}

// A sample has the moves that gain, the greatest gain first, and the one that was played.
static void test_lists(void **state) {
    (void)state;
    sh_game game;
    sh_error error = {.text = ""};
    sh_crowd_samples s;
    play_games(&game, NULL, 3);
    sh_training training = training_of(&game);
    training.base = weights_file;
    if (sh_crowd_samples_load(&s, &training, NULL, &error)) fail_msg("%s", error.text);
    int listed = 0;
    for (size_t i = 0; i < s.count; i++) {
        const sh_crowd_sample *one = &s.sample[i];
        listed += one->moves > 1;
        if (one->moves) assert_in_range(one->played, 0, one->moves - 1);
        for (int m = 0; m < one->moves; m++) {
            assert_true(one->gain[m] > 0 && (m == 0 || one->gain[m] <= one->gain[m - 1]));
            bool own = false;
            for (int p = 0; p < s.pieces; p++) own |= one->cell[one->turn][p] == one->from[m];
            assert_true(own);
        }
    }
    assert_true(listed > (int)s.count / 2);
    sh_crowd_samples_free(&s);
}

// What is played is learned, also of games kept apart, and added to weights that stay as they are.
static void test_moves(void **state) {
    (void)state;
    sh_game game;
    sh_error error = {.text = ""};
    static sh_weights base, weights;
    sh_lesson first, last;
    play_slipping(&game, NULL, 800, 5);
    base = (sh_weights){.cells = 37, .pieces = 3, .hidden = SH_HIDDEN, .bias = {7}};
    assert_int_equal(sh_weights_write(&base, "a test", weights_file, &error), SH_OK);
    sh_training training = training_of(&game);
    sh_lesson lessons[2] = {{0}};
    training.base = weights_file;
    training.epochs = 1;
    training.rate = 0; // by gains alone, and weights at random
    if (sh_train(&training, NULL, keep_last, lessons, &weights, &error)) fail_msg("%s", error.text);
    first = lessons[1];
    training.epochs = 5;
    training.rate = 0.003;
    if (sh_train(&training, NULL, keep_last, lessons, &weights, &error)) fail_msg("%s", error.text);
    last = lessons[1];
    assert_true(last.kept > 100 && last.kept_loss < first.kept_loss - 0.02);
    assert_true(weights.likely && weights.bias[0] == 7 && !base.likely);
    check_again(&training, &weights);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),   cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_views),   cmocka_unit_test(test_slips),
        cmocka_unit_test(test_lists),   cmocka_unit_test(test_moves),
        cmocka_unit_test(test_training)};
    return cmocka_run_group_tests(tests, begin, end);
}
