#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# share/results.json says of games what the solver says, and of the published ones what the paper says.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
here=$(cd "$(dirname "$0")" && pwd)
results=$here/../../share/results.json
golden=$here/../golden/two_player.json
known() { jq -c ".results[] | select(.game == \"$1\" and .rules == \"$2\") | $3" "$results"; }
for game in 4x4/5 4x4/6 5x5/3 6x6/3 7x7/1 7x7/2; do
    solved=$("$program" solve "$game" --metric dtw --json 2>/dev/null |
        jq -c '[.positions, .wins, .draws, .illegal, .start, .start_plies]')
    said=$(known "$game" strict '[.positions, .wins, .draws, .illegal, .start.value, .start.plies]')
    [ "$solved" = "$said" ] || fail "$game: solved $solved, the file says $said"
done
for game in star13:3p star37/1:3p; do
    solved=$("$program" solve "$game" --json 2>/dev/null | jq -c '[.states, .types.illegal, .opening.type]')
    said=$(known "$game" strict '[.positions, .illegal, .start.value]')
    [ "$solved" = "$said" ] || fail "$game: solved $solved, the file says $said"
done
while read -r game rules counts; do
    said=$(known "$game" "$rules" '[.positions, .wins, .draws, .illegal]')
    [ "$counts" = "$said" ] || fail "$game, $rules: published $counts, the file says $said"
done < <(jq -r '(.paper_table1[], .strict[]) | select(.wins) |
    "\(.game) \(.profile // "strict") \([.positions, .wins, .draws, .illegal] | tostring)"' "$golden")
# What is called open has no value, and every row says how it is known.
[ "$(jq '[.results[] | select(.open and .start != null)] | length' "$results")" = 0 ] || fail "an open problem has a value"
[ "$(jq '[.results[] | select(.how == "")] | length' "$results")" = 0 ] || fail "a row without a reason"
[ "$failures" -eq 0 ]
