// SPDX-License-Identifier: MIT
// The GPU's rounds of three-player games, compiled for the CPU: the same planes, bit for bit.
#include "test.h"

#include "base/random.h"
#include "solve/cuda/race_cuda.h"
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
            assert_memory_equal(a->words, b->words, sh_plane_bytes(a->cube, true));
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

// More than 512 lanes, so that a slice has two blocks: no game that is small has them, so the
// kernels get planes that are made up.
enum { SETS = 530, PARTS = 2, LINES = SETS * PARTS * (SETS + 1), WORDS = LINES * SH_GPU_STRIP };

typedef struct bit {
    uint32_t slice, strip, lane;
} bit;

static uint32_t below(sh_random *random, uint32_t bound) {
    return (uint32_t)sh_random_below(random, bound);
}

// The word of a bit, as args.h lays planes out.
static size_t word_of(bit b) {
    size_t block = b.slice * PARTS + b.lane / 512;
    return (block * (SETS + 1) + b.strip) * SH_GPU_STRIP + b.lane % 512 / 32;
}

// Where a role's find is among the targets of the role before it.
static bit passed_on(sh_role role, bit b) {
    return role == SH_U   ? (bit){b.slice, b.lane, b.strip}
           : role == SH_V ? (bit){b.strip, b.slice, b.lane}
                          : (bit){b.strip, b.lane, b.slice};
}

static void pass_on(sh_role role, bool one_move, bool rest) {
    enum { FINDS = 20000 };
    bit *finds = calloc(FINDS, sizeof *finds);
    uint32_t *unknown = aligned_alloc(64, WORDS * 4), *questions = aligned_alloc(64, WORDS * 4);
    uint32_t *passed = malloc(WORDS * 4);
    uint64_t *sums = calloc(SH_GPU_SUMS * SH_SUM_KINDS, sizeof *sums), counted = 0, distinct = 0;
    uint8_t *flags = calloc(3, LINES); // alive, asked, dirty_next
    memset(unknown, 0, WORDS * 4);
    memset(questions, 0, WORDS * 4);
    memset(passed, rest ? 0xff : 0, WORDS * 4);
    sh_random random = {37};
    for (int i = 0; i < FINDS; i++) {
        bit b = {below(&random, SETS), below(&random, SETS), below(&random, SETS)};
        finds[i] = b;
        distinct += !(unknown[word_of(b)] >> b.lane % 32 & 1);
        unknown[word_of(b)] |= 1u << b.lane % 32;
        if (!one_move) questions[word_of(b)] |= 1u << b.lane % 32;
        flags[LINES + word_of(b) / SH_GPU_STRIP] = 1;
    }
    sh_gpu_args args = {.ids = SETS,
                        .blocks = SETS * PARTS,
                        .lane_blocks = PARTS,
                        .unknown = unknown,
                        .questions = questions,
                        .passed = passed,
                        .passed_rest = rest,
                        .passing = role,
                        .wins = one_move,
                        .alive = flags,
                        .asked = flags + LINES,
                        .dirty_next = flags + 2 * LINES,
                        .sums = sums,
                        .units = SETS * PARTS * ((SETS + 31) / 32)};
    const sh_gpu_runtime *emulator = sh_gpu_emulator();
    sh_gpu *gpu;
    assert_int_equal(emulator->open(&gpu, NULL), SH_OK);
    emulator->launch(gpu, SH_GPU_MAIN, SH_GPU_race_commit, &args);
    emulator->close(gpu);
    for (int i = 0; i < SH_GPU_SUMS; i++) counted += sums[i * SH_SUM_KINDS + SH_SUM_WON_STATES];
    assert_int_equal(counted, distinct);
    for (int i = 0; i < FINDS; i++) {
        bit b = passed_on(role, finds[i]);
        size_t at = word_of(b);
        assert_int_equal(passed[at] >> b.lane % 32 & 1, !rest);
        assert_int_equal(flags[2 * LINES + at / SH_GPU_STRIP], 1);
        assert_int_equal(unknown[word_of(finds[i])], 0);
    }
    uint64_t changed = 0;
    for (size_t w = 0; w < WORDS; w++)
        changed += (uint64_t)__builtin_popcount(rest ? ~passed[w] : passed[w]);
    assert_int_equal(changed, distinct); // and nothing else
    free(finds);
    free(unknown);
    free(questions);
    free(passed);
    free(sums);
    free(flags);
}

static void finds_are_passed_on_in_every_block(void **state) {
    pass_on(SH_U, true, true);
    pass_on(SH_V, false, false);
    pass_on(SH_V, true, true);
    pass_on(SH_W, true, false);
    pass_on(SH_W, false, false);
}

static void packing_keeps_what_exists(void **state) {
    enum { ROW = PARTS * SH_GPU_STRIP, GOAL = 520 };
    uint32_t *unknown = malloc(WORDS * 4), *start = calloc(SETS * SETS, sizeof *start);
    uint32_t *beside[2] = {calloc(SETS * ROW, 4), calloc(SETS * ROW, 4)};
    uint32_t *cells = calloc(SETS, sizeof *cells), at = 0;
    uint64_t *set = calloc(SETS, sizeof *set);
    sh_random random = {13};
    for (size_t w = 0; w < WORDS; w++) unknown[w] = (uint32_t)sh_random_next(&random);
    for (uint32_t i = 0; i < SETS; i++) {
        cells[i] = set[i] = i % 3 + 1; // pairs whose bits meet do not exist
        for (int side = 0; side < 2; side++)
            for (uint32_t lane = 0; lane < SETS; lane++)
                beside[side][i * ROW + lane / 32] |= (uint32_t)(below(&random, 4) > 0) << lane % 32;
    }
    for (uint32_t pair = 0; pair < SETS * SETS; pair++) {
        start[pair] = at;
        uint32_t count = 0;
        for (int w = 0; w < ROW; w++)
            count += (uint32_t)__builtin_popcount(beside[0][pair / SETS * ROW + w] &
                                                  beside[1][pair % SETS * ROW + w]);
        if (!(cells[pair / SETS] & set[pair % SETS])) at += (count + 63) / 64;
    }
    uint64_t *packed = calloc(at, sizeof *packed);
    sh_gpu_args args = {.ids = SETS,
                        .lane_blocks = PARTS,
                        .goal_set = GOAL,
                        .set = set,
                        .slice_cells = cells,
                        .beside_slice = beside[0],
                        .beside_strip = beside[1],
                        .unknown = unknown,
                        .start = start,
                        .packed = packed,
                        .units = (SETS * SETS + 31) / 32};
    const sh_gpu_runtime *emulator = sh_gpu_emulator();
    sh_gpu *gpu;
    assert_int_equal(emulator->open(&gpu, NULL), SH_OK);
    emulator->launch(gpu, SH_GPU_MAIN, SH_GPU_race_pack, &args);
    emulator->close(gpu);
    for (uint32_t pair = 0; pair < SETS * SETS; pair++) {
        bit b = {pair / SETS, pair % SETS, 0};
        if (cells[b.slice] & set[b.strip]) continue;
        uint32_t number = 0;
        for (; b.lane < SETS; b.lane++) {
            uint32_t word = b.lane / 32, place = b.lane % 32;
            if (!((beside[0][b.slice * ROW + word] & beside[1][b.strip * ROW + word]) >> place & 1))
                continue;
            bool known = b.slice != GOAL && b.strip != GOAL && b.lane != GOAL &&
                         !(unknown[word_of(b)] >> place & 1);
            if ((packed[start[pair] + number / 64] >> number % 64 & 1) != known)
                fail_msg("slice %u strip %u lane %u", b.slice, b.strip, b.lane);
            number++;
        }
    }
    free(unknown);
    free(start);
    free(beside[0]);
    free(beside[1]);
    free(cells);
    free(set);
    free(packed);
}

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
        cmocka_unit_test(finds_are_passed_on_in_every_block),
        cmocka_unit_test(packing_keeps_what_exists),
        cmocka_unit_test(engines_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
