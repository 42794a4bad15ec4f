// SPDX-License-Identifier: MIT
// Grades of moves against the oracle: what is given away, which positions are critical, what an
// agent's games come to.
#include "tabling.h"

#include "arena/critical.h"
#include "arena/grading.h"
#include "arena/uniform.h"
#include "sternhalma/distance.h"
#include "sternhalma/notation.h"

static sh_table *table_of(truth *t, sh_metric metric) {
    char file[128];
    sh_table *table;
    tabling_path(file, metric == SH_DTW ? "dtw.shtb" : "wdl.shtb");
    tabling_write(t, metric, 4096, 1, file);
    assert_int_equal(sh_table_open(&table, file, 0, NULL), SH_OK);
    return table;
}

// A value of the oracle for the player who has just moved there: 1, 0, -1.
static int worth_after(const truth *t, const sh_position *after) {
    uint16_t value = tabling_value(t, after);
    return value == ORACLE_DRAW ? 0 : value & 1 ? -1 : 1;
}

static sh_position draw_position(const truth *t, sh_random *random) {
    sh_move moves[SH_MAX_MOVES];
    sh_position p;
    do p = tabling_draw(t, random);
    while (!sh_moves_list(&t->game, &p, moves));
    return p;
}

static void check_position(const truth *t, const sh_table *table, const sh_position *p) {
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(&t->game, p, moves), best = -1, worst = 1, worth[64];
    assert_true(count <= 64);
    for (int i = 0; i < count; i++) {
        sh_position after = *p;
        sh_move_apply(&t->game, &after, moves[i]);
        worth[i] = worth_after(t, &after);
        best = worth[i] > best ? worth[i] : best;
        worst = worth[i] < worst ? worth[i] : worst;
    }
    for (int i = 0; i < count; i++) {
        sh_graded_move graded;
        sh_position after = *p;
        assert_int_equal(sh_grade_move(table, p, moves[i], false, &graded, NULL), SH_OK);
        assert_int_equal(graded.before.outcome, best);
        assert_int_equal(graded.after.outcome, worth[i]);
        assert_int_equal(graded.critical, worst < best);
        sh_move_apply(&t->game, &after, moves[i]);
        if (worth[i]) assert_int_equal(graded.after.distance, tabling_value(t, &after) + 1);
    }
}

static void test_moves(void **state) {
    (void)state;
    truth *t = tabling_truth("4x4/3");
    sh_table *table = table_of(t, SH_DTW);
    sh_random random = {3};
    for (int i = 0; i < 400; i++) {
        sh_position p = draw_position(t, &random);
        check_position(t, table, &p);
    }
    sh_graded_move graded;
    sh_position start;
    sh_position_start(&t->game, &start);
    assert_int_equal(sh_grade_move(table, &start, (sh_move){0, 0}, false, &graded, NULL), SH_DATA);
    sh_table_close(table);
}

// What counts as given away, and what as plies, by hand.
static void test_counts(void **state) {
    (void)state;
    sh_grade grade = {0}, sum = {0};
    const sh_graded_move moves[] = {
        {SH_PHASE_MIDDLE, true, {SH_WIN, 5}, {SH_WIN, 9}, false},
        {SH_PHASE_MIDDLE, true, {SH_WIN, 5}, {SH_DRAW, -1}, false},
        {SH_PHASE_LAST, true, {SH_WIN, 7}, {SH_LOSS, 4}, false},
        {SH_PHASE_LAST, false, {SH_LOSS, 8}, {SH_LOSS, 2}, false},
        {SH_PHASE_LAST, true, {SH_DRAW, -1}, {SH_LOSS, 2}, false},
        {SH_PHASE_LAST, true, {SH_DRAW, -1}, {SH_DRAW, -1}, false},
        // A loss that became a draw because a position came back is no gift.
        {SH_PHASE_LAST, false, {SH_LOSS, 6}, {SH_DRAW, -1}, false},
    };
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) sh_grade_add(&grade, &moves[i]);
    sh_grade_merge(&sum, &grade);
    sh_grade_merge(&sum, &grade);
    sh_grade_count won = sh_grade_sum(&sum, SH_PHASES, SH_WIN);
    assert_int_equal(won.moves, 6);
    assert_int_equal(won.critical, 6);
    assert_int_equal(won.to_draw, 2);
    assert_int_equal(won.to_loss, 2);
    assert_int_equal(won.timed, 2);
    assert_int_equal(won.plies, 8);
    sh_grade_count lost = sh_grade_sum(&grade, SH_PHASE_LAST, SH_LOSS);
    assert_int_equal(lost.moves, 2);
    assert_int_equal(lost.plies, 6);
    assert_int_equal(lost.to_draw + lost.to_loss, 0);
    assert_int_equal(sh_grade_sum(&grade, SH_PHASE_LAST, SH_DRAW).to_loss, 1);
    assert_int_equal(sh_grade_sum(&grade, SH_PHASE_OPENING, SH_WIN).moves, 0);
}

static void check_critical(const truth *t, const sh_position *p, int lead) {
    int best = -1, worst = 1;
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(&t->game, p, moves);
    for (int i = 0; i < count; i++) {
        sh_position after = *p;
        sh_move_apply(&t->game, &after, moves[i]);
        int worth = worth_after(t, &after);
        best = worth > best ? worth : best;
        worst = worth < worst ? worth : worst;
    }
    assert_true(worst < best);
    int ahead =
        sh_army_distance(&t->game, 0, &p->army[0]) - sh_army_distance(&t->game, 1, &p->army[1]);
    assert_true(ahead <= lead && ahead >= -lead);
}

static void test_collecting(void **state) {
    (void)state;
    truth *t = tabling_truth("4x4/3");
    sh_table *table = table_of(t, SH_WDL);
    sh_critical_options o = {.table = table,
                             .agent = "engine:nodes=30,cache=,hash=64KB",
                             .won = 40,
                             .drawn = 10,
                             .lead = 2,
                             .opening = 4,
                             .stray = 3,
                             .seed = 9};
    sh_position found[2][50];
    int won[2], drawn[2];
    for (int threads = 1; threads <= 2; threads++) {
        sh_pool *pool;
        sh_error error = {.text = ""};
        assert_int_equal(sh_pool_open(&pool, threads, NULL), SH_OK);
        memset(found[threads - 1], 0, sizeof found[0]);
        if (sh_critical_collect(&o, pool, NULL, found[threads - 1], &won[threads - 1],
                                &drawn[threads - 1], &error))
            fail_msg("%s", error.text);
        sh_pool_close(pool);
    }
    assert_int_equal(won[0], 40);
    assert_int_equal(won[1], 40);
    assert_int_equal(drawn[0], drawn[1]);
    assert_memory_equal(found[0], found[1], sizeof found[0]);
    for (int i = 0; i < won[0] + drawn[0]; i++) {
        check_critical(t, &found[0][i], o.lead);
        for (int k = 0; k < i; k++) assert_false(sh_position_equal(&found[0][i], &found[0][k]));
    }
    sh_table_close(table);
}

static sh_grade play(const sh_table *table, const char *agent, int threads) {
    sh_pool *pool;
    sh_grade grade;
    sh_error error = {.text = ""};
    sh_grading_options o = {table, agent, 4};
    assert_int_equal(sh_pool_open(&pool, threads, NULL), SH_OK);
    if (sh_grading_games(&o, 30, 3, pool, NULL, &grade, &error)) fail_msg("%s", error.text);
    sh_pool_close(pool);
    return grade;
}

static void test_agents(void **state) {
    (void)state;
    truth *t = tabling_truth("4x4/3");
    sh_table *table = table_of(t, SH_DTW);
    char file[128], agent[160];
    tabling_path(file, "dtw.shtb");
    snprintf(agent, sizeof agent, "table:%s", file);
    sh_grade perfect = play(table, agent, 2);
    sh_grade_count won = sh_grade_sum(&perfect, SH_PHASES, SH_WIN);
    assert_true(won.moves > 50);
    assert_int_equal(won.to_draw + won.to_loss + won.plies, 0);
    assert_int_equal(sh_grade_sum(&perfect, SH_PHASES, SH_LOSS).plies, 0);
    sh_grade weak = play(table, "engine:depth=1,cache=,hash=64KB", 1);
    sh_grade again = play(table, "engine:depth=1,cache=,hash=64KB", 2);
    sh_grade_count given = sh_grade_sum(&weak, SH_PHASES, SH_WIN);
    assert_true(given.to_draw + given.to_loss + given.plies > 0);
    assert_memory_equal(weak.count, again.count, sizeof weak.count);
    sh_table_close(table);
}

// Both sides go one step and back: the move that brings back the start makes a draw.
static void test_repetition(void **state) {
    (void)state;
    truth *t = tabling_truth("4x4/3");
    sh_table *table = table_of(t, SH_WDL);
    sh_record *record;
    sh_grade grade[2] = {0};
    const char *moves[] = {"a2-b2", "d3-c3", "b2-a2", "c3-d3"};
    assert_int_equal(sh_record_open(&record, &t->game, NULL, NULL), SH_OK);
    int before = -worth_after(t, sh_record_position(record));
    for (int i = 0; i < 4; i++) {
        sh_move move;
        sh_error error = {.text = ""};
        if (sh_move_parse(&t->game, sh_record_position(record), moves[i], &move, &error) ||
            sh_record_play(record, move, &error))
            fail_msg("%s: %s", moves[i], error.text);
        if (i == 2) before = -worth_after(t, sh_record_position(record));
    }
    assert_int_equal(sh_record_result(record).ending, SH_ENDED_REPETITION);
    assert_int_equal(sh_grading_record(table, record, 3, grade, NULL), SH_OK);
    uint64_t all = 0, to_draw = 0;
    for (int value = SH_LOSS; value <= SH_WIN; value++) {
        all += sh_grade_sum(&grade[1], SH_PHASES, (sh_outcome)value).moves;
        to_draw += sh_grade_sum(&grade[1], SH_PHASES, (sh_outcome)value).to_draw;
    }
    assert_int_equal(all, 1);
    assert_int_equal(to_draw, before > 0 ? 1 : 0);
    sh_record_close(record);
    sh_table_close(table);
}

static sh_grade duel(const sh_table *table, const char *agent, int threads) {
    sh_pool *pool;
    sh_grade grade;
    sh_error error = {.text = ""};
    sh_grading_options o = {table, agent, 4};
    assert_int_equal(sh_pool_open(&pool, threads, NULL), SH_OK);
    if (sh_grading_duels(&o, 40, pool, NULL, &grade, &error)) fail_msg("%s", error.text);
    sh_pool_close(pool);
    return grade;
}

// Who plays by the table achieves what there is to achieve; who plays anything does not.
static void test_duels(void **state) {
    (void)state;
    truth *t = tabling_truth("4x4/3");
    sh_table *table = table_of(t, SH_DTW);
    char file[128], agent[160];
    tabling_path(file, "dtw.shtb");
    snprintf(agent, sizeof agent, "table:%s", file);
    sh_position start;
    sh_position_start(&t->game, &start);
    int value = -worth_after(t, &start);
    sh_grade perfect = duel(table, agent, 2), random = duel(table, "random", 1);
    sh_grade again = duel(table, "random", 2);
    assert_int_equal(perfect.careful, value ? 10 : 20);
    assert_int_equal(perfect.achieved, perfect.careful);
    assert_int_equal(sh_grade_sum(&perfect, SH_PHASES, SH_WIN).plies, 0);
    assert_int_equal(random.careful, perfect.careful);
    assert_true(random.achieved < random.careful);
    assert_memory_equal(random.count, again.count, sizeof random.count);
    sh_table_close(table);
}

// On a game of few positions each is drawn about as often as any other, and no other is.
static void test_uniform(void **state) {
    (void)state;
    enum { DRAWN = 60000 };
    static sh_position drawn[DRAWN], again[100];
    sh_game game;
    sh_ranker *ranker;
    sh_move moves[SH_MAX_MOVES];
    int seen[256] = {0}, kinds = 0;
    test_game(&game, "3x3/1", SH_STRICT);
    assert_int_equal(sh_ranker_open(&ranker, &game, NULL), SH_OK);
    int all = (int)sh_ranker_positions(ranker);
    assert_true(all <= 256);
    assert_int_equal(sh_uniform_draw(&game, 5, drawn, DRAWN, NULL), SH_OK);
    assert_int_equal(sh_uniform_draw(&game, 5, again, 100, NULL), SH_OK);
    assert_memory_equal(drawn, again, sizeof again);
    for (int i = 0; i < DRAWN; i++) seen[(int)sh_position_rank(ranker, &drawn[i])]++;
    for (int rank = 0; rank < all; rank++) {
        sh_position p;
        assert_int_equal(sh_position_unrank(ranker, (sh_index)rank, &p, NULL), SH_OK);
        sh_verdict verdict = sh_position_verdict(&game, &p, NULL);
        bool can_move = verdict == SH_ONGOING && sh_moves_list(&game, &p, moves) > 0;
        assert_int_equal(seen[rank] > 0, can_move);
        kinds += can_move;
    }
    double mean = (double)DRAWN / kinds;
    for (int rank = 0; rank < all; rank++)
        if (seen[rank]) assert_true((seen[rank] - mean) * (seen[rank] - mean) < 25 * mean);
    sh_ranker_close(ranker);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),      cmocka_unit_test(test_counts),
        cmocka_unit_test(test_collecting), cmocka_unit_test(test_agents),
        cmocka_unit_test(test_repetition), cmocka_unit_test(test_duels),
        cmocka_unit_test(test_uniform)};
    return cmocka_run_group_tests(tests, tabling_begin, tabling_end);
}
