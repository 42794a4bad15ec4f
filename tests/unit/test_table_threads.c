// SPDX-License-Identifier: MIT
// Many threads ask one table whose cache is so small that blocks are evicted all the time, and all
// get the right values. Under ThreadSanitizer (long_solve_races.sh) also without a data race.
#include "tabling.h"

#include <pthread.h> // pthread_create

#include "base/random.h"

enum { THREADS = 8, PROBES = 4000 };

typedef struct asking {
    const sh_table *table;
    const truth *t;
    uint64_t seed;
    size_t wrong;
} asking;

static bool agrees(const asking *a, const sh_position *position) {
    sh_value value;
    uint16_t want = tabling_value(a->t, position);
    sh_status status = sh_probe(a->table, position, &value, NULL);
    if (want == ORACLE_ILLEGAL) return status == SH_DATA;
    sh_outcome outcome = want == ORACLE_DRAW ? SH_DRAW : want & 1 ? SH_WIN : SH_LOSS;
    return status == SH_OK && value.outcome == outcome;
}

static void *ask(void *argument) {
    asking *a = argument;
    sh_random random = {a->seed};
    for (int i = 0; i < PROBES; i++) {
        sh_pair pair = {sh_random_below(&random, sh_pairs_rows(a->t->pairs)),
                        sh_random_below(&random, sh_pairs_columns(a->t->pairs))};
        sh_position position;
        sh_pairs_position(a->t->pairs, pair, &position);
        a->wrong += !agrees(a, &position);
    }
    if (a->seed == 0) a->wrong += sh_table_check(a->table, NULL) != SH_OK;
    return NULL;
}

static void test_threads_share_a_small_cache(void **state) {
    static const size_t caches[] = {1, 2000, 20000}; // one block, a few, a few in several shards
    char file[128];
    tabling_path(file, "threads.shtb");
    for (int metric = SH_WDL; metric <= SH_DTW; metric++)
        for (size_t c = 0; c < sizeof caches / sizeof *caches; c++) {
            truth *t = tabling_truth("4x4/3");
            tabling_write(t, (sh_metric)metric, 256, 1, file);
            sh_table *table = tabling_open(file, caches[c]);
            pthread_t threads[THREADS];
            asking askings[THREADS];
            for (uint64_t i = 0; i < THREADS; i++) {
                askings[i] = (asking){.table = table, .t = t, .seed = i};
                assert_int_equal(pthread_create(&threads[i], NULL, ask, &askings[i]), 0);
            }
            for (int i = 0; i < THREADS; i++) {
                pthread_join(threads[i], NULL);
                assert_int_equal(askings[i].wrong, 0);
            }
            sh_table_close(table);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads_share_a_small_cache)};
    return cmocka_run_group_tests(tests, tabling_begin, tabling_end);
}
