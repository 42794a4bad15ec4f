// SPDX-License-Identifier: MIT
// The best line that solve prints is correct play, in either metric, and always the same.
//
// The line is read as text and replayed with the oracle's moves. Every position on it must have the
// value it should: by the oracle's own solution where a game is small enough for it, else by the
// values of a solve with distances, which are the oracle's as far as that goes.
#include <jansson.h>

#include "solving.h"

// Who knows the values: the oracle, or a solution where there is one.
typedef struct reference {
    oracle_duel oracle;
    sh_solution *solution;
} reference;

static uint16_t value_of(const reference *known, const uint64_t army[2], int turn) {
    if (!known->solution) return oracle_duel_value(&known->oracle, army[0], army[1], turn);
    sh_position position = {.army = {{{army[0]}}, {{army[1]}}}, .turn = (uint8_t)turn};
    uint16_t value;
    assert_int_equal(sh_solution_value(known->solution, &position, &value), SH_OK);
    return value;
}

// The summary of a solve, with `variables` in its environment and further options.
static json_t *solve(const char *variables, const char *game, const char *options) {
    char command[1024];
    snprintf(command, sizeof command, "%s %s solve %s --json %s 2>/dev/null", variables, SH_PROGRAM,
             game, options);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    json_t *summary = json_loadf(pipe, 0, NULL);
    if (pclose(pipe) || !summary) fail_msg("no summary from %s", command);
    return summary;
}

// "a4-c2-e2": a column's letter and a row's number for each cell; the first and the last count.
static void read_move(const char *text, int m, int *from, int *to) {
    const char *last = strrchr(text, '-');
    assert_non_null(last);
    *from = (text[1] - '1') * m + text[0] - 'a';
    *to = (last[2] - '1') * m + last[1] - 'a';
}

enum { MOST = 200 };

// Plays the line to its end. With distances every ply must be one nearer to it.
static void replay(const json_t *line, int m, bool distances, const reference *known) {
    uint64_t army[2] = {known->oracle.camp[0], known->oracle.camp[1]}, seen[MOST][2];
    int length = (int)json_array_size(line), winner = value_of(known, army, 0) & 1 ? 0 : 1;
    assert_in_range(length, 1, MOST - 1);
    if (distances) assert_int_equal(length, value_of(known, army, 0));
    for (int ply = 0; ply <= length; ply++) {
        int turn = ply & 1, from, to;
        uint16_t value = value_of(known, army, turn);
        assert_int_not_equal(value, ORACLE_ILLEGAL);
        assert_int_not_equal(value, ORACLE_DRAW);
        assert_int_equal(value & 1, turn == winner);
        if (distances) assert_int_equal(value, length - ply);
        assert_int_equal(value == 0, ply == length); // the game ends there, and not before
        for (int i = turn; i < ply; i += 2)
            assert_false(seen[i][0] == army[0] && seen[i][1] == army[1]);
        memcpy(seen[ply], army, sizeof army);
        if (ply == length) break;
        read_move(json_string_value(json_array_get(line, (size_t)ply)), m, &from, &to);
        assert_true(army[turn] >> from & 1);
        assert_true(oracle_duel_targets(m, from, army[0] | army[1]) >> to & 1);
        army[turn] ^= 1ULL << from | 1ULL << to;
    }
}

static void check(const char *name, int m, int pieces, sh_profile profile, bool by_oracle) {
    static const struct {
        const char *variables, *options;
    } ways[] = {
        {"", "--threads 1"},
        {"", "--threads 3"},
        {"", "--backend compact"},
        {"", "--backend disk --scratch /tmp"},
        {"STERNHALMA_CPU=avx2", "--threads 2"},
        {"STERNHALMA_CPU=generic", "--backend compact --threads 3"},
    };
    reference known;
    if (by_oracle) {
        oracle_duel_solve(&known.oracle, m, pieces, profile == SH_PUBLISHED);
        known.solution = NULL;
    } else {
        known.solution = solving(name, profile, solving_here(SH_DTW));
        for (int p = 0; p < 2; p++) known.oracle.camp[p] = known.solution->game.camp[p].w[0];
    }
    for (int metric = SH_WDL; metric <= SH_DTW; metric++) {
        char options[128];
        snprintf(options, sizeof options, "--metric %s --rules %s", sh_metric_name(metric),
                 sh_profile_name(profile));
        json_t *first = solve("", name, options);
        const json_t *line = json_object_get(first, "line");
        replay(line, m, metric == SH_DTW, &known);
        print_message("%s, %s: a line of %zu plies, %d are needed\n", name, options,
                      json_array_size(line), value_of(&known, known.oracle.camp, 0));
        for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
            char all[256];
            snprintf(all, sizeof all, "%s %s", options, ways[i].options);
            json_t *other = solve(ways[i].variables, name, all);
            assert_true(json_equal(line, json_object_get(other, "line")));
            json_decref(other);
        }
        json_decref(first);
    }
    if (by_oracle)
        oracle_duel_free(&known.oracle);
    else
        sh_solution_close(known.solution);
}

static void test_by_oracle(void **state) {
    check("3x3/1", 3, 1, SH_STRICT, true);
    check("3x3/2", 3, 2, SH_STRICT, true);
    check("3x3/3", 3, 3, SH_STRICT, true);
    check("4x4/2", 4, 2, SH_PUBLISHED, true);
    check("4x4/3", 4, 3, SH_STRICT, true);
    check("5x5/2", 5, 2, SH_STRICT, true);
}

static void test_by_distances(void **state) {
    check("4x4/4", 4, 4, SH_STRICT, false);
    check("4x4/5", 4, 5, SH_STRICT, false);
    check("4x4/6", 4, 6, SH_STRICT, false);
    check("4x4/6", 4, 6, SH_PUBLISHED, false);
    check("5x5/3", 5, 3, SH_STRICT, false);
    check("6x6/2", 6, 2, SH_STRICT, false);
    check("7x7/2", 7, 2, SH_STRICT, false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_oracle),
        cmocka_unit_test(test_by_distances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
