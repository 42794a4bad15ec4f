#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the test suite and ends with `N passed, N failed`. With `long`, the long checks instead.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
passed=0 failed=0

run() { # run NAME COMMAND…: one check that is a whole command
    local name=$1
    shift
    if "$@" >build/check.log 2>&1; then
        passed=$((passed + 1))
        echo "ok   $name"
    else
        failed=$((failed + 1))
        echo "FAIL $name"
        cat build/check.log
    fi
}

web() { # the explorer's page: unit tests, then a real browser against the real server
    local node
    node=$(node -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0)
    if [ "$node" -lt 20 ] || [ ! -d web/node_modules ]; then
        echo "skip web tests: they need Node 20 and npm"
        return
    fi
    run 'web/lint' npm --prefix web run --silent lint
    run 'web/unit' npm --prefix web run --silent test
    if command -v chromium >/dev/null; then
        run 'web/e2e' npm --prefix web run --silent e2e
    else
        echo "skip web/e2e: it needs chromium"
    fi
}

suite() { # suite PRESET LABELS: the ctest tests of a build
    local dir=build
    [ "$1" = release ] || dir=build/$1
    if ! { cmake --preset "$1" && cmake --build "$dir"; } >build/build.log 2>&1; then
        echo "FAIL build of preset $1"
        cat build/build.log
        failed=$((failed + 1))
        return
    fi
    ctest --test-dir "$dir" -L "$2" --output-on-failure --no-tests=ignore -j2 | tee build/ctest.log
    local summary
    summary=$(grep -E 'tests? failed out of' build/ctest.log || echo '0 tests failed out of 0')
    local bad total
    bad=$(grep -oE '[0-9]+ tests? failed' <<<"$summary" | grep -oE '[0-9]+')
    total=$(grep -oE 'out of [0-9]+' <<<"$summary" | grep -oE '[0-9]+')
    failed=$((failed + bad))
    passed=$((passed + total - bad))
}

if [ "${1:-}" = long ]; then
    suite release long
else
    run layering tools/layering.sh
    suite release 'unit|property|integration'
    web
    suite asan unit
    suite fuzz fuzz
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
