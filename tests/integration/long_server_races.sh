#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The server under ThreadSanitizer: its unit tests, then the program itself with clients that probe,
# replay, play, start and stop jobs and follow them, while its tables are replaced: no data race.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
SECONDS_EACH=20
cd "$(dirname "$0")/../.." || exit 1
CC=clang cmake --preset tsan >/dev/null || exit 1
tests=(test_jobs test_server test_server_requests test_server_searches test_server_tables test_catalog)
cmake --build build/tsan --target "${tests[@]}" sternhalma >/dev/null || exit 1
for name in "${tests[@]}"; do "build/tsan/tests/$name" >"$work/$name" 2>&1 || fail "$name: $(cat "$work/$name")"; done

tables=$work/tables
mkdir "$tables"
"$program" solve 4x4/3 --metric dtw --out "$work/a" >/dev/null || fail "solve 4x4/3"
"$program" solve 5x5/2 --metric dtw --out "$work/b" >/dev/null || fail "solve 5x5/2"
cp "$work/a" "$tables/4x4-3.shtb"
cp "$work/b" "$tables/5x5-2.shtb"
export XDG_CACHE_HOME=$work/cache
"${tied[@]}" build/tsan/sternhalma serve --tables "$tables" --port 0 --json --allow-jobs --searches 2 --threads 4 >"$work/out" 2>"$work/err" &
server=$!
find_address "$work/out"
api=${address}api/v1

end=$((SECONDS + SECONDS_EACH))
ask() { curl -s -m 60 -o /dev/null -w '%{http_code}\n' "$@"; }
again() { # again NAME COMMAND…: until the time is up; what it answers goes into a file
    local name=$1
    shift
    while [ "$SECONDS" -lt "$end" ]; do "$@"; done >"$work/$name.said" 2>&1
}
move() { ask -d "{\"game\":\"$1\",\"level\":\"$2\",\"milliseconds\":50}" "$api/play"; }
job() {
    local id
    id=$(curl -s -m 60 -d '{"game":"7x7/2"}' "$api/jobs" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
    [ -n "$id" ] || return
    for _ in 1 2 3; do curl -s -m 60 -o /dev/null "$api/jobs/$id/events" & done
    curl -s -m 1 -o /dev/null "$api/jobs/$id/events" # it leaves in the middle
    ask -X DELETE "$api/jobs/$id"
    wait
    rm -rf "$tables"/7x7-2.shtb*
}
replace() {
    cp "$work/a" "$work/new" && mv "$work/new" "$tables/4x4-3.shtb"
    rm -f "$tables/5x5-2.shtb"
    sleep 0.2
    cp "$work/b" "$work/new" && mv "$work/new" "$tables/5x5-2.shtb"
    sleep 0.2
}
clients=()
start() {
    again "$@" &
    clients+=($!)
}
start probe ask "$api/probe?game=4x4/3"
start gone ask "$api/probe?game=5x5/2"
start replay ask "$api/replay?game=4x4/3&moves=a1-c1,c4-c3"
start first ask "$api/first"
start tables ask "$api/tables"
start file ask "$api/tables/4x4-3.shtb"
start stats ask "$api/stats?game=4x4/3"
start puzzles ask "$api/puzzles?game=4x4/3"
start perfect move 4x4/3 perfect
start club move 4x4/3 club
start many move star37:3p club
start jobs job
start list ask "$api/jobs"
start replace replace
wait "${clients[@]}"

for name in probe replay first tables stats perfect club many list; do
    grep -q '^200$' "$work/$name.said" || fail "no answer to $name: $(sort "$work/$name.said" | uniq -c)"
done
grep -q '^202$' "$work/jobs.said" || fail "no job was stopped: $(cat "$work/jobs.said")"
kill -TERM "$server"
wait "$server"
status=$?
[ "$status" -eq 0 ] || fail "the server ended with $status"
grep -q ThreadSanitizer "$work/err" && fail "$(cat "$work/err")"
[ "$failures" -eq 0 ]
