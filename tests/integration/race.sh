#!/usr/bin/env bash
# Three players on the command line: counts, checkpoints, exploration, policies, tables.
set -eu
program=$1
vectors=$(dirname "$0")/../golden/three_player.json
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "race.sh: $*" >&2; exit 1; }
is() { [ "$2" = "$3" ] || fail "$1 is $2, not $3"; }

"$program" solve star13:3p --json >"$work/star13" 2>/dev/null
published() { jq -c ".\"star13:3p\".$1" "$vectors"; }
solved() { jq -c "$1" "$work/star13"; }
is "placements" "$(solved .placements)" "$(published placements)"
is "reachable" "$(solved .reachable)" "$(published reachable)"
for type in terminal solo_win kingmaker spoiler_draw; do
    is "$type" "$(solved .reachable_types.$type)" "$(published reachable_types.$type)"
done
is "solo of one player" "$(solved .layers.solo.reachable)" "$(published reachable_solo_per_player)"
is "new by depth" "$(solved .new_by_depth)" "$(published bfs_depths)"
# shellcheck disable=SC2016 # $rounds is jq's
is "rounds of solo" "$(solved '[.layers.solo | [.wins_by_depth, .losses_by_depth] |
    transpose[] | add] as $rounds | [.reachable_types.terminal] + $rounds[1:]')" \
    "$(published solo_rounds_reachable)"
is "illegal" "$(jq .types.illegal "$work/star13")" 75
is "kingmakers of the opening" "$(jq '.opening.kingmaker | length' "$work/star13")" 6
is "shut out of the opening" "$(jq -c .opening.shut_out "$work/star13")" '["a","b","c"]'

# A second solve reads what the first kept; damage is noticed.
"$program" solve star37/1:3p --checkpoint "$work/layers" --json >"$work/first" 2>/dev/null
"$program" solve star37/1:3p --checkpoint "$work/layers" --json >"$work/second" 2>/dev/null
strip='del(.seconds, .touch_seconds, .checkpoint_seconds, .peak_bytes)'
is "the second solve" "$(jq -c "$strip" "$work/second")" "$(jq -c "$strip" "$work/first")"
file=$(ls "$work"/layers/*solo*)
printf 'x' | dd of="$file" bs=1 seek=$(($(stat -c %s "$file") - 9)) conv=notrunc status=none
status=0
"$program" solve star37/1:3p --checkpoint "$work/layers" >/dev/null 2>&1 || status=$?
is "the exit code on damage" "$status" 3

is "verified" "$("$program" solve star37/1:3p --verify 0 --json 2>/dev/null | jq .verified)" 14238

levels=$("$program" explore star37:3p --counts --depth 7 --json 2>/dev/null | jq -c '[.levels[].new]')
is "new positions" "$levels" '[1,6,36,216,1188,6582,36574,124074]'
line=$("$program" explore star13:3p --depth 12 --json 2>/dev/null | jq '.witnesses.terminal.line | length')
is "the shortest game" "$line" 7
# Where memory ends the search goes on in a folder, and says the same; on any number of threads.
explored() { "$program" explore star37/2:3p --depth 10 --json "$@" 2>/dev/null; }
same='del(.seconds, .scratch_bytes)'
explored --threads 1 >"$work/whole"
explored --threads 3 --memory 1MB --scratch "$work" >"$work/spilled"
is "an exploration on disk" "$(jq -c "$same" "$work/spilled")" "$(jq -c "$same" "$work/whole")"
is "an exploration in memory" "$(jq .scratch_bytes "$work/whole")" 0
[ "$(jq .scratch_bytes "$work/spilled")" -gt 0 ] || fail "explore --memory 1MB did not use the folder"
status=0
explored --memory 1MB >/dev/null || status=$?
is "too little memory to explore" "$status" 4

for policy in draw next previous cyclic ranking; do
    "$program" solve star13:3p --policy "$policy" --json 2>/dev/null |
        jq -e '[.states[]] | add == 1074' >/dev/null || fail "policy $policy loses states"
done
status=0
"$program" solve star13:3p --policy best >/dev/null 2>&1 || status=$?
is "the exit code of a bad policy" "$status" 2

"$program" solve star37/1:3p --out "$work/one.shtb" >/dev/null 2>&1
"$program" solve star37/1:3p --out "$work/two.shtb" --threads 1 >/dev/null 2>&1
cmp "$work/one.shtb" "$work/two.shtb" || fail "tables differ from run to run"
"$program" solve star13:3p --out "$work/star13.shtb" >/dev/null 2>&1
crowns=$("$program" probe "$work/star13.shtb" '1/c3/a2/4/b b' --json | jq -c '[.moves[].control.winner]')
is "the kingmaker's choice" "$crowns" '["c","a"]'
"$program" show star13:3p --svg --arrow e2-d2 | grep -q '</svg>' || fail "no picture"
