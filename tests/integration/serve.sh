#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `serve` from outside: its options, its announcement, curl against it, and a clean end.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
exits() { # exits CODE ARGUMENT…: serve refuses these arguments with this code
    local code=$1
    shift
    timeout 60 "$program" serve "$@" >/dev/null 2>&1
    local got=$?
    [ "$got" -eq "$code" ] || fail "serve $* exited with $got, not $code"
}
exits 2 --port 99999
exits 2 --host nowhere
exits 2 --allow-jobs
exits 4 --tables "$work/missing"

echo "not a table" >"$work/broken.shtb"
"${tied[@]}" "$program" serve --tables "$work" --port 0 --json >"$work/out" 2>"$work/err" &
server=$!
find_address "$work/out"
[[ $address == http://127.0.0.1:* ]] || fail "no address in $(cat "$work/out")"
grep -q '"skipped": *1' "$work/out" || fail "the broken table was not reported"
grep -q "$work" "$work/out" && fail "a visitor is told where the tables lie"
grep -q 'skipped 1 file' "$work/err" || fail "nobody was told of the broken table"

port=${address//*:/}
port=${port%/}
exits 4 --port "$port"
# An address of no machine (it is for documents): no other port would help.
exits 2 --host 203.0.113.99 --port 0 --next-port
"${tied[@]}" "$program" serve --port "$port" --next-port --json >"$work/next" &
second=$!
await "the start of a second server" test -s "$work/next"
kill -INT "$second"
wait "$second"
next=$(sed -n 's/.*:\([0-9]*\)\/".*/\1/p' "$work/next")
[ "${next:-0}" -gt "$port" ] || fail "--next-port took '$next' beside $port"

# What listens everywhere is printed as addresses that a browser can open.
"${tied[@]}" "$program" serve --host 0.0.0.0 --port 0 >"$work/everywhere" &
everywhere=$!
await "a server for every address" grep -q 'ther machine' "$work/everywhere"
grep -qF '//0.0.0.0' "$work/everywhere" && fail "nobody can open $(cat "$work/everywhere")"
own=$(sed -n 's,.* is at \(http://127[^ ]*/\)\..*,\1,p' "$work/everywhere")
curl -sf -o "$work/body" "$own" || fail "nothing answers at '$own': $(cat "$work/everywhere")"
for address in $(hostname -I); do
    [[ $address == *:* || $address == 127.* ]] || grep -qF "http://$address:" "$work/everywhere" ||
        fail "$address is not named: $(cat "$work/everywhere")"
done
kill -INT "$everywhere"
wait "$everywhere"
find_address "$work/out"

status() { curl -s -o "$work/body" -w '%{http_code}' "$@"; }
[ "$(status "$address")" = 200 ] || fail "no page"
[ "$(status --compressed "$address")" = 200 ] || fail "no compressed page"
[ "$(status "${address}api/v1/tables")" = 200 ] || fail "no list of tables"
[ "$(status "${address}api/v1/position?game=7x7/3")" = 200 ] || fail "no position"
[ "$(status "${address}api/v1/position?game=7x7/3&position=x")" = 400 ] || fail "bad position taken"
[ "$(status "${address}api/v1/probe?game=7x7/3")" = 404 ] || fail "a probe without a table"
[ "$(status --path-as-is "${address}../../../../etc/passwd")" = 404 ] || fail "a path outside"
grep -q root: "$work/body" && fail "the file system can be read"
[ "$(status -X POST -d '{"game":"7x7/1"}' "${address}api/v1/jobs")" = 403 ] || fail "a job was started"

kill -TERM "$server"
wait "$server"
ended=$?
[ "$ended" -eq 0 ] || fail "SIGTERM ended the server with $ended"
[ "$failures" -eq 0 ]
