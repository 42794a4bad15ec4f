#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Cooperative games on a larger machine: is there a game of Halma in 48 moves (exact), what the second
# program says of smaller proofs, how many shortest games there are, then beams for Halma in 51, 50
# and 49 that grow while there is time; lengths above one that was found are left out. Everything is
# printed as JSON lines.
#
# halma_run.sh pack FOLDER     puts build/sternhalma and the libraries it needs into a folder that
#                              any x86-64 Linux can run from
# halma_run.sh run [OPTIONS]   --program FILE (default: a packed folder beside this script, else
#                              build/sternhalma, built first where it is missing), --seconds N for
#                              all of it (540), --exact N of them at most for 48 (300; 0: none),
#                              --confirm N for each run of the second program (0: none), --count N
#                              for each count of shortest games (0: none), --threads N, --memory SIZE,
#                              --out FILE, --widths "W W …" of beams, --lengths "L L …", --seed N,
#                              --noise N
set -euo pipefail

pack() {
    local folder=$1 program=build/sternhalma
    mkdir -p "$folder"
    cp "$program" "$folder/"
    ldd "$program" | grep -oE '/[^ ]+' | sort -u | xargs -I{} cp -L {} "$folder/"
    echo "packed $(du -sh "$folder" | cut -f1) into $folder"
}

build() {
    CC=${CC:-$(command -v clang || echo gcc)} cmake -S . -B build -G "$(command -v ninja >/dev/null &&
        echo Ninja || echo 'Unix Makefiles')" -DBUILD_TESTING=OFF >&2
    cmake --build build --target sternhalma -j "$(nproc)" >&2
}

# The words that start the program: through its own loader where libraries were packed with it.
launcher() {
    local program=$1 folder loader
    folder=$(cd "$(dirname "$program")" && pwd)
    loader=$(find "$folder" -maxdepth 1 -name 'ld-linux*' | head -1)
    if [ -n "$loader" ]; then
        echo "$loader" --library-path "$folder" "$folder/$(basename "$program")"
    else
        echo "$program"
    fi
}

run() {
    local program="" seconds=540 exact=300 confirm=0 count=0 out=/dev/null
    local widths="100000 400000 1600000 6400000" lengths="51 50 49" seed=0 noise=0 more=()
    while [ $# -gt 0 ]; do
        case $1 in
        --program) program=$2 ;;
        --seconds) seconds=$2 ;;
        --exact) exact=$2 ;;
        --confirm) confirm=$2 ;;
        --count) count=$2 ;;
        --out) out=$2 ;;
        --widths) widths=$2 ;;
        --lengths) lengths=$2 ;;
        --seed) seed=$2 ;;
        --noise) noise=$2 ;;
        --threads | --memory) more+=("$1" "$2") ;;
        *)
            echo "halma_run.sh: what is $1?" >&2
            exit 2
            ;;
        esac
        shift 2
    done
    local packed
    packed=$(dirname "$0")/sternhalma
    [ -n "$program" ] || { [ -x "$packed" ] && program=$packed; } || program=build/sternhalma
    [ -x "$program" ] || build
    local start
    read -ra start <<<"$(launcher "$program")"
    local end=$((SECONDS + seconds))
    left() { echo $((end - SECONDS)); }
    at_most() { echo $(($1 < $(left) ? $1 : $(left))); }
    # Seconds at most, puzzle, options: the lines of one run, and how it ended.
    one() {
        local limit=$1 code=0
        shift
        [ "$limit" -gt 1 ] || return 0
        timeout -s INT -k 10 "$limit" "${start[@]}" puzzle game "$@" "${more[@]}" \
            --json 2>/dev/null || code=$?
        printf '{"run":"%s","exit":%d,"limit":%d,"left":%d}\n' "$*" "$code" "$limit" "$(left)"
        return "$code"
    }
    {
        printf '{"machine":"%s","cpus":%d,"memory_kb":%d}\n' \
            "$(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -1)" "$(nproc)" \
            "$(sed -n 's/MemTotal: *\([0-9]*\).*/\1/p' /proc/meminfo)"
        if [ "$exact" -gt 0 ]; then
            one "$(at_most "$exact")" sq16/19:8m --length 48 || true
        fi
        if [ "$confirm" -gt 0 ]; then
            one "$(at_most "$confirm")" sq16/19:8m --length 47 --recheck || true
            one "$(at_most "$confirm")" sq9/15:6m --length 35 --recheck || true
            one "$(at_most "$confirm")" sq9/10:6m --length 29 || true
            one "$(at_most "$confirm")" sq9/10:6m --length 28 --recheck || true
            one "$(at_most "$confirm")" sq9/10:6m --length 29 --recheck || true
        fi
        if [ "$count" -gt 0 ]; then
            one "$(at_most "$count")" sq8/10:8m --length 24 --all || true
            one "$(at_most "$count")" sq9/10:8m --length 24 --all || true
            one "$(at_most "$count")" sq9/15:6m --length 36 --all || true
            one "$(at_most "$count")" sq9/10:6m --length 30 --all || true
        fi
        best=999
        for width in $widths; do
            for length in $lengths; do
                if [ "$length" -ge "$best" ] || [ "$(left)" -le 1 ]; then continue; fi
                one "$(left)" sq16/19:8m --length "$length" --beam "$width" --seed "$seed" \
                    --noise "$noise" && best=$length
            done
        done
    } | tee "$out"
}

case ${1:-} in
pack) pack "${2:?a folder}" ;;
run) run "${@:2}" ;;
*)
    sed -n '3,17s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
