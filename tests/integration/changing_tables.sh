#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Files that change, or are none: tables cut off, replaced and removed under a running server, and
# pipes in the place of tables, which nobody waits for.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"

# Pipes, folders and devices are no tables.
mkfifo "$work/pipe.shtb"
mkdir "$work/folder.shtb"
for file in "$work/pipe.shtb" /dev/null /dev/zero; do
    for command in info probe stats verify puzzles; do
        message=$(timeout -k 1 60 "$program" $command "$file" 2>&1 >/dev/null)
        status=$?
        { [ $status -eq 3 ] && [[ $message == *"not a file"* ]]; } ||
            fail "$command $file: exit $status, $message"
    done
done

"$program" solve 4x4/2 --metric dtw --out "$work/a.shtb" >/dev/null 2>&1 || fail "solve 4x4/2"
"$program" solve 5x5/2 --metric dtw --out "$work/b.shtb" >/dev/null 2>&1 || fail "solve 5x5/2"
cp "$work/a.shtb" "$work/a"
cp "$work/b.shtb" "$work/b"
"${tied[@]}" "$program" serve --tables "$work" --port 0 --cache 1 --json >"$work/out" 2>"$work/err" &
server=$!
find_address "$work/out"
[ -n "$address" ] || { fail "the server waits for a pipe: $(cat "$work/out" "$work/err")"; kill -9 $server; exit 1; }
get() { curl -s -m 120 -o "$work/body" -w '%{http_code}' "${address}api/v1/$1"; }
tables() { # the games of the tables there are
    get tables >/dev/null
    grep -o '"game":"[^"]*"' "$work/body" | sort | tr -d '\n'
}
[ "$(tables)" = '"game":"4x4/2""game":"5x5/2"' ] || fail "tables: $(cat "$work/body")"

# Cut off: probes fail, the server goes on.
[ "$(get 'probe?game=5x5/2')" = 200 ] || fail "probe: $(cat "$work/body")"
for size in 100000 20000 700 0; do
    truncate -s $size "$work/b.shtb"
    get 'probe?game=5x5/2' >/dev/null
    get 'stats?game=5x5/2' >/dev/null
    kill -0 $server || fail "the server did not survive a table of $size bytes"
done
[ "$(tables)" = '"game":"4x4/2"' ] || fail "a table that was cut off is listed: $(cat "$work/body")"
[ "$(get 'probe?game=5x5/2')" = 404 ] || fail "a table that was cut off is asked: $(cat "$work/body")"
# Replaced, removed, and there again.
mv "$work/b" "$work/b.shtb"
[ "$(tables)" = '"game":"4x4/2""game":"5x5/2"' ] || fail "a new table: $(cat "$work/body")"
[ "$(get 'probe?game=5x5/2')" = 200 ] || fail "a new table is not asked: $(cat "$work/body")"
rm "$work/a.shtb"
[ "$(tables)" = '"game":"5x5/2"' ] || fail "a removed table is listed: $(cat "$work/body")"
[ "$(get 'probe?game=4x4/2')" = 404 ] || fail "a removed table is asked: $(cat "$work/body")"
cp "$work/a" "$work/b.shtb" # over the bytes of the other
[ "$(tables)" = '"game":"4x4/2"' ] || fail "a table written over: $(cat "$work/body")"
[ "$(get 'probe?game=4x4/2')" = 200 ] || fail "the table in its place: $(cat "$work/body")"
kill -TERM $server
wait $server
status=$?
[ $status -eq 0 ] || fail "the server ended with $status"
[ "$failures" -eq 0 ]
