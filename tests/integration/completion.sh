#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Completion offers commands, options, games and benchmarks.
set -uo pipefail
program=$1
cd "$(dirname "$0")/../.." || exit 2
# shellcheck disable=SC1091
. completions/sternhalma.bash
failures=0

expect() { # expect OFFER WORDS…: completing the last of the words offers OFFER
    local offer=$1
    shift
    COMP_WORDS=("$program" "$@")
    COMP_CWORD=$#
    COMPREPLY=()
    _sternhalma 2>/dev/null
    printf '%s\n' "${COMPREPLY[@]}" | grep -qxF -- "$offer" ||
        { echo "FAIL $* does not offer $offer but: ${COMPREPLY[*]}"; failures=$((failures + 1)); }
}
expect moves mo
expect perft ''
expect --json show --js
expect --divide perft --d
expect 7x7/3 show 7x7
expect published moves --rules p
expect unrank help un
expect all bench a
[ "$failures" -eq 0 ]
