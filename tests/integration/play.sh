#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# play: whole games in lines, commands, advice, files, bad input; then on terminals of all kinds.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
export XDG_CACHE_HOME=$work/cache
play() { "$program" play "$@" 2>"$work/error"; }
expect() { # expect PATTERN WHAT: the last output has a line like this
    grep -qE "$1" "$work/out" || fail "$2: no line like $1"
}

play 5x5/3 --side none --level 3 --seed 5 </dev/null >"$work/out" || fail "a whole game ends badly"
expect 'has won after [0-9]+ moves|a draw' "the computer against itself"
play 5x5/3 --side none --level 3 --seed 5 </dev/null >"$work/again"
cmp -s "$work/out" "$work/again" || fail "a seed gives two games"

printf 'a2-a3\nhint\nwhy\nundo\nundo\nredo\nmoves\nlevel 7\nlevel\nhelp\n' |
    play 5x5/3 --seed 1 >"$work/out" || fail "commands end badly"
expect '^o plays ' "the computer answers"
expect '^Play [a-e][1-5]-' "hint"
expect 'a2-a3' "why"
expect 'no move to take back' "undo at the start"
expect 'plays as club' "level"
expect '^quit ' "help"

{
    printf 'hello\na9-a1\na2-c4\n\xff\xfe\x01\nlevel 99\nside q\nsave\nload /nonexistent\nload %s\n' "$program"
    head -c 3000000 /dev/zero | tr '\0' y
    printf '\na2-a3'
} | play 5x5/3 --seed 1 >"$work/out" || fail "garbage ends it badly"
expect "'hello' is not a cell" "a word"
expect 'cannot go from a2 to c4' "an illegal move"
expect 'a level is' "a level that is none"
expect 'A side is' "a side that is none"
expect 'Name a file' "save without a name"
expect 'cannot open /nonexistent' "a file that is not there"
expect 'too long' "an endless line"
expect '^o plays ' "a last line without an end"

printf 'a2-a3\nnonsense\n' | play 5x5/3 --seed 1 --json >"$work/out" || fail "--json ends badly"
jq -es '.[0].ply == 0 and (map(select(.reply | test("o plays"))) | length) == 1 and .[-1].ply == 2
    and (.[-1].reply | test("nonsense")) and .[-1].yours' "$work/out" >/dev/null || fail "--json"

# Every way a game ends has its word, and who has won.
ends() { # ends ENDING WINNER MOVES GAME…
    local ending=$1 winner=$2 moves=$3
    shift 3
    tr ' ' '\n' <<<"$moves" | play --json --side all "$@" >"$work/out" || fail "$ending ends badly"
    [ "$(jq -sr '.[-1] | "\(.ending) \(.winner)"' "$work/out")" = "$ending $winner" ] ||
        fail "$ending: $(tail -n1 "$work/out")"
}
ends ongoing null '' 3x3/1
ends won x c2-c3 3x3/1 '3/2x/o2 x'
ends stuck null '' star13:6p 'a/1ce1/d1b/2f1/1 a'
ends repetition null 'b1-c1 g6-g5 c1-b1 g5-g6' 7x7/3
# People alone need no engine, and the computer says why it cannot help them.
printf 'e1-e3\nnew\ngo\nquit\n' | play checkers32/12:6m --side all >"$work/out" 2>&1 || fail "people need an engine"
{ grep -q "o to move (you)" "$work/out" && grep -q "The computer cannot move: the engine cannot play" "$work/out"; } ||
    fail "people on a board of no engine: $(cat "$work/out")"
move=$(echo moves | play star37:3p+leave1 --side all | grep -m1 -oE '^[a-z][0-9]+-[a-z][0-9]+')
ends camp null "$move" star37:3p+leave1
move=$(echo moves | play star37:2p+halma+leave1 --side all | grep -m1 -oE '^[a-z][0-9]+-[a-z][0-9]+')
ends camp b "$move" star37:2p+halma+leave1
# A game that nobody plays by hand goes to its end, and says it.
play star37:3p+leave1 --side none --json </dev/null >"$work/out" || fail "+leave1 ends badly"
jq -es '.[-1].ending == "camp" and .[-1].winner == null' "$work/out" >/dev/null || fail "+leave1"

# The game goes on where it was saved; what is not ours is not replaced.
printf 'a2-a3\nsave %s\nundo\nb1-c1\nload %s\n' "$work/game" "$work/game" |
    play 5x5/3 --seed 1 >"$work/out"
expect '^Saved to' "save"
expect '^Loaded' "load"
grep -q '^1\. a2-a3 ' "$work/game" || fail "the saved game has no moves"
echo why | play 5x5/3 --load "$work/game" >"$work/out" || fail "--load ends badly"
expect 'a2-a3' "the loaded game"
echo mine >"$work/mine"
printf 'save %s\n' "$work/mine" | play 5x5/3 >"$work/out"
[ "$(cat "$work/mine")" = mine ] || fail "a file of somebody else was replaced"
play 5x5/3 --save "$work/mine" </dev/null >"$work/out" && fail "--save replaces what is not ours"
spoil "$work/game" 120 1
play 5x5/3 --load "$work/game" </dev/null >"$work/out"
[ $? -eq 3 ] || fail "a damaged game was loaded"

# What the engine keeps of two games is where doctor says, and as large.
play 4x4/3 --side none --level 1 --seed 5 </dev/null >/dev/null || fail "another game ends badly"
bytes=$(cat "$work"/cache/sternhalma/*.march | wc -c)
"$program" doctor --json | jq -e --arg folder "$work/cache/sternhalma" --argjson bytes "$bytes" \
    '.cache.folder == $folder and .cache.bytes == $bytes and .cache.files > 1' >/dev/null ||
    fail "doctor does not know the cache of $bytes bytes: $("$program" doctor | grep cache)"
HOME='' XDG_CACHE_HOME='' "$program" doctor --json | jq -e '.cache == null' >/dev/null ||
    fail "doctor knows a cache that is not"

# With a table: perfect play, and the truth about a move.
"$program" solve 4x4/3 --metric dtw --out "$work/4x4-3.shtb" >/dev/null 2>&1
printf 'a2-b2\nwhy\nhint\nlevel\n' |
    play 4x4/3 --tables "$work" --level perfect --seed 1 >"$work/out" || fail "perfect ends badly"
expect 'plays as perfect' "the perfect level"
expect 'by the table' "a hint by the table"
expect '(gave away|keeps|Nothing|result)' "the truth about a move"

# Who plays what stands at the start, and again where it changes; boards only when it is one's turn.
printf 'go\nside b\nlevel 2\n' | play star37:6p --seed 1 --level 1 >"$work/out" || fail "six players in lines"
expect '^  A  a: you, from the top to the bottom$' "the first player"
expect '^  F  f: level 1 \(beginner\), from the upper left to the lower right$' "the sixth player"
expect '^  B  b: you, from the upper right to the lower left$' "the person's other seat"
expect '^  C  c: level 2 \(novice\)' "the new level"
[ "$(grep -cE '^ +1 ' "$work/out")" -eq 3 ] || fail "not three boards: at the start, after go, after side"
printf '' | play --level 1 --seed 1 >"$work/out" || fail "play without a game"
expect '^ 17 ' "the star of 121 cells"

# Three and six players: whole games, persons on several seats, undo back to the person's own move.
play star37:3p --side none --level 7 --seed 2 </dev/null >"$work/out" || fail "a race ends badly"
expect '^[abc] has won after [0-9]+ moves|a draw' "a race of three"
first=$(echo moves | play star37:6p --side ac --seed 3 --save "$work/six" | grep -m1 -oE '[a-z0-9]+-[a-z0-9]+')
printf '%s\nundo\n%s\nhint\nwhy\nside all\nside none\nquit\n' "$first" "$first" |
    play star37:6p --side ac --level 8 --seed 3 --save "$work/six" >"$work/out" || fail "six players"
expect '^b plays ' "the second of six answers"
expect '^c to move \(you\)' "another person's turn"
grep -q '^\[Sixth "level:8"\]' "$work/six" || fail "six players are not saved"
play star37:6p --load "$work/six" --side none --level 1 </dev/null >"$work/out" ||
    fail "a game of six is not gone on with"

refuse() { # refuse CODE WORDS…
    local code=$1
    shift
    play "$@" </dev/null >/dev/null
    [ $? -eq "$code" ] || fail "not refused with $code: $*"
    [ "$(wc -l <"$work/error")" -eq 1 ] || fail "no sentence for: $*"
}
refuse 2 7x7/3:1p
refuse 2 star37:3p --side both
refuse 2 star37:3p --side ax
refuse 2 nosuch
refuse 2 5x5/3 --level 0
refuse 2 5x5/3 --side z
refuse 1 5x5/3 --level perfect
refuse 3 5x5/3 --load "$work/missing"
refuse 3 5x5/3 'xx3/x4/5/4o/3oz x'

# Ctrl-C while it waits for a line.
mkfifo "$work/pipe"
sleep 600 >"$work/pipe" &
holder=$!
"$program" play 5x5/3 <"$work/pipe" >"$work/out" 2>/dev/null &
player=$!
await "the first move" grep -q 'to move' "$work/out"
kill -INT "$player"
wait "$player"
[ $? -eq 130 ] || fail "Ctrl-C does not end it with 130"
kill "$holder"

if python3 -c 'import pty; pty.openpty()' 2>/dev/null; then
    python3 "$(dirname "$0")/play_pty.py" "$program" "$work" || fail "terminals"
else
    echo '[  SKIPPED ] play_terminals: this system has no pseudo-terminals (is /dev/pts mounted?)'
fi
[ "$failures" -eq 0 ]
