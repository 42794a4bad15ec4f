#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# datagen: killed and interrupted it goes on from its last write, and the file is in the end the same
# byte for byte; what it will not go on with or replace.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
export XDG_CACHE_HOME=$work/cache
cd "$work" || exit 2
agent=engine:nodes=400,hash=1MB
play=("$program" datagen 5x5/3 --agent "$agent" --games 3000 --every 0.2)
"${play[@]}" --out whole >/dev/null || fail "no games"

until_written() { # until_written SIGNAL: runs until the file changes, and ends it
    local before running
    before=$(stat -c %i games 2>/dev/null)
    "${play[@]}" --out games --resume >/dev/null 2>&1 &
    running=$!
    while [ "$(stat -c %i games 2>/dev/null)" = "$before" ] && kill -0 $running 2>/dev/null; do
        sleep 0.02
    done
    kill "-$1" $running 2>/dev/null
    wait $running
}
games_of() { od -An -tu4 -j12 -N4 "$1" | tr -d ' '; }
until_written KILL
cp games first
[ "$(games_of games)" -gt 0 ] || fail "a kill has cost all games"
"${play[@]}" --out games >/dev/null 2>error
{ [ $? -eq 2 ] && grep -q -- '--resume' error && cmp -s games first; } || fail "games were replaced"
until_written INT
[ "$(games_of games)" -ge "$(games_of first)" ] || fail "a second run has lost games"
"${play[@]}" --out games --resume >/dev/null || fail "it does not go on"
cmp games whole || fail "interrupted, it has other games"
[ "$(find . -name '*tmp-sternhalma*' | wc -l)" -eq 0 ] || fail "left behind: $(ls)"

again() { "$program" datagen 5x5/3 --out games --resume "$@" >/dev/null 2>error; }
again --agent "$agent" --games 3000 || fail "a whole file is not fine"
again --agent random --games 4000
[ $? -eq 2 ] || fail "games of another agent were gone on with"
again --agent "$agent" --games 3000 --seed 2
[ $? -eq 2 ] || fail "games of another seed were gone on with"
again --agent "$agent" --games 3100 --rules published
{ [ $? -eq 3 ] && grep -q "strict rules" error; } || fail "games of other rules were gone on with"
again --agent "$agent" --games 10
[ $? -eq 2 ] || fail "a file of more games was cut"
for every in 0 -1 nan 1e400 soon; do
    again --agent random --every $every
    { [ $? -eq 2 ] && grep -q -- '--every must be' error; } || fail "--every $every"
done
spoil games 300 3
again --agent "$agent" --games 3100
[ $? -eq 3 ] || fail "a damaged file was gone on with"
[ "$failures" -eq 0 ]
