// SPDX-License-Identifier: MIT
// The GPU's passes of three-player games, compiled for the CPU: the same planes, bit for bit.
#include "test.h"

#include "solve/cuda/race_engine.h"
#include "solve/race/race.h"

typedef struct solving {
    sh_game game;
    sh_solved solved;
    sh_race_counts counts;
} solving;

static solving *solve(const char *name, const sh_race_options *options) {
    solving *run = calloc(1, sizeof *run);
    sh_error error;
    test_game(&run->game, name, SH_STRICT);
    if (sh_solved_open(&run->solved, &run->game, &error) ||
        sh_race_solve(&run->solved, options, NULL, &run->counts, &error))
        fail_msg("%s: %s", name, error.text);
    return run;
}

static void close_solving(solving *run) {
    sh_solved_close(&run->solved);
    free(run);
}

static void compare(const char *name, bool control_only) {
    sh_race_options options = {.threads = 1, .control_only = control_only};
    solving *cpu = solve(name, &options);
    options.engine = &sh_race_engine_emulated;
    solving *gpu = solve(name, &options);
    for (int layer = 0; layer < SH_LAYERS; layer++) {
        for (int role = 0; role < 3; role++) {
            const sh_plane *a = &cpu->solved.plane[layer][role];
            const sh_plane *b = &gpu->solved.plane[layer][role];
            assert_int_equal(a->relation, b->relation);
            assert_memory_equal(a->words, b->words, sh_plane_bytes(a->lanes, true));
        }
    }
    assert_int_equal(cpu->solved.draw_count, gpu->solved.draw_count);
    assert_memory_equal(cpu->solved.draws, gpu->solved.draws,
                        cpu->solved.draw_count * sizeof(sh_draw));
    // Wins and losses by depth in every layer, types, reachability: all but times and memory.
    assert_memory_equal(&cpu->counts, &gpu->counts, offsetof(sh_race_counts, seconds));
    close_solving(cpu);
    close_solving(gpu);
}

static void small_games_give_the_same(void **state) {
    compare("star13:3p", false);
    compare("star37/1:3p", false);
}

static void two_marbles_give_the_same(void **state) { compare("star37/2:3p", true); }

static void engines_have_names(void **state) {
    assert_ptr_equal(sh_race_engine_find("cpu"), &sh_race_engine_cpu);
    assert_ptr_equal(sh_race_engine_find("cuda"), &sh_race_engine_cuda);
    assert_ptr_equal(sh_race_engine_find("emulated"), &sh_race_engine_emulated);
    assert_null(sh_race_engine_find("abacus"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_games_give_the_same),
        cmocka_unit_test(two_marbles_give_the_same),
        cmocka_unit_test(engines_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
