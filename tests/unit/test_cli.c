// SPDX-License-Identifier: MIT
// The program from outside: what its commands print, with --json and without.
#include <jansson.h>
#include <sys/wait.h>

#include "test.h"

// Runs the program with a command line for the shell; returns what it prints.
static void run(const char *arguments, int expected, char *output, size_t size) {
    char line[2048];
    snprintf(line, sizeof line, "%s %s 2>&1", SH_PROGRAM, arguments);
    FILE *pipe = popen(line, "r");
    assert_non_null(pipe);
    size_t length = fread(output, 1, size - 1, pipe);
    output[length] = '\0';
    int status = pclose(pipe);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != expected)
        fail_msg("%s: status %d: %s", arguments, status, output);
}

static json_t *run_json(const char *arguments) {
    static char output[1 << 20];
    json_error_t error;
    run(arguments, 0, output, sizeof output);
    json_t *object = json_loads(output, 0, &error);
    if (!object) fail_msg("%s: not JSON: %s: %s", arguments, error.text, output);
    return object;
}

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    if (!text) fail_msg("no text under the key %s", key);
    return text;
}

static void test_moves(void **state) {
    json_t *object = run_json("moves 7x7/3 --json");
    assert_string_equal(text_of(object, "game"), "7x7/3");
    assert_string_equal(text_of(object, "rules"), "strict");
    assert_string_equal(text_of(object, "position"), "xx5/x6/7/7/7/6o/5oo x");
    assert_string_equal(text_of(object, "turn"), "x");
    assert_string_equal(text_of(object, "verdict"), "ongoing");
    json_t *moves = json_object_get(object, "moves");
    assert_int_equal(json_array_size(moves), json_integer_value(json_object_get(object, "count")));
    assert_string_equal(text_of(json_array_get(moves, 0), "move"), "a1-c1");
    assert_string_equal(text_of(json_array_get(moves, 0), "position"), "1xx4/x6/7/7/7/6o/5oo o");
    json_decref(object);
    object = run_json("moves --json 'xx5/x6/7/7/7/6o/5oo o'");
    assert_string_equal(text_of(object, "game"), "7x7/3");
    assert_string_equal(text_of(object, "turn"), "o");
    json_decref(object);
}

// A position that is over has a winner and no moves.
static void test_won_position(void **state) {
    json_t *object = run_json("moves 3x3/1 '3/1o1/2x o' --json");
    assert_string_equal(text_of(object, "verdict"), "won");
    assert_string_equal(text_of(object, "winner"), "x");
    assert_int_equal(json_integer_value(json_object_get(object, "count")), 0);
    json_decref(object);
}

static void test_perft_matches_vectors(void **state) {
    json_error_t error;
    json_t *vectors = json_load_file(SH_VECTORS "/two_player.json", 0, &error);
    assert_non_null(vectors);
    const char *game;
    json_t *counts;
    json_object_foreach(json_object_get(vectors, "perft"), game, counts) {
        char arguments[128];
        snprintf(arguments, sizeof arguments, "perft %s %zu --json --divide", game,
                 json_array_size(counts));
        json_t *object = run_json(arguments);
        assert_true(json_equal(json_object_get(object, "counts"), counts));
        json_int_t sum = 0;
        size_t i;
        json_t *move;
        json_array_foreach(json_object_get(object, "divide"), i, move) sum +=
            json_integer_value(json_object_get(move, "count"));
        assert_int_equal(sum,
                         json_integer_value(json_array_get(counts, json_array_size(counts) - 1)));
        json_decref(object);
    }
    json_decref(vectors);
}

static void test_rank_and_unrank(void **state) {
    json_t *object = run_json("rank 9x9/10 --json");
    char arguments[128];
    snprintf(arguments, sizeof arguments, "unrank 9x9/10 %s --json", text_of(object, "index"));
    assert_string_equal(text_of(object, "positions"), "1734650505010319697440640");
    json_t *back = run_json(arguments);
    assert_true(json_equal(object, back));
    json_decref(object);
    json_decref(back);
    char output[256];
    run("unrank 7x7/3 0", 0, output, sizeof output);
    assert_string_equal(output, "xxxooo1/7/7/7/7/7/7 x\n"); // colex order: lowest cells first
    run("rank 'xxxooo1/7/7/7/7/7/7 o'", 0, output, sizeof output);
    assert_string_equal(output, "1\n");
}

static void test_show(void **state) {
    json_t *object = run_json("show star37:3p --json");
    assert_int_equal(json_array_size(json_object_get(object, "cells")), 37);
    json_decref(object);
    char output[4096];
    run("show 3x3/1 'x2/3/2o x'", 0, output, sizeof output);
    assert_non_null(strstr(output, "1 a\n"));
    assert_non_null(strstr(output, "2 X b\n"));
    assert_non_null(strstr(output, "3x3/1  x2/3/2o x\nx to move\n"));
    assert_null(strchr(output, '\033')); // no colours where there is no terminal
    run("show 3x3/1 '3/1o1/2x x'", 0, output, sizeof output);
    assert_non_null(strstr(output, "Definition 2"));
}

static void test_games(void **state) {
    json_t *object = run_json("games 7x7/3 star37:3p --json");
    json_t *list = json_object_get(object, "games");
    assert_int_equal(json_array_size(list), 2);
    json_t *rhombus = json_array_get(list, 0);
    assert_string_equal(text_of(rhombus, "positions"), "559352640");
    assert_string_equal(text_of(rhombus, "states"), "141219540");
    assert_true(json_is_true(json_object_get(rhombus, "solve")));
    assert_int_equal(json_integer_value(json_object_get(rhombus, "table_bytes")), 35304885);
    assert_true(json_integer_value(json_object_get(rhombus, "memory_bytes")) > 35304885);
    assert_string_equal(text_of(json_array_get(list, 1), "positions"), "14841300390");
    json_decref(object);
    object = run_json("games --json");
    list = json_object_get(object, "games");
    assert_true(json_array_size(list) > 30);
    assert_string_equal(text_of(json_array_get(list, 0), "game"), "star121:2p");
    json_decref(object);
}

// What a game is listed for is what the commands take.
static void test_what_games_are_for(void **state) {
    static const struct {
        const char *game;
        bool solve, play, pose;
    } cases[] = {
        {"7x7/3", true, true, true},
        {"star37:3p", true, true, false},
        {"star121:2p", false, true, true},
        {"star121:6p+stand+halma", false, true, false},
        {"sq9/10:6m", false, false, true},
        {"7x7/6:1p", false, false, true},
        {"star37:2p+swap", false, false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[64];
        snprintf(line, sizeof line, "games %s --json", cases[i].game);
        json_t *object = run_json(line);
        json_t *game = json_array_get(json_object_get(object, "games"), 0);
        assert_int_equal(json_is_true(json_object_get(game, "solve")), cases[i].solve);
        assert_int_equal(json_is_true(json_object_get(game, "play")), cases[i].play);
        assert_int_equal(json_is_true(json_object_get(game, "pose")), cases[i].pose);
        json_decref(object);
    }
}

static void test_version_and_help(void **state) {
    json_t *object = run_json("version --json");
    assert_string_equal(text_of(object, "version"), SH_VERSION);
    assert_non_null(strstr(text_of(object, "compiler"), __VERSION__)); // the tests' own
    json_decref(object);
    object = run_json("help --json");
    size_t i;
    json_t *command;
    json_array_foreach(json_object_get(object, "commands"), i, command) {
        static char output[1 << 16];
        char arguments[64];
        snprintf(arguments, sizeof arguments, "help %s", text_of(command, "name"));
        run(arguments, 0, output, sizeof output);
        assert_non_null(strstr(output, "Usage: sternhalma "));
        assert_non_null(strstr(output, "  -h, --help "));
    }
    assert_true(i >= 9);
    json_decref(object);
}

static void test_interruption(void **state) {
    char output[4096];
    run("version >/dev/null; said=$(mktemp); " SH_PROGRAM " perft 9x9/10 30 --json >$said 2>&1 &"
        "for i in $(seq 1200); do grep -q '\"phase\":\"depth\"' $said && break; sleep 0.1; done;"
        "kill -INT $!; wait $!; code=$?; cat $said; rm $said; exit $code",
        130, output, sizeof output);
    assert_non_null(strstr(output, "\"phase\":\"depth\""));
    assert_non_null(strstr(output, "\"status\":\"interrupted\""));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_won_position),
        cmocka_unit_test(test_perft_matches_vectors),
        cmocka_unit_test(test_rank_and_unrank),
        cmocka_unit_test(test_show),
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_what_games_are_for),
        cmocka_unit_test(test_version_and_help),
        cmocka_unit_test(test_interruption),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
