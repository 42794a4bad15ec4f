#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tools/run.sh in a folder of its own: a taken port, Ctrl-C, a solve that continues where it was, and
# other machines, which may look and play but start no jobs unless they are let.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
program=$(realpath "$program")
tables=$work/build/tables
mkdir -p "$work/tools" "$work/build"
cp "$(dirname "$0")/../../tools/run.sh" "$work/tools"
ln -s "$program" "$work/build/sternhalma"

wait_for() { # wait_for COMMAND…: until it succeeds, for two minutes at most
    for _ in $(seq 1200); do
        "$@" && return
        sleep 0.1
    done
    fail "waited in vain for: $*: $(cat "$work/out")"
}
start() { # with a process group of its own, as a terminal would give it
    : >"$work/out" # of the last start
    set -m
    PORT=$port setpriv --pdeathsig TERM -- "$work/tools/run.sh" >"$work/out" 2>&1 &
    run=$!
    set +m
    wait_for grep -q 'Sternhalma is at' "$work/out"
}
stop() { # stop SIGNAL: to the whole group, as Ctrl-C does
    kill -s "$1" -- "-$run"
    wait "$run" || fail "$1 ended run.sh with $?: $(cat "$work/out")"
    find "$work/build" -type f ! -name '*.shtb' ! -path '*.checkpoint/*' ! -name '*.checkpoint' |
        grep . && fail "$1 left files behind"
    for process in /proc/[0-9]*; do
        # shellcheck disable=SC2094 # reading a process that ends is no error here
        tr '\0' ' ' 2>/dev/null <"$process/cmdline" | grep -qF "build/tables" &&
            [ "$(readlink "$process/cwd")" = "$work" ] && fail "$1 left ${process#/proc/} running"
    done
}

"${tied[@]}" "$program" serve --port 0 --json >"$work/other" &
wait_for test -s "$work/other"
port=$(sed -n 's/.*:\([0-9]*\)\/".*/\1/p' "$work/other")

# shellcheck disable=SC2317 # called through wait_for
kept() { ls "$tables"/star37-2-3p.shtb.checkpoint/* >/dev/null 2>&1; }
# shellcheck disable=SC2317
kept_or_done() { kept || [ -f "$tables/star37-2-3p.shtb" ]; } # a busy machine may see the end only
start
grep -q 'Solving meanwhile: 7x7/2 star13:3p star37/2:3p 7x7/3\.' "$work/out" || fail "no word of what is solved: $(cat "$work/out")"
grep -q '0 tables' "$work/out" && fail "it sounds as if something were missing: $(cat "$work/out")"
address=$(grep -o 'http://[^ ]*' "$work/out")
[ "$address" != "http://127.0.0.1:$port/" ] || fail "it serves at the port of another"
curl -sf "$address" >"$work/page"
grep -qi '<!doctype html' "$work/page" || fail "no page at $address"
wait_for kept_or_done
stop INT
[ -f "$tables/star37-2-3p.shtb" ] || kept || fail "Ctrl-C lost the layers of star37/2:3p"

start
wait_for test -f "$tables/star37-2-3p.shtb"
wait_for test ! -e "$tables/star37-2-3p.shtb.checkpoint"
stop TERM
"$program" verify "$tables/star37-2-3p.shtb" --sample 100 >/dev/null || fail "the table is wrong"

job() { # job: the status of an attempt to start one
    curl -s -o /dev/null -w '%{http_code}' -X POST -H 'Content-Type: application/json' \
        -d '{"game":"4x4/3"}' "http://127.0.0.1:$1/api/v1/jobs"
}
port_of() { grep -o 'http://[^ ]*' "$work/out" | sed -n '1s,.*:\([0-9]*\)/.*,\1,p'; }
start
[ "$(job "$(port_of)")" != 403 ] || fail "make run for this machine alone allows no jobs"
stop TERM
export STERNHALMA_HOST=0.0.0.0
start
wait_for grep -q 'ther machine' "$work/out" # which address they open, or that there is none
grep -qF '//0.0.0.0' "$work/out" && fail "nobody can open $(cat "$work/out")"
grep -q 'Solving meanwhile:.* star37/2:3p' "$work/out" && fail "a table that is there is not solved again"
[ "$(job "$(port_of)")" = 403 ] || fail "another machine may start jobs unasked"
stop TERM
STERNHALMA_JOBS=0 start
[ "$(job "$(port_of)")" = 403 ] || fail "jobs are on although they are off"
stop TERM
STERNHALMA_JOBS=1 start
[ "$(job "$(port_of)")" != 403 ] || fail "jobs are off although they were asked for"
stop TERM
[ "$failures" -eq 0 ]
