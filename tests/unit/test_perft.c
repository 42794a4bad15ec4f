// SPDX-License-Identifier: MIT
// Perft against the published vectors.
#include "test.h"

#include <jansson.h> // json_load_file

#include "sternhalma/moves.h"

static json_t *vectors(const char *name) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", SH_VECTORS, name);
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    assert_non_null(root);
    return root;
}

static void start(sh_game *game, sh_position *position, const char *name) {
    test_game(game, name, SH_STRICT);
    sh_position_start(game, position);
}

static void perft_of_the_start(void **state) {
    json_t *root = vectors("two_player.json"), *counts;
    const char *name;
    int games = 0;
    json_object_foreach(json_object_get(root, "perft"), name, counts) {
        sh_game game;
        sh_position position;
        start(&game, &position, name);
        for (size_t d = 0; d < json_array_size(counts); d++)
            assert_int_equal(sh_perft(&game, &position, (int)d + 1),
                             json_integer_value(json_array_get(counts, d)));
        games++;
    }
    assert_int_equal(games, 3);
    json_decref(root);
}

// All nodes of the tree, the root included.
static void tree_nodes(void **state) {
    json_t *root = vectors("play.json");
    json_t *nodes = json_object_get(root, "distinct_tree_nodes");
    sh_game game;
    sh_position position;
    start(&game, &position, "7x7/6");
    uint64_t sum = sh_perft(&game, &position, 0) + sh_perft(&game, &position, 1);
    for (int depth = 2; depth <= 4; depth++) {
        char key[16];
        snprintf(key, sizeof key, "depth%d", depth);
        sum += sh_perft(&game, &position, depth);
        assert_int_equal(sum, json_integer_value(json_object_get(nodes, key)));
    }
    json_decref(root);
}

// Counting legal moves one by one through the public functions.
static uint64_t legal_sequences(const sh_game *game, sh_position *position, int depth) {
    if (depth == 0) return 1;
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(game, position, moves);
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        sh_move_apply(game, position, moves[i]);
        sum += legal_sequences(game, position, depth - 1);
        sh_move_undo(game, position, moves[i]);
    }
    return sum;
}

// On the third ply the tip of a camp can be left empty behind its own walls: Definition 3.
static void legal_perft_leaves_out_illegal_moves(void **state) {
    static const char *const games[] = {"5x5/3", "7x7/6", "9x9/10", "star37:3p", "sq5/6:8m"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        sh_game game;
        sh_position position;
        start(&game, &position, games[i]);
        for (int depth = 0; depth <= 4; depth++)
            assert_int_equal(sh_perft_legal(&game, &position, depth),
                             legal_sequences(&game, &position, depth));
        bool differs = sh_perft(&game, &position, 3) != sh_perft_legal(&game, &position, 3);
        assert_int_equal(differs, sh_game_is_duel(&game) && game.pieces >= 6);
    }
}

static void a_won_game_has_no_sequences(void **state) {
    sh_game game;
    sh_position position;
    start(&game, &position, "7x7/3");
    position.army[0] = game.goal[0];
    position.army[1] = game.goal[1];
    sh_set_remove(&position.army[1], sh_set_next(&game.goal[1], 0));
    sh_set_add(&position.army[1], 24);
    position.turn = 1;
    assert_int_equal(sh_position_verdict(&game, &position, NULL), SH_WON);
    assert_int_equal(sh_perft(&game, &position, 0), 1);
    assert_int_equal(sh_perft(&game, &position, 1), 0);
    assert_int_equal(sh_perft(&game, &position, 3), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_of_the_start),
        cmocka_unit_test(tree_nodes),
        cmocka_unit_test(legal_perft_leaves_out_illegal_moves),
        cmocka_unit_test(a_won_game_has_no_sequences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
