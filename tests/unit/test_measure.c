// SPDX-License-Identifier: MIT
// The notions of Bell's paper against the paper's own figures.
#include "test.h"

#include "puzzle/measure.h"
#include "sternhalma/notation.h"

static sh_puzzle pose(const char *name) {
    sh_puzzle puzzle;
    sh_error error;
    if (sh_puzzle_parse(&puzzle, SH_PUZZLE_TRANSFER, name, 0, false, &error))
        fail_msg("%s", error.text);
    return puzzle;
}

static int cell(const sh_puzzle *puzzle, const char *text) {
    int found;
    assert_int_equal(sh_cell_parse(&puzzle->game, text, &found, NULL), SH_OK);
    return found;
}

// Appendix A.2 gives the speed of its solutions.
static void speeds_are_the_papers(void **state) {
    static const struct {
        const char *name;
        int moves, cells, per;
    } paper[] = {{"sq9/10:6m", 27, 4, 9},     {"sq9/10:8m", 20, 3, 10},  {"sq9/10:4m", 30, 2, 5},
                 {"sq9/9:8m", 16, 3, 8},      {"sq9/10:6m", 35, 12, 35}, {"sq9/15:6m", 31, 32, 93},
                 {"sq16/19:8m", 47, 225, 893}};
    for (size_t i = 0; i < sizeof paper / sizeof *paper; i++) {
        sh_puzzle puzzle = pose(paper[i].name);
        int cells, per;
        sh_measure_speed(&puzzle.game.board, &puzzle.game.camp[0], &puzzle.game.goal[0],
                         paper[i].moves, &cells, &per);
        assert_int_equal(cells, paper[i].cells);
        assert_int_equal(per, paper[i].per);
    }
}

// Table 1, and section 3.1: the centroid goes from -60 to 60.
static void armies_are_the_papers(void **state) {
    sh_puzzle ten = pose("sq9/10:6m"), halma = pose("sq16/19:8m");
    sh_measure start = sh_measure_army(&ten.game.board, &ten.game.camp[0], false);
    sh_measure goal = sh_measure_army(&ten.game.board, &ten.game.goal[0], false);
    static const int types[4] = {3, 3, 3, 1}, many[4] = {6, 5, 5, 3}, late[4] = {3, 5, 5, 6};
    assert_memory_equal(start.types, types, sizeof types);
    assert_memory_equal(goal.types, types, sizeof types);
    assert_false(start.balanced);
    assert_int_equal(start.centroid, -120);
    assert_int_equal(goal.centroid, 120);
    assert_int_equal(sh_measure_army(&ten.game.board, &ten.game.camp[0], true).centroid, 120);
    start = sh_measure_army(&halma.game.board, &halma.game.camp[0], false);
    goal = sh_measure_army(&halma.game.board, &halma.game.goal[0], false);
    assert_memory_equal(start.types, many, sizeof many);
    assert_memory_equal(goal.types, late, sizeof late);
    // d1-d2 makes Levenspiel's army balanced (section 3.4).
    sh_set moved = ten.game.camp[0];
    sh_set_remove(&moved, cell(&ten, "d1"));
    sh_set_add(&moved, cell(&ten, "d2"));
    assert_true(sh_measure_army(&ten.game.board, &moved, false).balanced);
}

// A staircase of men of types 1 and 2 carries men of types 0 and 3 from corner to corner, as the
// second ladder of Figure 4; nothing carries the other two.
static void a_staircase_is_a_ladder(void **state) {
    sh_puzzle puzzle = pose("sq9/10:4m");
    static const char *const steps[] = {"b1", "c2", "d3", "e4", "f5", "g6", "h7", "i8"};
    sh_set men = sh_set_empty();
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        sh_set_add(&men, cell(&puzzle, steps[i]));
    sh_ladder ladder[SH_PUZZLE_TYPES];
    sh_measure_ladders(&puzzle.game.board, &men, ladder);
    assert_int_equal(ladder[0].jumps, 8);
    assert_int_equal(ladder[0].span, 16);
    assert_int_equal(ladder[0].rungs, 1 << 1 | 1 << 2);
    assert_int_equal(ladder[0].from, cell(&puzzle, "a1"));
    assert_int_equal(ladder[0].to, cell(&puzzle, "i9"));
    assert_int_equal(ladder[3].jumps, 6);
    assert_int_equal(ladder[1].jumps, 0);
    assert_int_equal(ladder[2].jumps, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speeds_are_the_papers),
        cmocka_unit_test(armies_are_the_papers),
        cmocka_unit_test(a_staircase_is_a_ladder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
