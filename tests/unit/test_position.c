// SPDX-License-Identifier: MIT
// Verdicts of the rules against published counts and against the short form of Definition 3.
#include "test.h"

#include "base/random.h"
#include "sternhalma/position.h"

// Definition 3 in the six-piece form of rules.md: the tip of the goal is empty and the opponent
// holds the two neighbours of the tip and the two end cells of the third row.
static bool short_form(const sh_game *game, const sh_position *position, int player) {
    int m = game->board.size, last = m - 1;
    const sh_set *wall = &position->army[1 - player];
    sh_set occupied = sh_set_or(position->army[0], position->army[1]);
    static const int edge[4][2] = {{0, 1}, {1, 0}, {0, 2}, {2, 0}};
    int flip = player == 0 ? last : 0; // player 0's goal is at the bottom
    if (sh_set_has(&occupied, sh_board_cell(&game->board, flip, flip))) return false;
    for (int i = 0; i < 4; i++)
        if (!sh_set_has(
                wall, sh_board_cell(&game->board, abs(flip - edge[i][0]), abs(flip - edge[i][1]))))
            return false;
    return true;
}

static uint64_t next_subset(uint64_t x) {
    uint64_t low = x & -x, carry = x + low;
    return carry | ((x ^ carry) / low) >> 2;
}

// Calls visit on every placement of a rhombus game of at most 64 cells, both turns.
static void every_placement(const sh_game *game,
                            void (*visit)(const sh_game *, const sh_position *, uint64_t *),
                            uint64_t *count) {
    uint64_t end = 1ULL << game->board.cells, first = (1ULL << game->pieces) - 1;
    sh_position position = {0};
    for (uint64_t a = first; a < end; a = next_subset(a))
        for (uint64_t b = first; b < end; b = next_subset(b)) {
            if (a & b) continue;
            position.army[0].w[0] = a;
            position.army[1].w[0] = b;
            for (position.turn = 0; position.turn < 2; position.turn++)
                visit(game, &position, count);
        }
}

static void count_illegal(const sh_game *game, const sh_position *position, uint64_t *count) {
    sh_verdict verdict = sh_position_verdict(game, position, NULL);
    *count += verdict == SH_ILLEGAL_FILLED || verdict == SH_ILLEGAL_BLOCKED;
}

static void illegal_counts(void **state) {
    static const struct {
        const char *name;
        uint64_t illegal;
    } known[] = {{"7x7/1", 96}, {"7x7/2", 10810}, {"4x4/6", 405420}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        sh_game game;
        test_game(&game, known[i].name, SH_STRICT);
        uint64_t illegal = 0;
        every_placement(&game, count_illegal, &illegal);
        assert_int_equal(illegal, known[i].illegal);
    }
}

// The walls of all six pieces that close off a goal cell but leave the tip alone, as rows of the
// goal corner seen from the tip; and their mirror images.
static bool other_wall(const sh_game *game, const sh_set *wall, int player) {
    static const char *const walls[2] = {"x.xxxx...x......", "..xxxx..xx......"};
    int last = game->board.size - 1;
    for (int i = 0; i < 4; i++) {
        bool same = true;
        for (int j = 0; j < 16; j++) {
            int x = i < 2 ? j % 4 : j / 4, y = i < 2 ? j / 4 : j % 4;
            if (player == 0) x = last - x, y = last - y;
            same &= sh_set_has(wall, sh_board_cell(&game->board, x, y)) == (walls[i % 2][j] == 'x');
        }
        if (same) return true;
    }
    return false;
}

// The general form finds what the short form finds, and besides only those other walls.
static void compare_forms(const sh_game *game, const sh_position *position, uint64_t *count) {
    for (int p = 0; p < 2; p++) {
        bool blocked = sh_position_blocked(game, position, p), tip = short_form(game, position, p);
        if (tip) assert_true(blocked);
        if (blocked && !tip) assert_true(other_wall(game, &position->army[1 - p], p));
        *count += blocked;
    }
}

static void general_form_against_short_form_on_4x4(void **state) {
    sh_game game;
    test_game(&game, "4x4/6", SH_STRICT);
    uint64_t blocked = 0;
    every_placement(&game, compare_forms, &blocked);
    assert_true(blocked > 0);
}

// Random placements nearly never wall anything off, so half of them put the opponent's pieces
// around the goal on purpose.
static void general_form_against_short_form_at_random(void **state) {
    sh_random random = {6};
    uint64_t blocked = 0;
    for (int m = 5; m <= 7; m++) {
        char name[16];
        snprintf(name, sizeof name, "%dx%d/6", m, m);
        sh_game game;
        test_game(&game, name, SH_STRICT);
        for (int i = 0; i < 200000; i++) {
            sh_position position = {.turn = (uint8_t)(i & 1)};
            sh_set taken = sh_set_empty();
            for (int p = 1; p >= 0; p--)
                for (int piece = 0; piece < 6;) {
                    int cell = (int)sh_random_below(&random, (uint64_t)(m * m));
                    bool near = i & 2 && p == 1 && piece < 5;
                    if (near && game.board.x[cell] + game.board.y[cell] < 2 * m - 4) continue;
                    if (sh_set_has(&taken, cell)) continue;
                    sh_set_add(&taken, cell);
                    sh_set_add(&position.army[p], cell);
                    piece++;
                }
            compare_forms(&game, &position, &blocked);
        }
    }
    assert_true(blocked > 100);
}

static void start_is_open(void **state) {
    static const char *const names[] = {"7x7/6", "star37:3p", "star121:6p", "sq16/19:8m", "3x3/1"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        sh_game game;
        test_game(&game, names[i], SH_STRICT);
        sh_position position;
        sh_position_start(&game, &position);
        assert_int_equal(sh_position_check(&game, &position, NULL), SH_OK);
        assert_int_equal(sh_position_verdict(&game, &position, NULL), SH_ONGOING);
    }
}

static void each_defect_has_its_message(void **state) {
    sh_game game;
    test_game(&game, "star37:3p", SH_STRICT);
    sh_position start;
    sh_position_start(&game, &start);
    sh_error error;
    sh_position p = start;
    p.turn = 3;
    assert_int_equal(sh_position_check(&game, &p, &error), SH_DATA);
    assert_non_null(strstr(error.text, "to move"));
    p = start;
    p.army[1] = start.army[0];
    assert_int_equal(sh_position_check(&game, &p, &error), SH_DATA);
    assert_non_null(strstr(error.text, "same cell"));
    p = start;
    sh_set_remove(&p.army[0], sh_set_next(&p.army[0], 0));
    assert_int_equal(sh_position_check(&game, &p, &error), SH_DATA);
    assert_non_null(strstr(error.text, "has 2 pieces"));
    p = start;
    sh_set_add(&p.army[0], 200);
    assert_int_equal(sh_position_check(&game, &p, &error), SH_DATA);
    assert_non_null(strstr(error.text, "off the board"));
    p = start;
    p.army[0] = game.goal[2]; // C's goal is closed to A
    assert_int_equal(sh_position_check(&game, &p, &error), SH_DATA);
    assert_non_null(strstr(error.text, "closed"));
}

static void goals_decide_by_turn(void **state) {
    sh_game game;
    test_game(&game, "5x5/3", SH_STRICT);
    sh_position position = {0};
    position.army[0] = game.goal[0];
    position.army[1] = sh_set_of(0);
    sh_set_add(&position.army[1], 7);
    sh_set_add(&position.army[1], 12);
    int winner = -1;
    position.turn = 1;
    assert_int_equal(sh_position_verdict(&game, &position, &winner), SH_WON);
    assert_int_equal(winner, 0);
    position.turn = 0;
    assert_int_equal(sh_position_verdict(&game, &position, NULL), SH_ILLEGAL_FILLED);
    assert_int_equal(sh_position_check_legal(&game, &position, NULL), SH_DATA);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(illegal_counts),
        cmocka_unit_test(general_form_against_short_form_on_4x4),
        cmocka_unit_test(general_form_against_short_form_at_random),
        cmocka_unit_test(start_is_open),
        cmocka_unit_test(each_defect_has_its_message),
        cmocka_unit_test(goals_decide_by_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
