#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Serves the explorer and opens it. Tables that are not there are solved while the server runs; it
# notices them when they are done. An interrupted solve goes on from its checkpoint the next time.
# PORT is where to serve; if it is taken, the next free port is used. STERNHALMA_HOST is an address of
# this machine, or 0.0.0.0: then other machines can open the page, but start no jobs unless STERNHALMA_JOBS is 1.
# Arguments go to `sternhalma serve`.
set -euo pipefail
cd "$(dirname "$0")/.."
program=build/sternhalma
tables=build/tables
mkdir -p "$tables"

solve() { # solve GAME NAME OPTION…: the table NAME, unless it is there
    local game=$1 file=$tables/$2.shtb
    shift 2
    [ -f "$file" ] && return
    "$program" solve "$game" --out "$file" "$@" >"$file.log" 2>&1 &
    if wait $!; then
        echo "solved $game: $file"
        rm -rf "$file.log" "$file.checkpoint"
    else
        echo "could not solve $game: see $file.log" >&2
    fi
}
# shellcheck disable=SC2317 # called by the trap
stop_solving() { # the program writes its checkpoint and ends
    kill "$(jobs -p)" 2>/dev/null || true
    wait || true
    rm -f "$tables"/*.log
    exit 0
}
solve_missing() {
    trap stop_solving TERM
    solve 7x7/2 7x7-2 --metric dtw --resume
    solve star13:3p star13-3p
    solve star37/2:3p star37-2-3p --checkpoint "$tables/star37-2-3p.shtb.checkpoint"
    solve 7x7/3 7x7-3 --metric dtw --resume
}
missing() { # the games of solve_missing that have no table yet
    local game
    for game in 7x7/2 star13:3p star37/2:3p 7x7/3; do
        [ -f "$tables/$(tr '/:' '--' <<<"$game").shtb" ] || printf ' %s' "$game"
    done
}

# The server prints its address when it is ready; a browser is opened where there is a display.
open_browser() {
    local line address
    while IFS= read -r line; do
        echo "$line"
        address=$(grep -o 'http://[^ ]*' <<<"$line" | head -n1) || continue
        if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && command -v xdg-open >/dev/null; then
            xdg-open "$address" >/dev/null 2>&1 &
        fi
    done
}

games=$(missing)
[ -z "$games" ] || echo "Solving meanwhile:$games. The page shows each game when its table is done."
# Both run in the background, so that a signal reaches this script at once and it can end them.
# Ctrl-C reaches it alone: otherwise the solver would take its own end for a failure.
set -m
solve_missing &
solving=$!
options=(--port "${PORT:-7121}" --next-port)
[ -z "${STERNHALMA_HOST:-}" ] || options+=(--host "$STERNHALMA_HOST")
jobs=${STERNHALMA_JOBS:-}
[ -n "$jobs" ] || [ -n "${STERNHALMA_HOST:-}" ] || jobs=1
[ "$jobs" != 1 ] || options+=(--allow-jobs)
"$program" serve --tables "$tables" "${options[@]}" "$@" \
    > >(open_browser) &
server=$!
trap 'kill "$server" "$solving" 2>/dev/null || true' INT TERM HUP
status=0
wait "$server" || status=$?
if [ "$status" -gt 128 ]; then # a signal ended the wait; the server ends now
    status=0
    wait "$server" || status=$?
fi
kill "$solving" 2>/dev/null || true
wait "$solving" || true
exit "$status"
