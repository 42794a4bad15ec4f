// SPDX-License-Identifier: MIT
// The table of benchmarks.
#include "bench/bench.h"

#define SH_BENCH_ENTRY(name, summary) {#name, summary, sh_bench_##name},
const sh_bench sh_benches[] = {SH_BENCHES(SH_BENCH_ENTRY){0}};
#undef SH_BENCH_ENTRY
