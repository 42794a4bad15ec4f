// SPDX-License-Identifier: MIT
// Training on the true values of a table: what is learned from, and what is kept apart.
#include "tabling.h"

#include "play/samples.h"
#include "play/selfplay.h"

static char games_file[128];
static const char *const files[] = {games_file};

// Games of a bad player, so that many a result is not the value of the positions before it.
static sh_training prepare(truth *t, const char *table_file, sh_table **table) {
    char file[128];
    tabling_path(games_file, "games");
    tabling_path(file, table_file);
    tabling_write(t, SH_WDL, 4096, 1, file);
    sh_selfplay_options options = {
        .game = &t->game, .agent = "engine:nodes=5,cache=", .games = 300, .opening = 12, .seed = 5};
    assert_int_equal(sh_selfplay_write(&options, games_file, NULL, NULL), SH_OK);
    assert_int_equal(sh_table_open(table, file, 0, NULL), SH_OK);
    return (sh_training){.game = &t->game,
                         .files = files,
                         .file_count = 1,
                         .table = *table,
                         .cache = "",
                         .epochs = 6,
                         .network = true,
                         .rate = 0.003,
                         .seed = 1};
}

// A sample as a position of the first player.
static sh_position position_of(const sh_lesson_sample *sample, int pieces) {
    sh_position p = {.turn = 0};
    for (int i = 0; i < pieces; i++) {
        sh_set_add(&p.army[0], sample->own[i]);
        sh_set_add(&p.army[1], sample->other[i]);
    }
    return p;
}

static bool same(const sh_position *a, const sh_position *b, const uint8_t *mirror) {
    sh_position image = {.turn = 0};
    for (int i = 0; i < 2; i++)
        for (int cell = sh_set_next(&b->army[i], 0); cell >= 0;
             cell = sh_set_next(&b->army[i], cell + 1))
            sh_set_add(&image.army[i], mirror[cell]);
    return sh_position_equal(a, b) || sh_position_equal(a, &image);
}

// Counts pairs of equal positions, and those of which one is kept apart and the other is not.
static void count_pairs(const sh_samples *s, int *equal, int *parted) {
    *equal = *parted = 0;
    for (size_t i = 0; i < s->count; i++)
        for (size_t j = 0; j < i; j++) {
            sh_position a = position_of(&s->sample[i], s->pieces);
            sh_position b = position_of(&s->sample[j], s->pieces);
            if (!same(&a, &b, s->mirror)) continue;
            ++*equal;
            *parted += s->sample[i].kept != s->sample[j].kept;
        }
}

static void test_samples_are_true_and_apart(void **state) {
    (void)state;
    sh_table *table;
    sh_samples samples;
    int equal, parted, wrong = 0;
    truth *t = tabling_truth("4x4/3");
    sh_training training = prepare(t, "samples.shtb", &table);
    assert_int_equal(sh_samples_load(&samples, &training, NULL, NULL), SH_OK);
    for (size_t i = 0; i < samples.count; i++) {
        sh_position p = position_of(&samples.sample[i], samples.pieces);
        uint16_t value = tabling_value(t, &p);
        float expected = value == ORACLE_DRAW ? 0.5f : value & 1 ? 1.0f : 0.0f;
        assert_true(samples.sample[i].result == expected);
    }
    count_pairs(&samples, &equal, &parted);
    assert_true(equal > 20);
    assert_int_equal(parted, 0);
    sh_samples_free(&samples);

    // Without a table the results are those of the games, and games are kept apart.
    training.table = NULL;
    assert_int_equal(sh_samples_load(&samples, &training, NULL, NULL), SH_OK);
    for (size_t i = 0; i < samples.count; i++) {
        sh_position p = position_of(&samples.sample[i], samples.pieces);
        uint16_t value = tabling_value(t, &p);
        wrong += samples.sample[i].result != (value == ORACLE_DRAW ? 0.5f : value & 1 ? 1.0f : 0);
    }
    count_pairs(&samples, &equal, &parted);
    assert_true(wrong > 0 && parted > 0);
    sh_samples_free(&samples);
    sh_table_close(table);
}

static void keep_last(void *user, const sh_lesson *lesson) { *(sh_lesson *)user = *lesson; }

// What is learned from true values holds for positions never seen.
static void test_true_values_are_learned(void **state) {
    (void)state;
    sh_table *table;
    sh_lesson lesson;
    static sh_weights weights;
    sh_training training = prepare(tabling_truth("4x4/3"), "learn.shtb", &table);
    assert_int_equal(sh_train(&training, NULL, keep_last, &lesson, &weights, NULL), SH_OK);
    assert_true(lesson.kept > 20 && lesson.kept_loss < 0.66); // a coin has 0.69
    sh_table_close(table);
}

// A table of another game is refused.
static void test_other_tables_are_refused(void **state) {
    (void)state;
    char file[128];
    sh_table *table, *other;
    sh_error error = {.text = ""};
    static sh_weights weights;
    sh_training training = prepare(tabling_truth("4x4/3"), "right.shtb", &table);
    tabling_path(file, "other.shtb");
    tabling_write(tabling_truth("4x4/2"), SH_WDL, 4096, 1, file);
    assert_int_equal(sh_table_open(&other, file, 0, NULL), SH_OK);
    training.table = other;
    assert_int_equal(sh_train(&training, NULL, NULL, NULL, &weights, &error), SH_DATA);
    assert_non_null(strstr(error.text, "4x4/2"));
    sh_table_close(other);
    sh_table_close(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_samples_are_true_and_apart),
                                       cmocka_unit_test(test_true_values_are_learned),
                                       cmocka_unit_test(test_other_tables_are_refused)};
    return cmocka_run_group_tests(tests, tabling_begin, tabling_end);
}
