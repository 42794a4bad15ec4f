// SPDX-License-Identifier: MIT
// Positions of three players as triples of numbers, and how many there are.
#include "test.h"

#include "rank/triples.h"

static void triples_are_positions_and_back(void **state) {
    sh_game game;
    sh_triples triples;
    test_game(&game, "star37:3p", SH_STRICT);
    assert_int_equal(sh_triples_open(&triples, &game, NULL), SH_OK);
    assert_int_equal((uint64_t)sh_triples_placements(&game), 4947100130);
    sh_position start, back;
    sh_position_start(&game, &start);
    sh_triple opening = sh_triples_rank(&triples, &start);
    assert_int_equal(opening.mover, triples.camp);
    assert_int_equal(opening.next, triples.camp);
    assert_int_equal(opening.previous, triples.camp);
    for (uint32_t number = 0; number < triples.sets; number++)
        for (int turn = 0; turn < 3; turn++) {
            sh_triple triple = {number, (number * 7 + 1) % triples.sets, triples.camp};
            if (!sh_triples_disjoint(&triples, triple)) continue;
            sh_triples_unrank(&triples, triple, turn, &back);
            assert_int_equal(sh_position_check(&game, &back, NULL), SH_OK);
            sh_triple again = sh_triples_rank(&triples, &back);
            assert_memory_equal(&again, &triple, sizeof triple);
        }
    sh_triples_close(&triples);
    test_game(&game, "star73:3p", SH_STRICT);
    unsigned __int128 placements = sh_triples_placements(&game);
    assert_int_equal((uint64_t)(placements / 1000000000), 433341009067);
    assert_int_equal((uint64_t)(placements % 1000000000), 620463656);
    assert_int_equal(sh_triples_open(&triples, &game, NULL), SH_USAGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(triples_are_positions_and_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
