#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What is asked for and cannot be is refused with a sentence that names it, as JSON where JSON is asked
# for, and Ctrl-C is noticed at once.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
cd "$work" || exit 2
refused() { # refused CODE WORDS ARGUMENTS…
    local code=$1 words=$2 message status
    shift 2
    message=$(timeout 60 "$program" "$@" 2>&1 >/dev/null)
    status=$?
    if [ $status -ne "$code" ] || [[ $message != *"$words"* ]]; then
        fail "$*: exit $status, $message"
    fi
}
refused 2 "--svg" show 5x5/3 --arrow foo
refused 3 "foo" show 5x5/3 --svg --arrow foo
refused 2 "1 to 30" perft 5x5/3 0
for seconds in 1e400 inf nan -1 0 x; do
    refused 2 "number of seconds above 0" solve 4x4/2 --every $seconds
done
refused 2 "missing" solve 6x6/4 --memory 30MB --scratch missing
STERNHALMA_CPU=bogus refused 2 "generic, avx2 or avx512, not 'bogus'" solve 4x4/2
STERNHALMA_CPU=bogus refused 2 "bogus" moves 4x4/2
for level in generic avx2 avx512 ''; do
    STERNHALMA_CPU=$level "$program" moves 4x4/2 >/dev/null 2>&1 || fail "STERNHALMA_CPU=$level"
done

# Who takes a game of which rule: the rule in the way is named, with what does instead.
refused 2 "because of three players (:3p)" openings star37:3p --out openings
refused 2 "because of one army alone (:1p)" openings sq5/3:6m:1p --out openings
refused 2 "because of four players (:4p)" tune star121:4p engine:nodes=100 tempo --rounds 1
refused 2 "+halma (the first army" grade 4x4/3+halma missing random
refused 2 "because of six players (:6p)" grade star37:6p missing random
refused 2 "sternhalma play star37:3p+pass" solve star37:3p+pass
refused 2 "sternhalma puzzle game sq4/3:6m" solve sq4/3:6m
refused 2 "sternhalma puzzle transfer 5x5/3:1p" solve 5x5/3:1p
refused 2 "because of four players (:4p)" explore star37:4p
refused 2 "+halma (the first army" train 4x4/3+halma games --out weights
refused 2 "because of one army alone (:1p)" datagen 5x5/3:1p --agent random --games 1 --out games
refused 2 "sternhalma puzzle transfer" play 5x5/3:1p
refused 2 "because of three players (:3p)" puzzle game star37:3p

# Agents, games of them, and what is learned from these.
refused 2 "name 2 to 3 agents, not 4" match star37:3p random random random random
refused 2 "multiple of 3" match star37:3p random random random --games 4
refused 2 "for two players" match star37:3p random random --sprt 0,10
refused 2 "two players" tune star37:3p engine:nodes=100 tempo --rounds 1
refused 2 "one thread" match star37:3p engine:threads=2 random
refused 2 "one army alone" match sq9/10:6m:1p random random --games 2
refused 2 "among three players or more" datagen 5x5/2 --agent random --rival greedy --games 2 --out games
refused 2 "no agent 'nobody'" match 7x7/6 random nobody
refused 2 "no parameter 'speed'" match 5x5/2 engine:speed=3 random
refused 2 "nodes is a number" match 5x5/2 engine:nodes=0 random
refused 2 "threads is a number" match 5x5/2 engine:threads=999 random
echo mine >mine.txt
refused 2 "not a file of games" datagen 5x5/2 --agent random --games 1 --out mine.txt
refused 3 "is not a file of games, or damaged" train 5x5/2 mine.txt --out weights
refused 3 "is not a file of weights of 5x5/2" match 5x5/2 engine:weights=mine.txt random
"$program" datagen 5x5/2 --agent random --games 4 --out games >/dev/null || fail "datagen"
refused 3 "games of 5x5/2 (strict rules), not of 4x4/2" train 4x4/2 games --out weights
refused 2 "not a file of weights" train 5x5/2 games --cache . --epochs 1 --out mine.txt
[ "$(cat mine.txt)" = mine ] || fail "a file that is not ours was replaced"

# Openings longer than any game.
refused 2 "ask for fewer plies" openings 3x3/1 --plies 100
refused 2 "ask for fewer plies" match 3x3/1 random random --opening 100
refused 2 "ask for fewer plies" datagen 3x3/1 --agent random --opening 100 --out games

# Tables of another game or other rules.
"$program" solve 4x4/2 --out t.shtb >/dev/null 2>&1 || fail "solve 4x4/2"
refused 3 "table of 4x4/2" probe t.shtb 'xx3/x4/5/4o/3oo x'
refused 3 "table of 4x4/2" probe t.shtb 'nonsense'
refused 1 "no table of 5x5/3" probe t.shtb 5x5/3
refused 1 "no table of 5x5/3" probe t.shtb 5x5/3 'xx3/x4/5/4o/3oo x'
for command in probe info stats verify puzzles; do
    refused 2 "under strict rules, not published" $command t.shtb --rules published
done
"$program" probe t.shtb 4x4/2 --rules strict >/dev/null || fail "the rules of the table"


# Options that do not apply to the command, or not with each other, or not to what it is at.
"$program" solve 4x4/2 --metric dtw --out dtw.shtb >/dev/null 2>&1 || fail "solve 4x4/2 with distances"
refused 2 "--recheck does not apply here" puzzle show x --recheck
refused 2 "--memory does not apply here" puzzle show x --memory 3k
refused 2 "--noise does not apply here" puzzle show x --noise 9
refused 2 "--noise applies only together with --beam" puzzle transfer sq5/3:6m --noise 9
refused 2 "--json does not apply together with --animate" puzzle show x --animate --json
refused 2 "--svg does not apply together with --json" show 5x5/3 --svg --json
refused 2 "--svg does not apply together with --json" experiment figure2 --svg --json
refused 2 "--lines does not apply together with --json" play --lines --json
refused 2 "--cache applies only together with --tables" serve --cache 3MB
refused 2 "only figures can be drawn" experiment table1 --svg
refused 2 "--seed does not apply: tables" experiment table1 --seed 3
refused 2 "no agent of figure2 uses h1" experiment figure2 --tuned
refused 2 "looked up, not drawn" puzzles dtw.shtb --kind longest-win --seed 5
refused 2 "the table has no distances" puzzles t.shtb --least 3
refused 2 "choose one of" stats dtw.shtb --csv --brief
refused 2 "no critical positions are collected" grade 4x4/2 dtw.shtb random --strong 10 --won 5
refused 2 "no games have random openings" grade 4x4/2 dtw.shtb random --weak 4 --opening 5
refused 2 "has two" datagen 4x4/2 --slips 3 --out x

# Errors as JSON: one object on standard error, the same on standard output.
for line in "moves nonsense" "probe missing.shtb" "solve 4x4/2 --out none/x" "movs 4x4/2" \
    "moves 4x4/2 --frobnicate" "moves --rules" "moves" "perft 4x4/2 0" "info t.shtb --check=3"; do
    read -ra words <<<"$line"
    "$program" "${words[@]}" --json >out 2>err </dev/null
    status=$?
    if [ $status -lt 2 ] || [ $status -gt 4 ]; then fail "$line --json: exit $status"; fi
    for stream in out err; do
        [[ $(tail -1 $stream) == '{"error":{"status":"'*'","message":"'*'"}}' ]] ||
            fail "$line --json on standard $stream: $(cat $stream)"
    done
    [ "$(wc -l <err)" -eq 1 ] || fail "$line --json: more than one line: $(cat err)"
done

# Ctrl-C in a sample that would take days: CPU time counts, for the machine may be busy.
"$program" verify t.shtb --sample 99999999999999 --threads 1 >/dev/null 2>&1 &
verifying=$!
until_now=0
while [ "$until_now" -lt 500 ]; do # ms of CPU time: before it is at work it hears no signal
    sleep 0.2
    cpu before # of all that has ended
    until_now=$(awk -v hertz="$(getconf CLK_TCK)" '{ print int(1000 * ($14 + $15) / hertz) }' /proc/$verifying/stat)
done
kill -INT $verifying
for _ in $(seq 1200); do # for two minutes at most
    kill -0 $verifying 2>/dev/null || break
    sleep 0.1
done
kill -KILL $verifying 2>/dev/null
wait $verifying
status=$?
cpu after
# shellcheck disable=SC2154 # cpu sets what it is given
took=$((after - before - until_now))
[ $status -eq 130 ] || fail "an interrupted verification: exit $status"
[ $took -lt 1500 ] || fail "Ctrl-C is noticed after $took ms of CPU time"
[ "$failures" -eq 0 ]
