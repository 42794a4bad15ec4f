#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The same table from every backend, CPU level and number of threads; verify accepts it and refuses it
# when a byte has changed.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
solve() { # solve NAME ARGUMENTS…
    local name=$1
    shift
    "$program" solve 4x4/5 --metric dtw --out "$work/$name.shtb" "$@" >/dev/null ||
        fail "solve $*"
    cmp "$work/first.shtb" "$work/$name.shtb" || fail "another table: $*"
}
solve first
solve one --threads 1
solve three --threads 3
solve compact --backend compact
solve disk --backend disk --scratch "$work" --threads 2
for level in generic avx2; do STERNHALMA_CPU=$level solve $level; done
"$program" verify "$work/first.shtb" >/dev/null || fail "verify refuses a good table"
size=$(stat -c %s "$work/first.shtb")
RANDOM=7
for _ in $(seq 20); do
    cp "$work/first.shtb" "$work/bad.shtb"
    at=$(((RANDOM * 32768 + RANDOM) % size))
    spoil "$work/bad.shtb" "$at" $((RANDOM % 8))
    "$program" verify "$work/bad.shtb" >/dev/null 2>&1 && fail "verify accepts a change at byte $at"
done
[ "$failures" -eq 0 ]
