#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Matches as people play them: a thousand games in seconds, several at once, records that are the
# same after kills, engines that misbehave, and bad input.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
here=$(cd "$(dirname "$0")" && pwd)
json() { "$program" match "$@" --json 2>/dev/null; }

# A thousand games of random against greedy: CPU time counts, for the machine may be busy.
cpu before
json 7x7/6 random greedy --games 1000 | jq -e '.games == 1000' >/dev/null || fail "a thousand games"
cpu after
# shellcheck disable=SC2154 # cpu sets what it is given
[ $((after - before)) -lt 10000 ] || fail "a thousand games take $((after - before)) ms"
[ $((after - before)) -gt 0 ] || fail "a thousand games take no time"

# Two games at once are the same games, and little time goes to the match itself.
one=$(json 7x7/6 engine:nodes=3000 engine:nodes=2000 --games 8 --seed 3)
two=$(json 7x7/6 engine:nodes=3000 engine:nodes=2000 --games 8 --seed 3 --concurrency 2)
same='del(.seconds, .clock, .wall, .own)'
[ "$(jq -c "$same" <<<"$one")" = "$(jq -c "$same" <<<"$two")" ] || fail "two at once play other games"
jq -e '.own / (.own + .seconds[0] + .seconds[1]) < 0.05' <<<"$two" >/dev/null || fail "the match takes time for itself"

# Killed again and again and resumed it writes the same record.
match=("$program" match 7x7/3 engine:nodes=20000 greedy --games 24 --seed 5 --record)
record() { # record FILE WORDS…
    "${match[@]}" "$@" >/dev/null 2>&1
}
record "$work/whole" || fail "no record"
games() { grep -c '^.Sum ' "$work/killed" 2>/dev/null || true; }
for signal in KILL TERM KILL HUP KILL; do # each as soon as one more game is there
    before=$(games)
    "${match[@]}" "$work/killed" --resume --concurrency 2 >/dev/null 2>&1 &
    for _ in $(seq 2000); do
        [ "$(games)" = "$before" ] || break
        sleep 0.005
    done
    kill -$signal $! 2>/dev/null
    wait $! 2>/dev/null
done
[ "$(games)" -lt 24 ] || echo "the match was over before the last kill"
record "$work/killed" --resume || fail "it does not go on"
cmp "$work/whole" "$work/killed" || fail "the record differs after kills"
size=$(stat -c %s "$work/whole")
for at in 200 $((size / 3)) $((size - 7)); do # cut off in the middle of a game
    head -c "$at" "$work/whole" >"$work/cut"
    record "$work/cut" --resume || fail "a record cut at $at is not taken"
    cmp "$work/whole" "$work/cut" || fail "the record cut at $at differs"
done
record "$work/whole" && fail "a record was replaced"
"$program" match 7x7/3 engine:nodes=20001 greedy --record "$work/whole" --resume >/dev/null 2>&1 && fail "another match goes on"
spoil "$work/cut" $((size / 2)) 1
record "$work/cut" --resume
[ $? -eq 3 ] || fail "a damaged record is taken"
echo "mine" >"$work/mine"
record "$work/mine" --resume && fail "a file of somebody else was taken"
[ "$(cat "$work/mine")" = mine ] || fail "a file of somebody else was changed"

# Three players: the same after a kill and from every cut; agents in other seats are another match.
three=("$program" match star37:3p engine:nodes=2000 greedy random --games 12 --seed 4 --json --record)
"${three[@]}" "$work/three" >"$work/said" 2>/dev/null || fail "no record of three players"
"${three[@]}" "$work/three-killed" --concurrency 2 >/dev/null 2>&1 &
for _ in $(seq 2000); do
    grep -q '^.Sum ' "$work/three-killed" 2>/dev/null && break
    sleep 0.005
done
kill -KILL $! 2>/dev/null
wait $! 2>/dev/null
size=$(stat -c %s "$work/three")
head -c $((size / 2)) "$work/three" >"$work/three-cut"
standing='[.games, (.standing[] | [.wins, .share, .error, .places, .nodes, .moves, .faults])]'
for file in killed cut; do
    "${three[@]}" "$work/three-$file" --resume >"$work/again" 2>/dev/null || fail "three players do not go on ($file)"
    cmp "$work/three" "$work/three-$file" || fail "the record of three players differs ($file)"
    [ "$(jq -c "$standing" "$work/said")" = "$(jq -c "$standing" "$work/again")" ] ||
        fail "the standing differs after --resume ($file)"
done
"$program" match star37:3p greedy engine:nodes=2000 random --games 12 --seed 4 --record "$work/three" --resume >/dev/null 2>&1
[ $? -eq 2 ] || fail "three others go on with a match"

# A signal ends a search that has no end of its own, and no agent is blamed for it.
for which in 7x7/6:depth=60 star37:3p:depth=60,method=2; do
    timeout -k 120 -s INT 2 "$program" match "${which%:*}" "engine:${which##*:},alone=0" greedy --games 6 --json \
        >"$work/said" 2>/dev/null
    [ $? -eq 124 ] || fail "a search of $which does not end with the signal"
    jq -e '.games == 0 and ([.faults // [.standing[].faults]] | flatten | add) == 0' "$work/said" >/dev/null ||
        fail "an agent is blamed for a signal: $(cat "$work/said")"
done

# Sequential tests end early.
json 7x7/3 greedy random --games 200 --sprt=-50,50 | jq -e '.sprt.believed == "elo1" and .games < 100' >/dev/null ||
    fail "a sequential test does not end"

# An engine that misbehaves loses its games, and the match goes on. The good one is a program, too.
good="ugi:$program engine,nodes=100,patience=600s"
for way in hang deaf crash cheat nonsense null flood endless early late fork; do
    limit=patience=1s,nodes=5
    [ $way = late ] && limit=time=50ms,grace=200ms
    json 5x5/3 "ugi:python3 $here/bad_engine.py $way,$limit" "$good" --games 2 --opening 2 >"$work/said" ||
        fail "$way ends the match"
    jq -e '.games == 2 and .losses == 2 and .faults == [2, 0]' "$work/said" >/dev/null || fail "$way does not lose"
done

# One that plays an illegal move is started anew for the next game, and is told the time of its seat.
export BAD_ENGINE_LOG=$work/log
json 5x5/3 "ugi:python3 $here/bad_engine.py cheat,nodes=5" greedy --games 6 >"$work/said" || fail "cheat"
[ "$(grep -c start "$work/log")" -eq 6 ] || fail "an engine that plays an illegal move is not started anew"
rm "$work/log"
json star37:6p "ugi:python3 $here/bad_engine.py cheat,tc=9s+1s" greedy greedy greedy random random --games 12 \
    --opening 0 >"$work/said" || fail "cheat by the clock"
[ "$(grep go "$work/log" | sort -u)" = "$(printf 'go p%dtime 9000 p%dinc 1000\n' 1 1 2 2 3 3 4 4 5 5 6 6)" ] ||
    fail "the clocks of six seats: $(sort -u "$work/log")"
unset BAD_ENGINE_LOG

# Among three who fails is taken out and cannot win, the game goes on, and the match says by what rule.
for way in hang cheat crash; do
    rm -f "$work/taken"
    json star13:3p "ugi:python3 $here/bad_engine.py $way,patience=1s,nodes=5" greedy random --games 6 --opening 2 \
        --record "$work/taken" >"$work/said" || fail "$way ends a match of three"
    jq -e '.games == 6 and .stand_in == "greedy" and [.standing[].faults] == [6, 0, 0]
        and .standing[0].wins == 0 and .standing[0].share == 0 and .standing[0].places[2] == 6
        and .standing[1].share + .standing[2].share > 0.999' "$work/said" >/dev/null ||
        fail "$way among three: $(cat "$work/said")"
    head -1 "$work/taken" | grep -q "who fails is taken out: greedy stands in" || fail "the record has no rule"
done
"$program" match star13:3p "ugi:python3 $here/bad_engine.py cheat,patience=1s,nodes=5" greedy random --games 6 \
    --opening 2 --record "$work/taken" --resume >/dev/null 2>&1
[ $? -eq 2 ] || fail "a match goes on with another engine"
for _ in $(seq 200); do
    pgrep -f "$here/bad_engine.py" >/dev/null || break
    sleep 0.1
done
pgrep -f "$here/bad_engine.py" >/dev/null && fail "an engine is left running"
[ "$(json 5x5/3 "$good" engine:nodes=100 --games 6 | jq -c '[.faults, .score]')" = "[[0,0],0.5]" ] ||
    fail "an engine against itself as a program"
json star37:6p engine:tc=1s+10ms,grace=600s greedy --games 2 | jq -e '[.standing[].faults] == [0, 0]' >/dev/null ||
    fail "six seats by the clock"
json 5x5/3 engine:tc=2s+10ms,grace=600s random --games 2 | jq -e '.faults == [0, 0]' >/dev/null || fail "by the clock"

# Tuning goes on after a kill with the same values, and says no to what it cannot tune.
tune=("$program" tune 5x5/3 "engine:nodes=60,hash=1MB" futility=60:0:300:20 standing --rounds 40 --games 4 --json)
"${tune[@]}" --out "$work/tuned" >"$work/said" 2>/dev/null || fail "tune"
jq -e '.rounds == 40 and .games == 160 and (.settings | test("^futility=[0-9]+,standing=[0-9]+$"))' "$work/said" >/dev/null ||
    fail "what tune says"
for signal in INT KILL TERM; do
    "${tune[@]}" --out "$work/retuned" --resume --concurrency 2 >/dev/null 2>&1 &
    sleep 0.1
    kill -$signal $! 2>/dev/null
    wait $! 2>/dev/null
done
"${tune[@]}" --out "$work/retuned" --resume >/dev/null 2>&1 || fail "a tuning does not go on"
cmp "$work/tuned" "$work/retuned" || fail "a tuning differs after kills"
"${tune[@]}" --out "$work/tuned" >/dev/null 2>&1 && fail "a tuning was replaced"
for parameter in nimble futility=1 futility=5:1:2:1; do
    "$program" tune 5x5/3 engine:nodes=60 $parameter >/dev/null 2>"$work/error" && fail "tuned: $parameter"
    [ "$(wc -l <"$work/error")" -eq 1 ] || fail "no sentence for: $parameter"
done

# Ctrl-C while an engine that is used for the first time computes its distances.
XDG_CACHE_HOME=$work/first timeout --preserve-status -k 20 -s INT 0.2 \
    "$program" match 9x9/10 engine:time=60s engine:time=60s --games 2 >/dev/null 2>&1
[ $? -eq 130 ] || fail "Ctrl-C during the first use of an engine"

for words in "--games 3" "--sprt 5,1" "--openings /nonexistent" "--concurrency 0" "--resume" "--openings $work/mine"; do
    # shellcheck disable=SC2086 # words on purpose
    "$program" match 5x5/3 random random $words >/dev/null 2>"$work/error" && fail "accepted: $words"
    [ "$(wc -l <"$work/error")" -eq 1 ] || fail "no sentence for: $words"
done
for agent in ugi ugi: ugi:/nonexistent ugi:false,patience=1s engine:tc=fast engine:tc=1s+ engine:grace=x; do
    "$program" match 5x5/3 "$agent" random >/dev/null 2>"$work/error" && fail "accepted: $agent"
    [ "$(wc -l <"$work/error")" -eq 1 ] || fail "no sentence for: $agent"
done
"$program" openings star37:3p >/dev/null 2>&1 && fail "openings of three players"
"$program" openings 5x5/3 --count 5 --margin 0 --plies 1 >/dev/null 2>&1
[ $? -eq 1 ] || fail "no even openings is not a no"
"$program" openings 5x5/3 --count 5 --out "$work/mine" >/dev/null 2>&1 && fail "openings replaced a file"
"$program" solve 5x5/3 --out "$work/5x5.shtb" >/dev/null 2>&1
"$program" openings 5x5/3 --count 8 --plies 5 --table "$work/5x5.shtb" --json 2>/dev/null | jq -r '.openings[]' >"$work/drawn"
while read -r position; do
    [ "$("$program" probe "$work/5x5.shtb" 5x5/3 "$position" --json | jq -r .value)" = draw ] || fail "$position is no draw"
done <"$work/drawn"
[ -s "$work/drawn" ] || fail "no drawn openings"
[ "$failures" -eq 0 ]
