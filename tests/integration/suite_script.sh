#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tools/test.sh in a tree of its own with tests that begin processes and leave them: a run that is
# interrupted, ended or just over leaves none of them, and the last says so.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
program=$(realpath "$program")
tree=$work/tree
mkdir -p "$tree/tools" "$tree/build/asan" "$tree/build/fuzz"
cp "$(dirname "$0")"/../../tools/{test.sh,failures.bash} "$tree/tools"
for script in layering vocabulary template_names; do printf '#!/bin/sh\n' >"$tree/tools/$script.sh"; done
# shellcheck disable=SC2016 # the inner shell's names; builds take as long as they are let
printf '#!/bin/sh\n[ ! -e %s/slow ] || [ "$1" = release ] || exec sleep %s\n' "$work" "600.$$" \
    >"$tree/tools/build.sh"
chmod +x "$tree"/tools/*.sh
ln -s "$program" "$tree/build/sternhalma"
suite() { # suite PRESET LABEL NAME COMMAND: one test
    printf 'add_test(%s/%s sh -c "%s")\nset_tests_properties(%s/%s PROPERTIES LABELS %s)\n' \
        "$2" "$3" "$4" "$2" "$3" "$2" >"$tree/build/$1/CTestTestfile.cmake"
}
suite . unit good true
suite asan unit good true
suite fuzz fuzz good true

remain() { # remain: those of the processes that the tests begin which still run
    local process
    for process in /proc/[0-9]*; do
        # shellcheck disable=SC2094 # reading a process that ends is no error here
        tr '\0' ' ' 2>/dev/null <"$process/cmdline" | grep -q "^sleep [36]00\.$$ " && echo "${process#/proc/}"
    done
}
start() { # with a group of its own, as a terminal would give it
    rm -f "$work/begun"
    set -m
    "$tree/tools/test.sh" >"$work/out" 2>&1 &
    run=$!
    set +m
}
ended() { # ended STATUS WHY: it has ended with this status and left nothing
    wait "$run"
    local got=$? one
    [ "$got" -eq "$1" ] || fail "$2: it ends with $got: $(cat "$work/out")"
    for one in $(remain); do
        fail "$2: a process is left: $(tr '\0' ' ' <"/proc/$one/cmdline")"
        kill -KILL "$one"
    done
}

start
ended 0 'all is well'
grep -q '^6 passed, 0 failed' "$work/out" || fail "it counts: $(tail -n 3 "$work/out")"

# Every skip has its reason: a script's last words, a part of a test, a case of cmocka's with one and without.
cat >"$tree/build/CTestTestfile.cmake" <<'END'
add_test(unit/script sh -c "echo no such plugin; exit 77")
add_test(unit/cases sh -c "echo '[  SKIPPED ] wide: no AVX'; echo '[  SKIPPED ] wide'; echo '[  SKIPPED ] mute'")
set_tests_properties(unit/script unit/cases PROPERTIES LABELS unit SKIP_RETURN_CODE 77)
END
start
ended 0 'skips'
for words in 'unit/script: no such plugin, as' 'wide: no AVX, as' 'mute: as'; do
    grep -q "^skip $words built by preset release\$" "$work/out" || fail "no '$words': $(cat "$work/out")"
done
grep -q '^6 passed, 0 failed, 4 skipped (unit/script: no such' "$work/out" || fail "it counts: $(tail -n 3 "$work/out")"

# A server that a test forgets, in a group and session of its own.
suite . unit careless "setsid sleep 300.$$ >/dev/null 2>&1 </dev/null & true"
start
ended 1 'a server is forgotten'
grep -q 'FAIL processes outlive the tests' "$work/out" || fail "it does not say so: $(cat "$work/out")"
grep -q "sleep 300.$$" "$work/out" || fail "it does not name it: $(cat "$work/out")"

# Signals: to the group, as Ctrl-C, and to the script alone; a test and two builds are under way.
touch "$work/slow"
suite . unit long "touch $work/begun; setsid sleep 300.$$ & sleep 300.$$"
for signal in -INT:130 TERM:143 HUP:129; do
    start
    await 'the test' test -e "$work/begun"
    begin=$SECONDS
    if [[ $signal == -* ]]; then kill -INT -- "-$run"; else kill -s "${signal%:*}" "$run"; fi
    ended "${signal#*:}" "$signal"
    [ $((SECONDS - begin)) -lt 120 ] || fail "$signal took $((SECONDS - begin)) s"
done
[ "$failures" -eq 0 ]
