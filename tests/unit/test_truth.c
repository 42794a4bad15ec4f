// SPDX-License-Identifier: MIT
// The engine with tables gives nothing away: at the root, move after move, with and without
// distances.
#include "tabling.h"

#include "sternhalma/engine.h"
#include "sternhalma/record.h"

// What a position is worth to its mover by the oracle: 1, 0, -1.
static int worth(const truth *t, const sh_position *position) {
    uint16_t value = tabling_value(t, position);
    return value == ORACLE_DRAW ? 0 : value & 1 ? 1 : -1;
}

static sh_position draw_position(const truth *t, sh_random *random) {
    sh_position p;
    do p = tabling_draw(t, random);
    while (sh_position_verdict(&t->game, &p, NULL) != SH_ONGOING);
    return p;
}

// Plays on from a position, the engine against itself: no move changes the value, and with
// distances a win takes as long as the table says.
static void play_out(const truth *t, sh_engine *engine, const sh_position *start, bool distances) {
    sh_record *record;
    sh_limits limits = {.nodes = 200};
    int expected = worth(t, start), plies = 0;
    uint16_t distance = tabling_value(t, start);
    assert_int_equal(sh_record_open(&record, &t->game, start, NULL), SH_OK);
    while (sh_record_result(record).ending == SH_GOES_ON && plies < 200) {
        sh_finding finding;
        assert_int_equal(sh_engine_search(engine, record, &limits, NULL, NULL, &finding, NULL),
                         SH_OK);
        assert_true(finding.from_table);
        assert_int_equal(finding.score.kind, SH_SCORE_TABLE);
        assert_int_equal(sh_score_winner(finding.score), expected);
        assert_int_equal(sh_record_play(record, finding.line[0], NULL), SH_OK);
        expected = -expected;
        plies++;
        assert_int_equal(worth(t, sh_record_position(record)), expected);
    }
    if (distance != ORACLE_DRAW) {
        assert_true(sh_record_result(record).ending != SH_ENDED_REPETITION);
        if (distances) assert_int_equal(plies, distance);
    }
    sh_record_close(record);
}

static void check_metric(sh_metric metric) {
    char file[128];
    sh_tables *tables;
    sh_engine *engine;
    truth *t = tabling_truth("4x4/3");
    sh_random random = {11};
    tabling_path(file, metric == SH_DTW ? "dtw.shtb" : "wdl.shtb");
    tabling_write(t, metric, 4096, 1, file);
    assert_int_equal(sh_tables_open(&tables, file, 0, NULL), SH_OK);
    sh_engine_options options = {.tables = tables, .cache = "", .hash_bytes = 1 << 20};
    assert_int_equal(sh_engine_open(&engine, &t->game, &options, NULL), SH_OK);
    for (int i = 0; i < 60; i++) {
        sh_position start = draw_position(t, &random);
        sh_engine_reset(engine);
        play_out(t, engine, &start, metric == SH_DTW);
    }
    sh_engine_close(engine);
    sh_tables_close(tables);
}

static void test_with_distances(void **state) {
    (void)state;
    check_metric(SH_DTW);
}

static void test_without_distances(void **state) {
    (void)state;
    check_metric(SH_WDL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_with_distances),
                                       cmocka_unit_test(test_without_distances)};
    return cmocka_run_group_tests(tests, tabling_begin, tabling_end);
}
