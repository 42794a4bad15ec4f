// SPDX-License-Identifier: MIT
// Definition 3 for armies of more than six: what game->wall promises, and walls far from the goal.
#include "test.h"

#include <stdio.h> // snprintf

#include "sternhalma/moves.h"

// The games for which the general form of Definition 3 is in force; false after the last.
static bool walled_game(int i, sh_game *game) {
    char name[SH_MAX_NAME];
    static const char *const options[] = {"", "+pass", "+stand"};
    for (int m = 3; m <= 11; m++)
        for (int k = 10; k <= 15; k += 5) {
            snprintf(name, sizeof name, "%dx%d/%d", m, m, k);
            if (sh_game_parse(game, name, SH_STRICT, NULL) == SH_OK && i-- == 0) return true;
        }
    for (int k = 7; k <= 10; k++)
        for (int option = 0; option < 3; option++, i--) {
            snprintf(name, sizeof name, "star121/%d:2p%s", k, options[option]);
            test_game(game, name, SH_STRICT);
            if (i == 0) return true;
        }
    return false;
}

// Player 0 has one piece, in its goal; player 1 has the goal cells `inside` (numbered as in
// `cells`) and everything outside the goal. Does player 0 reach all its other goal cells?
static bool reaches_the_rest(const sh_game *game, const int *cells, uint32_t inside, int piece) {
    sh_position position = {0};
    position.army[0] = sh_set_of(cells[piece]);
    position.army[1] = sh_set_minus(game->board.mask, game->goal[0]);
    for (int i = 0; i < game->pieces; i++)
        if (inside >> i & 1) sh_set_add(&position.army[1], cells[i]);
    return !sh_position_blocked(game, &position, 0);
}

// Every set of too few pieces inside a goal, against every place of a piece beside them: the whole
// board outside may be walls. One piece more can cut the goal.
static void fewer_pieces_than_a_wall_do_not_cut_a_goal(void **state) {
    sh_game game;
    int games = 0;
    for (; walled_game(games, &game); games++) {
        int cells[SH_MAX_CELLS], count = 0, cuts = 0;
        for (int c = sh_set_next(&game.goal[0], 0); c >= 0; c = sh_set_next(&game.goal[0], c + 1))
            cells[count++] = c;
        assert_int_equal(count, game.pieces);
        for (uint32_t inside = 0; inside < 1u << count; inside++) {
            int size = __builtin_popcount(inside);
            if (size > game.wall) continue;
            for (int piece = 0; piece < count; piece++) {
                if (inside >> piece & 1) continue;
                bool whole = reaches_the_rest(&game, cells, inside, piece);
                if (size < game.wall && !whole) fail_msg("%s: %x is a wall", game.name, inside);
                cuts += !whole;
            }
        }
        if (!cuts) fail_msg("%s: no %d pieces are a wall", game.name, game.wall);
        if (game.pieces >= 10) assert_int_equal(game.wall, 4); // around the tip
    }
    assert_true(games > 20);
}

// Thirteen pieces shut fifteen others up in their camp, with none of them near the goal. The last
// of the thirteen may not go there.
static void a_wall_around_a_camp(void **state) {
    sh_game game;
    test_game(&game, "10x10/15", SH_STRICT);
    const sh_board *board = &game.board;
    sh_position position = {.turn = 1};
    for (int c = 0; c < board->cells; c++) {
        int row = board->x[c] + board->y[c];
        if (row <= 4) sh_set_add(&position.army[0], c);
        if (row == 5 || row == 6) sh_set_add(&position.army[1], c);
    }
    int gap = sh_board_cell(board, 3, 3), beside = sh_board_cell(board, 3, 4);
    sh_set_remove(&position.army[1], gap);
    sh_set_add(&position.army[1], beside);
    sh_set_add(&position.army[1], sh_board_cell(board, 0, 9));
    sh_set_add(&position.army[1], sh_board_cell(board, 9, 0));
    assert_int_equal(sh_position_check_legal(&game, &position, NULL), SH_OK);
    assert_true(sh_set_is_empty(sh_set_and(position.army[1], game.goal[0])));

    sh_move plain[SH_MAX_MOVES], legal[SH_MAX_MOVES];
    int all = sh_moves_list_plain(&game, &position, plain), closing = 0;
    int count = sh_moves_list(&game, &position, legal), found = 0;
    for (int i = 0; i < all; i++) {
        sh_position after = position;
        sh_move_apply(&game, &after, plain[i]);
        bool blocked = sh_position_verdict(&game, &after, NULL) == SH_ILLEGAL_BLOCKED;
        assert_int_equal(blocked, sh_position_blocked(&game, &after, 0));
        closing += blocked;
        if (blocked) assert_int_equal(plain[i].to, gap);
        bool same =
            found < count && legal[found].from == plain[i].from && legal[found].to == plain[i].to;
        assert_int_equal(same, !blocked);
        found += same;
    }
    assert_true(closing > 0);
    assert_int_equal(found, count);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fewer_pieces_than_a_wall_do_not_cut_a_goal),
        cmocka_unit_test(a_wall_around_a_camp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
