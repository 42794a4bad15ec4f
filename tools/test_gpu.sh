#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Checks and times the GPU backend on a machine with a GPU: test_gpu.sh [BUILD] [PART…]
#   same     small games, all values byte for byte as on the CPU, both profiles and metrics
#   resume   7x7/3, interrupted on one backend and finished by the same or another: the same table
#   memory   small games under compute-sanitizer, where it is installed
#   runs     7x7/4 and 5x5/6, counts against the vectors
#   compact  the compact form on middling games, counts against the vectors
#   6x6/6    both profiles, a million sampled positions each (about 147 GB on the card);
#            `published` and `strict` run one of them
#   race     star37:3p, every figure of the vectors, the forced states of each layer by turn, and all
#            planes as on the CPU
# Without a part: same, resume, memory, runs and race. Ends with one line a run and `N passed, N failed`.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
build=${1:-build}
shift || true
parts=("$@")
[ ${#parts[@]} -gt 0 ] || parts=(same resume memory runs race)
check=$build/tests/gpu_check
race_check=$build/tests/race_check
vectors=tests/golden/three_player.json
export STERNHALMA_CUDA=${STERNHALMA_CUDA:-$build/libsternhalma-cuda.so}
[ -d "$build/lib" ] && export LD_LIBRARY_PATH=$build/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
passed=0 failed=0 results=()

run() { # run EXPECTED COMMAND…: its RESULT line must contain EXPECTED
    local expected=$1 log status line
    shift
    log=$(mktemp)
    "$@" 2>&1 | tee "$log"
    status=${PIPESTATUS[0]}
    line=$(grep '^RESULT' "$log")
    if [ "$status" -eq 0 ] && grep -qF "$expected" <<<"$line"; then
        passed=$((passed + 1))
        results+=("ok   ${line#RESULT }")
    else
        failed=$((failed + 1))
        results+=("FAIL $* (status $status): ${line#RESULT }")
    fi
    rm -f "$log"
}

part_same() {
    local game rules
    for game in 3x3/1 4x4/2 4x4/3 5x5/3 6x6/3 5x5/4 7x7/3; do
        run 'same values' "$check" "$game" strict dtw cuda 10000 compare
    done
    for game in 3x3/1 4x4/2 4x4/3 5x5/3 6x6/3; do
        run 'same values' "$check" "$game" strict wdl cuda-compact 10000 compare
    done
    for rules in strict published; do
        run 'same values' "$check" 4x4/6 $rules dtw cuda 10000 compare
        run 'same values' "$check" 4x4/6 $rules wdl cuda-compact 10000 compare
    done
    run 'wins 279297470 draws 180860 ' "$check" 7x7/3 strict wdl cuda-compact 100000
}

hand_over() { # hand_over FOLDER FROM TO: FROM is stopped once it has saved, TO resumes
    local table=$1/table from=$2 to=$3 pid
    "$build/sternhalma" solve 7x7/3 --backend "$from" --every 0.001 --out "$table" >/dev/null &
    pid=$!
    until [ -e "$table.checkpoint" ] || ! kill -0 $pid 2>/dev/null; do sleep 0.01; done
    kill -TERM $pid
    wait $pid
    [ -e "$table.checkpoint" ] || return 1
    "$build/sternhalma" solve 7x7/3 --backend "$to" --resume --out "$table" >/dev/null || return 1
    cmp "$table" "$1/whole" && echo "RESULT 7x7/3 from $from to $to: same table"
}

part_resume() {
    local work
    work=$(mktemp -d)
    "$build/sternhalma" solve 7x7/3 --backend cpu --out "$work/whole" >/dev/null
    run 'same table' hand_over "$work" cuda cuda
    run 'same table' hand_over "$work" cuda fast
    run 'same table' hand_over "$work" fast cuda
    run 'same table' hand_over "$work" cuda-compact cuda-compact
    rm -rf "$work"
}

part_memory() {
    command -v compute-sanitizer >/dev/null || { echo 'compute-sanitizer is not installed'; return; }
    run 'wins 154726' compute-sanitizer --error-exitcode 9 "$check" 4x4/3 strict dtw cuda 1000
    run 'wins 154726' compute-sanitizer --error-exitcode 9 "$check" 4x4/3 strict wdl cuda-compact 1000
    run 'wrong 0; ' compute-sanitizer --error-exitcode 9 "$race_check" star37/1:3p cuda $vectors compare
}

part_runs() {
    run 'wins 31532340944 draws 51686042 illegal 20561310 ' "$check" 7x7/4 strict wdl cuda 0
    run 'wins 31532340944 draws 51686042 illegal 20561310 ' "$check" 7x7/4 strict dtw cuda 0
    run 'wins 4749512556 draws 46956270 illegal 64173018 ' "$check" 5x5/6 strict wdl cuda 0
    run 'wins 4749618788 draws 47056118 illegal 63860706 ' "$check" 5x5/6 published wdl cuda 0
    run 'wins 4749512556 draws 46956270 illegal 64173018 ' "$check" 5x5/6 strict wdl cuda-compact 100000
    run 'wins 4749618788 draws 47056118 illegal 63860706 ' "$check" 5x5/6 published wdl cuda-compact 100000
}

part_race() {
    local game
    for game in star13:3p star37/1:3p star37/2:3p; do
        run 'wrong 0; ' "$race_check" $game cuda $vectors compare
    done
    run 'solo 522399368/154075076/261758809 rounds' "$race_check" star37:3p cuda $vectors
    run 'enable_next 4724691355/4616002686/4277629686 rounds' \
        "$race_check" star37:3p cuda $vectors compare
    run 'enable_previous 4435952433/4141652985/4664953581 rounds' \
        "$race_check" star37:3p cuda $vectors exact
}

part_compact() {
    run 'wins 279297470 draws 180860 ' "$check" 7x7/3 strict wdl cuda-compact 100000
    run 'wins 4749512556 draws 46956270 illegal 64173018 ' "$check" 5x5/6 strict wdl cuda-compact 100000
    run 'wins 31532340944 draws 51686042 illegal 20561310 ' "$check" 7x7/4 strict wdl cuda-compact 100000
    run ' 0 wrong ' "$check" 6x6/5 strict wdl cuda-compact 100000
}

part_6x6/6() {
    part_published
    part_strict
}

part_published() {
    run 'wins 1153000938173 draws 5199820604 illegal 1898692650 mover 699408103473/453592834700 ' \
        "$check" 6x6/6 published wdl cuda-compact 1000000
}

part_strict() {
    run 'wins 1152969765114 draws 5181409122 illegal 1979450250 mover 698682822479/454286942635 ' \
        "$check" 6x6/6 strict wdl cuda-compact 1000000
}

"$build/sternhalma" doctor
for part in "${parts[@]}"; do "part_$part"; done
echo
printf '%s\n' "${results[@]}"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
