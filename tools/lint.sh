#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Layering, vocabulary, format, static analysis, shell scripts and man pages. Needs a configured build/.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
bad=0
step() { # step NAME COMMAND…
    local name=$1
    shift
    if "$@" >build/lint.log 2>&1; then
        echo "ok   $name"
    else
        echo "FAIL $name"
        cat build/lint.log
        bad=1
    fi
}
# shellcheck disable=SC2317 # the checks are called through step
formatted() { git ls-files '*.c' '*.h' '*.cu' '*.cuh' | xargs clang-format --dry-run --Werror; }
# shellcheck disable=SC2317
tidy() { git ls-files 'src/*.c' | grep -v -e _avx512 -e /plugin_ | xargs -P2 -n8 clang-tidy -p build --quiet; }
# shellcheck disable=SC2317
check() {
    cppcheck --std=c11 --language=c --enable=warning,performance,portability --inline-suppr \
        --suppress=missingIncludeSystem --suppress=unknownMacro --suppress=ctuuninitvar --suppress=uninitvar \
        --suppress=ctuPointerArith --suppress=returnDanglingLifetime --suppress=internalAstError \
        --error-exitcode=1 --quiet \
        -DSH_VERSION='"0"' -D__x86_64__ -Iinclude -Isrc src
}
# shellcheck disable=SC2317
scripts() { git ls-files '*.sh' tests/integration/prelude.bash .ci/run | xargs shellcheck -x; }
# shellcheck disable=SC2317
manuals() { git ls-files 'man/*.[135]' | xargs -r mandoc -Tlint -Wwarning; }
step layering tools/layering.sh
step vocabulary tools/vocabulary.sh
step "names of templates" tools/template_names.sh --check
step clang-format formatted
step clang-tidy tidy
step cppcheck check
step shellcheck scripts
step mandoc manuals
exit $bad
