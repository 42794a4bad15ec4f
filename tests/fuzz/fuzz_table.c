// SPDX-License-Identifier: MIT
// Patches of small tables, one in sixteen with distances, which take longer, in a cache so small
// that blocks are evicted all the time.
#include "fuzz_patch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t *good[2];
    static size_t good_size[2];
    for (int metric = SH_WDL; metric <= SH_DTW && !good[metric]; metric++)
        good[metric] = fuzz_table("3x3/1", (sh_metric)metric, 16, &good_size[metric]);
    if (size < 1) return 0;
    sh_metric metric = data[0] >> 4 == 15 ? SH_DTW : SH_WDL;
    fuzz_patch(good[metric], good_size[metric], data, size, 1 << 10, 4096);
    return 0;
}
