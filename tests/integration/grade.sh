#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# grade: a table gives nothing away, random moves do; the same seed gives the same; files of games;
# what is refused.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
export XDG_CACHE_HOME=$work/cache
table=$work/5x5-3.shtb
"$program" solve 5x5/3 --metric dtw --out "$table" >/dev/null 2>&1 || fail "no table"
json() { "$program" grade 5x5/3 "$table" "$@" --json 2>/dev/null; }

json "table:$table" random --won 80 --drawn 20 >"$work/grades"
jq -e '.grades[0].values | .won.given == 0 and .drawn.given == 0 and .won.plies == 0' \
    "$work/grades" >/dev/null || fail "perfect play gives something away"
jq -e '.positions.won == 80 and .grades[1].values.won.given > 10
    and (.grades[1].values.won | .given == .to_draw + .to_loss and .critical == .moves)' \
    "$work/grades" >/dev/null || fail "random moves give nothing away"
jq -e '[.grades[1].phases[].won.moves] | add == 80' "$work/grades" >/dev/null ||
    fail "phases do not add up"
counts() { json engine:nodes=50 random --won 40 --drawn 5 --seed 3 "$@" | jq -c '.grades[].values'; }
one=$(counts --threads 1)
[ "$(wc -l <<<"$one")" = 2 ] || fail "two agents have no two grades"
[ "$one" = "$(counts --threads 2)" ] || fail "a seed gives two grades"
json engine:nodes=50 --games 4 | jq -e '.mode == "games" and .grades[0].values.won.moves > 10' \
    >/dev/null || fail "games are not graded"

# How near to a solution: on positions of the whole game, and from the start.
json "table:$table" random --strong 500 >"$work/grades"
jq -e '.mode == "strong" and ([.grades[].values[].moves] | add) == 1000
    and ([.grades[0].values[] | .given, .plies] | add) == 0
    and .grades[1].values.won.given > 50' "$work/grades" >/dev/null || fail "not a strong grade"
json "table:$table" random --weak 40 >"$work/grades"
jq -e '.mode == "weak" and (.grades[0] | .achieved == .careful and .careful == 10)
    and (.grades[1] | .achieved < .careful and .values.won.given > 10)' "$work/grades" \
    >/dev/null || fail "not a weak grade"
jq -e '[.grades[0].values[].given] | add == 0' "$work/grades" >/dev/null ||
    fail "perfect play gives something away from the start"

"$program" datagen 5x5/3 --agent engine:nodes=50 --games 5 --out "$work/games" >/dev/null 2>&1
json --from "$work/games" | jq -e '.mode == "file" and .grades[0].values.won.moves > 10' \
    >/dev/null || fail "a file of games is not graded"
spoil "$work/games" 200 3
json --from "$work/games" >"$work/answer"
[ $? -eq 3 ] || fail "a damaged file was read"

"$program" match 5x5/3 "table:$table" random --games 6 --record "$work/match" >/dev/null 2>&1
json --from "$work/match" >"$work/grades"
jq -e '(.grades | length) == 2 and ([.grades[] | select(.agent == "random").values.won.given][0] > 0
    or [.grades[] | select(.agent == "random").values.lost.plies][0] > 0)
    and [.grades[] | select(.agent != "random").values.won.given][0] == 0' "$work/grades" \
    >/dev/null || fail "a recorded match is not graded by player"
json "ugi:$program engine,nodes=100" --games 2 |
    jq -e '.grades[0] | .faults == 0 and .values.won.moves > 5' >/dev/null ||
    fail "an engine of another process is not graded"

# A race: with its table an engine lets go of nothing and crowns nobody, lots do both.
race=$work/star13-3p.shtb
"$program" solve star13:3p --out "$race" >/dev/null 2>&1 || fail "no table of a race"
"$program" grade star13:3p "$race" "engine:nodes=20,tables=$race" random engine:nodes=2000 --games 60 \
    --json >"$work/grades" 2>/dev/null || fail "a race is not graded"
jq -e '(.grades[0].values | .won.moves > 20 and .won.given == 0 and .drawn.given == 0
    and .won.crowned + .drawn.crowned + .lost.crowned == 0) and (.grades[1].values |
    .won.to_loss > 5 and .won.crowned > 5 and .lost.crowned > 5)' \
    "$work/grades" >/dev/null || fail "the grades of a race: $(cat "$work/grades")"
"$program" match star13:3p "engine:nodes=20,tables=$race" random --games 12 --record "$work/race" \
    >/dev/null 2>&1 || fail "no match of a race"
"$program" grade star13:3p "$race" --from "$work/race" --json 2>/dev/null | jq -e '(.grades | length) == 2
    and [.grades[] | select(.agent != "random").values.won.given][0] == 0' >/dev/null ||
    fail "a recorded race is not graded by player"
# Games of datagen have no names of players, however many play.
"$program" datagen star13:3p --agent random --games 6 --out "$work/drawn" >/dev/null 2>&1
"$program" grade star13:3p "$race" --from "$work/drawn" --json 2>"$work/error" | jq -e \
    '(.grades | length) == 1 and .grades[0].agent == "'"$work/drawn"'"
    and ([.grades[0].values[].moves] | add) > 18' >/dev/null ||
    fail "games of datagen are not graded: $(cat "$work/error")"

refuse() { # refuse CODE WORDS…
    local code=$1
    shift
    "$program" grade "$@" >/dev/null 2>"$work/error"
    [ $? -eq "$code" ] || fail "not refused with $code: $*"
    [ "$(wc -l <"$work/error")" -eq 1 ] || fail "no sentence for: $*"
}
refuse 2 5x5/3 "$table"
refuse 2 5x5/3 "$table" nobody
refuse 2 5x5/3 "$table" random --from "$work/games"
refuse 2 5x5/3 "$table" random --won many
refuse 2 5x5/3 "$table" random --strong 10 --weak 10
refuse 2 5x5/3 "$table" random --strong 0
refuse 1 star13:3p "$table" random
refuse 2 star37:6p "$race" random
refuse 2 star13:3p "$race" random --strong 10
refuse 1 7x7/2 "$table" random
refuse 3 5x5/3 "$work/missing.shtb" random
refuse 3 5x5/3 "$table" --from "$work/missing"
"$program" match 4x4/3 random random --games 2 --record "$work/other" >/dev/null 2>&1
refuse 3 5x5/3 "$table" --from "$work/other"
refuse 3 5x5/3 "$table" --from "$table"
[ "$failures" -eq 0 ]
