#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The 37-cell star with three players: every published figure, within 9 GB, from the solver and from a table; two
# marbles against brute force. Needs 9 GB of memory, 8 GB of disk and half an hour.
set -eu
program=$(realpath "$1")
cd "$(dirname "$0")/../.." || exit 2
tests=$(dirname "$program")/tests
vectors=tests/golden/three_player.json
work=$(mktemp -d "${TMPDIR:-/var/tmp}/star37-XXXXXX")
trap 'rm -rf "$work"' EXIT
fail() { echo "long_star37.sh: $*" >&2; exit 1; }
is() { [ "$2" = "$3" ] || fail "$1 is $2, not $3"; }
published() { jq -c ".\"star37:3p\".$1" "$vectors"; }
solved() { jq -c "$1" "$work/solved"; }

# Two marbles: every answer, and every policy's outcome, by brute force; answers without a ground.
"$tests/test_race" long
"$tests/test_verify_race" long
for pair in "draw next" "previous cyclic" "ranking sdnp,snpd,spnd"; do
    read -r first second <<<"$pair"
    "$tests/test_policy" long "$first" &
    "$tests/test_policy" long "$second"
    wait $!
done

# Nothing but the solve, for its memory; then the same from its checkpoints, with a table.
"$program" solve star37:3p --checkpoint "$work/layers" --verify 20000 --json >"$work/solved" 2>/dev/null
check_counts() { # of a solve or of statistics in $work/solved
    is placements "$(solved .placements)" "$(published placements)"
    is states "$(solved .states)" "$(published states)"
    for key in win loss draw; do
        is "solo $key" "$(solved .layers.solo.$key)" "$(published solo_per_player.$key)"
    done
    is "solo illegal" "$(solved .types.illegal)" "$(published solo_per_player.illegal)"
    for key in kingmaker solo_win terminal illegal spoiler_draw other; do
        is "$key" "$(solved .types.$key)" "$(published types.$key)"
    done
}
check_counts
is "new by depth" "$(solved '.new_by_depth[:10]')" "$(published bfs_new_by_depth)"
# Rounds count up to two plies late here, and perhaps one too many there.
rounds=$(published solo_rounds)
solved ".layers.solo.rounds" | jq -e ". - 2 <= $rounds and $rounds <= ." >/dev/null ||
    fail "solo takes $(solved .layers.solo.rounds) rounds"
is "the opening" "$(solved '.verdict | join("; ")')" '"no player can force its own win; no player can force a draw alone; any two players can shut the third out; every player can hand the win to either opponent"'
is "kingmakers of the opening" "$(solved '.opening.kingmaker | length')" 6
is "verified" "$(solved .verified)" 20000
jq -e '.peak_bytes <= 9e9' "$work/solved" >/dev/null || fail "memory is $(solved .peak_bytes), more than 9 GB"
opening=$(solved .opening)

"$program" explore star37:3p --depth 9 --counts --json >"$work/solved" 2>/dev/null
is "new by depth in the search" "$(solved '[.levels[].new]')" "$(published bfs_new_by_depth)"
"$program" explore star37:3p --depth 9 --checkpoint "$work/layers" --json >"$work/explored" 2>/dev/null
for key in solo_win spoiler_draw kingmaker; do
    is "$key at depth 9" "$(jq ".levels[9].types.$key" "$work/explored")" "$(published depth9_types.$key)"
done
is "non-kingmakers before" "$(jq '[.levels[:9][] | .new - .types.kingmaker] | add' "$work/explored")" 0

# The table says of itself what the solver says, and of the first positions that are not kingmaker's.
"$program" solve star37:3p --checkpoint "$work/layers" --out "$work/star37.shtb" --json >"$work/solved" 2>/dev/null
check_counts
rm -r "$work/layers"
"$program" stats "$work/star37.shtb" --json >"$work/solved" 2>/dev/null
check_counts
"$program" verify "$work/star37.shtb" --sample 100000 >/dev/null 2>&1 || fail "verify refuses the table"
is "the opening in the table" "$("$program" probe "$work/star37.shtb" --json | jq -c .control)" "$opening"
# A can win no more; one move makes C the winner, two leave it open, the others crown B.
crowns=$("$program" probe "$work/star37.shtb" '1/bb/7/1ab2a/a2c1/5c/6c/2/1 a' --json |
    jq -c '[.moves[].control.winner] | group_by(.) | map([.[0], length])')
is "the kingmaker's choice" "$crowns" '[[null,2],["b",13],["c",1]]'
for type in solo_win spoiler_draw; do
    position=$(jq -r ".witnesses.$type.position" "$work/explored")
    "$program" probe "$work/star37.shtb" "$position" --json >"$work/probed"
    is "$type in the table" "$(jq -c .control "$work/probed")" "$(jq -c ".witnesses.$type.control" "$work/explored")"
    is "moves without an answer" "$(jq '[.moves[] | select(.control.type == null)] | length' "$work/probed")" 0
done
