// SPDX-License-Identifier: MIT
// The exchange of strips and lanes, for every CPU level this machine has.
#include "base/random.h"
#include "solve/duel/kernel/kernel.h"
#include "test.h"

static void test_transpose(void **state) {
    static sh_strip from[SH_LANES], to[SH_LANES];
    sh_random random = {42};
    for (int level = 0; level <= (int)sh_cpu_level_get(); level++)
        for (size_t strips = 64; strips <= SH_LANES; strips += 64) {
            for (int i = 0; i < SH_LANES; i++)
                SH_EACH_WORD(w) from[i].w[w] = sh_random_next(&random);
            sh_duel_kernels_get((sh_cpu_level)level)->transpose(from, strips, to);
            for (int i = 0; i < SH_LANES; i++)
                for (int lane = 0; lane < SH_LANES; lane++)
                    assert_int_equal(sh_strip_has(&to[lane], i),
                                     (size_t)i < strips && sh_strip_has(&from[i], lane));
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_transpose)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
