// SPDX-License-Identifier: MIT
// Patches of small tables, two in sixteen with distances, which take longer, one of them with those
// of wins only, in a cache so small that blocks are evicted all the time.
#include "fuzz_patch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const sh_recipe recipes[3] = {
        {.metric = SH_WDL, .block_states = 16},
        {.metric = SH_DTW, .block_states = 16},
        {.metric = SH_DTW, .block_states = 16, .only_wins = true},
    };
    static uint8_t *good[3];
    static size_t good_size[3];
    for (int i = 0; i < 3 && !good[i]; i++)
        good[i] = fuzz_table_as("3x3/1", recipes[i], &good_size[i]);
    if (size < 1) return 0;
    int kind = data[0] >> 4 == 15 ? 1 : data[0] >> 4 == 14 ? 2 : 0;
    fuzz_patch(good[kind], good_size[kind], data, size, 1 << 10, 4096);
    return 0;
}
