// SPDX-License-Identifier: MIT
// All move generators agree with the array oracle on ten million random positions of every board.
#include "test.h"

#include <stdatomic.h> // atomic_ulong

#include "base/cpu.h"
#include "base/pool.h"
#include "bench/baseline/array_game.h"
#include "bench/baseline/pext.h"
#include "oracle/oracle_sample.h"
#include "rules/generator.h"
#include "sternhalma/notation.h"

enum { POSITIONS = 10500000, WALK = 16 }; // fresh placements, then a walk of random moves from each

typedef struct test_report {
    sample_name names[SAMPLE_GAMES];
    int games;
    atomic_ulong positions, moves;
    atomic_flag failed;
    char text[SH_MAX_POSITION_TEXT + 128]; // of the first failure
} test_report;

static const sh_generator *available(int i) {
    sh_cpu_level level = sh_cpu_level_get();
    switch (i) {
    case 0:
        return &sh_generator_portable;
    case 1:
        return level >= SH_CPU_AVX2 ? &sh_generator_pext : NULL;
    case 2:
        return level >= SH_CPU_AVX2 ? &sh_generator_avx2 : NULL;
    default:
        return level >= SH_CPU_AVX512 ? &sh_generator_avx512 : NULL;
    }
}

// The targets of every piece in ascending order, by one generator.
#define TARGETS(w)                                                                                 \
    static void targets##w(const sh_generator *generator, const sh_game *game,                     \
                           const sh_position *position, sh_set *sets) {                            \
        sh_set all = sh_position_occupied(game, position);                                         \
        b##w army = b##w##_from(&position->army[position->turn]), occupied = b##w##_from(&all);    \
        b##w targets[SH_TARGETS_ROOM];                                                             \
        generator->targets##w(game, position->turn, &army, &occupied, targets);                    \
        for (int i = 0; i < game->pieces; i++) sets[i] = b##w##_set(targets[i]);                   \
    }
TARGETS(64)
TARGETS(128)
TARGETS(256)

// The same from the moves of the oracle.
static void oracle_targets(const sh_position *position, const sh_array_move *moves, int count,
                           sh_set *sets) {
    int order[SH_MAX_CELLS], pieces = 0;
    const sh_set *army = &position->army[position->turn];
    for (int c = sh_set_next(army, 0); c >= 0; c = sh_set_next(army, c + 1)) {
        sets[pieces] = sh_set_empty();
        order[c] = pieces++;
    }
    for (int i = 0; i < count; i++) sh_set_add(&sets[order[moves[i].from]], moves[i].to);
}

static bool agree(const sh_game *game, const sh_position *position, const sh_set *expected,
                  test_report *report) {
    for (int g = 0; g < 4; g++) {
        const sh_generator *generator = available(g);
        if (!generator) continue;
        sh_set sets[SH_TARGETS_ROOM];
        (game->board.width == 64    ? targets64
         : game->board.width == 128 ? targets128
                                    : targets256)(generator, game, position, sets);
        bool same = true;
        for (int i = 0; same && i < game->pieces; i++) same = sh_set_equal(sets[i], expected[i]);
        if (same) continue;
        if (!atomic_flag_test_and_set(&report->failed)) {
            char text[SH_MAX_POSITION_TEXT];
            sh_position_print(game, position, text);
            snprintf(report->text, sizeof report->text, "%s: generator %s is wrong at %s",
                     game->name, generator->name, text);
        }
        return false;
    }
    return true;
}

static void test_one_game(void *context, size_t index, int worker) {
    test_report *report = context;
    sh_game game;
    assert_int_equal(sh_game_parse(&game, report->names[index], SH_STRICT, NULL), SH_OK);
    sh_array_game *arrays = malloc(sizeof *arrays);
    sh_array_move *moves = malloc(SH_MAX_MOVES * sizeof *moves);
    sh_array_game_make(arrays, &game);
    sh_random random = {.state = index};
    unsigned long enough = POSITIONS / (unsigned long)report->games + 1, positions = 0, total = 0;
    bool fine = true;
    for (int walk = 0; fine && positions < enough; walk++) {
        sh_position position;
        sh_array_state state;
        sample_position(&game, &random, walk % 2, &position);
        sh_array_load(arrays, &position, &state);
        for (int i = 0; fine && i < WALK; i++, positions++) {
            sh_set expected[SH_TARGETS_ROOM];
            int count = sh_array_moves(arrays, &state, moves);
            total += (unsigned long)count;
            oracle_targets(&position, moves, count, expected);
            fine = agree(&game, &position, expected, report);
            if (count == 0) break;
            sh_array_move move = moves[sh_random_below(&random, (uint64_t)count)];
            sh_array_apply(arrays, &state, move);
            sh_move_apply(&game, &position, (sh_move){move.from, move.to});
        }
    }
    atomic_fetch_add(&report->positions, positions);
    atomic_fetch_add(&report->moves, total);
    free(moves);
    free(arrays);
}

static void generators_agree(void **state) {
    test_report report = {.failed = ATOMIC_FLAG_INIT};
    report.games = sample_names(report.names);
    sh_pool *pool;
    assert_int_equal(sh_pool_open(&pool, 0, NULL), SH_OK);
    sh_pool_run(pool, (size_t)report.games, test_one_game, &report);
    sh_pool_close(pool);
    if (atomic_flag_test_and_set(&report.failed)) fail_msg("%s", report.text);
    print_message("%lu positions of %d games, %lu moves\n", report.positions, report.games,
                  report.moves);
    assert_true(report.positions >= 10000000);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(generators_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
