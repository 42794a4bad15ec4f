#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The experiments of Huang and Klukas: node counts of the vectors, results the paper states, agents
# of the paper in matches, drawings that are XML, and names that do not exist.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
vectors=$(dirname "$0")/../golden/play.json
json() { "$program" experiment "$@" --json 2>/dev/null; }

for depth in 2 3 4; do
    ours=$(json table1 | jq ".rows[] | select(.depth == $depth) | .nodes")
    theirs=$(jq ".distinct_tree_nodes.depth$depth" "$vectors")
    [ "$ours" = "$theirs" ] || fail "depth $depth: $ours nodes, not $theirs"
done
json table2 | jq -e '.rows | map(.nodes) | .[0] < 111 and .[1] < 1831 and .[2] < 31415' >/dev/null ||
    fail "alpha-beta saves no nodes"
json figure2 | jq -e '.losses == 0 and .wins > 50' >/dev/null || fail "random beats greedy h2"
json figure5 | jq -e '.wins > 80 and .losses < 10' >/dev/null || fail "h1 at depth 2 is weak"
for form in printed corrected program; do
    json figure4 --games 20 --form $form | jq -e '.wins > 10' >/dev/null || fail "form $form is weak"
done
json figure6 --games 4 | jq -e '.wins + .draws + .losses == 4' >/dev/null || fail "figure6"
json figure3 --games 5 | jq -e '.iterations | length == 5' >/dev/null || fail "figure3"
[ "$(json figure5 --seed 7)" = "$(json figure5 --seed 7)" ] || fail "a seed gives two results"
for figure in 2 3 4 5 6 7; do
    "$program" experiment figure$figure --games 3 --svg 2>/dev/null >"$work/figure.svg"
    [ "$(grep -cE '^(<svg xmlns|</svg>$)' "$work/figure.svg")" = 2 ] ||
        fail "figure$figure is no drawing"
done

score=$("$program" match 7x7/6 alphabeta:depth=2 random --games 4 --json 2>/dev/null | jq '.score == 1')
[ "$score" = true ] || fail "alpha-beta against random does not win every game"
for words in "figure9" "figure5 --form wrong" "figure5 --game star37:3p" "figure5 --games 0"; do
    # shellcheck disable=SC2086 # words on purpose
    "$program" experiment $words >/dev/null 2>"$work/error" && fail "accepted: $words"
    [ "$(wc -l <"$work/error")" -eq 1 ] || fail "no sentence for: $words"
done
"$program" match 7x7/6 minimax:weights=1/2 random >/dev/null 2>&1 && fail "accepted two weights"
[ "$failures" -eq 0 ]
