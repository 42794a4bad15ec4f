#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Serves the explorer and opens it. Tables that are not there are solved: the small ones first, the
# larger ones while the server runs already; it notices them when they are done.
# Arguments go to `sternhalma serve`: tools/run.sh --port 8080
set -euo pipefail
cd "$(dirname "$0")/.."
program=build/sternhalma
tables=build/tables
mkdir -p "$tables"

solve() { # solve GAME FILE [OPTION…]
    local game=$1 file=$tables/$2.shtb
    shift 2
    [ -f "$file" ] || "$program" solve "$game" --out "$file" "$@" >"$file.log" 2>&1 ||
        echo "could not solve $game: see $file.log" >&2
}
solve 7x7/2 7x7-2 --metric dtw
solve star13:3p star13-3p
{
    solve 7x7/3 7x7-3 --metric dtw
    solve star37/2:3p star37-2-3p
} &
solving=$!
trap 'pkill -P "$solving" 2>/dev/null; kill "$solving" 2>/dev/null || true' EXIT

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
"$program" serve --tables "$tables" --allow-jobs "$@" > >(open_browser)
