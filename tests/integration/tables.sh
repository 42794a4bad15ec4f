#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The commands on tables from outside: probe, info, stats, puzzles; good files, damaged ones, none.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
has() { # has TEXT WHAT: standard input contains the text
    grep -qF -- "$1" || fail "$2: no '$1'"
}
exits() { # exits CODE COMMAND…: the program ends with this code
    local code=$1
    shift
    "$program" "$@" >"$work/out" 2>&1
    local got=$?
    [ "$got" -eq "$code" ] || fail "sternhalma $*: exit code $got, not $code"
}
mkdir "$work/tables"
"$program" solve 4x4/3 --metric dtw --out "$work/tables/dtw.shtb" >/dev/null || fail "solve dtw"
"$program" solve 4x4/3 --out "$work/tables/wdl.shtb" >/dev/null || fail "solve wdl"
"$program" solve star13:3p --out "$work/tables/star.shtb" >/dev/null || fail "solve star13:3p"

start='xx2/x3/3o/2oo x'
"$program" probe "$work/tables" "$start" | has "win in 21 for x" "probe a directory"
"$program" probe "$work/tables/wdl.shtb" | has "win for x" "probe without distances"
"$program" probe "$work/tables" 4x4/3 --json | has '"plies":21' "probe --json"
"$program" probe "$work/tables" star13:3p --json | has '"solo":[]' "probe of three players"
exits 1 probe "$work/tables" 5x5/3
exits 2 probe "$work/tables"
exits 3 probe "$work/tables/wdl.shtb" 'xx2/x3/3o/2o1 x'
exits 3 probe "$work/missing.shtb"
# Without distances nobody knows the best line, and none is called so.
"$program" probe "$work/tables/dtw.shtb" | has "best line, 21 plies:" "probe with distances"
"$program" probe "$work/tables/wdl.shtb" >"$work/out"
has "a winning line of" "probe without distances" <"$work/out"
grep -q "best line" "$work/out" && fail "a table without distances names a best line"
"$program" solve 4x4/3 >"$work/out"
grep -q "best line" "$work/out" && fail "a solve without distances names a best line"
"$program" solve 4x4/3 --metric dtw | has "best line 21 plies" "a solve with distances"

"$program" info "$work/tables" --check | has "every byte checked" "info --check"
"$program" info "$work/tables" --json | has '"states":84084' "info --json"
"$program" stats "$work/tables/dtw.shtb" | has "longest wins:" "stats"
"$program" stats "$work/tables/dtw.shtb" --brief | has "longest wins:" "stats --brief"
[ "$("$program" stats "$work/tables/dtw.shtb" --brief | wc -l)" -eq 4 ] || fail "stats --brief is not brief"
"$program" stats "$work/tables/dtw.shtb" --csv >"$work/csv"
[ "$(head -1 "$work/csv")" = by,number,won,drawn,lost ] || fail "stats --csv: $(head -1 "$work/csv")"
for by in plies lead; do # both histograms hold every position once
    "$program" stats "$work/tables/dtw.shtb" --brief | has \
        "$(awk -F, -v by=$by '$1 == by { won += $3; lost += $5 } END { printf "%d,%03d won", won / 1000, won % 1000 }' "$work/csv")" \
        "stats --csv: $by"
done
"$program" stats "$work/tables/dtw.shtb" --json | has '"leads":[' "stats --json"
"$program" stats "$work/tables/wdl.shtb" --svg | has "</svg>" "stats --svg"
"$program" verify "$work/tables/dtw.shtb" --json | has '"proven":true' "verify with distances"
"$program" verify "$work/tables/wdl.shtb" --json | has '"proven":false' "verify without distances"
"$program" verify "$work/tables/wdl.shtb" --full | has "all proven right" "verify --full"
exits 2 verify "$work/tables/wdl.shtb" --full --sample 10
wins=$("$program" stats "$work/tables/dtw.shtb" --json | grep -o '"wins":[0-9]*' | head -1)
"$program" info "$work/tables/wdl.shtb" --json | has "$wins" "stats and info agree"

[ "$("$program" puzzles "$work/tables/dtw.shtb" --count 3 --json | wc -l)" -eq 3 ] || fail "puzzles"
"$program" puzzles "$work/tables/dtw.shtb" --kind zugzwang --count 1 | has "zugzwang: loss in" "zugzwang"
"$program" puzzles "$work/tables/dtw.shtb" --kind longest-win --count 1 | has "longest-win: win in" "longest"
exits 2 puzzles "$work/tables/wdl.shtb" --kind longest-win
exits 2 puzzles "$work/tables/wdl.shtb" --kind hard

# Three players: the table alone gives the figures of the solver, and positions that somebody decides.
for game in star13:3p star37/1:3p; do
    "$program" solve "$game" --out "$work/race.shtb" --json 2>/dev/null >"$work/solved"
    "$program" stats "$work/race.shtb" --json 2>/dev/null >"$work/stats"
    for key in placements states types kingmakers crowned; do
        [ "$(grep -oE "\"$key\":([0-9]+|[[{][^]}]*)" "$work/stats" | head -1)" = \
            "$(grep -oE "\"$key\":([0-9]+|[[{][^]}]*)" "$work/solved" | head -1)" ] || fail "stats of $game: $key"
    done
    for layer in solo enable_next enable_previous; do
        [ "$(grep -oE "\"$layer\":\{\"win\":[0-9]+" "$work/stats")" = \
            "$(grep -oE "\"$layer\":\{\"win\":[0-9]+" "$work/solved")" ] || fail "stats of $game: $layer"
    done
done
"$program" stats "$work/tables/star.shtb" | has "solo_win" "stats of three players"
"$program" puzzles "$work/tables/star.shtb" --count 2 | has "crown" "puzzles of three players"
[ "$("$program" puzzles "$work/race.shtb" --kind crown --count 3 --json | grep -c '"kind":"crown"')" -eq 3 ] ||
    fail "puzzles --kind crown"
exits 2 stats "$work/tables/star.shtb" --svg
exits 2 puzzles "$work/tables/star.shtb" --kind only-win
exits 2 puzzles "$work/tables/wdl.shtb" --kind kingmaker

head -c 700 "$work/tables/wdl.shtb" >"$work/cut.shtb"
exits 3 info "$work/cut.shtb"
grep -qF "cut off" "$work/out" || fail "a cut table is not called that"
echo "no table" >"$work/text.shtb"
exits 3 probe "$work/text.shtb"
grep -qF "not a table" "$work/out" || fail "a text file is not called that"
[ "$failures" -eq 0 ]
