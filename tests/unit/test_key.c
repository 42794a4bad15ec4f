// SPDX-License-Identifier: MIT
// Keys of positions: what a move changes is what the position says.
#include "test.h"

#include "base/random.h"
#include "sternhalma/key.h"

static const char *const GAMES[] = {
    "3x3/1",      "7x7/3",           "7x7/6",     "9x9/10",       "star13:3p",  "star37:3p",
    "star121:2p", "star121:6p+pass", "sq9/10:6m", "sq9/10:6m:1p", "sq16/19:8m", "checkers32/12:4m",
    "7x7/2",      "5x5/3:1p",
};

// Plays random moves and checks every key on the way, there and back.
static void check_game(const sh_game *game, sh_random *random) {
    static sh_keys keys[SH_MAX_SYMMETRIES];
    uint64_t key[SH_MAX_SYMMETRIES];
    sh_position position, image;
    sh_position_start(game, &position);
    for (int s = 0; s < game->symmetries; s++) {
        sh_keys_make(&keys[s], game, s ? &game->symmetry[s] : NULL);
        key[s] = sh_position_key(&keys[s], &position);
    }
    for (int ply = 0; ply < 60; ply++) {
        sh_move moves[SH_MAX_MOVES];
        int count = sh_moves_list(game, &position, moves);
        if (!count) return;
        sh_move move = moves[sh_random_below(random, (uint64_t)count)];
        int mover = position.turn;
        sh_move_apply(game, &position, move);
        for (int s = 0; s < game->symmetries; s++) {
            uint64_t before = key[s];
            key[s] = sh_key_after(&keys[s], key[s], mover, move);
            assert_int_equal(sh_key_after(&keys[s], key[s], mover, move), before);
            assert_int_equal(key[s], sh_position_key(&keys[s], &position));
            sh_position_transform(game, &game->symmetry[s], &position, &image);
            assert_int_equal(key[s], sh_position_key(&keys[0], &image));
        }
    }
}

static void incremental_is_from_scratch(void **state) {
    sh_random random = {3};
    for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES; i++) {
        sh_game game;
        test_game(&game, GAMES[i], SH_STRICT);
        for (int round = 0; round < 10; round++) check_game(&game, &random);
    }
}

// A position and its mirror image have one canonical key.
static void mirror_images_share_a_key(void **state) {
    static sh_keys plain, mirrored;
    sh_game game;
    test_game(&game, "7x7/3", SH_STRICT);
    const sh_symmetry *mirror = sh_symmetry_mirror(&game);
    assert_non_null(mirror);
    sh_keys_make(&plain, &game, NULL);
    sh_keys_make(&mirrored, &game, mirror);
    sh_position position, image;
    sh_position_start(&game, &position);
    sh_move_apply(&game, &position, (sh_move){0, 2});
    sh_position_transform(&game, mirror, &position, &image);
    assert_false(sh_position_equal(&position, &image));
    uint64_t a = sh_position_key(&plain, &position), b = sh_position_key(&plain, &image);
    assert_int_not_equal(a, b);
    assert_int_equal(sh_key_canonical(a, sh_position_key(&mirrored, &position)),
                     sh_key_canonical(b, sh_position_key(&mirrored, &image)));
    sh_game lopsided;
    test_game(&lopsided, "7x7/2", SH_STRICT);
    assert_null(sh_symmetry_mirror(&lopsided));
}

// All placements of 4x4/2 with either turn: no two share a key.
static int by_value(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void positions_have_keys_of_their_own(void **state) {
    static sh_keys keys;
    sh_game game;
    test_game(&game, "4x4/2", SH_STRICT);
    sh_keys_make(&keys, &game, NULL);
    static uint64_t all[2 * 120 * 91];
    size_t count = 0;
    for (unsigned x = 0; x < 1 << 16; x++)
        for (unsigned o = 0; __builtin_popcount(x) == 2 && o < 1 << 16; o++) {
            if (__builtin_popcount(o) != 2 || (x & o)) continue;
            sh_position position = {.army = {{{x}}, {{o}}}};
            for (position.turn = 0; position.turn < 2; position.turn++)
                all[count++] = sh_position_key(&keys, &position);
        }
    assert_int_equal(count, sizeof all / sizeof *all);
    qsort(all, count, sizeof *all, by_value);
    for (size_t i = 1; i < count; i++) assert_true(all[i - 1] != all[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(incremental_is_from_scratch),
        cmocka_unit_test(mirror_images_share_a_key),
        cmocka_unit_test(positions_have_keys_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
