// SPDX-License-Identifier: MIT
// Ranks of tallies against counting them one after the other, and maps by rank against hashed ones.
#include "test.h"

#include "base/random.h"
#include "puzzle/tally_map.h"

enum { MEN = 6, TALLIES = 62869, THREADS = 3, LISTED = 100000 };

typedef struct fixture {
    sh_puzzle puzzle;
    sh_passage passage;
    sh_tallying tallying;
    sh_tally all[TALLIES];
    size_t count;
} fixture;

// Every tally in the order of its counts.
static void list_all(fixture *f, int s, int men, sh_counts *counts) {
    if (s == f->passage.diagonals) {
        if (men != MEN) return;
        assert_true(f->count < TALLIES);
        f->all[f->count++] = sh_tally_pack(&f->tallying, counts);
        return;
    }
    for (int own = 0; own <= f->passage.places[s] && men + own <= MEN; own++) {
        counts->of[s] = (uint8_t)own;
        list_all(f, s + 1, men + own, counts);
    }
    counts->of[s] = 0;
}

static fixture *begin(void) {
    fixture *f = calloc(1, sizeof *f);
    sh_counts counts = {{0}};
    assert_non_null(f);
    assert_int_equal(sh_puzzle_parse(&f->puzzle, SH_PUZZLE_TRANSFER, "sq9/6:8m", 0, false, NULL),
                     SH_OK);
    assert_int_equal(sh_passage_open(&f->passage, &f->puzzle, NULL), SH_OK);
    assert_int_equal(sh_tallying_make(&f->tallying, &f->passage, NULL), SH_OK);
    list_all(f, 0, 0, &counts);
    return f;
}

static void end(fixture *f) {
    sh_passage_close(&f->passage);
    free(f);
}

static void ranks_count_all_tallies(void **state) {
    (void)state;
    fixture *f = begin();
    assert_int_equal(f->count, TALLIES);
    assert_int_equal(f->tallying.ranks, TALLIES);
    for (size_t i = 0; i < f->count; i++)
        assert_int_equal(sh_tally_rank(&f->tallying, f->all[i]), i);
    end(f);
}

static void a_move_changes_the_rank_to_that_of_its_tally(void **state) {
    (void)state;
    fixture *f = begin();
    for (size_t i = 0; i < f->count; i += 17) {
        sh_counts counts;
        sh_tally_ranks ranks;
        sh_tally_unpack(&f->tallying, f->all[i], &counts);
        sh_tally_rank_around(&f->tallying, &counts, &ranks);
        for (int s = 0; s < f->passage.diagonals; s++)
            for (int t = 0; t < f->passage.diagonals; t++) {
                if (s == t || !counts.of[s] || counts.of[t] == f->passage.places[t]) continue;
                sh_tally to = f->all[i] - f->tallying.one[s] + f->tallying.one[t];
                assert_int_equal(sh_tally_rank_moved(&f->tallying, &counts, &ranks, s, t),
                                 sh_tally_rank(&f->tallying, to));
            }
    }
    end(f);
}

// Lists with repetitions, one after the other: the numbers are those of a map that hashes.
static void maps_by_rank_and_hash_agree(void **state) {
    (void)state;
    fixture *f = begin();
    sh_tallying hashing = f->tallying;
    hashing.ranks = 0;
    sh_tally_map ranked, hashed;
    sh_pool *pool;
    sh_random random = {7};
    sh_tally *list = malloc(LISTED * sizeof *list);
    assert_non_null(list);
    assert_int_equal(sh_pool_open(&pool, THREADS, NULL), SH_OK);
    assert_int_equal(sh_tally_map_open(&ranked, &f->tallying, NULL), SH_OK);
    assert_int_equal(sh_tally_map_open(&hashed, &hashing, NULL), SH_OK);
    for (size_t part = 1; part <= 4; part++) {
        for (int i = 0; i < LISTED; i++)
            list[i] = f->all[sh_random_next(&random) % (TALLIES * part / 5)];
        assert_int_equal(sh_tally_map_add(&ranked, list, LISTED, pool, NULL), SH_OK);
        assert_int_equal(sh_tally_map_add(&hashed, list, LISTED, pool, NULL), SH_OK);
        assert_int_equal(ranked.count, hashed.count);
        assert_memory_equal(ranked.tally, hashed.tally, hashed.count * sizeof *hashed.tally);
    }
    for (size_t i = 0; i < f->count; i++)
        assert_int_equal(sh_tally_map_find(&ranked, f->all[i]),
                         sh_tally_map_find(&hashed, f->all[i]));
    assert_int_equal(sh_tally_map_find(&ranked, f->all[TALLIES - 1]), SH_TALLY_NONE);
    sh_tally_map_close(&ranked);
    sh_tally_map_close(&hashed);
    sh_pool_close(pool);
    free(list);
    end(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_count_all_tallies),
        cmocka_unit_test(a_move_changes_the_rank_to_that_of_its_tally),
        cmocka_unit_test(maps_by_rank_and_hash_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
