#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The command puzzle as people use it: transfers, certificates, pictures, bad input.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
certificates=$(cd "$(dirname "$0")/../../docs/certificates" && pwd)
cd "$work" || exit 1

expect() { # expect CODE WORDS ARGUMENTS…: the exit code, and words that the output must contain
    local code=$1 words=$2 output status
    shift 2
    output=$("$program" puzzle "$@" 2>&1)
    status=$?
    if [ "$status" -ne "$code" ] || [[ $output != *"$words"* ]]; then
        fail "puzzle $*: exit $status (expected $code), \"$output\" (expected \"$words\")"
    fi
}

# A shortest transfer with its certificate, replayed and confirmed.
expect 0 "a solution of 15 moves, and none is shorter" transfer sq9/4:6m --out c.txt
expect 0 "15 moves, a solution" check c.txt
expect 0 "confirmed by the second program" check c.txt --recheck
sed 's/^level 3 .*/level 3 1 0000000000000000/' c.txt >wrong.txt
expect 1 "level 3 of 14 moves is another" check wrong.txt --recheck
sed 's/^solution 15/solution 14/' c.txt >wrong.txt
expect 1 "15 moves, not 14" check wrong.txt
"$program" puzzle transfer sq9/4:6m --json >t.json 2>/dev/null
expect 0 "15 moves, a solution" check t.json
for key in game kind length proved seconds boards peak_bytes solution; do
    jq -e "has(\"$key\")" t.json >/dev/null || fail "transfer --json has no $key"
done
"$program" puzzle transfer sq9/4:6m --length 15 --json >lines.json 2>/dev/null
expect 0 "15 moves, a solution" check lines.json
jq -es 'length == 2 and (.[0] | .moves > 0 and .boards > 0 and .length == 15)' lines.json >/dev/null ||
    fail "transfer --length --json does not tell its levels"
jq -e '.length == 15 and .proved and (.solution | length) == 15' t.json >/dev/null || fail "transfer --json"

# A shortest game with its certificate: two lengths, one for each winner, are searched to the end.
expect 0 "a game of 24 moves, and none is shorter" game sq8/10:8m --out g.txt
expect 0 "no solution of 23 moves or less: claimed" check g.txt
expect 0 "no solution of 23 moves or less: confirmed by the second program" check g.txt --recheck
[ "$(grep -c '^length' g.txt)" -eq 2 ] || fail "the certificate of a game has not two lengths"
sed 's/^level 15 .*/level 15 1 0000000000000000/' g.txt >wrong.txt
expect 1 "level 15 of 23 moves is another" check wrong.txt --recheck
sed '/^length 22/,/^length 23/d' g.txt | sed '/^bounds/a length 23' >wrong.txt
expect 1 "not those that exclude 22 moves" check wrong.txt --recheck
sed 's/^bounds .*/bounds guess/' g.txt >wrong.txt
expect 1 "are not those of this program" check wrong.txt
expect 1 "there is no game of 23 moves" game sq8/10:8m --length 23 --out one.txt
expect 0 "no game of 23 moves, nor of less with the same winner: confirmed" check one.txt --recheck
expect 0 "24. " show g.txt

# What the documents claim can be replayed.
for file in "$certificates"/*.txt; do
    expect 0 "solution" check "$file"
done

# Numbers of solutions; palindromes; jumps only; one length.
expect 0 "24 shortest solutions, 8 up to mirror image and reversal; 8 are palindromes" \
    transfer sq9/4:8m --all
expect 0 "24 solutions of this length, 8 up to" transfer sq9/4:8m --length 12 --all
expect 0 "a palindrome of 12 moves, and none is shorter" transfer sq9/4:8m --palindrome
expect 1 "no solution of 11 moves that is a palindrome" transfer sq9/4:8m --palindrome --length 11
expect 1 "no solution of 14 moves" transfer sq9/4:6m --length 14
expect 0 "a solution of 12 moves" transfer sq9/4 --moves 8 --length 12
expect 0 "a solution of 16 moves" transfer sq9/9:8m --beam 5000

# What would be ignored is refused; no noise is no noise: then the seed says nothing.
expect 2 "palindromes are found, not counted" transfer sq9/4:8m --palindrome --all
expect 2 "keeps no levels" transfer sq9/4:8m --palindrome --scratch .
expect 2 "does not apply" show sq9/4:8m --recheck
expect 2 "does not apply" speed 4m --jumps-only
expect 2 "only together with --beam" transfer sq9/4:8m --noise 0
for seed in 1 7 99; do
    for noise in 0 1; do
        "$program" puzzle transfer sq9/10:6m --beam 30 --noise $noise --seed $seed --json 2>/dev/null |
            jq -c .boards >>noise-$noise
    done
done
[ "$(sort -u noise-0 | wc -l)" -eq 1 ] || fail "--noise 0 is not without noise: $(tr '\n' ' ' <noise-0)"
[ "$(sort -u noise-1 | wc -l)" -gt 1 ] || fail "--noise 1 is without noise"

# Jumps only, whoever says so: a name, an option, a picture; certificates know it.
for way in "sq9/6:8m+hops" "sq9/6:8m --jumps-only" "sixes.txt --jumps-only" "sixes.txt --jumps-only --moves 8"; do
    printf 'board sq9:8m\nstart\nxxx......\nxx.......\nx........\n' >sixes.txt
    for ((row = 4; row <= 9; row++)); do echo .........; done >>sixes.txt
    # shellcheck disable=SC2086
    expect 0 "a solution of 21 moves, and none is shorter" transfer $way --out jumps.txt
    expect 0 "21 moves, a solution" check jumps.txt
    grep -q '^jumps-only' jumps.txt || fail "the certificate of $way does not forbid steps"
    sed 's/^solution .*/solution 1/; /^[a-i][1-9]-/d; /^none/i c1-d1' jumps.txt >wrong.txt
    expect 1 "move 1, c1-d1" check wrong.txt
done
expect 2 "sixes.txt has 8 directions, not the 4 of --moves" transfer sixes.txt --moves 4
expect 2 "leave out +swap" game 9x9/10+swap

# A puzzle drawn in a file, solved, shown.
printf 'board sq4:4m\nstart\nxx..\n....\n....\n....\n' >drawn.txt
expect 0 "and none is shorter" transfer drawn.txt --out drawn.cert
expect 0 "a solution" check drawn.cert
expect 0 "start" show drawn.cert
expect 0 "of types 0 to 3" show sq9/10:6m
for way in --svg --animate; do
    "$program" puzzle show c.txt $way >picture.svg || fail "show $way"
    python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' picture.svg || fail "show $way: no XML"
done
expect 0 "3 armies of speed 1" speed 4m
expect 0 "speed 14/15" measure c.txt
expect 0 "3  3  3  1   -60.0" measure sq9/10:6m
"$program" puzzle measure g.txt --json | jq -es 'length == 26 and (.[12].ladders | length) > 0 and
    (.[25].speed | length) == 2' >/dev/null || fail "measure --json"

# A search that is stopped goes on from its levels, and nothing is left of them.
mkdir scratch
timeout -s INT 0.6 "$program" puzzle transfer sq9/10:6m --length 26 --scratch scratch >/dev/null 2>&1
expect 1 "no solution of 26 moves or less" transfer sq9/10:6m --length 26 --scratch scratch
[ -z "$(ls scratch)" ] || fail "levels are left in the scratch folder"

# What could not be counted is not counted as none, and the solution is told nevertheless.
expect 4 "no memory to count the solutions of 21 moves" transfer sq7/10:6m --all --memory 1MB
"$program" puzzle transfer sq7/10:6m --all --memory 5MB --json >few.json 2>/dev/null
[ $? -eq 4 ] || fail "transfer --all with little memory does not end with 4"
jq -es '.[0] | .length == 21 and .proved and (has("solutions") | not)' few.json >/dev/null ||
    fail "transfer --all with little memory: $(cut -c1-200 few.json)"
expect 0 "5,920 shortest solutions, 1,514 up to" transfer sq9/6:8m --all --known 3 --memory 1MB --scratch scratch
[ -z "$(ls scratch)" ] || fail "levels are left in the scratch folder"

# Where memory ends it is said how far the search came and what it has proved.
expect 4 "no game of 27 moves" game sq9/10:6m --memory 5MB
expect 4 "of 28: whether there is a game of 28 moves stays open" \
    game sq9/10:6m --length 28 --memory 5MB

# The second program confirms what it has computed: a length whose way is short says nothing of the
# length before it.
printf 'board sq5:4m\njumps-only\nstart\n.....\n.xx..\n.....\n.....\n.....\ngoal\n.....\n..xx.\n.....\n.....\n.....\n' >near.txt
expect 0 "a solution of 1 moves" transfer near.txt --length 2
{
    printf 'picture\n'
    cat near.txt
    printf 'end\nkind transfer\nnone 2\nlength 2\nknown 1\n'
    printf 'level 0 1 1f0a6b8463240cb2\nlevel 1 2 4d23b5de66d01ed0\n'
} >short.cert
expect 1 "not those that exclude 1 moves" check short.cert --recheck
expect 0 "none is shorter" transfer star37:2p+pass --out both.cert
expect 0 "no solution of 10 moves or less: confirmed" check both.cert --recheck
sed '/^length 9/,/^length 10/{/^length 10/!d}' both.cert >one.cert
expect 1 "not those that exclude 9 moves" check one.cert --recheck

# A transfer may pass through its goal, for the search and for both checkers.
expect 0 "a solution of 3 moves" transfer near.txt --length 3 --out passing.cert
expect 0 "3 moves, a solution" check passing.cert

# A puzzle without a solution: said at once, as one object.
for what in "transfer sq5/3:4m+hops" "game sq5/3:4m+hops" "transfer sq4/3:8m+hops" "game sq4/3:8m+hops"; do
    # shellcheck disable=SC2086
    expect 1 "impossible" $what
    # shellcheck disable=SC2086
    "$program" puzzle $what --json >no.json 2>/dev/null
    jq -es 'length == 1 and .[0].length == null and .[0].solution == [] and (.[0].proved | not)' no.json >/dev/null ||
        fail "puzzle $what --json is not one object without a length"
done
expect 0 "170 sequences of moves, 85 up to mirror image" game sq4/3:6m --all

# Long moves without end are drawn, too.
{
    printf 'picture\nboard sq16:4m\nstart\nxx.x.x.x.x.x.x..\n'
    for ((row = 2; row <= 16; row++)); do echo ................; done
    printf 'end\nkind transfer\n'
    for ((i = 0; i < 256; i++)); do echo a1-o1, o1-a1; done
} >walk.cert
for way in --svg --animate; do
    "$program" puzzle show walk.cert $way >walk.svg || fail "show $way of long moves"
    python3 -c 'import sys, xml.dom.minidom as m
for track in m.parse(sys.argv[1]).getElementsByTagName("animate"):
    times = [float(t) for t in track.getAttribute("keyTimes").split(";")]
    assert len(times) == len(track.getAttribute("values").split(";")) and times == sorted(times)
    assert times[0] == 0 and times[-1] == 1' walk.svg || fail "show $way of long moves: not a picture"
done

expect 4 "cannot make files in nothere" game sq8/10:8m --length 22 --scratch nothere

# Impossible and malformed puzzles.
printf 'board sq4:4m\njumps-only\nstart\nx...\n....\n....\n....\n' >types.txt
expect 1 "only a step changes" transfer types.txt
printf 'board sq3:4m\nstart\nxx.\n...\n...\ngoal\n...\n...\n..x\n' >sizes.txt
expect 1 "2 men, its goal 1 cells" transfer sizes.txt
printf 'board sq3:4m\nstart\nxx\n...\n...\n' >short.txt
expect 3 "line 3: row 1 has fewer" transfer short.txt
expect 2 "armies here have" transfer sq9/11:6m
expect 2 "there is no command 'dance'" dance sq9/10:6m
expect 3 "cannot open" check nothing.txt
printf 'puzzle sq9/10:6m\na1-b1\n' >illegal.txt
expect 1 "move 1" check illegal.txt
[ "$failures" -eq 0 ]
