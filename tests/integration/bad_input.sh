#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every command, given something wrong, says what, exits 2 (usage) or 3 (data), and never crashes.
set -uo pipefail
program=$1
failures=0
start='xx5/x6/7/7/7/6o/5oo x'

expect() { # expect CODE WORDS ARGUMENTS…: the exit code, and words that the message must contain
    local code=$1 words=$2 message status
    shift 2
    message=$("$program" "$@" 2>&1 >/dev/null)
    status=$?
    if [ "$status" -ne "$code" ] || [[ $message != *"$words"* ]]; then
        printf 'FAIL %q' sternhalma
        printf ' %q' "$@"
        printf ': exit %d (expected %d), "%s" (expected "%s")\n' "$status" "$code" "$message" "$words"
        failures=$((failures + 1))
    fi
}

# A name may hold anything; the message is one line all the same, and no escape gets to a terminal.
expect 3 'cannot open a?b?[31m' info $'a\nb\e[31m'

# Commands and options.
expect 2 "did you mean 'moves'" movs
expect 2 "no command 'xyzzy'" xyzzy
expect 2 "no command ''" ''
expect 2 "no command" "$(printf 'x%.0s' {1..500})"
for command in games show moves perft rank unrank bench help version; do
    expect 2 "--frobnicate" "$command" --frobnicate
done
for command in games show moves perft rank unrank; do
    expect 2 "strict" "$command" --rules wrong
    expect 2 "--rules needs a value" "$command" --rules
done
for command in bench help version doctor serve experiment; do
    expect 2 "--rules does not apply" "$command" --rules strict
done
expect 2 "--json does not apply" engine --json


# What is likely meant: games, commands, options, values, agents.
expect 2 "did you mean 7x7/3?" play 7X7/3
expect 2 "did you mean star121:2p?" play Star121:2p
expect 2 "does not say how many play: write star121:2p, or :3p" play star121
expect 2 "write sq5/3:4m, sq5/3:6m or sq5/3:8m" games sq5/3
expect 2 "there is no command 'games'; did you mean 'game'?" puzzle games sq4/3:6m
expect 2 "there is no command 'gme'; did you mean 'game'?" help puzzle gme
expect 2 "there are transfer, game" help puzzle xyzzy
expect 2 "did you mean --json?" moves 7x7/3 --jsno
expect 2 "did you mean perfect?" play 7x7/3 --level perfct
expect 2 "did you mean published?" moves 7x7/3 --rules publisched
expect 2 "did you mean dtw?" solve 7x7/3 --metric dwt
expect 2 "did you mean zugzwang?" puzzles x --kind zugzwan
expect 2 "did you mean 'engine'?" match 7x7/6 engin random
expect 2 "did you mean 'search'?" bench sarch
expect 2 "did you mean 'figure5'?" experiment figur5
# What goes elsewhere.
expect 2 "did you mean --tables=tables?" serve tables
expect 2 "did you mean --out=x.shtb?" solve 4x4/2 x.shtb
for command in show moves rank 'probe tables'; do
    # shellcheck disable=SC2086 # several words
    expect 2 "needs quotes: '$start'" $command ${start% x} x
    # shellcheck disable=SC2086
    expect 2 "needs quotes: '$start'" ${command% *} 7x7/3 ${start% x} x
done
expect 2 "write '$start', in quotes" show "${start% x}"
for command in probe info verify stats puzzles 'grade 7x7/3'; do
    # shellcheck disable=SC2086 # two words
    expect 2 "this makes one: sternhalma solve 7x7/3 --out 7x7-3.shtb" $command 7x7/3
done
expect 2 "this makes one" convert 7x7/3 new.shtb
expect 2 "and it cannot be solved" info star121:2p
expect 2 "sternhalma play star121:2p" solve star121:2p
expect 2 "sternhalma puzzle game sq9/10:6m" solve sq9/10:6m
expect 2 "sternhalma puzzle transfer sq9/10:6m:1p" solve sq9/10:6m:1p
expect 2 "sternhalma solve 7x7/3" explore 7x7/3

# One bad name does not hide the others.
output=$("$program" games 5x5/3 chess 7x7/3 halma 2>/dev/null)
[[ $output == *5x5/3*7x7/3* ]] || { echo "FAIL games with a bad name: $output"; failures=$((failures + 1)); }
output=$("$program" games 5x5/3 chess 7x7/3 --json 2>/dev/null | head -1)
[[ $output == '{"games":['*5x5/3*7x7/3* ]] ||
    { echo "FAIL games --json with a bad name: $output"; failures=$((failures + 1)); }
expect 2 "'chess' is not a game" games 5x5/3 chess 7x7/3
expect 2 "(and 1 more)" games 5x5/3 chess 7x7/3 halma

# Too few and too many words.
for command in show moves perft rank unrank; do
    expect 2 "too few arguments" "$command"
done
expect 2 "too few" perft 7x7/3
expect 2 "too few" unrank 7x7/3
expect 2 "one argument too many" show 7x7/3 "$start" more
expect 2 "one argument too many" moves 7x7/3 "$start" more
expect 2 "one argument too many" perft 7x7/3 2 "$start" more
expect 2 "one argument too many" unrank 7x7/3 1 2
expect 2 "one argument too many" version more
expect 2 "no benchmark" bench nonsense
expect 2 "no command" help nonsense

# Games.
for game in '' x 7x7 7x7/ 7x7/0 7x7/7 7x8/3 2x2/1 12x12/3 99999999999999999999x7/3 7x7/3x ' 7x7/3x' \
    star38:3p star37 star37:5p star37:3 star37:3p+ star37/9:3p sq17/3:8m sq9/10:5m sq9/10 \
    checkers32/11:4m $'7x7/3\n' $'\xff\xfe'; do
    expect 2 "" games "$game"
    case $game in *' '*) continue ;; esac # a lone word with a space is a position
    expect 2 "" show "$game"
    expect 2 "" moves "$game"
    expect 2 "" perft "$game" 2
    expect 2 "" rank "$game"
    expect 2 "" unrank "$game" 2
done
expect 2 "is not a game; write 7x7/3" moves nonsense
expect 2 "pieces, not 7" moves 7x7/7

# Depths and indices.
for depth in '' x -1 0 31 1.5 1e3 99999999999999999999 ' ' '2 '; do
    expect 2 "" perft 7x7/3 "$depth"
done
expect 2 "the depth must be a whole number from 1 to 30" perft 7x7/3 many
for index in '' x -1 1.5 559352640 99999999999999999999 \
    999999999999999999999999999999999999999999999999; do
    expect 2 "" unrank 7x7/3 "$index"
done
expect 2 "from 0 to 559352639" unrank 7x7/3 559352640
expect 2 "ranks are for two players" rank star37:3p
expect 2 "ranks are for two players" unrank star37:3p 1

# Positions.
for position in '' ' ' x / '//////' "${start% x}" "$start x" "${start/7/8}" "${start/x/o}" \
    'startpos x' $'xx5/x6/7/7/7/6o/5oo\tx' $'\xff' "$(printf '9%.0s' {1..5000})"; do
    expect 3 "" show 7x7/3 "$position"
    expect 3 "" moves 7x7/3 "$position"
    expect 3 "" perft 7x7/3 2 "$position"
    expect 3 "" rank 7x7/3 "$position"
done
expect 3 "row 2 of the position has 6 cells" moves 7x7/3 'xx5/x5/7/7/7/6o/5oo x'
expect 3 "x has 2 pieces; in 7x7/3 each side has 3" moves 7x7/3 'xx5/7/7/7/7/6o/5oo x'
expect 3 "fits no rhombus" show 'xx5/7 x'
expect 3 "fits no rhombus" show ' '
expect 2 "named twice" show --game 7x7/3 7x7/3 "$start"
expect 3 "Definition 2" moves 3x3/1 '3/1o1/2x x'
expect 3 "Definition 2" perft 3x3/1 2 '3/1o1/2x x'
expect 3 "closed to it" moves star13:3p 'a/c2b/3/4/1 a'

# With --json the error is an object on standard output.
output=$("$program" moves nonsense --json 2>/dev/null)
case $output in
'{"error":{"status":"usage","message":"'*'"}}') ;;
*)
    echo "FAIL an error with --json prints: $output"
    failures=$((failures + 1))
    ;;
esac
"$program" help >/dev/full 2>/dev/null
[ $? -eq 4 ] || { echo "FAIL a full disk is not exit 4"; failures=$((failures + 1)); }

[ "$failures" -eq 0 ]
