#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The engine as others drive it: a match of 20 games as cutegames plays it, a game over CCP, garbage,
# bad input, and how soon it stops.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
here=$(cd "$(dirname "$0")" && pwd)
say() { # say LINES…: what the engine answers to them; errors are not counted
    printf '%s\n' "$@" quit | timeout 300 "$program" engine 7x7/3
}

"$program" openings 7x7/6 --count 10 --seed 4 --nodes 2000 --margin 40 --out "$work/openings" >/dev/null ||
    fail "no openings"
"$here/cutegames.py" 20 7x7/6 "nodes 300" "$program engine" "$program engine 5x5/3" "$work/openings" ||
    fail "a match of cutegames"
"$here/cutegames.py" 2 5x5/3 clock "$program engine" "$program engine" || fail "a match by the clock"
"$here/ccp.py" "$program engine --rules=ccerl" "nodes 300" || fail "a game over CCP"
"$here/engine_garbage.py" "$program" 5 || fail "garbage"

answer=$(say "position startpos moves a1-g7" "query gameover" "query result" "go nodes 10")
[ "$(grep '^response' <<<"$answer" | xargs)" = "response true response p2win" ] || fail "an illegal move does not lose"
grep -q '^bestmove 0000$' <<<"$answer" || fail "it plays on after an illegal move"
answer=$(say "position fen nonsense" "go nodes 10" "query result" "dance" "setoption name Wings value 2" \
    "setoption name Hash value 0" "setoption name Game value 9x9/77" "go depth many" "position fen" "query")
[ "$(grep -c '^info string error: ' <<<"$answer")" -ge 9 ] || fail "bad input is not answered"
[ "$(grep -c '^bestmove 0000$' <<<"$answer")" -eq 2 ] || fail "a bad go is not answered"
grep -q "there is no option 'Wings'" <<<"$answer" || fail "an option that is not there"
"$program" engine star37:3p </dev/null >/dev/null 2>"$work/error" && fail "it plays three players"
"$program" engine --json </dev/null >/dev/null 2>&1 && fail "it speaks JSON"
"$program" engine --rules=ccerl 7x7/3 </dev/null >/dev/null 2>&1 && fail "ccerl on another board"
"$program" moves 7x7/3 --rules=ccerl >/dev/null 2>&1 && fail "moves by the rules of ccerl"
"$program" engine </dev/null || fail "no input at all is no error"

# The example of the help, as it is printed: the search ends by its limit, not with the input.
example=$("$program" engine --help | grep "^ *printf .*| sternhalma engine$")
[ -n "$example" ] || fail "the help has no example"
answer=$(cd "$work" && PATH=$(dirname "$(realpath "$program")"):$PATH bash -c "$example")
took=$(sed -n 's/^info depth .* time \([0-9]*\) .*/\1/p' <<<"$answer" | tail -1)
{ grep -q '^ugiok$' <<<"$answer" && [ "${took:-0}" -gt 500 ] && ! grep -q error <<<"$answer" &&
    grep -q '^bestmove [a-g]' <<<"$answer"; } || fail "the example of the help: $answer"
# A search without limits ends with the input, and so does one that nobody listens to.
answer=$(printf 'position startpos\ngo infinite\n' | timeout 60 "$program" engine 5x5/3)
{ [ $? -eq 0 ] && grep -q '^bestmove [a-e]' <<<"$answer"; } || fail "an endless search goes on after the input"
answer=$(printf 'position startpos\ngo nodes 1000000\n' | timeout 300 "$program" engine 7x7/6)
grep -q ' nodes 1000000 ' <<<"$answer" || fail "a search of a million nodes ends before: $answer"
# shellcheck disable=SC2016 # the inner shell expands it
timeout 60 bash -o pipefail -c 'printf "position startpos\ngo movetime 500000\n" | "$1" engine 7x7/3 | head -1' _ "$program" \
    >/dev/null
[ $? -ne 124 ] || fail "a search goes on though nobody listens"

# It stops within 10 ms of its CPU time, for the machine may be busy; of 20 tries the best counts.
python3 - "$program" <<'END' || fail "it does not stop in time"
import subprocess, sys, time
engine = subprocess.Popen([sys.argv[1], "engine", "7x7/3"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
cpu = ~engine.pid << 3 | 2  # the clock of its CPU time
best, soonest = 1e9, 1e9
for _ in range(20):
    engine.stdin.write("position startpos\ngo infinite\n")
    time.sleep(0.02)
    began, used = time.monotonic(), time.clock_gettime(cpu)
    engine.stdin.write("stop\n")
    while not engine.stdout.readline().startswith("bestmove"):
        pass
    best = min(best, time.clock_gettime(cpu) - used)
    soonest = min(soonest, time.monotonic() - began)
engine.stdin.write("quit\n")
print(f"stopped within {1e3 * best:.1f} ms of CPU time, {1e3 * soonest:.1f} ms in all")
sys.exit(0 if engine.wait(60) == 0 and best < 0.01 and soonest < 1 else 1)
END
[ "$failures" -eq 0 ]
