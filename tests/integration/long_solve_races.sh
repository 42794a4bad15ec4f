#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The threaded solvers under ThreadSanitizer: every backend of two players, checkpoints and resuming,
# all layers of three players, many threads on one table with a tiny cache, no data race.
set -euo pipefail
cd "$(dirname "$0")/../.."
CC=clang cmake --preset tsan >/dev/null
cmake --build build/tsan --target test_solve_backends test_race test_table_race test_table_threads >/dev/null
build/tsan/tests/test_solve_backends
build/tsan/tests/test_race
build/tsan/tests/test_table_race
build/tsan/tests/test_table_threads
