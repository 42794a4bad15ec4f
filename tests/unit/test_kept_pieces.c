// SPDX-License-Identifier: MIT
// Pieces are kept until as many others were, or until all are forgotten.
#include "test.h"

#include <stdlib.h> // malloc

#include "solve/duel/squeezed/kept_pieces.h"

static void add(sh_kept_pieces *kept, uint64_t piece) {
    uint64_t *words = malloc(2 * sizeof *words);
    assert_non_null(words);
    words[0] = piece * 3;
    words[1] = piece * 5 + 1;
    sh_kept_pieces_add(kept, piece, words);
}

static void test_give_way(void **state) {
    sh_kept_pieces kept;
    uint64_t word;
    sh_kept_pieces_open(&kept);
    assert_false(sh_kept_pieces_word(&kept, 0, 0, &word));
    for (uint64_t piece = 0; piece < SH_KEPT_PIECES + 3; piece++) add(&kept, piece);
    for (uint64_t piece = 0; piece < 3; piece++)
        assert_false(sh_kept_pieces_word(&kept, piece, 0, &word));
    for (uint64_t piece = 3; piece < SH_KEPT_PIECES + 3; piece++) {
        assert_true(sh_kept_pieces_word(&kept, piece, 1, &word));
        assert_int_equal(word, piece * 5 + 1);
    }
    sh_kept_pieces_close(&kept);
}

static void test_clear(void **state) {
    sh_kept_pieces kept;
    uint64_t word;
    sh_kept_pieces_open(&kept);
    add(&kept, 7);
    sh_kept_pieces_clear(&kept);
    assert_false(sh_kept_pieces_word(&kept, 7, 0, &word));
    add(&kept, 7);
    assert_true(sh_kept_pieces_word(&kept, 7, 0, &word));
    assert_int_equal(word, 21);
    sh_kept_pieces_close(&kept);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_give_way),
                                       cmocka_unit_test(test_clear)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
