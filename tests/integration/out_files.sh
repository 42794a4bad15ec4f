#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every command that writes a file: a place that is not for it is refused before the work begins,
# what stands there stays as it is, and a kill leaves nothing or a whole file.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
cd "$work" || exit 2
"$program" datagen 4x4/2 --agent random --games 20 --out small.games >/dev/null || fail datagen

# Each would take minutes or longer.
commands=("solve 7x7/3 --out" "solve 6x6/3 --checkpoint" "datagen 9x9/10 --games 100000 --out"
    "train 4x4/2 small.games --epochs 10000 --out" "puzzle transfer sq9/10:6m --out"
    "puzzle game sq10/10:8m --out" "openings 9x9/10 --count 10000 --out"
    "match 9x9/10 engine:nodes=10000 engine:nodes=9999 --games 10000 --record")
for command in "${commands[@]}"; do
    read -ra words <<<"$command"
    echo 'dear diary' >text.txt
    ln -sf text.txt link
    rm -f pipe
    mkfifo pipe
    mkdir -p folder
    for place in missing/file text.txt link pipe folder /dev/null/file; do
        message=$(timeout -k 1 60 "$program" "${words[@]}" "$place" 2>&1 >/dev/null </dev/null)
        status=$?
        { [ $status -ge 2 ] && [ $status -le 4 ] && [ -n "$message" ]; } ||
            fail "$command $place: exit $status, $message"
    done
    { [ "$(cat text.txt)" = 'dear diary' ] && [ -p pipe ] && [ -L link ] && [ -d folder ]; } ||
        fail "$command: what stood there was replaced"
done

# Files that are read are files, too.
for command in "puzzle check pipe" "puzzle show pipe" "match 7x7/6 random random --openings pipe" \
    "match 7x7/6 engine:weights=pipe random" "train 4x4/2 pipe --out new" \
    "grade 7x7/3 pipe random" "grade 4x4/2 small.games random --from pipe"; do
    read -ra words <<<"$command"
    message=$(timeout -k 1 60 "$program" "${words[@]}" 2>&1 >/dev/null </dev/null)
    status=$?
    { [ $status -ge 2 ] && [ $status -le 4 ] && [ -n "$message" ]; } ||
        fail "$command: exit $status, $message"
done

# Killed: nothing at the place, and one temporary file at most, which the next run removes.
for command in "datagen 7x7/6 --agent random --games 100000 --out" \
    "openings 7x7/6 --count 10000 --nodes 100 --out"; do
    read -ra words <<<"$command"
    "$program" "${words[@]}" killed >/dev/null 2>&1 &
    running=$!
    sleep 0.3
    kill -KILL $running
    wait $running 2>/dev/null
    [ ! -e killed ] || fail "$command: a part of a file after a kill"
    [ "$(find . -name '*tmp-sternhalma*' | wc -l)" -le 1 ] || fail "$command: $(ls)"
    "$program" "${words[@]/100000/10}" killed >/dev/null 2>&1 &
    running=$!
    sleep 0.3
    kill -INT $running 2>/dev/null
    wait $running
    [ "$(find . -name '*tmp-sternhalma*' | wc -l)" -eq 0 ] || fail "$command: $(ls)"
    rm -f killed
done
[ "$failures" -eq 0 ]
