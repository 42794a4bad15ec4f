// SPDX-License-Identifier: MIT
// Solves a three-player game on the GPU, says where the time went, and checks every figure.
//
//   race_check GAME cuda|emulated|cpu VECTORS [exact] [compare]
//
// VECTORS is tests/golden/three_player.json; games that are not in it are only compared. `exact`
// finds the depths of all losses, `compare` solves on the CPU as well and compares all planes.
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solve/cuda/race_cuda.h"
#include "solve/race/explore.h"
#include "solve/race/race.h"

// The engine under test with a clock around each of its functions.
#define MAX_STAGES 32
static struct timing {
    const sh_race_engine *engine;
    struct stage {
        const char *name;
        double rounds, packing;
        int laps;
    } stage[MAX_STAGES];
    int stages;
} timing;

static sh_status begin_timed(void *machine, const sh_goal *goal, const sh_plane *known,
                             sh_error *error) {
    struct stage *stage = &timing.stage[timing.stages++ % MAX_STAGES];
    *stage = (struct stage){.name = goal->name};
    double start = sh_clock();
    sh_status status = timing.engine->begin(machine, goal, known, error);
    stage->rounds = sh_clock() - start;
    return status;
}

static sh_status lap_timed(void *machine, sh_role first, uint64_t found[3], sh_error *error) {
    struct stage *stage = &timing.stage[(timing.stages - 1) % MAX_STAGES];
    double start = sh_clock();
    sh_status status = timing.engine->lap(machine, first, found, error);
    stage->rounds += sh_clock() - start;
    stage->laps++;
    return status;
}

static sh_status pack_timed(void *machine, sh_role role, sh_plane *packed, bool last,
                            sh_error *error) {
    double start = sh_clock();
    sh_status status = timing.engine->pack(machine, role, packed, last, error);
    timing.stage[(timing.stages - 1) % MAX_STAGES].packing += sh_clock() - start;
    return status;
}

static void close_timed(void *machine) {
    if (timing.engine != &sh_race_engine_cpu) {
        const sh_gpu_session *session = sh_race_engine_session(machine);
        printf("  %.2f GB on the device;", (double)session->bytes * 1e-9);
        for (int k = 0; k < SH_GPU_KERNEL_COUNT; k++) {
            double seconds = session->runtime->seconds(session->gpu, (sh_gpu_kernel)k);
            if (seconds > 0) printf(" %s %.3f", sh_gpu_kernel_name((sh_gpu_kernel)k), seconds);
        }
        puts(" s");
    }
    timing.engine->close(machine);
}

static void print_timing(void) {
    double rounds = 0, packing = 0;
    for (int i = 0; i < timing.stages && i < MAX_STAGES; i++) {
        const struct stage *stage = &timing.stage[i];
        printf("  %-16s %3d laps %8.3f s, packing and copying %6.3f s\n", stage->name, stage->laps,
               stage->rounds, stage->packing);
        rounds += stage->rounds;
        packing += stage->packing;
    }
    printf("  %-16s            %8.3f s, packing and copying %6.3f s\n", "all", rounds, packing);
}

static void die(const sh_error *error) {
    printf("FAIL %s\n", error->text);
    exit((int)error->status);
}

typedef struct race_run {
    sh_solved solved;
    sh_race_counts counts;
} race_run;

static race_run *solve(const sh_game *game, const sh_race_options *options) {
    sh_error error = {0};
    race_run *run = calloc(1, sizeof *run);
    if (!run || sh_solved_open(&run->solved, game, &error) ||
        sh_race_solve(&run->solved, options, NULL, &run->counts, &error))
        die(&error);
    return run;
}

static bool same(const race_run *a, const race_run *b) {
    bool equal =
        a->solved.draw_count == b->solved.draw_count &&
        !memcmp(a->solved.draws, b->solved.draws, a->solved.draw_count * sizeof(sh_draw)) &&
        !memcmp(&a->counts, &b->counts, offsetof(sh_race_counts, seconds));
    for (int i = 0; i < SH_LAYERS * 3; i++)
        equal = equal &&
                !memcmp(a->solved.plane[i / 3][i % 3].words, b->solved.plane[i / 3][i % 3].words,
                        sh_plane_bytes(&a->solved.cube, true));
    return equal;
}

static int figures, wrong;

static void expect(const json_t *object, const char *key, uint64_t value) {
    const json_t *want = json_object_get(object, key);
    if (!json_is_integer(want)) return;
    figures++;
    if ((uint64_t)json_integer_value(want) == value) return;
    wrong++;
    printf("  WRONG %s: %llu, not %lld\n", key, (unsigned long long)value,
           (long long)json_integer_value(want));
}

static void expect_list(const json_t *list, const uint64_t *values) {
    for (size_t i = 0; i < json_array_size(list); i++) {
        figures++;
        if ((uint64_t)json_integer_value(json_array_get(list, i)) == values[i]) continue;
        wrong++;
        printf("  WRONG at depth %zu: %llu\n", i, (unsigned long long)values[i]);
    }
}

static void expect_types(const json_t *object, const uint64_t *type) {
    for (int i = 0; i < SH_TYPES; i++) expect(object, sh_control_type_name(i), type[i]);
}

// All that the vectors say of a game; types at depth nine by search from the opening.
static void check_figures(const json_t *vectors, const race_run *run) {
    const sh_race_counts *counts = &run->counts;
    const sh_race_layer *solo = &counts->layer[SH_LAYER_SOLO];
    const json_t *solo_wanted = json_object_get(vectors, "solo_per_player");
    expect(vectors, "placements", counts->placements);
    expect(vectors, "states", counts->states);
    expect(vectors, "reachable", counts->reachable);
    expect(solo_wanted, "win", solo->win);
    expect(solo_wanted, "loss", solo->loss);
    expect(solo_wanted, "draw", solo->draw);
    expect(solo_wanted, "illegal", counts->control.type[SH_TYPE_ILLEGAL]);
    expect_types(json_object_get(vectors, "types"), counts->control.type);
    expect_types(json_object_get(vectors, "reachable_types"), counts->reachable_type);
    expect_list(json_object_get(vectors, "bfs_depths"), counts->distance.states);
    expect_list(json_object_get(vectors, "bfs_new_by_depth"), counts->distance.states);
    if (!json_object_get(vectors, "depth9_types")) return;
    sh_error error = {0};
    sh_exploration *exploration = calloc(1, sizeof *exploration);
    sh_explore_options options = {.depth = 9, .typed = true, .memory = (size_t)4 << 30};
    if (!exploration || sh_explore(&run->solved, &options, NULL, exploration, &error)) die(&error);
    expect_list(json_object_get(vectors, "bfs_new_by_depth"), exploration->positions);
    expect_types(json_object_get(vectors, "depth9_types"), exploration->type[9]);
    printf("  depth 9: solo_win %llu spoiler_draw %llu kingmaker %llu in %.2f s\n",
           (unsigned long long)exploration->type[9][SH_TYPE_SOLO_WIN],
           (unsigned long long)exploration->type[9][SH_TYPE_SPOILER_DRAW],
           (unsigned long long)exploration->type[9][SH_TYPE_KINGMAKER], exploration->seconds);
    free(exploration);
}

// Open states in which the question about player A is answered yes, with A, B and C to move.
static void print_layer(const race_run *run, sh_layer layer) {
    uint64_t forced[3] = {0};
    for (int role = 0; role < 3; role++) {
        int turn = (3 - sh_layer_player(layer, (sh_role)role)) % 3;
        const sh_plane *plane = &run->solved.plane[layer][role];
        for (size_t w = 0; w < run->solved.cube.packed_words; w++)
            forced[turn] += (uint64_t)__builtin_popcountll(plane->words[w]);
    }
    printf(" %s %llu/%llu/%llu rounds %d;", sh_layer_name(layer), (unsigned long long)forced[0],
           (unsigned long long)forced[1], (unsigned long long)forced[2],
           run->counts.layer[layer].rounds);
}

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    sh_error error = {0};
    sh_game game;
    if (sh_game_parse(&game, argv[1], SH_STRICT, &error)) die(&error);
    sh_race_options options = {0};
    bool compare = false;
    for (int i = 4; i < argc; i++) {
        options.exact_rounds = options.exact_rounds || strcmp(argv[i], "exact") == 0;
        compare = compare || strcmp(argv[i], "compare") == 0;
    }
    timing.engine = sh_race_engine_find(argv[2]);
    json_t *vectors = json_load_file(argv[3], 0, NULL);
    if (!timing.engine || !vectors) return 2;
    sh_race_engine timed = *timing.engine;
    timed.begin = begin_timed;
    timed.lap = lap_timed;
    timed.pack = pack_timed;
    timed.close = close_timed;
    options.engine = &timed;
    printf("%s %s%s\n", argv[1], argv[2], options.exact_rounds ? " exact" : "");
    race_run *run = solve(&game, &options);
    print_timing();
    check_figures(json_object_get(vectors, argv[1]), run);
    json_decref(vectors);
    bool equal = true;
    double cpu_seconds = 0;
    if (compare) {
        options.engine = &sh_race_engine_cpu;
        race_run *cpu = solve(&game, &options);
        equal = same(run, cpu);
        cpu_seconds = cpu->counts.seconds;
        sh_solved_close(&cpu->solved);
        free(cpu);
    }
    printf("RESULT %s %s:", argv[1], argv[2]);
    for (int layer = 0; layer < SH_LAYERS; layer++) print_layer(run, layer);
    printf(" figures %d wrong %d; open %.2f s, solve and count %.3f s", figures, wrong,
           run->counts.touch_seconds, run->counts.seconds);
    if (compare)
        printf("; %s (%.3f s)", equal ? "same planes as the CPU" : "PLANES DIFFER FROM THE CPU",
               cpu_seconds);
    puts("");
    sh_solved_close(&run->solved);
    free(run);
    return wrong || !equal;
}
