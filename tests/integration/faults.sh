#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Single faults: commands of all kinds while one call to the system fails. A sample of all places;
# long_faults.sh tries every one (tests/faults/faults.py says what must hold).
program=$(realpath "$1")
# Sanitizers must be the first library of a program.
grep -q __asan_init "$program" && echo "a program with sanitizers takes no library before them" && exit 77
exec python3 "$(dirname "$0")/../faults/faults.py" "$program" "$(dirname "$program")/tests/faults.so" \
    "${@:2}" --every 145
