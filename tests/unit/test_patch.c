// SPDX-License-Identifier: MIT
// The coder of version 3: sets numbered by regions, interleaved rANS, and patches of values, which
// every CPU level codes and decodes alike, bit for bit, good bytes and bad ones.
#include "test.h"

#include "base/cpu.h"
#include "base/random.h"
#include "rank/pairs.h"
#include "rank/subset.h"
#include "table/band.h"
#include "table/patch.h"
#include "table/patch_fit.h"

// Every set of a game has a number of its own in its group, also where cells are left out; and the
// numbers are those of the sets when they are counted through.
static void test_numbers_of_sets(void **state) {
    (void)state;
    static const struct {
        int size, pieces, tall, wide;
    } cases[] = {{4, 3, 2, 2}, {5, 4, 2, 3}, {7, 2, 3, 3}, {4, 6, 1, 2}, {3, 1, 1, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t of[64];
        sh_regions regions;
        int cells = cases[i].size * cases[i].size, pieces = cases[i].pieces;
        int count = cases[i].tall * cases[i].wide;
        sh_regions_cut(cases[i].size, cases[i].tall, cases[i].wide, of);
        assert_int_equal(sh_regions_make(&regions, cells, pieces, count, of, NULL), SH_OK);
        uint64_t sets = regions.binomials.of[pieces][cells];
        assert_int_equal(regions.first[regions.groups], sets);
        uint8_t *seen = calloc(sets, 1);
        b64 set = sh_subset64_lowest(pieces);
        for (uint64_t rank = 0; rank < sets; rank++, set = sh_subset64_next(set)) {
            uint32_t group = sh_regions_group(&regions, set);
            sh_division division = sh_regions_division(&regions, group);
            for (int region = 0; region < count; region++)
                assert_int_equal(division.count[region], b64_count(set & regions.mask[region]));
            uint32_t number = regions.first[group] + sh_regions_column(&regions, set, 0);
            assert_true(number < regions.first[group + 1]);
            assert_int_equal(seen[number]++, 0);
        }
        free(seen);
        sh_regions_free(&regions);
    }
}

static void test_bad_regions(void **state) {
    (void)state;
    uint8_t of[64] = {0};
    sh_regions regions;
    assert_int_equal(sh_regions_make(&regions, 49, 6, 1, of, NULL), SH_DATA); // one large group
    sh_regions_free(&regions);
    assert_int_equal(sh_regions_make(&regions, 16, 3, 17, of, NULL), SH_DATA);
    sh_regions_free(&regions);
    assert_int_equal(sh_regions_make(&regions, 16, 3, 0, of, NULL), SH_DATA);
    sh_regions_free(&regions);
    of[5] = 3;
    assert_int_equal(sh_regions_make(&regions, 16, 3, 3, of, NULL), SH_DATA);
    sh_regions_free(&regions);
}

enum { SYMBOLS = 1000, ROOM = 4096, STATES = 5 };

// Bits of all probabilities; then the same bytes with each of them changed.
static void test_rans(void **state) {
    (void)state;
    uint32_t symbols[SYMBOLS];
    uint16_t probability[SYMBOLS];
    bool bit[SYMBOLS];
    uint8_t bytes[ROOM + SH_RANS_SLACK] = {0};
    sh_rans_list list = {.symbol = symbols};
    sh_random random = {5};
    for (int i = 0; i < SYMBOLS; i++) {
        probability[i] = (uint16_t)(1 + sh_random_below(&random, SH_RANS_SLOTS - 1));
        bit[i] = sh_random_below(&random, SH_RANS_SLOTS) < probability[i];
        sh_rans_push_bit(&list, i % STATES, bit[i], probability[i]);
    }
    uint8_t *begin = sh_rans_encode(&list, STATES, bytes + ROOM, ROOM);
    assert_non_null(begin);
    size_t count = (size_t)(bytes + ROOM - begin);
    assert_true(count < SYMBOLS / 8);
    assert_null(sh_rans_encode(&list, STATES, bytes + ROOM, count - 1));
    begin = sh_rans_encode(&list, STATES, bytes + ROOM, count);
    for (size_t changed = 0; changed <= count; changed++) { // the last time nothing is changed
        sh_rans rans;
        int wrong = 0;
        if (changed < count) begin[changed] ^= 1u << changed % 8;
        assert_true(sh_rans_start(&rans, STATES, begin, count));
        for (int i = 0; i < SYMBOLS; i++) {
            if (i % 64 == 0 && !sh_rans_in_bounds(&rans)) break;
            wrong += sh_rans_pop_bit(&rans, i % STATES, probability[i]) != bit[i];
        }
        bool whole = !wrong && sh_rans_done(&rans);
        assert_int_equal(whole, changed == count);
        if (changed < count) begin[changed] ^= 1u << changed % 8;
    }
}

static int coders(const sh_patch_coder **list) {
    int count = 0;
    list[count++] = &sh_patch_coder_portable;
#if defined(__x86_64__)
    if (sh_cpu_level_get() >= SH_CPU_AVX2) list[count++] = &sh_patch_coder_avx2;
    if (sh_cpu_level_get() >= SH_CPU_AVX512) list[count++] = &sh_patch_coder_avx512;
#endif
    return count;
}

// The string of a list, by every coder: the same bytes, and none where there is a byte too little
// room.
static uint8_t *encode_alike(const sh_rans_list *list, int states, uint8_t *end, size_t room) {
    const sh_patch_coder *all[3];
    int count = coders(all);
    uint8_t *begin = sh_rans_encode(list, states, end, room);
    if (!begin) fail();
    size_t bytes = (size_t)(end - begin);
    uint8_t *first = malloc(bytes + 1);
    memcpy(first, begin, bytes);
    for (int i = 0; i < count; i++) {
        memset(begin, 0, bytes);
        assert_ptr_equal(all[i]->encode(list, states, end, bytes), begin);
        assert_memory_equal(begin, first, bytes);
        if (bytes) assert_null(all[i]->encode(list, states, end, bytes - 1));
    }
    memcpy(begin, first, bytes);
    free(first);
    return begin;
}

// Rounds of all lengths and symbols between them, from the rarest to the most frequent.
static void test_rounds(void **state) {
    (void)state;
    static uint32_t symbols[SYMBOLS + SH_RANS_MOST_STATES];
    static uint8_t bytes[ROOM];
    sh_random random = {6};
    for (int trial = 0; trial < 500; trial++) {
        sh_rans_list list = {.symbol = symbols};
        size_t wanted = sh_random_below(&random, SYMBOLS);
        while (list.count < wanted) {
            bool alone = sh_random_below(&random, 4) == 0;
            int left = (int)sh_random_below(&random, SH_RANS_MOST_STATES);
            for (int s = alone ? left : 0; s <= left; s++) {
                uint32_t freq = trial % 3 == 0   ? 1
                                : trial % 3 == 1 ? SH_RANS_SLOTS
                                                 : 1 + sh_random_below(&random, SH_RANS_SLOTS);
                sh_rans_push(&list, s, sh_random_below(&random, SH_RANS_SLOTS - freq + 1), freq);
            }
        }
        encode_alike(&list, SH_RANS_MOST_STATES, bytes + ROOM, ROOM);
    }
}

// What a patch of a game takes.
typedef struct bed {
    sh_game game;
    sh_pairs *pairs;
    sh_regions regions;
    sh_band band;
    sh_patch_shape shape;
    sh_patch_model *model;
    sh_patch patch;
    sh_patch_scratch scratch;
    sh_patch_counts *counts;
    sh_fellow_counts *fellow_counts;
    sh_patch_lanes *values, *decoded;
    int8_t *merit;
    uint8_t *turns;
} bed;

static void bed_open(bed *b, const char *name, bool distances) {
    uint8_t of[64];
    *b = (bed){.band = {0}};
    test_game(&b->game, name, SH_STRICT);
    assert_int_equal(sh_pairs_open(&b->pairs, &b->game, NULL), SH_OK);
    sh_regions_cut(b->game.board.size, 2, 2, of);
    assert_int_equal(sh_regions_make(&b->regions, b->game.board.cells, b->game.pieces, 4, of, NULL),
                     SH_OK);
    bool crowded = sh_crowded(b->game.board.cells, b->game.pieces);
    assert_int_equal(sh_patch_model_make(&b->model, distances, crowded, NULL), SH_OK);
    uint32_t sets = b->regions.first[b->regions.groups], largest = b->regions.largest;
    assert_int_equal(sh_patch_scratch_make(&b->scratch, largest, true, NULL), SH_OK);
    b->counts = calloc(1, sizeof *b->counts);
    b->fellow_counts = calloc(1, sizeof *b->fellow_counts);
    b->values = aligned_alloc(64, largest * sizeof *b->values);
    b->decoded = aligned_alloc(64, largest * sizeof *b->decoded);
    b->merit = malloc(sets);
    b->turns = malloc(sets);
    for (uint32_t i = 0; i < sets; i++) {
        b->merit[i] = (int8_t)(i % 90 - 45);
        b->turns[i] = (uint8_t)(3 + i % 20);
    }
}

static void bed_close(bed *b) {
    sh_pairs_close(b->pairs);
    sh_regions_free(&b->regions);
    sh_patch_shape_free(&b->shape);
    sh_patch_model_free(b->model);
    sh_patch_scratch_free(&b->scratch);
    free(b->counts);
    free(b->fellow_counts);
    free(b->values);
    free(b->decoded);
    free(b->merit);
    free(b->turns);
}

// A patch with values that its neighbours and merits foretell, more or less.
static void bed_patch(bed *b, uint64_t band, uint32_t group, uint64_t seed) {
    sh_random random = {seed};
    sh_band_make(&b->band, b->pairs, b->game.board.cells, band);
    assert_int_equal(sh_patch_shape_make(&b->shape, &b->regions, &b->band, group, NULL), SH_OK);
    b->patch = (sh_patch){
        .model = b->model, .shape = &b->shape, .waiter_merit = b->merit, .waiter_turns = b->turns};
    for (int lane = 0; lane < SH_BAND_LANES; lane++) {
        b->patch.mover_merit[lane] = (int8_t)(lane * 2 - 63);
        b->patch.mover_turns[lane] = (uint8_t)(lane / 2);
    }
    for (uint32_t c = 0; c < b->shape.columns; c++)
        for (int lane = 0; lane < SH_BAND_LANES; lane++) {
            uint32_t set = b->shape.column[c].set;
            bool win = b->patch.mover_merit[lane] > b->merit[set];
            int turns = win ? b->patch.mover_turns[lane] : b->turns[set];
            uint64_t chance = sh_random_below(&random, 200);
            if (chance < 5) win = !win;
            turns += (int)sh_random_below(&random, 3) + (chance == 7 ? 80 : 0);
            b->values[c].lane[lane] = chance == 8          ? SH_BYTE_DRAW
                                      : chance == 9        ? SH_BYTE_ANY
                                      : b->model->distance ? (uint8_t)(2 * turns + win)
                                                           : win;
        }
}

static void train_fellows(bed *b, const sh_patch_coder *coder) {
    for (uint32_t group = 0; group < b->regions.groups; group++) {
        bed_patch(b, 0, group, group);
        coder->count_fellows(&b->patch, b->values, &b->scratch, b->fellow_counts);
    }
    assert_int_equal(sh_patch_fit_fellows(b->model, b->fellow_counts, NULL), SH_OK);
}

static void bed_train(bed *b, const sh_patch_coder *coder) {
    sh_distance_model *distance = b->model->distance;
    assert_true(sh_patch_model_finish(b->model) || distance);
    sh_patch_fit_start(b->model);
    for (int turn = 0; turn < 2; turn++) {
        memset(b->counts, 0, sizeof *b->counts);
        b->model->distance = turn ? distance : NULL;
        for (uint32_t group = 0; group < b->regions.groups; group++) {
            b->model->distance = distance;
            bed_patch(b, 0, group, group);
            b->model->distance = turn ? distance : NULL;
            coder->count(&b->patch, b->values, &b->scratch, b->counts);
        }
        if (!turn) sh_patch_fit_levels(b->model, b->counts);
    }
    b->model->distance = distance;
    assert_int_equal(sh_patch_fit(b->model, b->counts, NULL), SH_OK);
    if (distance && distance->fellow) train_fellows(b, coder);
}

// The value of a lane as it must come out of the decoder; SH_BYTE_ANY: anything.
static void expect_values(const bed *b) {
    for (uint32_t c = 0; c < b->shape.columns; c++)
        for (int lane = 0; lane < SH_BAND_LANES; lane++) {
            if (!(b->shape.column[c].legal >> lane & 1)) continue;
            uint8_t value = b->values[c].lane[lane];
            if (value == SH_BYTE_ANY) continue;
            bool draw = b->scratch.draws[c] >> lane & 1, win = b->scratch.wins[c] >> lane & 1;
            assert_int_equal(draw, value == SH_BYTE_DRAW);
            if (!draw) assert_int_equal(win, value & 1);
            if (b->model->distance && value > 0) assert_int_equal(b->decoded[c].lane[lane], value);
        }
}

// The list of a stream by every coder, which must be the same; its bytes end before `end`.
static uint8_t *encode(bed *b, bool distances, uint8_t *end, size_t room) {
    const sh_patch_coder *all[3];
    int count = coders(all);
    uint32_t *first = NULL;
    size_t symbols = 0;
    for (int i = 0; i < count; i++) {
        (distances ? all[i]->list_distances : all[i]->list_outcomes)(&b->patch, b->values,
                                                                     &b->scratch);
        if (!first) {
            symbols = b->scratch.list.count;
            first = malloc(symbols * sizeof *first + 1);
            memcpy(first, b->scratch.list.symbol, symbols * sizeof *first);
        }
        assert_int_equal(b->scratch.list.count, symbols);
        assert_memory_equal(b->scratch.list.symbol, first, symbols * sizeof *first);
    }
    free(first);
    return encode_alike(&b->scratch.list,
                        distances ? sh_distance_states(b->model->distance->fellow, b->shape.columns)
                                  : SH_OUTCOME_STATES,
                        end, room);
}

// Decodes with every coder: the same answer, and the same values where it is yes.
static bool decode(bed *b, const uint8_t *outcomes, size_t outcome_bytes, const uint8_t *distances,
                   size_t distance_bytes) {
    const sh_patch_coder *all[3];
    int count = coders(all), right = -1;
    uint64_t *wins = malloc(b->shape.columns * sizeof *wins + 1);
    uint8_t *values = malloc(b->shape.columns * sizeof *b->decoded + 1);
    for (int i = 0; i < count; i++) {
        sh_rans rans;
        bool good = sh_rans_start(&rans, SH_OUTCOME_STATES, outcomes, outcome_bytes) &&
                    all[i]->decode_outcomes(&b->patch, &rans, &b->scratch);
        if (good && b->model->distance)
            good = sh_rans_start(&rans,
                                 sh_distance_states(b->model->distance->fellow, b->shape.columns),
                                 distances, distance_bytes) &&
                   all[i]->decode_distances(&b->patch, &rans, &b->scratch, b->decoded);
        if (right < 0) {
            right = good;
            memcpy(wins, b->scratch.wins, b->shape.columns * sizeof *wins);
            if (b->model->distance)
                memcpy(values, b->decoded, b->shape.columns * sizeof *b->decoded);
        }
        assert_int_equal(good, right);
        if (!good) continue;
        assert_memory_equal(wins, b->scratch.wins, b->shape.columns * sizeof *wins);
        if (b->model->distance)
            assert_memory_equal(values, b->decoded, b->shape.columns * sizeof *b->decoded);
    }
    free(wins);
    free(values);
    return right;
}

static void check_patch(bed *b, uint64_t seed) {
    enum { MOST = 1 << 16 };
    static uint8_t bytes[2][MOST + SH_RANS_SLACK];
    uint8_t *outcomes = encode(b, false, bytes[0] + MOST, MOST);
    uint8_t *distances = b->model->distance ? encode(b, true, bytes[1] + MOST, MOST) : NULL;
    size_t outcome_bytes = (size_t)(bytes[0] + MOST - outcomes);
    size_t distance_bytes = distances ? (size_t)(bytes[1] + MOST - distances) : 0;
    assert_true(decode(b, outcomes, outcome_bytes, distances, distance_bytes));
    expect_values(b);
    sh_random random = {seed};
    for (int i = 0; i < 20 && outcome_bytes > 0; i++) { // damage: an answer, and the same one
        uint8_t *place = outcomes + sh_random_below(&random, outcome_bytes);
        *place ^= 0x55;
        decode(b, outcomes, outcome_bytes, distances, distance_bytes);
        *place ^= 0x55;
        if (!distance_bytes) continue;
        place = distances + sh_random_below(&random, distance_bytes);
        *place ^= 0x55;
        decode(b, outcomes, outcome_bytes, distances, distance_bytes);
        *place ^= 0x55;
    }
}

static void test_coders_agree(void **state) {
    (void)state;
    static const char *const games[] = {"4x4/1", "4x4/3", "5x5/2", "4x4/6"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        for (int distances = 0; distances < 2; distances++) {
            const sh_patch_coder *all[3];
            bed b;
            bed_open(&b, games[i], distances);
            bed_train(&b, all[coders(all) - 1]);
            uint64_t bands = sh_band_count(sh_pairs_rows(b.pairs));
            for (uint64_t n = 0; n < 40; n++) {
                bed_patch(&b, n * 7 % bands, (uint32_t)(n * 5 % b.regions.groups), 1000 + n);
                check_patch(&b, n);
            }
            bed_close(&b);
        }
}

// A model is the same after it was packed and unpacked; bytes that are none are refused.
static void check_model_bytes(const char *game) {
    bed b;
    sh_patch_model *again;
    bed_open(&b, game, true);
    bed_train(&b, sh_patch_coder_best());
    bool crowded = b.model->distance->fellow != NULL;
    size_t size = sh_patch_model_size(true, crowded);
    uint8_t *bytes = malloc(size);
    sh_patch_model_pack(b.model, bytes);
    assert_int_equal(sh_patch_model_make(&again, true, crowded, NULL), SH_OK);
    assert_int_equal(sh_patch_model_unpack(again, bytes, NULL), SH_OK);
    assert_memory_equal(again->win, b.model->win, sizeof again->win);
    assert_memory_equal(again->exception, b.model->exception, sizeof again->exception);
    assert_memory_equal(again->distance, b.model->distance, offsetof(sh_distance_model, fellow));
    if (crowded)
        assert_memory_equal(again->distance->fellow, b.model->distance->fellow,
                            sizeof *again->distance->fellow);
    bytes[20] = 0x7f; // no probability
    assert_int_equal(sh_patch_model_unpack(again, bytes, NULL), SH_DATA);
    sh_patch_model_pack(b.model, bytes);
    bytes[size - 1] ^= 1; // the last frequency
    assert_int_equal(sh_patch_model_unpack(again, bytes, NULL), SH_DATA);
    free(bytes);
    sh_patch_model_free(again);
    bed_close(&b);
}

static void test_model_bytes(void **state) {
    (void)state;
    check_model_bytes("4x4/3");
    check_model_bytes("4x4/4");
}

// A third of the lanes: 286 of 560 sets, 495 of 1,820, and so on.
static void test_crowded(void **state) {
    (void)state;
    assert_false(sh_crowded(16, 3));
    assert_true(sh_crowded(16, 4));
    assert_false(sh_crowded(49, 3)); // 15,180 of 18,424
    assert_false(sh_crowded(49, 6)); // 6,096,454 of 13,983,816
    assert_true(sh_crowded(25, 5));  // 15,504 of 53,130
    assert_true(sh_crowded(16, 9));  // none of them
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_of_sets),
        cmocka_unit_test(test_bad_regions),
        cmocka_unit_test(test_rans),
        cmocka_unit_test(test_rounds),
        cmocka_unit_test(test_coders_agree),
        cmocka_unit_test(test_model_bytes),
        cmocka_unit_test(test_crowded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
