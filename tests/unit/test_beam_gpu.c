// SPDX-License-Identifier: MIT
// The beam of a game as the GPU's code computes it, on the emulator: board for board the CPU's.
#include "test.h"

#include "puzzle/beam_game.h"

typedef struct beam_case {
    const char *name;
    bool jumps_only;
    int length, noise;
    size_t width;
    bool usual; // weights, else all of them
} beam_case;

static const sh_beam_weights all = {1, 2, 3, 20, 4, 5};

static void run(const beam_case *one, const sh_gpu_runtime *runtime, sh_game_result *result) {
    sh_puzzle puzzle;
    sh_error error;
    if (sh_puzzle_parse(&puzzle, SH_PUZZLE_GAME, one->name, 0, one->jumps_only, &error))
        fail_msg("%s", error.text);
    sh_beam_options options = {.threads = 2,
                               .width = one->width,
                               .seed = 7,
                               .weights = one->usual ? SH_BEAM_USUAL : all,
                               .noise = one->noise,
                               .runtime = runtime};
    if (sh_beam_game(&puzzle, one->length, &options, result, &error)) fail_msg("%s", error.text);
}

// Widths of boards, both winners, symmetries and none, all weights; beams that cut and that do not.
static void the_gpu_keeps_the_same_boards(void **state) {
    static const beam_case cases[] = {
        {"5x5/3", false, 11, 0, 100000, true},   {"5x5/3", false, 10, 0, 500, false},
        {"star37:2p", false, 11, 5, 600, false}, {"sq9/4:8m", true, 15, 9, 256, false},
        {"sq8/10:8m", false, 23, 20, 256, true}, {"sq16/3:8m", false, 24, 0, 256, false},
    };
    sh_game_result *results = calloc(2, sizeof *results);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        run(&cases[i], NULL, &results[0]);
        run(&cases[i], sh_gpu_emulator(), &results[1]);
        assert_int_equal(results[0].stages, results[1].stages);
        for (int s = 0; s < results[0].stages; s++) {
            assert_int_equal(results[0].stage[s].boards, results[1].stage[s].boards);
            assert_true(results[0].stage[s].hash == results[1].stage[s].hash);
        }
        assert_int_equal(results[0].found, results[1].found);
        assert_int_equal(results[0].moves, results[1].moves);
        assert_memory_equal(results[0].move, results[1].move,
                            (size_t)results[0].moves * sizeof(sh_move));
    }
    free(results);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_gpu_keeps_the_same_boards)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
