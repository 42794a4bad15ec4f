#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A server with too few threads says so and ends; one with too few files for its clients answers again
# when they have gone.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
said=$( (ulimit -v 900000 && timeout 60 "$program" serve --port 0 --threads 1000) 2>&1)
status=$?
[ "$status" -eq 4 ] || fail "a server without room for its threads exits with $status: $said"
[[ $said == *"cannot start 1000 threads"*"--threads 2"* ]] || fail "it says: $said"

# shellcheck disable=SC2016 # for the inner shell
"${tied[@]}" bash -c 'ulimit -n 40 && exec "$0" serve --threads 2 --port 0 --json' "$program" >"$work/out" 2>"$work/err" &
server=$!
find_address "$work/out"
port=${address##*:}
port=${port%/}
idle=()
for _ in $(seq 80); do # more than it has files for
    exec {connection}<>"/dev/tcp/127.0.0.1/$port" || fail "no connection"
    printf 'GET /api/v1/games HT' >&"$connection"
    idle+=("$connection")
done
opened() { find "/proc/$server/fd" | wc -l; }
used_up() { [ "$(opened)" -gt 39 ]; }
await "the use of all files" used_up
for connection in "${idle[@]}"; do exec {connection}>&-; done
answered() { [ "$(curl -s -m 5 -o "$work/body" -w '%{http_code}' "${address}api/v1/games")" = 200 ]; }
await "an answer after all have gone" answered
kill -TERM "$server"
wait "$server"
status=$?
[ "$status" -eq 0 ] || fail "the server ended with $status: $(cat "$work/err")"
[ "$failures" -eq 0 ]
