#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A solve that is killed or interrupted at any moment is resumed to the same table, byte for byte.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
game=5x5/3
RANDOM=20191
"$program" solve $game --metric dtw --out "$work/whole.shtb" >/dev/null || exit 1
# Starts a solve and stops it after a while; true if it was still at work then.
caught() { # caught SIGNAL BACKEND SECONDS
    rm -f "$work/table.shtb" "$work/table.shtb.checkpoint"
    local place=()
    [ "$2" = disk ] && place=(--scratch "$work")
    "$program" solve $game --metric dtw --out "$work/table.shtb" --every 0.001 --threads 1 \
        --backend "$2" "${place[@]}" >/dev/null 2>&1 &
    local pid=$!
    sleep "$3"
    kill -"$1" $pid 2>/dev/null
    ! wait $pid 2>/dev/null
}
for try in $(seq 20); do
    signal=$([ $((try % 2)) = 0 ] && echo KILL || echo TERM)
    backend=$([ $((try % 3)) = 0 ] && echo disk || echo fast)
    at_work=no
    for limit in 300 200 100 50 25 25 25; do # milliseconds: less where the solve was over before
        caught "$signal" "$backend" "0.$(printf %03d $((RANDOM % limit + 1)))" && { at_work=yes; break; }
    done
    [ $at_work = yes ] || fail "try $try: no solve was at work when stopped"
    "$program" solve $game --metric dtw --out "$work/table.shtb" --resume >/dev/null 2>&1 ||
        fail "try $try: resuming after $signal"
    cmp "$work/whole.shtb" "$work/table.shtb" ||
        fail "try $try: another table after $signal on $backend"
    [ -e "$work/table.shtb.checkpoint" ] && fail "try $try: checkpoint left"
done
[ "$failures" -eq 0 ]
