// SPDX-License-Identifier: MIT
// Patches of small tables: of sixteen three with distances, which take longer, one of them with
// those of wins only and one of a crowded board, and one of a race, in a cache so small that blocks
// are evicted all the time.
#include "fuzz_patch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const games[] = {"3x3/1", "3x3/1", "3x3/1", "star13:3p", "3x3/3"};
    static const sh_recipe recipes[] = {
        {.metric = SH_WDL, .block_states = 16},
        {.metric = SH_DTW, .block_states = 16},
        {.metric = SH_DTW, .block_states = 16, .only_wins = true},
        {.metric = SH_CONTROL, .block_states = 16},
        {.metric = SH_DTW, .block_states = 16},
    };
    enum { KINDS = sizeof recipes / sizeof *recipes };
    static uint8_t *good[KINDS];
    static size_t good_size[KINDS];
    for (int i = 0; i < KINDS && !good[i]; i++)
        good[i] = fuzz_table_as(games[i], recipes[i], &good_size[i]);
    if (size < 1) return 0;
    int rare = 16 - (data[0] >> 4), kind = rare < KINDS ? rare : 0;
    fuzz_patch(good[kind], good_size[kind], data, size, 1 << 10, probe, 4096);
    return 0;
}
