// SPDX-License-Identifier: MIT
// Tables written from the solver give back every value, and players with tables win every won game:
// with distances in exactly the stated number of plies, without them without repeating a position,
// against a random and against the most stubborn defender.
#include <unistd.h>

#include "base/random.h"
#include "solving.h"
#include "sternhalma/probe.h"
#include "table/reader.h"
#include "table/writer.h"

enum { GAMES = 10000, MOST_PLIES = 400 };

static void file_name(char *file, const char *kind) {
    snprintf(file, 64, "/tmp/sternhalma-play-%ld-%s.shtb", (long)getpid(), kind);
}

static sh_table *write_and_open(sh_solution *solution, sh_metric metric) {
    char file[64];
    sh_table *table = NULL;
    sh_error error = {.text = ""};
    sh_value_source source = sh_solution_source(solution);
    sh_recipe recipe = {.game = &solution->game, .metric = metric, .creator = "test"};
    file_name(file, sh_metric_name(metric));
    if (sh_table_write(file, &recipe, &source, solution->pool, NULL, &error) ||
        sh_table_open(&table, file, (size_t)64 << 20, &error))
        fail_msg("%s", error.text);
    unlink(file); // the map stays
    return table;
}

// Tables of both metrics give back every value of the solver.
static void compare_values(const char *name) {
    sh_solution *solution = solving(name, SH_STRICT, solving_here(SH_DTW));
    sh_value_source source = sh_solution_source(solution);
    size_t count;
    uint16_t *expected = solving_values(solution, &count);
    uint16_t *values = malloc(count * sizeof *values);
    for (int metric = SH_WDL; metric <= SH_DTW; metric++) {
        sh_table *table = write_and_open(solution, metric);
        for (size_t i = 0; i < count; i++) {
            sh_position position;
            sh_pair pair = {i / source.column_count, i % source.column_count};
            sh_pairs_position(table->pairs, pair, &position);
            assert_int_equal(sh_table_value(table, &position, &values[i], NULL), SH_OK);
        }
        for (size_t i = 0; i < count; i++) {
            bool decided = metric == SH_WDL && expected[i] < SH_VALUE_DRAW;
            if (values[i] != (decided ? expected[i] & 1 : expected[i]))
                fail_msg("%s state %zu: %d, not %d", name, i, values[i], expected[i]);
        }
        print_message("%s, %s: %zu values are the solver's\n", name, sh_metric_name(metric), count);
        sh_table_close(table);
    }
    free(expected);
    free(values);
    sh_solution_close(solution);
}

static void test_every_value(void **state) {
    (void)state;
    compare_values("5x5/3");
    compare_values("6x6/2");
    compare_values("4x4/6");
}

static void test_counts(void **state) {
    (void)state;
    sh_solution *solution = solving("4x4/6", SH_STRICT, solving_here(SH_DTW));
    sh_table *table = write_and_open(solution, SH_WDL);
    const sh_table_info *info = sh_table_about(table);
    assert_int_equal(info->wins + info->losses, 1436159); // tests/golden/two_player.json, strict
    assert_int_equal(2 * info->draws, 85622);
    assert_int_equal(2 * info->illegal, 405420);
    sh_table_close(table);
    sh_solution_close(solution);
}

static void random_position(sh_solution *solution, sh_random *random, sh_position *position,
                            uint16_t *value) {
    sh_pair pair = {sh_random_below(random, sh_pairs_rows(solution->pairs)),
                    sh_random_below(random, sh_pairs_columns(solution->pairs))};
    sh_pairs_position(solution->pairs, pair, position);
    assert_int_equal(sh_solution_value(solution, position, value), SH_OK);
}

// A position won for its mover in three plies or more.
static void random_won_position(sh_solution *solution, sh_random *random, sh_position *position,
                                int *plies) {
    for (;;) {
        uint16_t value;
        random_position(solution, random, position, &value);
        *plies = value;
        if (sh_value_is_win(value) && value >= 3) return;
    }
}

typedef enum defence { AT_RANDOM, STUBBORN } defence;

// A reply by the losing side: any, or one that by the solver's values lasts longest.
static sh_move defend(sh_solution *solution, const sh_position *position, defence how,
                      sh_random *random) {
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(&solution->game, position, moves), longest = -1, choice = 0;
    assert_true(count > 0);
    if (how == AT_RANDOM) return moves[sh_random_below(random, (uint64_t)count)];
    for (int i = 0; i < count; i++) {
        sh_position after = *position;
        uint16_t value;
        sh_move_apply(&solution->game, &after, moves[i]);
        assert_int_equal(sh_solution_value(solution, &after, &value), SH_OK);
        if ((int)value > longest) {
            longest = value;
            choice = i;
        }
    }
    return moves[choice];
}

static bool is_over(const sh_game *game, const sh_position *position) {
    sh_move moves[SH_MAX_MOVES];
    return sh_position_verdict(game, position, NULL) == SH_WON ||
           sh_moves_list(game, position, moves) == 0;
}

// Plays to the end and returns the plies it took. No position may come up twice.
static int play(sh_solution *solution, sh_perfect_play *player, sh_position position, defence how,
                sh_random *random) {
    static sh_position before[MOST_PLIES];
    const sh_game *game = &solution->game;
    int winner = position.turn, plies = 0;
    sh_perfect_play_reset(player);
    for (; !is_over(game, &position); plies++) {
        assert_true(plies < MOST_PLIES);
        sh_move move;
        sh_value value;
        if (position.turn == winner) {
            for (int i = 0; i < plies; i++) assert_false(sh_position_equal(&before[i], &position));
            assert_int_equal(sh_perfect_play_move(player, &position, &move, &value, NULL), SH_OK);
            assert_int_equal(value.outcome, SH_WIN);
        } else {
            move = defend(solution, &position, how, random);
        }
        before[plies] = position;
        sh_move_apply(game, &position, move);
    }
    assert_int_equal(position.turn, 1 - winner); // the loser is to move, or has no move
    return plies;
}

static void test_distances_are_kept(void **state) {
    (void)state;
    sh_solution *solution = solving("5x5/3", SH_STRICT, solving_here(SH_DTW));
    sh_table *table = write_and_open(solution, SH_DTW);
    sh_perfect_play *player;
    sh_random random = {7};
    assert_int_equal(sh_perfect_play_open(&player, table, NULL), SH_OK);
    for (int i = 0; i < GAMES; i++) {
        sh_position position;
        int plies;
        random_won_position(solution, &random, &position, &plies);
        assert_true(play(solution, player, position, AT_RANDOM, &random) <= plies);
        assert_int_equal(play(solution, player, position, STUBBORN, &random), plies);
    }
    sh_perfect_play_close(player);
    sh_table_close(table);
    sh_solution_close(solution);
}

static void search_wins(const char *name, int games) {
    sh_solution *solution = solving(name, SH_STRICT, solving_here(SH_DTW));
    sh_table *table = write_and_open(solution, SH_WDL);
    sh_perfect_play *player;
    sh_random random = {8};
    int longest = 0;
    uint64_t sum = 0, least = 0;
    assert_int_equal(sh_perfect_play_open(&player, table, NULL), SH_OK);
    for (int i = 0; i < games; i++) {
        sh_position position;
        int plies;
        random_won_position(solution, &random, &position, &plies);
        play(solution, player, position, AT_RANDOM, &random);
        int took = play(solution, player, position, STUBBORN, &random);
        if (took > longest) longest = took;
        sum += (uint64_t)took;
        least += (uint64_t)plies;
    }
    print_message("%s without distances: %llu plies where %llu were needed, the longest game %d\n",
                  name, (unsigned long long)sum, (unsigned long long)least, longest);
    sh_perfect_play_close(player);
    sh_table_close(table);
    sh_solution_close(solution);
}

static void test_search_wins(void **state) {
    (void)state;
    search_wins("5x5/3", GAMES);
    search_wins("4x4/6", GAMES / 10); // crowded: many ways to be in one's own way
    search_wins("6x6/2", GAMES / 10);
}

// A line without distances from any decided position, for whichever side, is a game in which every
// move keeps the value and no position comes twice, to the end.
static void check_lines(const char *name, int lines) {
    sh_solution *solution = solving(name, SH_STRICT, solving_here(SH_DTW));
    const sh_game *game = &solution->game;
    sh_table *table = write_and_open(solution, SH_WDL);
    sh_random random = {10};
    for (int checked = 0; checked < lines;) {
        static sh_position before[MOST_PLIES];
        sh_move line[MOST_PLIES];
        sh_position position;
        int length;
        uint16_t value;
        random_position(solution, &random, &position, &value);
        if (value >= SH_VALUE_DRAW) continue;
        int winner = sh_value_is_win(value) ? position.turn : 1 - position.turn;
        assert_int_equal(sh_probe_line(table, &position, line, MOST_PLIES, &length, NULL), SH_OK);
        for (int ply = 0; ply < length; ply++) {
            for (int i = 0; i < ply; i++) assert_false(sh_position_equal(&before[i], &position));
            before[ply] = position;
            assert_int_equal(sh_move_check(game, &position, line[ply], NULL), SH_OK);
            sh_move_apply(game, &position, line[ply]);
            assert_int_equal(sh_solution_value(solution, &position, &value), SH_OK);
            assert_true(position.turn == winner ? sh_value_is_win(value) : sh_value_is_loss(value));
        }
        assert_true(is_over(game, &position));
        assert_int_equal(position.turn, 1 - winner);
        checked++;
    }
    sh_table_close(table);
    sh_solution_close(solution);
}

static void test_lines(void **state) {
    (void)state;
    check_lines("5x5/3", GAMES / 10);
    check_lines("4x4/6", GAMES / 10);
    check_lines("6x6/2", GAMES / 10);
}

// From a drawn position no reply loses.
static void test_draws_are_kept(void **state) {
    (void)state;
    sh_solution *solution = solving("4x4/6", SH_STRICT, solving_here(SH_DTW));
    sh_table *table = write_and_open(solution, SH_WDL);
    sh_perfect_play *player;
    sh_random random = {9};
    assert_int_equal(sh_perfect_play_open(&player, table, NULL), SH_OK);
    for (int games = 0; games < 200;) {
        sh_position position;
        uint16_t value;
        random_position(solution, &random, &position, &value);
        if (value != SH_VALUE_DRAW) continue;
        games++;
        int drawer = position.turn;
        sh_perfect_play_reset(player);
        for (int plies = 0; plies < 60 && !is_over(&solution->game, &position); plies++) {
            sh_move move;
            sh_value kept;
            if (position.turn == drawer) {
                assert_int_equal(sh_perfect_play_move(player, &position, &move, &kept, NULL),
                                 SH_OK);
                assert_true(kept.outcome >= SH_DRAW);
            } else {
                move = defend(solution, &position, AT_RANDOM, &random);
            }
            sh_move_apply(&solution->game, &position, move);
            assert_int_equal(sh_solution_value(solution, &position, &value), SH_OK);
            bool lost = position.turn == drawer ? sh_value_is_loss(value) : sh_value_is_win(value);
            assert_false(lost);
        }
    }
    sh_perfect_play_close(player);
    sh_table_close(table);
    sh_solution_close(solution);
}

// What make test-long asks for, with a larger game as argument.
static const char *large;

static void test_large_values(void **state) {
    (void)state;
    compare_values(large);
}

static void test_large_search(void **state) {
    (void)state;
    search_wins(large, GAMES);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_value),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_distances_are_kept),
        cmocka_unit_test(test_search_wins),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_draws_are_kept),
    };
    const struct CMUnitTest large_tests[] = {
        cmocka_unit_test(test_large_values),
        cmocka_unit_test(test_large_search),
    };
    if (argc == 1) return cmocka_run_group_tests(tests, NULL, NULL);
    large = argv[1];
    return cmocka_run_group_tests(large_tests, NULL, NULL);
}
