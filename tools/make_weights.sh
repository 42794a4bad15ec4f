#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the learned weights of a game: games of the evaluation by hand, weights from these, games of
# these weights, and the final weights from both. The same program gives the same bytes.
#
# make_weights.sh GAME FOLDER [PROGRAM]   leaves FOLDER/NAME.weights and the games beside it
set -euo pipefail

game=$1 folder=$2 program=$(realpath "${3:-build/sternhalma}")
name=${game//\//-}
name=${name//[:+]/-}
settings=standing_depth=3,standing=100,futility=60,futility_depth=4,reluctance=0

# first games, their plies by lot and seed; second games, the same; epochs
case $game in
7x7/6) plan="8000 8 101 9000 10 201 12" ;;
9x9/10) plan="6000 10 102 9000 12 202 12" ;;
star121:2p+stand) plan="5000 12 203 6000 14 303 10" ;;
*)
    echo "make_weights.sh: no plan for $game" >&2
    exit 2
    ;;
esac
read -r games1 plies1 seed1 games2 plies2 seed2 epochs <<<"$plan"

mkdir -p "$folder"
cd "$folder"
"$program" datagen "$game" --agent "engine:nodes=1000,plain=1,$settings" --games "$games1" \
    --opening "$plies1" --seed "$seed1" --out "$name.games"
"$program" train "$game" "$name.games" --epochs 12 --seed 1 --out "$name.first"
"$program" datagen "$game" --agent "engine:nodes=1200,weights=$name.first,$settings" \
    --games "$games2" --opening "$plies2" --seed "$seed2" --out "$name.games2"
"$program" train "$game" "$name.games" "$name.games2" --epochs "$epochs" --seed 1 \
    --out "$name.weights"
