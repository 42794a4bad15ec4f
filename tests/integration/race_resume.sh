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

# Interrupted it says so, and keeps what is finished. Signals that come together are one wish to stop: `timeout`
# sends two.
interrupted=no
for _ in $(seq 20); do # until it was not at its end when the signals came
    rm -rf "$work/layers"
    "$program" solve star37/2:3p --threads 1 --checkpoint "$work/layers" --json >/dev/null 2>"$work/said" &
    until [ -n "$(ls "$work/layers" 2>/dev/null)" ] || ! kill -0 $! 2>/dev/null; do sleep 0.01; done
    for signal in STOP TERM HUP INT CONT; do kill -$signal $! 2>/dev/null || true; done
    status=0
    wait $! || status=$?
    [ "$status" -eq 0 ] && continue
    [ "$status" -eq 130 ] || fail "an interrupted solve ended with $status"
    grep -q interrupted "$work/said" || fail "it says '$(cat "$work/said")', not that it was interrupted"
    interrupted=yes
    break
done
[ $interrupted = yes ] || fail "no solve was at work when it was stopped"
"$program" solve star37/2:3p --checkpoint "$work/layers" --json 2>/dev/null | jq -c "$strip" |
    cmp - "$work/alone" || fail "resumed after an interruption it differs"
