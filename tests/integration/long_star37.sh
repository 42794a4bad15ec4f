#!/usr/bin/env bash
# The 37-cell star with three players: every published figure, within two minutes and 9 GB; two marbles
# against brute force. Needs 9 GB of memory and 8 GB of disk.
set -eu
program=$(realpath "$1")
cd "$(dirname "$0")/../.." || exit 2
vectors=tests/golden/three_player.json
work=$(mktemp -d "${TMPDIR:-/var/tmp}/star37-XXXXXX")
trap 'rm -rf "$work"' EXIT
fail() { echo "long_star37.sh: $*" >&2; exit 1; }
is() { [ "$2" = "$3" ] || fail "$1 is $2, not $3"; }
published() { jq -c ".\"star37:3p\".$1" "$vectors"; }
solved() { jq -c "$1" "$work/solved"; }

"$program" solve star37:3p --checkpoint "$work/layers" --verify 20000 --json >"$work/solved" 2>/dev/null
is placements "$(solved .placements)" "$(published placements)"
is states "$(solved .states)" "$(published states)"
for key in win loss draw; do
    is "solo $key" "$(solved .layers.solo.$key)" "$(published solo_per_player.$key)"
done
for key in kingmaker solo_win terminal illegal spoiler_draw other; do
    is "$key" "$(solved .types.$key)" "$(published types.$key)"
done
is "new by depth" "$(solved '.new_by_depth[:10]')" "$(published bfs_new_by_depth)"
is "solo wins of the opening" "$(solved '.opening.solo | length')" 0
is "draws of the opening" "$(solved '.opening.draw | length')" 0
is "shut out of the opening" "$(solved '.opening.shut_out | length')" 3
is "kingmakers of the opening" "$(solved '.opening.kingmaker | length')" 6
is "verified" "$(solved .verified)" 20000
solved .seconds | jq -e '. <= 120' >/dev/null || fail "solved in $(solved .seconds) s"
solved .peak_bytes | jq -e '. <= 9e9' >/dev/null || fail "took $(solved .peak_bytes) bytes"

"$program" explore star37:3p --depth 9 --checkpoint "$work/layers" --json >"$work/explored" 2>/dev/null
for key in solo_win spoiler_draw kingmaker; do
    is "$key at depth 9" "$(jq ".levels[9].types.$key" "$work/explored")" "$(published depth9_types.$key)"
done
is "non-kingmakers before" "$(jq '[.levels[:9][] | .new - .types.kingmaker] | add' "$work/explored")" 0
jq -e '.seconds <= 60' "$work/explored" >/dev/null || fail "explored in $(jq .seconds "$work/explored") s"

"$(dirname "$program")/tests/test_race" long
