// SPDX-License-Identifier: MIT
// From self-play to weights: files of games, training, files of weights, an engine that uses them.
#include "test.h"

#include <unistd.h> // truncate

#include "play/opening.h"
#include "play/selfplay.h"
#include "play/selfplay_file.h"
#include "play/train.h"

static char folder[64];
static char games_file[128], weights_file[128];

static int begin(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/sternhalma-train-XXXXXX");
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

static void play_games(sh_game *game, int games) {
    sh_error error = {.text = ""};
    test_game(game, "5x5/3", SH_STRICT);
    sh_selfplay_options options = {
        .game = game, .agent = "engine:nodes=60,cache=", .games = games, .opening = 6, .seed = 3};
    if (sh_selfplay_write(&options, games_file, NULL, &error)) fail_msg("%s", error.text);
}

// What was written replays move by move to the end that was written.
static void test_games_replay(void **state) {
    (void)state;
    sh_game game;
    sh_selfplay *file;
    sh_selfplay_game played;
    play_games(&game, 20);
    assert_int_equal(sh_selfplay_open(&file, &game, games_file, NULL), SH_OK);
    int count = 0;
    while (sh_selfplay_next(file, &played, NULL) == SH_OK) {
        sh_record *record;
        assert_int_equal(sh_record_open(&record, &game, NULL, NULL), SH_OK);
        for (int i = 0; i < played.plies; i++)
            assert_int_equal(sh_record_play(record, played.move[i], NULL), SH_OK);
        assert_true(sh_record_result(record).ending != SH_GOES_ON);
        assert_int_equal(sh_record_result(record).winner, played.winner);
        assert_true(played.opening >= 1 && played.opening <= 6);
        sh_record_close(record);
        count++;
    }
    assert_int_equal(count, 20);
    sh_selfplay_close(file);
}

static void test_bad_games_are_refused(void **state) {
    (void)state;
    sh_game game, other;
    sh_selfplay *file;
    sh_error error = {.text = ""};
    play_games(&game, 2);
    test_game(&other, "4x4/3", SH_STRICT);
    assert_int_equal(sh_selfplay_open(&file, &other, games_file, &error), SH_DATA);
    assert_non_null(strstr(error.text, "5x5/3"));
    test_game(&other, "5x5/3", SH_PUBLISHED);
    assert_int_equal(sh_selfplay_open(&file, &other, games_file, &error), SH_DATA);
    assert_non_null(strstr(error.text, "5x5/3 (strict rules), not of 5x5/3 (published)"));
    assert_int_equal(truncate(games_file, 100), 0);
    assert_int_equal(sh_selfplay_open(&file, &game, games_file, &error), SH_DATA);
    assert_non_null(strstr(error.text, "damaged"));
}

static void keep_last(void *user, const sh_lesson *lesson) {
    sh_lesson *lessons = user;
    if (lesson->epoch == 1 && lessons[0].epoch == 0) lessons[0] = *lesson;
    lessons[1] = *lesson;
}

// Training learns, gives the same twice, and its weights come back from their file; the engine
// plays by them, and visits the same nodes with every instruction set.
static void test_training(void **state) {
    (void)state;
    sh_game game;
    sh_error error = {.text = ""};
    play_games(&game, 150);
    const char *files[] = {games_file};
    sh_training training = {.game = &game,
                            .files = files,
                            .file_count = 1,
                            .cache = "",
                            .epochs = 6,
                            .network = true,
                            .rate = 0.003,
                            .seed = 1};
    static sh_weights weights, again;
    sh_lesson lessons[2] = {{0}};
    if (sh_train(&training, NULL, keep_last, lessons, &weights, &error)) fail_msg("%s", error.text);
    assert_true(lessons[1].loss < lessons[0].loss);
    assert_true(lessons[1].kept > 0 && lessons[1].kept_loss < 0.69); // better than a coin
    assert_true(weights.place[24] > weights.place[0]); // the goal is better than the camp
    assert_int_equal(sh_train(&training, NULL, NULL, NULL, &again, NULL), SH_OK);
    assert_memory_equal(&weights, &again, sizeof weights);
    assert_int_equal(sh_weights_write(&weights, "a test", weights_file, &error), SH_OK);
    memset(&again, 0, sizeof again);
    assert_int_equal(sh_weights_read(&again, &game, weights_file, &error), SH_OK);
    assert_memory_equal(&weights, &again, sizeof weights);

    static const char *const levels[] = {"generic", "avx2", "avx512"};
    uint64_t nodes[3];
    for (int i = 0; i < 3; i++) {
        sh_engine *engine;
        sh_record *record;
        sh_finding finding;
        sh_limits limits = {.depth = 6};
        setenv("STERNHALMA_CPU", levels[i], 1);
        assert_int_equal(sh_engine_open(&engine, &game,
                                        &(sh_engine_options){.weights = weights_file, .cache = ""},
                                        &error),
                         SH_OK);
        assert_int_equal(sh_opening_draw(&record, &game, 4, 9, NULL), SH_OK);
        assert_int_equal(sh_engine_search(engine, record, &limits, NULL, NULL, &finding, NULL),
                         SH_OK);
        nodes[i] = finding.nodes;
        sh_record_close(record);
        sh_engine_close(engine);
    }
    unsetenv("STERNHALMA_CPU");
    assert_int_equal(nodes[0], nodes[1]);
    assert_int_equal(nodes[0], nodes[2]);
}

// Lines may be as long as they like, and end with comments.
static void test_one_line_of_weights(void **state) {
    (void)state;
    sh_game game;
    sh_error error = {.text = ""};
    static sh_weights weights, again;
    test_game(&game, "7x7/6", SH_STRICT);
    assert_true(sh_weights_find(&game, &weights));
    unlink(weights_file);
    assert_int_equal(sh_weights_write(&weights, "a test", weights_file, &error), SH_OK);
    FILE *file = fopen(weights_file, "r+");
    assert_non_null(file);
    bool comment = false;
    for (int c, last = '\n'; (c = getc(file)) != EOF; last = c) {
        if (last == '\n') comment = c == '/';
        if (c != '\n' || comment) continue;
        fseek(file, -1, SEEK_CUR);
        putc(' ', file);
        fflush(file);
    }
    fputs(" // and no more", file);
    fclose(file);
    assert_int_equal(sh_weights_read(&again, &game, weights_file, &error), SH_OK);
    assert_memory_equal(&weights, &again, sizeof weights);
}

static void test_bad_weights_are_refused(void **state) {
    (void)state;
    sh_game game;
    sh_error error = {.text = ""};
    static sh_weights weights;
    test_game(&game, "7x7/6", SH_STRICT);
    static const char *const texts[] = {"",
                                        "1, 49, 6, 0, 10,",
                                        "words",
                                        "1, 49, 6, 0, 10, 99999,",
                                        "1, 49, 6, 0, 10, 32768,",
                                        "1, 49, 6, 0, 10, --3,",
                                        "1, 49, 6, 0, 10 / 3,",
                                        "1, 49, 6, 0, 10x"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        FILE *file = fopen(weights_file, "w");
        fputs(texts[i], file);
        fclose(file);
        assert_int_equal(sh_weights_read(&weights, &game, weights_file, &error), SH_DATA);
        assert_non_null(strstr(error.text, *texts[i] ? "7x7/6" : weights_file));
    }
    assert_int_equal(sh_weights_read(&weights, &game, "/nonexistent", &error), SH_DATA);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_replay), cmocka_unit_test(test_bad_games_are_refused),
        cmocka_unit_test(test_training), cmocka_unit_test(test_bad_weights_are_refused),
        cmocka_unit_test(test_one_line_of_weights)};
    return cmocka_run_group_tests(tests, begin, end);
}
