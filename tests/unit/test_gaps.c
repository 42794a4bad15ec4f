// SPDX-License-Identifier: MIT
// Rising numbers come back from their gaps, in about as many bits as they must take.
#include "test.h"

#include <math.h> // log2

#include "base/random.h"
#include "solve/duel/squeezed/coded.h"
#include "solve/duel/squeezed/extents.h"
#include "solve/duel/squeezed/gaps.h"

enum { RANGE = 1 << 18 };

// A share of 1 / `rarity` of all numbers, at random.
static uint64_t draw(uint64_t rarity, sh_random *seed, uint64_t *numbers) {
    uint64_t count = 0;
    for (uint64_t i = 0; i < RANGE; i++)
        if (sh_random_next(seed) % rarity == 0) numbers[count++] = i;
    return count;
}

static void test_numbers(void **state) {
    uint64_t *numbers = malloc(RANGE * sizeof *numbers);
    sh_random seed = {3};
    uint8_t *bytes = malloc(RANGE);
    for (uint64_t rarity = 2; rarity < 100000; rarity *= 3) {
        uint64_t count = draw(rarity, &seed, numbers);
        if (!count) continue;
        int shift = sh_gaps_shift(RANGE, count);
        sh_gaps out = {.at = bytes, .shift = shift};
        for (uint64_t i = 0; i < count; i++) sh_gaps_put(&out, numbers[i]);
        const uint8_t *end = sh_gaps_finish(&out);
        sh_gaps in = {.at = bytes, .end = end, .shift = shift};
        for (uint64_t i = 0; i < count; i++) {
            uint64_t number;
            assert_true(sh_gaps_get(&in, &number));
            assert_int_equal(number, numbers[i]);
        }
        double p = (double)count / RANGE;
        double entropy = -RANGE * (p * log2(p) + (1 - p) * log2(1 - p));
        assert_true((double)(end - bytes) * 8 < entropy * 1.06 + 64);
    }
    free(numbers);
    free(bytes);
}

// Bytes that end too early are noticed, whatever they are.
static void test_short(void **state) {
    uint8_t zeros[32] = {0};
    uint64_t number;
    for (int size = 0; size < 32; size++) {
        sh_gaps in = {.at = zeros, .end = zeros + size, .shift = 4};
        assert_false(sh_gaps_get(&in, &number));
    }
}

static void test_coded(void **state) {
    uint64_t count = 3 * SH_CODED_WORDS + 77, ends = sh_coded_pieces(count);
    uint64_t *words = calloc(count, sizeof *words), *back = malloc(count * sizeof *back);
    sh_random seed = {5};
    sh_coder coder;
    sh_coder_open(&coder);
    uint8_t *bytes = malloc(sh_coded_room(count));
    uint32_t *end = malloc(ends * sizeof *end);
    for (uint64_t i = SH_CODED_WORDS; i < count; i++) // zeros, noise, and something between
        words[i] = i < 2 * SH_CODED_WORDS ? sh_random_next(&seed) : i % 5;
    size_t size = sh_coded_pack(&coder, NULL, words, count, bytes, end);
    assert_int_equal(ends, 4);
    assert_int_equal(end[0], 0);
    assert_true(size < count * sizeof *words / 2);
    assert_true(sh_coded_unpack(&coder, NULL, bytes, end, back, count));
    assert_memory_equal(words, back, count * sizeof *words);
    assert_true(
        sh_coded_unpack_piece(&coder, bytes + end[1], end[2] - end[1], back, SH_CODED_WORDS));
    assert_memory_equal(words + 2 * SH_CODED_WORDS, back, SH_CODED_WORDS * sizeof *words);
    bytes[end[1] + 1] ^= 255;
    assert_false(sh_coded_unpack(&coder, NULL, bytes, end, back, count));
    free(words);
    free(back);
    free(bytes);
    free(end);
    sh_coder_close(&coder);
}

// What is dropped is used again.
static void test_extents(void **state) {
    sh_extents extents;
    sh_extent_stream stream[2];
    uint8_t bytes[1000], back[1000];
    uint64_t place;
    assert_int_equal(sh_extents_open(&extents, "/tmp", NULL), SH_OK);
    for (int i = 0; i < 2; i++) sh_extent_stream_open(&stream[i]);
    for (int turn = 0; turn < 4; turn++) {
        for (int n = 0; n < 500; n++) {
            memset(bytes, n, sizeof bytes);
            assert_int_equal(
                sh_extent_stream_add(&extents, &stream[turn & 1], bytes, 1000, &place, NULL),
                SH_OK);
            assert_int_equal(place, n * 1000);
        }
        for (int n = 0; n < 500; n++) {
            memset(bytes, n, sizeof bytes);
            assert_int_equal(sh_extent_stream_read(&extents, &stream[turn & 1], (uint64_t)n * 1000,
                                                   back, 1000, NULL),
                             SH_OK);
            assert_memory_equal(bytes, back, 1000);
        }
        sh_extent_stream_drop(&extents, &stream[turn & 1]);
    }
    assert_int_equal(extents.end, 500000 / SH_EXTENT_BYTES);
    sh_extents_close(&extents);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_numbers), cmocka_unit_test(test_short),
                                       cmocka_unit_test(test_coded),
                                       cmocka_unit_test(test_extents)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
