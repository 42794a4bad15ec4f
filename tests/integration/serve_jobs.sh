#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Jobs of the server: nothing is replaced, a stopped job leaves a checkpoint and goes on from it, and a
# server that is killed takes its solver with it.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
mkdir "$work/tables"
game=7x7/3 # on one core and without vectors, writing its table takes long enough to be stopped
export STERNHALMA_CPU=generic
table=$work/tables/7x7-3.shtb
core=$(taskset -cp $$ | sed 's/.*: \([0-9]*\).*/\1/')
start() { # starts a server: `server` and `api`
    : >"$work/out"
    "${tied[@]}" taskset -c "$core" "$program" serve --tables "$work/tables" --allow-jobs --port 0 --json >"$work/out" 2>/dev/null &
    server=$!
    find_address "$work/out"
    api=${address}api/v1
}
post() { curl -s -o "$work/body" -w '%{http_code}' -d "{\"game\":\"$1\"}" "$api/jobs"; }
job() { curl -s "$api/jobs" | jq -r ".jobs[0].$1"; }
is_state() { [ "$(job state)" = "$1" ]; }
writing() { [[ $(job progress.phase) =~ ^(count|train|write)$ ]]; } # the phases of writing a table
solvers() { pgrep -f -c "solve 7x7/3 --out $table" || true; }
no_solver() { [ "$(solvers)" = 0 ]; }

start
[ "$(post 5x5/2)" = 400 ] || fail "a game that is not for jobs was started"
[ "$(post $game)" = 202 ] || fail "no job: $(cat "$work/body")"
[ "$(post 7x7/1)" = 429 ] || fail "a second job was started"
await "progress" writing
id=$(job id)
[ "$(curl -s -o /dev/null -w '%{http_code}' -X DELETE "$api/jobs/$id")" = 202 ] || fail "no stop"
await "a stop" is_state stopped
[ "$(job resumable)" = true ] || fail "a stopped job cannot go on"
[ -e "$table.checkpoint" ] || fail "no checkpoint"
[ -e "$table" ] && fail "a stopped job left a table"

# The same again: forgotten, nothing stays behind.
curl -s -o /dev/null -X DELETE "$api/jobs/$id"
[ "$(job resumable)" = false ] || fail "a job that was given up can go on"
[ "$(find "$work/tables" -type f | wc -l)" = 0 ] || fail "something stayed: $(ls "$work/tables")"

# A server that is killed takes its solver with it, which saves its work although nobody reads its
# progress any more: whether it writes some before it notices, or not, is not left to chance here.
[ "$(post $game)" = 202 ] || fail "no second job"
await "progress of the second job" writing
[ "$(solvers)" = 1 ] || fail "there are $(solvers) solvers"
solver=$(pgrep -f "solve 7x7/3 --out $table")
kill -STOP "$solver"
kill -KILL "$server"
wait "$server" 2>/dev/null
kill -PIPE "$solver" # as by a write into the pipe that nobody reads
kill -CONT "$solver"
sleep 0.01 # it has heard of the end now, and is not ready: it may be told again, much later
kill -STOP "$solver"
sleep 1.2
kill -TERM "$solver"
kill -CONT "$solver"
await "the end of the orphan" no_solver
[ -e "$table.checkpoint" ] || fail "the solver of a killed server lost its work, there are: $(ls -A "$work/tables")"
start # the next server finds what it left
[ "$(job game) $(job state) $(job resumable)" = "$game stopped true" ] || fail "the next server has lost the job"

# A second server on the same folder does not start a second solver.
[ "$(post $game)" = 202 ] || fail "it does not go on: $(cat "$work/body")"
first=$server first_api=$api
start
[ "$(post 7x7/1)" = 429 ] || fail "two servers solve into one folder"
kill -TERM "$server"
wait "$server"
server=$first api=$first_api
await "writing, at once" writing
kill -TERM "$server"
wait "$server"
await "the end of the solver" no_solver
[ -e "$table.checkpoint" ] || fail "ending the server lost the work"
rm -f "$table.checkpoint"

# What stands there is never replaced.
echo "mine" >"$work/tables/7x7-1.shtb"
"$program" solve 4x4/3 --out "$work/tables/own.shtb" >/dev/null || fail "solve 4x4/3"
start
[ "$(post 7x7/1)" = 409 ] || fail "a file of somebody was replaced"
[ "$(cat "$work/tables/7x7-1.shtb")" = mine ] || fail "a file of somebody is gone"
[ "$(post 4x4/3)" = 409 ] || fail "a table was made again"
[ "$(post 7x7/2)" = 202 ] || fail "no third job"
await "a table" is_state 'done'
[ "$(curl -s "$api/probe?game=7x7/2" | jq -r .value)" = win ] || fail "the table is not used"
kill -TERM "$server"
wait "$server"
[ "$failures" -eq 0 ]
