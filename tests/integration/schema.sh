#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What the command line and the server say as JSON has the shapes of docs/schema.json, and of the same
# position both say the same.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
here=$(cd "$(dirname "$0")" && pwd)
# One validator answers all questions: starting it takes longer than a look.
coproc validator { exec "$here/validate.py" "$here/../../docs/schema.json"; }
fits() { # fits SHAPE FILE WHAT: its lines have that shape
    local answer
    echo "$1 $2" >&"${validator[1]}"
    read -r answer <&"${validator[0]}" || answer="no answer"
    [ "$answer" = yes ] || fail "$3 is no $1: $answer"
}
says() { # says SHAPE ARGUMENTS…: the program's output has that shape
    local shape=$1
    shift
    "$program" "$@" --json 2>/dev/null >"$work/said"
    fits "$shape" "$work/said" "sternhalma $*"
}
# The validator can say no.
echo '{"value":"win","distance":3}' >"$work/wrong"
: >"$work/empty"
echo '{"value":' >"$work/torn"
for file in wrong empty torn none; do
    fits Move "$work/$file" "$file" >/dev/null
done
[ "$failures" -eq 4 ] || { echo "FAIL the validator says yes to anything"; exit 1; }
failures=0

mkdir "$work/tables"
"$program" solve 4x4/3 --metric dtw --out "$work/tables/dtw.shtb" >/dev/null || fail "solve dtw"
"$program" solve 5x5/2 --out "$work/tables/wdl.shtb" >/dev/null || fail "solve wdl"
"$program" solve star13:3p --out "$work/tables/star.shtb" >/dev/null || fail "solve star13:3p"
won='1oo1/o3/3x/2xx o'
[ "$("$program" probe "$work/tables/dtw.shtb" "$won" --json | jq -r .verdict)" = won ] || fail "$won is not won"
ended=$("$program" explore star13:3p --depth 12 --json 2>/dev/null | jq -r .witnesses.terminal.position)

says Error moves nonsense
says Error probe "$work/tables" 6x6/2
says GameSizes games
says Position moves 7x7/3
says Position moves star37:3p
says Show show star13:3p
says Rank rank 4x4/3
says Rank unrank 4x4/3 17
says Perft perft 4x4/3 2 --divide
says Explored explore star13:3p --depth 12
says Explored explore star37:3p --depth 3 --counts
says Probe probe "$work/tables" 4x4/3
says Probe probe "$work/tables" 4x4/3 "$won"
says Probe probe "$work/tables" 5x5/2
says Probe probe "$work/tables" star13:3p
says Probe probe "$work/tables" star13:3p "$ended"
says Solved solve 4x4/3 --metric dtw
says Solved solve 4x4/3
says SolvedRace solve star13:3p --verify 0
says Plan solve 4x4/3 --plan
says Plan solve star13:3p --plan
says Policy solve star13:3p --policy next
says Verified verify "$work/tables/dtw.shtb"
says Verified verify "$work/tables/star.shtb"
says Match match 5x5/3 random greedy --games 6 --sprt 0,10
says Openings openings 5x5/3 --count 2 --nodes 100 --margin 100
says Tuned tune 5x5/3 engine:nodes=20 futility --rounds 1 --games 2
says Version version
says Help help
says Tables info "$work/tables" --check
says Stats stats "$work/tables/dtw.shtb"
says Stats stats "$work/tables/wdl.shtb"
says RaceStats stats "$work/tables/star.shtb"
for kind in only-win fastest zugzwang longest-win; do
    says Puzzle puzzles "$work/tables/dtw.shtb" --kind "$kind" --count 2
done
says Puzzle puzzles "$work/tables/dtw.shtb" --games --count 2
says Puzzle puzzles "$work/tables/star.shtb" --count 2
says Puzzle puzzles "$work/tables/star.shtb" --games --count 2

"${tied[@]}" "$program" serve --tables "$work/tables" --port 0 --json >"$work/out" 2>/dev/null &
server=$!
find_address "$work/out"
api=${address}api/v1
get() { # get PATH [PARAMETER…]: what the server answers, on one line
    local path=$1 one
    local arguments=()
    shift
    for one in "$@"; do arguments+=(--data-urlencode "$one"); done
    curl -s -G "${arguments[@]}" "$api/$path" | jq -c .
}
answers() { # answers SHAPE PATH [PARAMETER…]: the server's answer has that shape
    local shape=$1
    shift
    get "$@" >"$work/said"
    fits "$shape" "$work/said" "the server's $*"
}
has_puzzles() { [ "$(get puzzles game="$1" | jq .ready)" = true ]; }
await "puzzles of two" has_puzzles 4x4/3
await "puzzles of three" has_puzzles star13:3p
answers Games games
answers Tables tables
answers Results results.json
answers Error nonsense
answers Error probe game=6x6/2
answers Error probe game=4x4/3 position=nonsense
answers Board board game=4x4/3
answers Board board game=star121:6p
answers Position position game=7x7/3
answers Position position game=4x4/3 "position=oo2/o3/3x/2xx x"
answers Replay replay game=4x4/3 moves=a1-c1,c4-c3
answers Replay replay game=9x9/10 moves=a4-a5
answers Replay replay game=4x4/3+halma+leave1 moves=a1-c1
answers BestLine line game=4x4/3
answers Stats stats game=4x4/3
answers RaceStats stats game=star13:3p
answers Puzzles puzzles game=4x4/3
answers Puzzles puzzles game=star13:3p

# A batch says of each position what a probe says, and what is wrong with single ones.
batch() { # batch SHAPE BODY: what the server answers to many positions
    curl -s -H 'Content-Type: application/json' -d "$2" "$api/probe" | jq -c . >"$work/batch"
    fits "$1" "$work/batch" "the batch ${2:0:60}"
}
positions=$(get probe game=4x4/3 | jq -c '[.moves[].position, "xx2/x3/3o/2oo x"]')
batch Batch "{\"game\":\"4x4/3\",\"positions\":$positions}"
[ "$(jq -c '[.results[:-1][].plies + 1]' "$work/batch")" = "$(get probe game=4x4/3 | jq -c '[.moves[].plies]')" ] ||
    fail "a batch differs from a probe"
batch Batch '{"game":"4x4/3","positions":["nonsense","oo2/o3/3x/2xx x","xx2/x3/3o/2oo x"]}'
[ "$(jq -c '[.results[] | has("error")]' "$work/batch")" = "[true,true,false]" ] || fail "errors in a batch"
batch Batch '{"game":"star13:3p","positions":["1/c3/a2/4/b b"]}'
[ "$(jq -c '.results[0].control' "$work/batch")" = "$(get probe game=star13:3p 'position=1/c3/a2/4/b b' | jq -c .control)" ] ||
    fail "a batch of a race differs"
batch Batch '{"game":"5x5/2","positions":["startpos"]}'
batch Error "{\"game\":\"4x4/3\",\"positions\":[$(yes '"x"' | head -1001 | paste -sd,)]}"
answers Error probe game=4x4/3 v=0000000000000000

# Of the same position both say the same, but for the best line, which the server has at /line.
same() { # same GAME [POSITION]
    local cli
    cli=$("$program" probe "$work/tables" "$@" --json | jq -cS 'del(.line)')
    answers Probe probe "game=$1" "position=${2:-startpos}"
    [ "$cli" = "$(get probe "game=$1" "position=${2:-startpos}" | jq -cS .)" ] ||
        fail "the server and the command line differ on $*"
}
same 4x4/3
same 4x4/3 "$won"
same 5x5/2
same star13:3p
same star13:3p "$ended"
same star13:3p '1/c3/a2/4/b b'
[ "$("$program" moves 7x7/3 --json | jq -cS 'del(.count)')" = \
    "$(get position game=7x7/3 | jq -cS 'del(.reason)')" ] || fail "moves differ"
[ "$("$program" info "$work/tables/dtw.shtb" --json | jq -cS '.tables[0] | del(.checked)')" = \
    "$(get tables | jq -cS '.tables[] | select(.game == "4x4/3") | del(.file)')" ] || fail "tables differ"

# One miner: what the server offers is a puzzle for the command line, too.
puzzle=$(get puzzles game=4x4/3 | jq -r '[.puzzles[] | select(.kind == "only-win")][0].position')
[ "$("$program" probe "$work/tables" 4x4/3 "$puzzle" --json | jq '[.moves[] | select(.value == "win")] | length')" = 1 ] ||
    fail "the server's puzzle has not one winning move"
kill -TERM "$server"
wait "$server"
[ "$failures" -eq 0 ]
