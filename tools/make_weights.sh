#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the learned weights of a game. Where no table is given: games of the evaluation by hand,
# weights from these, games of these weights, weights from both, games of those, and the final
# weights from the last two lots of games. With a table: games of the evaluation by hand, and weights
# from the true values of their positions. Games are played in sixteen files, JOBS of them at a time
# (default: one a CPU). The same program gives the same bytes.
#
# make_weights.sh GAME FOLDER [PROGRAM [TABLE]]   leaves FOLDER/NAME.weights
set -euo pipefail

game=$1 folder=$2 program=$(realpath "${3:-build/sternhalma}") table=${4:+$(realpath "$4")}
name=${game//\//-}
name=${name//[:+]/-}
hand=plain=1,tempo=60,distance=0,standing=100,frontier=1,reluctance=0

# Games of a file, plies at random; the same of the second games.
case $game in
7x7/3) plan="1000 24 0 0" ;;
5x5/6) plan="4000 24 0 0" ;;
7x7/6) plan="500 8 560 10" ;;
9x9/10) plan="375 10 560 12" ;;
star121:2p+stand) plan="312 12 375 14" ;;
*)
    echo "make_weights.sh: no plan for $game" >&2
    exit 2
    ;;
esac
read -r games1 plies1 games2 plies2 <<<"$plan"

# Sixteen files of games: their common name, first seed, agent, games of each, plies.
play() {
    seq -w 1 16 | xargs -P "${JOBS:-$(nproc)}" -I{} "$program" datagen "$game" --agent "$3" \
        --games "$4" --opening "$5" --seed "$2{}" --out "$1.{}" >/dev/null
}

mkdir -p "$folder"
cd "$folder"
if [ -n "$table" ]; then
    ln -sf "$table" "$name.shtb"
    play "$name.games" 4 "engine:nodes=300,${hand/distance=0/distance=100}" "$games1" "$plies1"
    "$program" train "$game" "$name".games.* --table "$name.shtb" --epochs 24 --seed 1 \
        --out "$name.weights"
    exit
fi
learned() { echo "engine:nodes=1200,weights=$name.$1,standing=100,frontier=1,reluctance=0"; }
learn() { # what to write, files of games
    local out=$1
    shift
    "$program" train "$game" "$@" --epochs 12 --seed 1 --out "$out"
}
play "$name.games" 1 "engine:nodes=1000,$hand" "$games1" "$plies1"
learn "$name.first" "$name".games.*
play "$name.more" 2 "$(learned first)" "$games2" "$plies2"
learn "$name.second" "$name".games.* "$name".more.*
play "$name.most" 3 "$(learned second)" "$games2" "$plies2"
learn "$name.weights" "$name".more.* "$name".most.*
