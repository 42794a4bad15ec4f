#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The threaded solver under ThreadSanitizer: every backend, checkpoints and resuming, no data race.
set -euo pipefail
cd "$(dirname "$0")/../.."
CC=clang cmake --preset tsan >/dev/null
cmake --build build/tsan --target test_solve_backends >/dev/null
build/tsan/tests/test_solve_backends
