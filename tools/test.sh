#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# test.sh [long|gcc]: runs the test suite, the long checks, or the suite as built by gcc. It ends
# with what failed, and `N passed, N failed, N skipped` with what was skipped.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
# shellcheck source=tools/failures.bash
. tools/failures.bash
mkdir -p build
: >build/failed.txt
passed=0 failed=0
skipped=()

# Everything that a run starts has this mark in its environment, whatever group it moves to, so that
# nothing outlives the run.
export STERNHALMA_TESTS=$$.$RANDOM$RANDOM
left() { # left: ids of what still runs
    env -u STERNHALMA_TESTS grep -lzxsF "STERNHALMA_TESTS=$STERNHALMA_TESTS" /proc/[0-9]*/environ |
        env -u STERNHALMA_TESTS cut -d/ -f3
}
settle() { # settle SECONDS: waits for what is about to end; false if something is left
    local tries=$(($1 * 10))
    until [ -z "$(left)" ]; do
        [ $((tries--)) -gt 0 ] || return 1
        env -u STERNHALMA_TESTS sleep 0.1
    done
}

lost() { # lost NAME <WHY: a check that failed, named here and in the end
    local words
    words=$(printf 'FAIL %s\n' "$1" && sed 's/^/     /')
    echo "$words" | tee -a build/failed.txt
}

run() { # run NAME COMMAND…: one check that is a whole command
    local name=$1 log=build/check.${1//\//.}.log
    shift
    if apart env NO_COLOR=1 "$@" >"$log" 2>&1; then
        passed=$((passed + 1))
        echo "ok   $name"
    else
        failed=$((failed + 1))
        lost "$name" < <(log_failures "$log")
        cat "$log"
    fi
}
skip() { # skip NAME REASON
    echo "skip $1: $2"
    skipped+=("$1: $2")
}

web() { # the explorer's page: unit tests, then a real browser against the real server
    local node
    node=$(node -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0)
    if [ "$node" -lt 18 ] || [ ! -d web/node_modules ]; then
        skip web 'Node 18 or npm is missing'
        return
    fi
    run web/lint npm --prefix web run --silent lint
    run web/unit npm --prefix web run --silent test
    run web/site tools/site.sh build/site
    if command -v chromium >/dev/null; then
        run web/chromium npm --prefix web run --silent e2e -- --reporter=dot
    else
        skip web/chromium 'chromium is missing'
    fi
    if command -v firefox-esr >/dev/null; then
        run web/firefox npm --prefix web run --silent e2e:firefox -- --reporter=dot
    else
        skip web/firefox 'firefox-esr is missing'
    fi
}

# Browsers wait half of their time: other tests run beside them, and what they said comes last.
beside=0
begin_web() {
    rm -f build/web.counts
    set -m # a group of processes of its own, which can be stopped
    ( # shellcheck disable=SC2030 # the counts go into a file
        passed=0 failed=0 skipped=()
        web
        printf '%s\n' "$passed" "$failed" "${skipped[@]}" >build/web.counts
    ) >build/web.log 2>&1 </dev/null &
    beside=$!
    set +m
}
# shellcheck disable=SC2031 # the counts come back in a file
end_web() {
    local counts
    wait "$beside"
    beside=0
    cat build/web.log
    mapfile -t counts < <(cat build/web.counts 2>/dev/null)
    if [ ${#counts[@]} -lt 2 ]; then
        counts=(0 1)
        lost web <<<'it ended before it could count'
    fi
    passed=$((passed + counts[0]))
    failed=$((failed + counts[1]))
    skipped+=("${counts[@]:2}")
}

# What was skipped in a run and why, "NAME<tab>REASON" a line: scripts, whose last words are the reason,
# and parts of a test, which say "[  SKIPPED ] NAME: REASON" (cmocka adds a line without the reason).
skipped_of() { # skipped_of FOLDER
    local log=$1/Testing/Temporary/LastTest.log name
    while IFS= read -r name; do
        printf '%s\t%s\n' "$name" "$(test_output "$name" "$log" | grep . | tail -n 1)"
    done < <(sed -n 's/.*Test *#[0-9]*: \([^ ]*\) \.*\*\*\*Skipped.*/\1/p' build/ctest.log)
    sed -nE 's/^\[  SKIPPED \] ([a-z][a-z0-9_]*)(: (.*))?$/\1\t\3/p' "$log" | sort -ru |
        awk -F'\t' '!seen[$1]++'
}

# Builds that tests need later fill the time in which tests before them wait, and yield to them.
builder=0
build_ahead() { # build_ahead PRESET:TARGET…: one after the other
    local preset
    for preset in "$@"; do rm -f "build/built.${preset%:*}"; done
    set -m # a group of processes of their own, which can be stopped
    for preset in "$@"; do
        nice -n 19 tools/build.sh "${preset%:*}" "${preset#*:}" >"build/build.${preset%:*}.log" 2>&1 </dev/null
        echo $? >"build/built.${preset%:*}"
    done &
    builder=$!
    set +m
}
# A command in a group of its own: a signal to this script does not wait until it ends, and Ctrl-C
# reaches this script alone, which then ends everything.
current=0
apart() { # apart COMMAND…
    local status
    set -m
    "$@" </dev/null &
    current=$!
    set +m
    wait "$current"
    status=$?
    current=0
    return "$status"
}
stop_all() { # whatever still runs
    local group
    trap '' INT TERM HUP
    for group in "$current" "$builder" "$beside"; do
        [ "$group" -eq 0 ] || kill -- "-$group" 2>/dev/null
    done
    # shellcheck disable=SC2046 # one word for each process
    settle 1 || kill $(left) 2>/dev/null
    # shellcheck disable=SC2046
    settle 10 || kill -KILL $(left) 2>/dev/null
}
trap stop_all EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP
built() { # built PRESET: waits for a build that was begun, or builds it; its status
    if [ "$builder" -ne 0 ] && [[ $1 != release ]]; then
        while [ ! -s "build/built.$1" ] && kill -0 "$builder" 2>/dev/null; do sleep 0.2; done
        [ "$(cat "build/built.$1" 2>/dev/null)" = 0 ]
    else
        tools/build.sh "$1" >"build/build.$1.log" 2>&1
    fi
}

# shellcheck disable=SC2317 # called by apart
logged_ctest() { ctest "$@" | tee build/ctest.log; }
suite() { # suite PRESET LABELS: the ctest tests of a build
    local dir=build
    [ "$1" = release ] || dir=build/$1
    if ! built "$1"; then
        lost "build of preset $1" < <(log_failures "build/build.$1.log")
        cat "build/build.$1.log"
        failed=$((failed + 1))
        return
    fi
    apart logged_ctest --test-dir "$dir" -L "$2" --output-on-failure --no-tests=error -j2
    local bad total scripts name why
    bad=$(grep -oE '[0-9]+ tests? failed' build/ctest.log | grep -oE '[0-9]+')
    total=$(grep -oE 'out of [0-9]+' build/ctest.log | grep -oE '[0-9]+')
    if [ -z "$total" ]; then # ctest itself failed, or found no tests
        failed=$((failed + 1))
        lost "ctest of preset $1" < <(tail -n 12 build/ctest.log)
        return
    fi
    while IFS= read -r name; do
        lost "$name, as built by preset $1" < \
            <(test_output "${name% (*}" "$dir/Testing/Temporary/LastTest.log" | output_failures)
    done < <(ctest_failed build/ctest.log)
    scripts=$(grep -c '\*\*\*Skipped' build/ctest.log)
    failed=$((failed + bad))
    passed=$((passed + total - bad - scripts))
    while IFS=$'\t' read -r name why; do
        skip "$name" "${why:+$why, }as built by preset $1"
    done < <(skipped_of "$dir")
}

# The kernels of each instruction set are tested where the CPU has it.
instruction_sets() { # instruction_sets PROGRAM
    local level
    level=$(env -u STERNHALMA_CPU "$1" version --json | jq -r .cpu)
    [ "$level" = avx512 ] || skip kernels "this CPU has no AVX-512, only $level"
}

case ${1:-} in
long)
    suite release long
    suite asan property
    ;;
gcc)
    suite gcc 'unit|property|integration'
    instruction_sets build/gcc/sternhalma
    ;;
*)
    build_ahead asan:unit_tests fuzz:fuzz_tests
    run layering tools/layering.sh
    run vocabulary tools/vocabulary.sh
    run names tools/template_names.sh --check
    suite release 'unit|property|integration'
    begin_web
    suite asan unit
    suite fuzz fuzz
    end_web
    instruction_sets build/sternhalma
    ;;
esac
if ! settle 10; then
    failed=$((failed + 1))
    # shellcheck disable=SC2046 # one word for each process
    lost 'processes outlive the tests' < <(ps -o pid=,args= -p "$(left | paste -sd,)")
fi
cat build/failed.txt
summary="$passed passed, $failed failed, ${#skipped[@]} skipped"
[ ${#skipped[@]} -eq 0 ] || summary+=" ($(printf '%s; ' "${skipped[@]}" | sed 's/; $//'))"
echo "$summary"
[ "$failed" -eq 0 ]
