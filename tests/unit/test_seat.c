// SPDX-License-Identifier: MIT
// A computer at the board: it never gives value away with a table, sets problems as a swindler, and
// says what it lacks.
#include "tabling.h"

#include "play/seat.h"
#include "play/swindle.h"

static const sh_engine_options OPTIONS = {.cache = "", .hash_bytes = 1 << 20};

static sh_seat *seat_of(const char *game_name, const char *level) {
    sh_game game;
    sh_seat *seat;
    sh_error error = {.text = ""};
    test_game(&game, game_name, SH_STRICT);
    if (sh_seat_open(&seat, &game, level, &OPTIONS, &error)) fail_msg("%s", error.text);
    return seat;
}

static sh_record *record_at(const sh_game *game, const sh_position *position) {
    sh_record *record;
    assert_int_equal(sh_record_open(&record, game, position, NULL), SH_OK);
    return record;
}

// Positions drawn at random: what is chosen keeps the oracle's outcome.
static void check_keeps(const char *level, sh_metric metric) {
    truth *t = tabling_truth("4x4/3");
    char file[128];
    tabling_path(file, sh_metric_name(metric));
    tabling_write(t, metric, 4096, 1, file);
    sh_table *table = tabling_open(file, 0);
    sh_seat *seat = seat_of("4x4/3", level);
    sh_random random = {.state = 7};
    int asked = 0;
    for (int i = 0; i < 60; i++) {
        sh_position position = tabling_draw(t, &random);
        sh_record *record = record_at(&t->game, &position);
        sh_finding finding;
        if (sh_record_result(record).ending == SH_GOES_ON) {
            uint16_t before = tabling_value(t, &position);
            assert_int_equal(sh_seat_choose(seat, record, table, 0.2, (uint64_t)i, &finding, NULL),
                             SH_OK);
            assert_true(finding.from_table);
            sh_move_apply(&t->game, &position, finding.line[0]);
            uint16_t after = tabling_value(t, &position);
            if (before == ORACLE_DRAW)
                assert_int_equal(after, ORACLE_DRAW);
            else
                assert_int_equal(after & 1, !(before & 1)); // odd is won, even lost
            if (metric == SH_DTW && before != ORACLE_DRAW && !strcmp(level, "perfect"))
                assert_int_equal(after, before - 1);
            asked++;
        }
        sh_record_close(record);
    }
    assert_true(asked > 30);
    sh_seat_close(seat);
    sh_table_close(table);
}

static void test_perfect(void **state) {
    (void)state;
    check_keeps("perfect", SH_DTW);
    check_keeps("perfect", SH_WDL);
}

static void test_swindler(void **state) {
    (void)state;
    check_keeps("swindler", SH_DTW);
}

// The share of right replies after a move, counted by the oracle.
static double right_share(const truth *t, sh_position position, sh_move move) {
    sh_move replies[SH_MAX_MOVES];
    sh_move_apply(&t->game, &position, move);
    int count = sh_moves_list(&t->game, &position, replies), best = -1, right = 0;
    for (int i = 0; i < count; i++) {
        sh_position after = position;
        sh_move_apply(&t->game, &after, replies[i]);
        uint16_t value = tabling_value(t, &after);
        int worth = value == ORACLE_DRAW ? 1 : value & 1 ? 0 : 2;
        right = worth > best ? 1 : right + (worth == best);
        best = worth > best ? worth : best;
    }
    return count ? (double)right / count : 1;
}

static void test_problems(void **state) {
    (void)state;
    truth *t = tabling_truth("4x4/3");
    char file[128];
    tabling_path(file, "problems");
    tabling_write(t, SH_DTW, 4096, 1, file);
    sh_table *table = tabling_open(file, 0);
    sh_random random = {.state = 11};
    int differ = 0;
    for (int i = 0; i < 60; i++) {
        sh_position position = tabling_draw(t, &random);
        sh_record *record = record_at(&t->game, &position);
        if (sh_record_result(record).ending == SH_GOES_ON) {
            sh_probed_move moves[SH_MAX_MOVES];
            int count, choice = -1;
            assert_int_equal(sh_keepers_list(table, record, moves, &count, NULL), SH_OK);
            assert_int_equal(sh_swindle_choose(table, &position, moves, count, &choice, NULL),
                             SH_OK);
            double chosen = right_share(t, position, moves[choice].move);
            for (int j = 0; j < count; j++) {
                double other = right_share(t, position, moves[j].move);
                assert_true(chosen <= other + 0.001);
                differ += other > chosen + 0.001;
            }
        }
        sh_record_close(record);
    }
    assert_true(differ > 0);
    sh_table_close(table);
}

static void test_refusals(void **state) {
    (void)state;
    sh_game duel, race;
    sh_seat *seat;
    sh_finding finding;
    test_game(&duel, "4x4/3", SH_STRICT);
    test_game(&race, "star13:3p", SH_STRICT);
    assert_true(sh_seat_able(&duel, NULL));
    assert_true(sh_seat_able(&race, NULL));
    assert_int_equal(sh_seat_open(&seat, &duel, "wizard", &OPTIONS, NULL), SH_USAGE);
    sh_record *record = record_at(&duel, NULL);
    seat = seat_of("4x4/3", "swindler");
    assert_int_equal(sh_seat_choose(seat, record, NULL, 1, 1, &finding, NULL), SH_NO);
    sh_seat_close(seat);
    seat = seat_of("4x4/3", "club");
    assert_int_equal(sh_seat_choose(seat, record, NULL, 1, 1, &finding, NULL), SH_OK);
    assert_false(finding.from_table);
    sh_seat_close(seat);
    sh_record_close(record);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perfect), cmocka_unit_test(test_swindler),
        cmocka_unit_test(test_problems), cmocka_unit_test(test_refusals)};
    return cmocka_run_group_tests(tests, tabling_begin, tabling_end);
}
