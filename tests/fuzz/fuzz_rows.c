// SPDX-License-Identifier: MIT
// Patches of tables of version 2, which are kept from when they were written. A block of them takes
// milliseconds, so few values are asked for, in a cache that has room for it.
#include "fuzz_patch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t *good[2];
    static size_t good_size[2];
    if (!good[0]) {
        good[0] = fuzz_vector(SH_VECTORS "/rows-4x4-3-wdl.shtb", &good_size[0]);
        good[1] = fuzz_vector(SH_VECTORS "/rows-4x4-3-dtw.shtb", &good_size[1]);
    }
    if (size < 1) return 0;
    int metric = data[0] >> 7;
    fuzz_patch(good[metric], good_size[metric], data, size, 1 << 20, probe, 64);
    return 0;
}
