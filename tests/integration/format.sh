#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# docs/format.md is enough to write a reader: one in Python, written from it, finds the values that
# the program finds; and tables of version 2 become, by convert, what solve writes.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
here=$(cd "$(dirname "$0")" && pwd)
# What the program says of the positions that format.py prints is collected and read by one jq.
compare() { # compare GAME TABLE COUNT LEAST FILTER WANTED: its words of COUNT positions, as FILTER takes them, are the reader's
    local position values said
    : >"$work/expected"
    : >"$work/said"
    while IFS='|' read -r position values; do
        said=$("$program" probe "$2" "$position" --json 2>/dev/null) || continue # over, or illegal
        [[ $said == *"$6"* ]] || continue
        echo "$position|$values" >>"$work/expected"
        echo "$said" >>"$work/said"
    done < <("$here/format.py" "$2" 7 "$3" || echo "bad|bad|bad|bad")
    [ "$(wc -l <"$work/expected")" -gt "$4" ] || fail "$1: only $(wc -l <"$work/expected") of $3 positions were compared"
    jq -r "$5" <"$work/said" | paste -d'|' <(cut -d'|' -f1 "$work/expected") - | diff "$work/expected" - >"$work/differences" ||
        fail "$1, the reader (<) and the program (>): $(head -n 20 "$work/differences")"
}
for case in "4x4/3 dtw 40" "4x4/3 wdl 30" "5x5/2 dtw 30" "4x4/4 wdl 20" "4x4/4 dtw 12"; do
    read -r game metric count <<<"$case"
    table=$work/$metric-${game/\//-}.shtb
    "$program" solve "$game" --metric "$metric" --out "$table" >/dev/null || fail "solve $game"
    compare "$game $metric" "$table" "$count" $((count / 2)) '[.value, .plies // empty] | join("|")' '"moves":[{'
done

# Races: who can force what.
for game in star13:3p star37/1:3p; do
    table=$work/${game//[\/:]/-}.shtb
    "$program" solve "$game" --out "$table" >/dev/null || fail "solve $game"
    compare "$game" "$table" 30 8 '.control | [.solo, .draw, .enables] | map(sort | join(",")) | join("|")' \
        '"verdict":"ongoing"'
done

# Only the distances of wins: the reader has them, the program finds those of losses as well.
full=$work/dtw-4x4-3.shtb wins=$work/wins.shtb
"$program" solve 4x4/3 --metric dtw --only-wins --out "$wins" >/dev/null || fail "solve --only-wins"
"$program" convert "$full" "$work/less.shtb" --only-wins >/dev/null || fail "convert --only-wins"
cmp "$wins" "$work/less.shtb" || fail "convert --only-wins differs from solve"
"$program" convert "$wins" "$work/less.shtb" >/dev/null || fail "convert of wins' distances"
cmp "$wins" "$work/less.shtb" || fail "convert changes wins' distances"
"$program" convert "$wins" "$work/less.shtb" --metric wdl >/dev/null || fail "convert of wins' distances to none"
cmp "$work/wdl-4x4-3.shtb" "$work/less.shtb" || fail "convert of wins' distances to none differs from solve"
message=$("$program" convert "$wins" "$work/never.shtb" --metric dtw 2>&1)
{ [ $? -eq 2 ] && [[ $message == *"only the distances of wins"* ]]; } || fail "convert of wins' distances to all: $message"
[ -e "$work/never.shtb" ] && fail "convert of wins' distances to all left something behind"
"$program" convert "$wins" "$work/less.shtb" --metric dtw --only-wins >/dev/null || fail "convert --metric dtw --only-wins"
cmp "$wins" "$work/less.shtb" || fail "convert --metric dtw --only-wins changes wins' distances"
"$program" solve 4x4/3 --only-wins --out "$work/never.shtb" >/dev/null 2>&1
[ $? -eq 2 ] || fail "--only-wins without distances"
"$program" verify "$wins" | grep -q "all proven right" || fail "verify of wins' distances"
losses=0
while IFS='|' read -r position value plies; do
    said=$("$program" probe "$wins" "$position" --json 2>/dev/null) || continue
    [[ $said == *'"moves":[]'* ]] && continue
    [ "$said" = "$("$program" probe "$full" "$position" --json)" ] || fail "$position: two answers"
    [ "$value" = loss ] && losses=$((losses + 1))
    [ "$value" = loss ] || [ "$(jq -r '.plies' <<<"$said")" = "$plies" ] || fail "$position is a $value in $plies"
done < <("$here/format.py" "$wins" 7 20 || echo "bad|bad|bad")
[ "$losses" -gt 2 ] || fail "only $losses losses were compared"

for metric in wdl dtw; do
    "$program" convert "$here/../golden/rows-4x4-3-$metric.shtb" "$work/new.shtb" >"$work/said" || fail "convert $metric"
    grep -qF "version 2" "$work/said" || fail "convert says: $(cat "$work/said")"
    cmp "$work/new.shtb" "$work/$metric-4x4-3.shtb" || fail "convert and solve differ: $metric"
done
"$program" convert "$work/dtw-4x4-3.shtb" "$work/less.shtb" --metric wdl --json 2>/dev/null | jq -e '.tables[0].metric == "wdl"' >/dev/null ||
    fail "convert --metric wdl"
cmp "$work/less.shtb" "$work/wdl-4x4-3.shtb" || fail "convert --metric wdl differs from solve"
"$program" convert "$work/wdl-4x4-3.shtb" "$work/more.shtb" --metric dtw 2>/dev/null
[ $? -eq 2 ] || fail "distances out of nothing"
echo mine >"$work/mine.txt"
"$program" convert "$work/wdl-4x4-3.shtb" "$work/mine.txt" 2>/dev/null
[ $? -eq 2 ] || fail "a file that is no table was replaced"
[ "$(cat "$work/mine.txt")" = mine ] || fail "a file that is no table was changed"
"$program" convert "$work/missing.shtb" "$work/never.shtb" 2>/dev/null
[ $? -eq 3 ] || fail "convert of a missing table"
[ -e "$work/never.shtb" ] && fail "convert left something behind"
[ "$failures" -eq 0 ]
