#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# An option of solve that does not apply to the game is an error in one sentence, and nothing is done.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
refused() { # refused WORDS ARGUMENTS…: ends with 2, one sentence with the words, no output, no file
    local words=$1 status=0
    shift
    (cd "$work" && "$program" solve "$@") >"$work/out" 2>"$work/said" || status=$?
    [ "$status" -eq 2 ] || fail "solve $* ended with $status"
    [ -s "$work/out" ] && fail "solve $* printed something"
    [ "$(wc -l <"$work/said")" -eq 1 ] || fail "solve $* does not say one sentence"
    grep -qF -- "$words" "$work/said" || fail "solve $* says $(cat "$work/said")"
    rm "$work/out" "$work/said"
    [ -z "$(ls "$work")" ] || fail "solve $* left $(ls "$work")"
}
refused "--scratch" star13:3p --metric dtw --scratch /nonexistent --resume --every 5
refused "--metric dtw" star13:3p --metric dtw
refused "--metric wdl" star13:3p --metric wdl
refused "--scratch" star13:3p --scratch .
refused "--resume" star13:3p --resume
refused "--every" star13:3p --every 5 --checkpoint layers
refused "--part-size" star13:3p --part-size 1MB
refused "no backend" star13:3p --backend disk
refused "--threads" star13:3p --policy cyclic --threads 2
refused "--plan" star13:3p --policy cyclic --plan
refused "--out" star13:3p --policy cyclic --out t.shtb
refused "--verify" star13:3p --policy cyclic --verify 10
refused "--policy" 4x4/2 --policy cyclic
refused "--exact-rounds" 4x4/2 --exact-rounds
refused "--verify" 4x4/2 --verify 10
refused "--metric control" 4x4/2 --metric control
refused "--scratch" 4x4/2 --scratch /nonexistent
refused "--scratch" 4x4/2 --scratch . --backend fast
refused "--gpu-memory" 4x4/2 --gpu-memory 1GB --backend fast
refused "--gpu-memory" star13:3p --gpu-memory 1GB
refused "--every" 4x4/2 --every 5
refused "--resume" 4x4/2 --resume
refused "--part-size" 4x4/2 --part-size 1MB
refused "at least 65536 bytes" 7x7/6 --part-size 64kB --out t.shtb

accepted() { # accepted ARGUMENTS…
    (cd "$work" && "$program" solve "$@" >/dev/null) || fail "solve $* ended with $?"
}
accepted star13:3p --metric control --threads 1 --memory 1GB --backend cpu --exact-rounds --verify 0
accepted star13:3p --checkpoint layers --resume --out race.shtb --part-size 1MB
accepted 4x4/2 --metric dtw --scratch . --memory 1GB --backend cpu --out duel.shtb --every 5 --resume

# Both kinds of games have one plan.
for game in 4x4/2 star13:3p; do
    "$program" solve $game --plan --json | jq -e '.backend and .states > 0 and .table_bytes > 0 and
        .memory_bytes > 0 and .workspace_bytes > 0 and .disk_bytes == 0 and .seconds > 0' >/dev/null ||
        fail "the plan of $game"
done

# What does not fit here has a plan, too, beside the refusal; with --json the refusal alone.
status=0
"$program" solve 7x7/6 --backend coded --threads 64 --plan >"$work/plan" 2>"$work/said" || status=$?
[ "$status" -eq 4 ] || fail "a plan that does not fit ended with $status"
grep -q "of memory and" "$work/said" || fail "a plan that does not fit says $(cat "$work/said")"
grep -qE '^  memory +6\.2 TB for the table, [0-3]?[0-9]\.[0-9] GB besides$' "$work/plan" ||
    fail "the plan of 7x7/6 is $(cat "$work/plan")"
[ "$("$program" solve 7x7/6 --plan --json 2>/dev/null | jq -r .error.status)" = resources ] ||
    fail "a plan that does not fit is more than one object"
keys() { "$program" solve "$1" --plan --json | jq -c keys_unsorted; }
[ "$(keys 4x4/2)" = "$(keys star13:3p)" ] || fail "two players and three have different plans"
[ "$failures" -eq 0 ]
