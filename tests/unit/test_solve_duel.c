// SPDX-License-Identifier: MIT
// The two-player solver against the oracle's values, and against itself on other CPUs.
#include "solving.h"

#include "bench/baseline/plain.h"
#include "solve/duel/index.h"

static void test_oracle(void **state) {
    solving_compare("3x3/1", 3, 1, SH_STRICT);
    solving_compare("3x3/2", 3, 2, SH_STRICT);
    solving_compare("3x3/3", 3, 3, SH_STRICT);
    solving_compare("4x4/1", 4, 1, SH_STRICT);
    solving_compare("4x4/2", 4, 2, SH_STRICT);
    solving_compare("4x4/3", 4, 3, SH_STRICT);
    solving_compare("5x5/1", 5, 1, SH_STRICT);
    solving_compare("5x5/2", 5, 2, SH_STRICT);
}

// The same bytes whatever the CPU and the number of threads.
static void test_variants(void **state) {
    static const char *const games[] = {"5x5/3", "6x6/2", "4x4/5"};
    for (int g = 0; g < 3; g++) {
        size_t count;
        sh_solution *first = solving(games[g], SH_STRICT, solving_here(SH_DTW));
        uint16_t *want = solving_values(first, &count);
        sh_solution_close(first);
        for (int level = 0; level <= (int)sh_cpu_level_get(); level++)
            for (int threads = 1; threads <= 3; threads += 2) {
                sh_solution *other = solving(games[g], SH_STRICT,
                                             (sh_solve_options){.metric = SH_DTW,
                                                                .level = (sh_cpu_level)level,
                                                                .threads = threads});
                uint16_t *values = solving_values(other, &count);
                assert_memory_equal(values, want, count * sizeof *want);
                free(values);
                sh_solution_close(other);
            }
        free(want);
    }
}

// The obvious solver of the benchmark counts the same.
static void test_plain(void **state) {
    static const char *const games[] = {"4x4/3", "5x5/2"};
    for (int g = 0; g < 2; g++) {
        sh_solution *solution = solving(games[g], SH_PUBLISHED, solving_here(SH_WDL));
        sh_solve_counts counts;
        sh_plain_result plain;
        sh_error error;
        sh_solution_count(solution, &counts);
        assert_int_equal(sh_plain_solve(&solution->game, NULL, &plain, &error), SH_OK);
        assert_int_equal(plain.states, solution->plan.states);
        assert_int_equal(plain.mover_wins, counts.mover_wins);
        assert_int_equal(plain.mover_losses, counts.mover_losses);
        assert_int_equal(2 * plain.draws, counts.draws);
        assert_int_equal(2 * plain.illegal, counts.illegal);
        sh_solution_close(solution);
    }
}

// The tiles of a block cover its ids one after the other; where a tile lands, its row is an id and
// its set a lane, mirrored together; and from there it lands where it came from.
static void test_tiles(void **state) {
    static const char *const games[] = {"3x3/1", "4x4/2", "5x5/4", "7x7/3", "5x5/6"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        sh_game game;
        sh_duel_index index;
        assert_int_equal(sh_game_parse(&game, games[g], SH_STRICT, NULL), SH_OK);
        assert_int_equal(sh_duel_index_measure(&index, &game, NULL), SH_OK);
        uint64_t block = index.blocks - 1, next = 0;
        for (uint64_t group = 0; group < index.groups; group++) {
            sh_duel_tile tile = sh_duel_tile_at(&index, block, group);
            assert_int_equal(tile.first, next);
            assert_true(tile.strips > 0 && tile.strips <= SH_LANES && tile.strips % 64 == 0);
            next += tile.strips;
            sh_duel_tile to = sh_duel_opposite(&index, block, group);
            uint64_t mirrored = tile.first >= index.half ? index.half : 0;
            assert_int_equal(to.block, (tile.first - mirrored) / SH_LANES);
            assert_int_equal(to.first, mirrored + block * SH_LANES);
            sh_duel_tile back =
                sh_duel_opposite(&index, to.block, mirrored ? index.blocks + block : block);
            assert_int_equal(back.block, tile.block);
            assert_int_equal(back.first, tile.first);
            assert_int_equal(back.strips, tile.strips);
        }
        assert_int_equal(next, index.ids);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_oracle),
        cmocka_unit_test(test_variants),
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_tiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
