#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bench/solve_it.sh [PROGRAM [GAME [TIMES]]]: what the page's "Solve it" takes. As the page does, it asks a
# server for a job and follows the stream of its events to the last one, when the table is on disk and in
# the server's catalog. Prints the seconds since the request at which each phase was first heard of.
set -eu
program=${1:-build/sternhalma} game=${2:-7x7/3} times=${3:-5}
work=$(mktemp -d)
server=
clean() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$work"
}
trap clean EXIT
for _ in $(seq "$times"); do
    mkdir "$work/tables"
    "$program" serve --tables "$work/tables" --allow-jobs --port 0 --json >"$work/out" 2>/dev/null &
    server=$!
    until [ -s "$work/out" ]; do sleep 0.05; done
    api=$(jq -r .address "$work/out" | head -1)api/v1
    began=${EPOCHREALTIME/./}
    id=$(curl -s -d "{\"game\":\"$game\"}" "$api/jobs" | jq .id)
    curl -sN "$api/jobs/$id/events" | while read -r line; do
        now=${EPOCHREALTIME/./}
        name=
        [[ $line =~ \"phase\":\"([a-z\ ]+)\" ]] && name=${BASH_REMATCH[1]}
        [[ $line =~ \"state\":\"running\" ]] || name=
        [[ $line =~ \"state\":\"done\" ]] && name="done"
        { [ -z "$name" ] || [ "$name" = "${last-}" ]; } && continue
        printf "%s %s  " "$name" "$(((now - began) / 1000))"
        last=$name
    done
    echo ms
    kill "$server"
    wait "$server" 2>/dev/null || true
    server=
    rm -r "$work/tables"
done
