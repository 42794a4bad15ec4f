#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The threaded solvers under ThreadSanitizer: every backend of two players, checkpoints and resuming,
# all layers of three players, many threads on one table with a tiny cache, tables that are replaced
# while others ask them, mappings that come and go: no data race.
set -euo pipefail
cd "$(dirname "$0")/../.."
CC=clang cmake --preset tsan >/dev/null
tests=(test_solve_backends test_race test_table_race test_table_threads test_catalog test_mapping)
cmake --build build/tsan --target "${tests[@]}" >/dev/null
for name in "${tests[@]}"; do "build/tsan/tests/$name"; done
