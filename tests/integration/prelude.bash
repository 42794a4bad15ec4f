# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034 # the names are for the scripts
# What scripts that count their failures begin with: . prelude.bash. They get `program`, a folder
# `work` that is removed in the end, `fail`, `cpu` and `spoil`; they end with [ "$failures" -eq 0 ].
set -uo pipefail
program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() { # fail WORDS…: what went wrong
    echo "FAIL $*"
    failures=$((failures + 1))
}
cpu() { # cpu NAME: into this variable, milliseconds of CPU time that children have taken so far
    times >"$work/times" # in a subshell it would tell of that one's children
    printf -v "$1" %s "$(awk 'NR == 2 { gsub(/[ms]/, " "); printf "%d", 6e4 * ($1 + $3) + 1e3 * ($2 + $4) }' "$work/times")"
}
spoil() { # spoil FILE AT BIT: changes a bit of one byte
    local byte
    byte=$(od -An -tu1 -j "$2" -N 1 "$1")
    printf '%b' "\\x$(printf %x $((byte ^ 1 << $3)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}
