#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A three-player solve that is killed again and again and resumed gives what one that is left alone gives.
set -eu
program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "race_resume.sh: $*" >&2; exit 1; }
strip='del(.seconds, .touch_seconds, .checkpoint_seconds, .peak_bytes)'

"$program" solve star37/2:3p --json 2>/dev/null | jq -c "$strip" >"$work/alone"

# From the start, without a file more, until a kill comes too late: each run gets a little longer.
kills=0
for tenths in $(seq 1 200); do
    "$program" solve star37/2:3p --threads 2 --checkpoint "$work/layers" --json \
        >"$work/resumed" 2>/dev/null &
    sleep "$(printf '%d.%d' $((tenths / 10)) $((tenths % 10)))"
    kill -KILL $! 2>/dev/null || true
    status=0
    wait $! 2>/dev/null || status=$?
    [ "$status" -eq 0 ] && break
    [ "$status" -eq 137 ] || fail "a killed solve ended with $status"
    kills=$((kills + 1))
done
[ "$kills" -gt 1 ] || fail "only $kills kills"
jq -c "$strip" "$work/resumed" | cmp - "$work/alone" || fail "resumed after $kills kills it differs"

# Signals that come together are one wish to stop: `timeout` sends two.
rm -r "$work/layers"
"$program" solve star37/2:3p --threads 1 --checkpoint "$work/layers" --json >/dev/null 2>"$work/said" &
sleep 0.3
kill -STOP $!
kill -TERM $!
kill -HUP $!
kill -CONT $!
status=0
wait $! || status=$?
[ "$status" -eq 130 ] || fail "a solve with two signals ended with $status"
grep -q interrupted "$work/said" || fail "two signals at once: it says '$(cat "$work/said")'"

# Interrupted it says so, and keeps what is finished.
rm -rf "$work/layers"
status=0
timeout --preserve-status -s INT 0.6 "$program" solve star37/2:3p --threads 1 --checkpoint "$work/layers" --json \
    >/dev/null 2>"$work/said" || status=$?
if [ "$status" -ne 0 ]; then # or it was at its end when the signal came
    [ "$status" -eq 130 ] || fail "an interrupted solve ended with $status"
    grep -q interrupted "$work/said" || fail "it says '$(cat "$work/said")', not that it was interrupted"
fi
"$program" solve star37/2:3p --checkpoint "$work/layers" --json 2>/dev/null | jq -c "$strip" |
    cmp - "$work/alone" || fail "resumed after an interruption it differs"
