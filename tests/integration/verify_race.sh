#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Verification of three-player tables from outside: good ones, damaged ones, one with a wrong value.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
tests=$(dirname "$program")/tests
says() { # says CODE TEXT ARGUMENTS…: verify ends with this code and says that
    local code=$1 text=$2
    shift 2
    "$program" verify "$@" >"$work/out" 2>&1
    local got=$?
    [ "$got" -eq "$code" ] || fail "verify $*: exit code $got, not $code"
    grep -qF -- "$text" "$work/out" || fail "verify $*: no '$text'"
}
"$program" solve star37/1:3p --out "$work/good.shtb" --json >"$work/solved" 2>/dev/null || fail "solve"
says 0 "14,238 of 14,238 placements checked" "$work/good.shtb"
grep -qF "each agrees with its successors" "$work/out" || fail "what was checked is not said"
says 0 "all proven right" "$work/good.shtb" --full
says 0 '"proven":true' "$work/good.shtb" --full --json
says 0 '"checked":5000,"wrong":0' "$work/good.shtb" --sample 5000 --threads 2 --json
says 2 "--full does not apply together with --sample" "$work/good.shtb" --full --sample 10
"$program" verify "$work/good.shtb" --json 2>/dev/null >"$work/verified"
[ "$(jq -c .types "$work/verified")" = "$(jq -c .types "$work/solved")" ] || fail "the types are not the solver's"

"$tests/test_verify_race" wrong "$work/wrong.shtb" || fail "no wrong table"
says 1 "1/c2a/3/4/b a, of which the table wrongly says that a can force its win alone" "$work/wrong.shtb"
says 1 '"proven":false' "$work/wrong.shtb" --full --json

# Draws called wins agree with their successors; only a search for grounds finds that nobody ever wins.
"$tests/test_verify_race" rings "$work/rings.shtb" || fail "no table with rings"
says 0 "each agrees with its successors" "$work/rings.shtb"
for level in generic avx512; do
    STERNHALMA_CPU=$level says 1 "2642 values are wrong" "$work/rings.shtb" --full
done

size=$(stat -c %s "$work/good.shtb")
for at in $(seq 3 397 $((size - 1))); do
    cp "$work/good.shtb" "$work/bad.shtb"
    spoil "$work/bad.shtb" "$at" $((at % 8))
    says 3 "" "$work/bad.shtb"
done
[ "$failures" -eq 0 ]
