// SPDX-License-Identifier: MIT
// Game records: playing, taking back, playing again, and every way a game ends.
#include "test.h"

#include <jansson.h> // json_load_file

#include "sternhalma/notation.h"
#include "sternhalma/record.h"

static void play(sh_record *record, const sh_game *game, const char *text) {
    sh_move move;
    sh_error error = {.text = ""};
    if (sh_move_parse(game, sh_record_position(record), text, &move, &error) != SH_OK ||
        sh_record_play(record, move, &error) != SH_OK)
        fail_msg("%s: %s", text, error.text);
}

static sh_record *open_record(sh_game *game, const char *name, const char *start) {
    sh_position position;
    sh_record *record;
    test_game(game, name, SH_STRICT);
    assert_int_equal(sh_position_parse(game, start, &position, NULL), SH_OK);
    assert_int_equal(sh_record_open(&record, game, &position, NULL), SH_OK);
    return record;
}

static void expect(const sh_record *record, sh_ending ending, int winner) {
    sh_result result = sh_record_result(record);
    assert_int_equal(result.ending, ending);
    assert_int_equal(result.winner, winner);
}

// Definition 4: four moves back and forth bring the start up a second time.
static void test_repetition_is_a_draw(void **state) {
    sh_game game;
    sh_record *record = open_record(&game, "7x7/3", "startpos");
    play(record, &game, "b1-c1");
    play(record, &game, "g6-g5");
    play(record, &game, "c1-b1");
    expect(record, SH_GOES_ON, -1); // the pieces stand as at the start but for one
    play(record, &game, "g5-g6");
    expect(record, SH_ENDED_REPETITION, -1);
    sh_error error = {.text = ""};
    sh_move move;
    assert_int_equal(sh_move_parse(&game, sh_record_position(record), "b1-c1", &move, &error),
                     SH_OK);
    assert_int_equal(sh_record_play(record, move, &error), SH_DATA);
    assert_non_null(strstr(error.text, "over"));
    sh_record_close(record);
}

// The same placement with another player to move is another position.
static void test_turn_matters(void **state) {
    sh_game game;
    sh_record *record = open_record(&game, "3x3/1", "x2/3/2o x");
    play(record, &game, "a1-b1"); // x loses a move on the way to c1
    play(record, &game, "c3-c2");
    play(record, &game, "b1-c1");
    play(record, &game, "c2-b3");
    expect(record, SH_GOES_ON, -1);
    sh_record_close(record);
}

// What was taken back was not there: the same moves again are no repetition.
static void test_taken_back_is_no_repetition(void **state) {
    sh_game game;
    sh_record *record = open_record(&game, "7x7/3", "startpos");
    for (int round = 0; round < 3; round++) {
        play(record, &game, "b1-c1");
        play(record, &game, "g6-g5");
        expect(record, SH_GOES_ON, -1);
        assert_true(sh_record_undo(record) && sh_record_undo(record));
    }
    play(record, &game, "b1-c1");
    play(record, &game, "g6-g5");
    play(record, &game, "c1-b1");
    play(record, &game, "g5-g6");
    expect(record, SH_ENDED_REPETITION, -1);
    sh_record_close(record);
}

static void test_win(void **state) {
    sh_game game;
    sh_record *record = open_record(&game, "3x3/1", "3/1o1/2x o");
    expect(record, SH_ENDED_WON, 0);
    assert_false(sh_record_undo(record));
    sh_record_close(record);
    record = open_record(&game, "3x3/1", "3/2x/o2 x");
    play(record, &game, "c2-c3");
    expect(record, SH_ENDED_WON, 0);
    assert_true(sh_record_undo(record));
    expect(record, SH_GOES_ON, -1);
    sh_record_close(record);
}

// With six on the smallest star a lone piece can be shut in.
static void test_stuck(void **state) {
    sh_game game;
    sh_error error = {.text = ""};
    sh_record *record = open_record(&game, "star13:6p", "a/1ce1/d1b/2f1/1 a");
    expect(record, SH_ENDED_STUCK, -1);
    assert_int_equal(sh_record_check_ongoing(record, &error), SH_DATA);
    assert_non_null(strstr(error.text, "over (stuck)"));
    sh_record_close(record);
    record = open_record(&game, "star13:6p", "a/1ce1/d1b/2f1/1 b");
    expect(record, SH_GOES_ON, -1);
    assert_int_equal(sh_record_check_ongoing(record, &error), SH_OK);
    sh_record_close(record);
}

// Every ending has a name of its own; beyond the last there is none. The schema of the server's
// answers lists the same names.
static void test_names(void **state) {
    json_t *schema = json_load_file(SH_VECTORS "/../../docs/schema.json", 0, NULL);
    static const char *const PATH[] = {"$defs",      "Replay", "properties", "ending",
                                       "properties", "how",    "enum"};
    json_t *listed = schema;
    for (size_t i = 0; i < sizeof PATH / sizeof *PATH; i++)
        listed = json_object_get(listed, PATH[i]);
    assert_string_equal(sh_ending_name(SH_GOES_ON), "ongoing");
    int count = 0;
    for (sh_ending e = SH_GOES_ON + 1; *sh_ending_name(e); e++, count++)
        assert_string_equal(sh_ending_name(e),
                            json_string_value(json_array_get(listed, (size_t)count)));
    assert_int_equal(count, SH_ENDED_CAMP);
    assert_int_equal(count, json_array_size(listed));
    json_decref(schema);
}

static void test_undo_and_redo(void **state) {
    sh_game game;
    sh_record *record = open_record(&game, "7x7/3", "startpos");
    sh_position start = *sh_record_position(record);
    assert_false(sh_record_undo(record));
    assert_false(sh_record_redo(record));
    play(record, &game, "a1-c1");
    sh_position after = *sh_record_position(record);
    play(record, &game, "g7-g5");
    assert_int_equal(sh_record_count(record), 2);
    assert_true(sh_record_undo(record));
    assert_true(sh_position_equal(sh_record_position(record), &after));
    assert_true(sh_record_undo(record));
    assert_true(sh_position_equal(sh_record_position(record), &start));
    assert_int_equal(sh_record_count(record), 0);
    assert_true(sh_record_redo(record));
    assert_true(sh_position_equal(sh_record_position(record), &after));
    play(record, &game, "f7-e7"); // another move: the old second move is forgotten
    assert_false(sh_record_redo(record));
    assert_int_equal(sh_record_count(record), 2);
    char text[SH_MAX_MOVE_TEXT];
    sh_move_print(&game, sh_record_move(record, 1), text);
    assert_string_equal(text, "f7-e7");
    sh_record_close(record);
}

// Long games outgrow the first allocation; nothing is lost on the way back.
static void test_long_game(void **state) {
    sh_game game;
    sh_record *record = open_record(&game, "9x9/10", "startpos");
    sh_position start = *sh_record_position(record);
    int played = 0;
    while (played < 300 && sh_record_result(record).ending == SH_GOES_ON) {
        sh_move moves[SH_MAX_MOVES];
        int count = sh_moves_list(&game, sh_record_position(record), moves);
        assert_int_equal(sh_record_play(record, moves[played * 7 % count], NULL), SH_OK);
        played++;
    }
    assert_true(played > 64);
    for (int i = 0; i < played; i++) assert_true(sh_record_undo(record));
    assert_true(sh_position_equal(sh_record_position(record), &start));
    sh_record_close(record);
}

static void test_bad_starts_and_moves(void **state) {
    sh_game game;
    sh_record *record = NULL;
    sh_position position;
    sh_error error = {.text = ""};
    test_game(&game, "3x3/1", SH_STRICT);
    assert_int_equal(sh_position_parse(&game, "3/1o1/2x x", &position, NULL), SH_OK);
    assert_int_equal(sh_record_open(&record, &game, &position, &error), SH_DATA);
    assert_int_equal(sh_record_open(&record, &game, NULL, &error), SH_OK);
    assert_int_equal(sh_record_play(record, (sh_move){0, 8}, &error), SH_DATA);
    assert_int_equal(sh_record_count(record), 0);
    sh_record_close(record);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_repetition_is_a_draw),
        cmocka_unit_test(test_turn_matters),
        cmocka_unit_test(test_taken_back_is_no_repetition),
        cmocka_unit_test(test_win),
        cmocka_unit_test(test_stuck),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_undo_and_redo),
        cmocka_unit_test(test_long_game),
        cmocka_unit_test(test_bad_starts_and_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
