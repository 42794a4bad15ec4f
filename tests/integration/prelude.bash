# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034 # the names are for the scripts
# What scripts that count their failures begin with: . prelude.bash. They get `program`, a folder
# `work` that is removed in the end, `tied`, `fail`, `await`, `find_address`, `cpu` and `spoil`; they end with
# [ "$failures" -eq 0 ]. What still runs in the background then is ended.
set -uo pipefail
program=$1
work=$(mktemp -d)
tied=(setpriv --pdeathsig KILL --) # before a command: it ends with this script, even if that is killed
stop_jobs() { # ends what still runs in the background, by force after ten seconds
    local running tries
    running=$(jobs -p)
    [ -n "$running" ] || return 0
    # shellcheck disable=SC2086 # several
    kill $running 2>/dev/null
    for ((tries = 200; tries; tries--)); do
        [ -n "$(jobs -pr)" ] || return 0
        sleep 0.05
    done
    # shellcheck disable=SC2046
    kill -KILL $(jobs -pr) 2>/dev/null
}
trap 'stop_jobs; rm -rf "$work"' EXIT
failures=0
fail() { # fail WORDS…: what went wrong
    echo "FAIL $*"
    failures=$((failures + 1))
}
await() { # await WHAT COMMAND…: until the command says so, four minutes at most
    local what=$1 tries
    shift
    for ((tries = 4800; tries; tries--)); do
        "$@" && return
        sleep 0.05
    done
    fail "$what did not happen"
}
find_address() { # find_address FILE: `address`, where the server is that writes to this file with --json
    await "the start of a server" test -s "$1"
    address=$(sed -n 's/.*"address": *"\([^"]*\)".*/\1/p' "$1")
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
