// SPDX-License-Identifier: MIT
// The second checker without memory: with any one allocation refused it says so, or has the levels
// that it has with memory. It must never call something absent that it could not look for.
#include "allocating.h"
#include "test.h"

#include "puzzle/transfer_recheck.h"

typedef struct levels {
    int count;
    uint64_t boards[32], hash[32];
} levels;

static void hear(void *user, int time, uint64_t boards, uint64_t hash) {
    levels *own = user;
    own->boards[time] = boards;
    own->hash[time] = hash;
    own->count++;
}

static sh_status run(const sh_puzzle *puzzle, int length, levels *heard, bool *found,
                     sh_error *error) {
    sh_transfer_recheck_options options = {
        .length = length, .known = 1, .listener = hear, .user = heard};
    memset(heard, 0, sizeof *heard);
    atomic_store(&calls, 0);
    return sh_transfer_recheck(puzzle, &options, found, error);
}

static void one_refusal_at_a_time(void **state) {
    (void)state;
    for (int length = 7; length <= 8; length++) {
        sh_puzzle puzzle;
        sh_error error;
        levels whole, heard;
        bool found, again;
        assert_int_equal(sh_puzzle_parse(&puzzle, SH_PUZZLE_TRANSFER, "sq5/3:8m", 0, false, &error),
                         SH_OK);
        assert_int_equal(run(&puzzle, length, &whole, &found, &error), SH_OK);
        unsigned long made = atomic_load(&calls);
        assert_true(made > 20 && whole.count > 3);
        for (unsigned long i = 1; i <= made; i++) {
            failing = i;
            sh_status status = run(&puzzle, length, &heard, &again, &error);
            failing = 0;
            if (status == SH_RESOURCES) continue;
            assert_int_equal(status, SH_OK);
            assert_int_equal(again, found);
            assert_memory_equal(&heard, &whole, sizeof whole);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_refusal_at_a_time)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
