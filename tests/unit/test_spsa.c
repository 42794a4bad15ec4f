// SPDX-License-Identifier: MIT
// Tuning by simultaneous perturbation: it climbs a hill it cannot see, and goes on after a stop.
#include "test.h"

#include <math.h>   // fabs
#include <stdlib.h> // mkstemp
#include <unistd.h> // unlink

#include "arena/spsa.h"
#include "base/random.h"

static sh_spsa make(int rounds) {
    sh_spsa spsa = {.rounds = rounds, .rate = 0.02, .seed = 3};
    assert_int_equal(sh_spsa_add(&spsa, "left=20:0:100:4", NULL), SH_OK);
    assert_int_equal(sh_spsa_add(&spsa, "right=80:0:100:4", NULL), SH_OK);
    assert_int_equal(sh_spsa_add(&spsa, "idle=50:0:100:4", NULL), SH_OK);
    return spsa;
}

// The best is left 70, right 30; how far a side is from it decides games at random, as a logistic.
static int play(const int up[], const int down[], sh_random *random) {
    double worse =
        (fabs(up[0] - 70.0) + fabs(up[1] - 30.0)) - (fabs(down[0] - 70.0) + fabs(down[1] - 30.0));
    double chance = 1 / (1 + exp(worse / 10));
    int lead = 0;
    for (int i = 0; i < 8; i++)
        lead += (double)sh_random_below(random, 1 << 20) / (1 << 20) < chance ? 1 : -1;
    return lead;
}

static void run(sh_spsa *spsa, int rounds) {
    int up[SH_SPSA_MOST], down[SH_SPSA_MOST];
    while (spsa->round < rounds) {
        sh_random random = {(uint64_t)spsa->round + 1000};
        sh_spsa_propose(spsa, up, down);
        for (int i = 0; i < spsa->count; i++) assert_int_not_equal(up[i], down[i]);
        sh_spsa_learn(spsa, play(up, down, &random), 8);
    }
}

static void test_climbs(void **state) {
    (void)state;
    sh_spsa spsa = make(2000);
    run(&spsa, 2000);
    assert_true(fabs(spsa.parameter[0].value - 70) < 8);
    assert_true(fabs(spsa.parameter[1].value - 30) < 8);
    assert_int_equal(spsa.games, 16000);
    char text[SH_SPSA_TEXT];
    sh_spsa_print(&spsa, (int[]){1, -2, 3}, text);
    assert_string_equal(text, "left=1,right=-2,idle=3");
}

static void test_bounds(void **state) {
    (void)state;
    sh_spsa spsa = {.rounds = 50, .rate = 1};
    int up[SH_SPSA_MOST], down[SH_SPSA_MOST];
    assert_int_equal(sh_spsa_add(&spsa, "flag=1:0:1:1", NULL), SH_OK);
    assert_int_equal(sh_spsa_add(&spsa, "futility", NULL), SH_OK);
    for (int i = 0; i < 50; i++) {
        sh_spsa_propose(&spsa, up, down);
        assert_true(up[0] >= 0 && up[0] <= 1 && down[0] == 1 - up[0]);
        sh_spsa_learn(&spsa, 100, 100);
        assert_true(spsa.parameter[0].value >= 0 && spsa.parameter[0].value <= 1);
    }
    static const char *const wrong[] = {"",          "nobody",         "a=1",         "a=1:2:3:1",
                                        "a=1:0:3:0", "a=1:0:3:9",      "a=1:0:3:1x",  "a=nan:0:3:1",
                                        "a=1:0:3",   "futility=1:2:3", "flag=1:0:1:1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(sh_spsa_add(&spsa, wrong[i], NULL), SH_USAGE);
}

static void test_checkpoint(void **state) {
    (void)state;
    char name[] = "/tmp/test_spsa_XXXXXX";
    int file = mkstemp(name);
    assert_true(file >= 0);
    close(file);
    unlink(name);
    sh_spsa whole = make(100), half = make(100), again = make(100);
    run(&whole, 100);
    run(&half, 40);
    assert_int_equal(sh_spsa_write(&half, "test", name, NULL), SH_OK);
    assert_int_equal(sh_spsa_read(&again, "test", name, NULL), SH_OK);
    run(&again, 100);
    assert_memory_equal(&again, &whole, sizeof whole);
    sh_spsa other = make(101);
    assert_int_equal(sh_spsa_read(&other, "test", name, NULL), SH_USAGE);
    assert_int_equal(sh_spsa_read(&half, "another", name, NULL), SH_USAGE);
    FILE *spoilt = fopen(name, "r+");
    assert_non_null(spoilt);
    fseek(spoilt, 40, SEEK_SET);
    fputc('9', spoilt);
    fclose(spoilt);
    assert_int_equal(sh_spsa_read(&half, "test", name, NULL), SH_DATA);
    unlink(name);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_climbs), cmocka_unit_test(test_bounds),
                                       cmocka_unit_test(test_checkpoint)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
