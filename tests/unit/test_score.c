// SPDX-License-Identifier: MIT
// Scores: a number of one kind is never said as one of another, what is said can be read back, and
// a race takes as long as its score says.
#include <unistd.h>

#include "test.h"

#include "play/bands.h"
#include "play/course.h"
#include "play/march.h"
#include "play/opening.h"
#include "play/train.h"
#include "sternhalma/engine.h"

static void expect(sh_score score, const char *spoken, const char *protocol, const char *record) {
    char text[SH_MAX_SCORE_TEXT];
    sh_score_print(score, SH_SCORE_SPOKEN, text);
    assert_string_equal(text, spoken);
    sh_score_print(score, SH_SCORE_PROTOCOL, text);
    assert_string_equal(text, protocol);
    sh_score_print(score, SH_SCORE_RECORD, text);
    assert_string_equal(text, record);
}

static void test_words(void **state) {
    (void)state;
    expect((sh_score){SH_SCORE_NONE, 0, 0}, "nobody knows who wins", "none", "?");
    expect((sh_score){SH_SCORE_ESTIMATE, 130, 0}, "you are about 1.3 moves ahead", "cp 130",
           "+1.30");
    expect((sh_score){SH_SCORE_ESTIMATE, -20, 0}, "you are about 0.2 moves behind", "cp -20",
           "-0.20");
    expect((sh_score){SH_SCORE_ESTIMATE, 14, 0}, "the game is about even", "cp 14", "+0.14");
    expect((sh_score){SH_SCORE_SHARE, 37, 0}, "your share of the win is about 37 %", "share 37",
           "37%");
    expect((sh_score){SH_SCORE_RACE, 3, 9}, "you win the race by 3 moves", "mate 5", "+M5");
    expect((sh_score){SH_SCORE_RACE, -1, 8}, "you lose the race by 1 move", "mate -4", "-M4");
    expect((sh_score){SH_SCORE_RACE, 1, 0}, "you win the race", "win", "+W");
    expect((sh_score){SH_SCORE_PROOF, 1, 29}, "you win in 29 plies", "mate 15", "+M15");
    expect((sh_score){SH_SCORE_PROOF, 1, 1}, "you win with the next move", "mate 1", "+M1");
    expect((sh_score){SH_SCORE_PROOF, -1, 6}, "you lose in 6 plies", "mate -3", "-M3");
    expect((sh_score){SH_SCORE_TABLE, 0, 0}, "the game is a draw", "cp 0", "=");
    expect((sh_score){SH_SCORE_TABLE, -1, 0}, "you lose", "loss", "-W");
}

// What the protocol says is read back with the same meaning; what it does not say is refused.
static void test_protocol(void **state) {
    (void)state;
    static const sh_score said[] = {{SH_SCORE_ESTIMATE, -1234, 0}, {SH_SCORE_SHARE, 37, 0},
                                    {SH_SCORE_PROOF, 1, 29},       {SH_SCORE_PROOF, -1, 6},
                                    {SH_SCORE_PROOF, 1, 0},        {SH_SCORE_PROOF, -1, 0}};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        char text[SH_MAX_SCORE_TEXT + 16];
        sh_score read;
        sh_score_print(said[i], SH_SCORE_PROTOCOL, text);
        strcat(text, " time 12 pv");
        assert_true(sh_score_parse(&read, text));
        assert_memory_equal(&read, &said[i], sizeof read);
    }
    static const char *const wrong[] = {
        "",       "cp",   "cp x", "cp 12x", "cp 99999999999", "share -1", "share 101",
        "mate 0", "mate", "none", "winner", "mates 3",        "cp 30001"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        sh_score read;
        assert_false(sh_score_parse(&read, wrong[i]));
        assert_int_equal(read.kind, SH_SCORE_NONE);
    }
}

// Every value of a search is a score of its band, and comes back as a value of that band.
static void test_bands(void **state) {
    (void)state;
    for (int value = -SH_WINNING + 1; value < SH_WINNING; value++) {
        sh_score score = sh_score_of(value);
        bool decided = value > SH_ESTIMATE_MOST || value < -SH_ESTIMATE_MOST;
        assert_int_equal(score.kind != SH_SCORE_ESTIMATE, decided);
        assert_int_equal(sh_score_winner(score), decided ? (value > 0) - (value < 0) : 0);
        int back = sh_value_of(score);
        if (!decided || score.kind == SH_SCORE_PROOF) assert_int_equal(back, value);
        assert_int_equal(sh_score_of(back).kind, score.kind);
    }
    assert_int_equal(sh_score_of(sh_value_of_race(12, 15)).kind, SH_SCORE_RACE);
    assert_int_equal(sh_score_winner(sh_score_of(sh_value_of_race(12, 11))), -1);
    assert_int_equal(sh_score_of(SH_TABLED - 60).kind, SH_SCORE_TABLE);
    assert_int_equal(sh_score_of(11 - SH_WINNING).plies, 11);
}

static void test_falls(void **state) {
    (void)state;
    sh_score even = {SH_SCORE_ESTIMATE, 0, 0}, worse = {SH_SCORE_ESTIMATE, -15, 0},
             won = {SH_SCORE_PROOF, 1, 9}, slower = {SH_SCORE_PROOF, 1, 21},
             race = {SH_SCORE_RACE, 2, 21}, lost = {SH_SCORE_TABLE, -1, 0},
             share = {SH_SCORE_SHARE, 50, 0}, less = {SH_SCORE_SHARE, 48, 0};
    assert_true(sh_score_falls(even, worse) && !sh_score_falls(worse, even));
    assert_true(sh_score_falls(won, even) && sh_score_falls(even, lost));
    assert_false(sh_score_falls(won, slower) || sh_score_falls(won, race));
    assert_true(sh_score_falls(race, lost) && sh_score_falls(share, less));
    assert_false(sh_score_falls(lost, lost) || sh_score_falls(less, share));
}

// Plays on from a race: the engine against itself ends when it said, and the loser then needs as
// many moves as it said.
static void finish_race(sh_engine *engine, sh_record *record, sh_score race) {
    int plies = 0, winner = sh_record_position(record)->turn;
    const sh_game *game = sh_record_game(record);
    sh_course course;
    sh_march march;
    sh_tuning tuning;
    sh_tuning_best(&tuning, game);
    if (sh_score_winner(race) < 0) winner = 1 - winner;
    for (; sh_record_result(record).ending == SH_GOES_ON; plies++) {
        sh_finding finding;
        sh_limits limits = {.depth = 4};
        assert_int_equal(sh_engine_search(engine, record, &limits, NULL, NULL, &finding, NULL),
                         SH_OK);
        assert_int_equal(sh_record_play(record, finding.line[0], NULL), SH_OK);
    }
    assert_int_equal(sh_record_result(record).winner, winner);
    assert_int_equal(plies, race.plies);
    sh_position end;
    assert_int_equal(sh_course_make(&course, game, NULL), SH_OK);
    assert_int_equal(sh_march_open(&march, &course, 20000000, "", NULL, NULL), SH_OK);
    sh_course_enter(&course, sh_record_position(record), &end);
    int left = sh_march_moves(&march, 1 - winner, &end.army[1 - winner]);
    assert_int_equal(left, race.amount < 0 ? -race.amount : race.amount);
    sh_march_close(&march);
}

static void test_races(void **state) {
    (void)state;
    sh_game game;
    sh_engine *engine;
    int races = 0;
    test_game(&game, "7x7/3", SH_STRICT);
    sh_engine_options options = {.hash_bytes = 1 << 20, .cache = ""};
    assert_int_equal(sh_engine_open(&engine, &game, &options, NULL), SH_OK);
    for (uint64_t seed = 0; seed < 12; seed++) {
        sh_record *record;
        sh_finding finding = {0};
        assert_int_equal(sh_opening_draw(&record, &game, 4, seed, NULL), SH_OK);
        while (sh_record_result(record).ending == SH_GOES_ON &&
               finding.score.kind != SH_SCORE_RACE) {
            sh_limits limits = {.depth = 3};
            sh_engine_reset(engine);
            assert_int_equal(sh_engine_search(engine, record, &limits, NULL, NULL, &finding, NULL),
                             SH_OK);
            if (finding.score.kind != SH_SCORE_RACE)
                assert_int_equal(sh_record_play(record, finding.line[0], NULL), SH_OK);
        }
        if (finding.score.kind == SH_SCORE_RACE && finding.score.plies) {
            finish_race(engine, record, finding.score);
            races++;
        }
        sh_record_close(record);
    }
    assert_true(races >= 5);
    sh_engine_close(engine);
}

// Whatever the weights are, an estimate is one, and a search ends.
static void test_extreme_weights(void **state) {
    (void)state;
    char file[] = "/tmp/sternhalma-score-XXXXXX";
    static sh_weights weights;
    sh_game game;
    sh_engine *engine;
    sh_error error = {.text = ""};
    test_game(&game, "7x7/6", SH_STRICT);
    assert_true(sh_weights_find(&game, &weights));
    for (int cell = 0; cell < weights.cells; cell++)
        weights.place[cell] = cell % 3 ? INT16_MAX : -INT16_MAX;
    close(mkstemp(file));
    unlink(file);
    assert_int_equal(sh_weights_write(&weights, "a test", file, &error), SH_OK);
    sh_engine_options options = {
        .hash_bytes = 1 << 20, .cache = "", .placements = 1000, .weights = file};
    assert_int_equal(sh_engine_open(&engine, &game, &options, &error), SH_OK);
    unlink(file);
    alarm(60); // for a search without end
    for (uint64_t seed = 0; seed < 8; seed++) {
        sh_record *record;
        sh_finding finding;
        sh_limits limits = {.depth = 4};
        assert_int_equal(sh_opening_draw(&record, &game, 8, seed, NULL), SH_OK);
        assert_int_equal(sh_engine_search(engine, record, &limits, NULL, NULL, &finding, NULL),
                         SH_OK);
        assert_int_equal(finding.score.kind, SH_SCORE_ESTIMATE);
        assert_in_range(finding.score.amount + SH_ESTIMATE_MOST, 0, 2 * SH_ESTIMATE_MOST);
        assert_int_equal(finding.depth, 4);
        sh_record_close(record);
    }
    alarm(0);
    sh_engine_close(engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words), cmocka_unit_test(test_protocol),
        cmocka_unit_test(test_bands), cmocka_unit_test(test_falls),
        cmocka_unit_test(test_races), cmocka_unit_test(test_extreme_weights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
