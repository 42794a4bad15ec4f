// SPDX-License-Identifier: MIT
// Levels: their names, games that repeat by seed, low levels that lose to high ones, perfect play.
#include "tabling.h"

#include "arena/match.h"
#include "sternhalma/opponent.h"
#include "sternhalma/record.h"

static void test_names(void **state) {
    (void)state;
    int level = 0;
    sh_error error = {.text = ""};
    for (int i = 1; i <= SH_LEVEL_PERFECT; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d", i);
        assert_int_equal(sh_level_parse(&level, sh_level_name(i), NULL), SH_OK);
        assert_int_equal(level, i);
        assert_int_equal(sh_level_parse(&level, number, NULL), SH_OK);
        assert_int_equal(level, i);
    }
    assert_null(sh_level_name(0));
    assert_null(sh_level_name(SH_LEVEL_PERFECT + 1));
    const char *const bad[] = {"", "0", "99", "3x", "grandmaster", "-1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(sh_level_parse(&level, bad[i], &error), SH_USAGE);
    assert_non_null(strstr(error.text, "beginner"));
}

// The moves of a game of a level against itself.
static int play_game(const sh_game *game, int level, uint64_t seed, sh_move *moves, int room) {
    sh_opponent *opponent;
    sh_record *record;
    sh_finding finding;
    int count = 0;
    sh_engine_options options = {.cache = "", .hash_bytes = 1 << 20};
    assert_int_equal(sh_opponent_open(&opponent, game, level, &options, 99, NULL), SH_OK);
    assert_int_equal(sh_opponent_level(opponent), level);
    sh_opponent_reset(opponent, seed);
    assert_int_equal(sh_record_open(&record, game, NULL, NULL), SH_OK);
    while (sh_record_result(record).ending == SH_GOES_ON && count < room) {
        assert_int_equal(sh_opponent_choose(opponent, record, NULL, &finding, NULL), SH_OK);
        moves[count++] = finding.line[0];
        assert_int_equal(sh_record_play(record, finding.line[0], NULL), SH_OK);
    }
    if (sh_record_result(record).ending != SH_GOES_ON)
        assert_int_equal(sh_opponent_choose(opponent, record, NULL, &finding, NULL), SH_DATA);
    sh_record_close(record);
    sh_opponent_close(opponent);
    return count;
}

static void test_seeds(void **state) {
    (void)state;
    sh_game game;
    test_game(&game, "5x5/3", SH_STRICT);
    for (int level = 1; level <= 8; level += 7) {
        sh_move one[100] = {0}, same[100] = {0};
        int count = play_game(&game, level, 5, one, 100);
        assert_int_equal(play_game(&game, level, 5, same, 100), count);
        assert_memory_equal(one, same, sizeof one);
    }
    sh_move one[100] = {0}, other[100] = {0};
    play_game(&game, 1, 5, one, 100);
    play_game(&game, 1, 6, other, 100);
    assert_memory_not_equal(one, other, sizeof one);
}

static sh_match_score play(const char *one, const char *two) {
    sh_game game;
    sh_match_score score = {0};
    sh_error error = {.text = ""};
    test_game(&game, "7x7/3", SH_STRICT);
    sh_match_options options = {
        .game = &game, .agent = {one, two}, .rounds = 10, .opening = 3, .seed = 5};
    if (sh_match_play(&options, NULL, NULL, NULL, &score, NULL, &error)) fail_msg("%s", error.text);
    assert_int_equal(score.faults[0] + score.faults[1], 0);
    return score;
}

// Far apart, so that chance cannot turn it.
static void test_order(void **state) {
    (void)state;
    assert_true(play("level:1,cache=", "random").score > 0.85);
    assert_true(play("level:4,cache=", "level:1,cache=").score > 0.75);
    assert_true(play("level:expert,cache=", "level:casual,cache=").score > 0.85);
}

static void test_perfect(void **state) {
    (void)state;
    sh_tables *tables;
    sh_opponent *opponent;
    sh_error error = {.text = ""};
    char file[128];
    truth *t = tabling_truth("4x4/3");
    tabling_path(file, "dtw.shtb");
    tabling_write(t, SH_DTW, 4096, 1, file);
    assert_int_equal(sh_tables_open(&tables, file, 0, NULL), SH_OK);
    sh_engine_options none = {.cache = ""}, options = {.cache = "", .tables = tables};
    assert_int_equal(sh_opponent_open(&opponent, &t->game, SH_LEVEL_PERFECT, &none, 1, &error),
                     SH_NO);
    assert_non_null(strstr(error.text, "table"));
    assert_int_equal(sh_opponent_open(&opponent, &t->game, 0, &none, 1, NULL), SH_USAGE);
    assert_int_equal(sh_opponent_open(&opponent, &t->game, SH_LEVEL_PERFECT, &options, 1, NULL),
                     SH_OK);
    sh_record *record;
    sh_finding finding;
    assert_int_equal(sh_record_open(&record, &t->game, NULL, NULL), SH_OK);
    uint16_t value = tabling_value(t, sh_record_position(record));
    while (sh_record_result(record).ending == SH_GOES_ON) {
        assert_int_equal(sh_opponent_choose(opponent, record, NULL, &finding, NULL), SH_OK);
        assert_true(finding.from_table);
        assert_int_equal(sh_record_play(record, finding.line[0], NULL), SH_OK);
    }
    assert_int_equal(sh_record_count(record), value);
    sh_record_close(record);
    sh_opponent_close(opponent);
    sh_tables_close(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_names), cmocka_unit_test(test_seeds),
                                       cmocka_unit_test(test_order),
                                       cmocka_unit_test(test_perfect)};
    return cmocka_run_group_tests(tests, tabling_begin, tabling_end);
}
