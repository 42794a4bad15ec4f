# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034 # the names are for the scripts
# What scripts that count their failures begin with: . prelude.bash. They get `program`, a folder
# `work` that is removed in the end, and `fail`; they end with [ "$failures" -eq 0 ].
set -uo pipefail
program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() { # fail WORDS…: what went wrong
    echo "FAIL $*"
    failures=$((failures + 1))
}
