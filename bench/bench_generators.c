// SPDX-License-Identifier: MIT
// bench generators: nanoseconds for all targets of an army, by generator, on boards of every width.
#include <stdio.h>  // printf
#include <stdlib.h> // aligned_alloc
#include <time.h>   // clock_gettime

#include "base/cpu.h"
#include "base/random.h"
#include "bench/baseline/pext.h"
#include "bench/bench.h"
#include "rules/generator.h"
#include "rules/legal.h"

enum { SAMPLE = 4096, RUNS = 15, MAX_GENERATORS = 4 };

static int choose_generators(const sh_generator **generators) {
    int count = 0;
    generators[count++] = &sh_generator_portable;
#if defined(__x86_64__)
    sh_cpu_level level = sh_cpu_level_get();
    if (level >= SH_CPU_AVX2) generators[count++] = &sh_generator_pext;
    if (level >= SH_CPU_AVX2) generators[count++] = &sh_generator_avx2;
    if (level >= SH_CPU_AVX512) generators[count++] = &sh_generator_avx512;
#endif
    return count;
}

// A placement drawn at random.
static void draw(const sh_game *game, sh_random *random, sh_position *position) {
    *position = (sh_position){.turn = (uint8_t)sh_random_below(random, (uint64_t)game->players)};
    for (int p = 0; p < game->players; p++)
        while (sh_set_count(position->army[p]) < game->pieces) {
            int cell = (int)sh_random_below(random, (uint64_t)game->board.span);
            sh_set occupied = sh_position_occupied(game, position);
            if (sh_set_has(&game->stand[p], cell) && !sh_set_has(&occupied, cell))
                sh_set_add(&position->army[p], cell);
        }
}

static double nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

// The best of several runs over the sample, a position; < 0 where memory is short.
#define TIME_GENERATOR(w)                                                                          \
    static double time##w(const sh_generator *generator, const sh_game *game) {                    \
        sh_state##w *sample = aligned_alloc(64, SAMPLE * sizeof *sample);                          \
        if (!sample) return -1;                                                                    \
        sh_random random = {.state = 1};                                                           \
        for (int i = 0; i < SAMPLE; i++) {                                                         \
            sh_position position;                                                                  \
            draw(game, &random, &position);                                                        \
            sample[i] = sh_legal##w##_load(game, &position);                                       \
        }                                                                                          \
        double best = 0;                                                                           \
        for (int run = 0; run < RUNS; run++) {                                                     \
            double begin = nanoseconds();                                                          \
            for (int i = 0; i < SAMPLE; i++) {                                                     \
                b##w targets[SH_TARGETS_ROOM];                                                     \
                generator->targets##w(game, sample[i].turn, &sample[i].army[sample[i].turn],       \
                                      &sample[i].occupied, targets);                               \
            }                                                                                      \
            double spent = (nanoseconds() - begin) / SAMPLE;                                       \
            if (run == 0 || spent < best) best = spent;                                            \
        }                                                                                          \
        free(sample);                                                                              \
        return best;                                                                               \
    }
TIME_GENERATOR(64)
TIME_GENERATOR(128)
TIME_GENERATOR(256)
#undef TIME_GENERATOR

static sh_status bench_game(const sh_cli *cli, const char *name, json_t *rows, sh_error *error) {
    const sh_generator *generators[MAX_GENERATORS];
    int count = choose_generators(generators);
    sh_game game;
    sh_status status = sh_game_parse(&game, name, SH_STRICT, error);
    if (status) return status;
    json_t *row = json_pack("{s:s, s:i}", "game", name, "width", game.board.width);
    json_array_append_new(rows, row);
    if (!cli->json) printf("%-12s", name);
    for (int g = 0; g < count; g++) {
        if (atomic_load(cli->stop)) return sh_fail(error, SH_INTERRUPTED, "interrupted");
        double spent = (game.board.width == 64    ? time64
                        : game.board.width == 128 ? time128
                                                  : time256)(generators[g], &game);
        if (spent < 0) return sh_fail(error, SH_RESOURCES, "out of memory for the sample");
        json_object_set_new(row, generators[g]->name, json_real(spent));
        if (!cli->json) printf("%9.1f", spent);
    }
    if (!cli->json) printf("\n");
    return SH_OK;
}

sh_status sh_bench_generators(sh_cli *cli, sh_error *error) {
    static const char *const games[] = {"7x7/3",      "7x7/6",      "star37:3p", "9x9/10",
                                        "star121:2p", "star121:6p", "sq16/19:8m"};
    const sh_generator *generators[MAX_GENERATORS];
    int count = choose_generators(generators);
    if (!cli->json) {
        printf("nanoseconds for all targets of an army, best of %d runs\n%-12s", RUNS, "game");
        for (int g = 0; g < count; g++) printf("%9s", generators[g]->name);
        printf("\n");
    }
    json_t *rows = json_array();
    sh_status status = SH_OK;
    for (size_t i = 0; i < sizeof games / sizeof *games && !status; i++)
        status = bench_game(cli, games[i], rows, error);
    if (!status && cli->json)
        sh_cli_print_json(
            json_pack("{s:s, s:i, s:O}", "benchmark", "generators", "runs", RUNS, "rows", rows));
    json_decref(rows);
    return status;
}
