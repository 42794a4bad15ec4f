// SPDX-License-Identifier: MIT
// The benchmarks of the program. To add one: a line here and a file NAME.c with sh_bench_NAME.
//
// A benchmark prints a table (or with --json one object) of what it has measured in this run, and
// polls cli->stop.
#pragma once

#include "cli/cli.h"

// X(name, one-line summary), in the order `bench all` runs them.
#define SH_BENCHES(X)                                                                              \
    X(moves, "move generation and ranking, bitboards against arrays")                              \
    X(generators, "move generators on boards of every width")                                      \
    X(solve, "two-player games on every CPU level, in memory and from disk, against plain sweeps") \
    X(probe, "tables of 7x7/3: size and probe time by block size, against zstd")                   \
    X(search, "the engine on fixed positions: nodes as a signature, nodes a second")

typedef sh_status sh_bench_run(sh_cli *cli, sh_error *error);

typedef struct sh_bench {
    const char *name;
    const char *summary;
    sh_bench_run *run;
} sh_bench;

#define SH_BENCH_PROTOTYPE(name, summary) sh_bench_run sh_bench_##name;
SH_BENCHES(SH_BENCH_PROTOTYPE)
#undef SH_BENCH_PROTOTYPE

// What `probe` measures, of one table there is.
sh_status sh_bench_table(sh_cli *cli, const char *file, sh_error *error) SH_NODISCARD;

// All benchmarks in order, ended by a name of NULL.
extern const sh_bench sh_benches[];
