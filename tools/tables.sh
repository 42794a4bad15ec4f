#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tables.sh PROGRAM FOLDER [NAME…]: solves games and writes their tables into FOLDER; then prints the
# SHA-256 sum of each. A name is that of the file without its ending: 7x7-3 (win, draw, loss), 7x7-3-dtw
# (with distances), star37-2-3p. Without names: the small tables that a release offers.
set -euo pipefail
program=$(realpath "$1")
folder=$2
shift 2
[ $# -gt 0 ] || set -- 7x7-2 7x7-2-dtw 7x7-3 7x7-3-dtw 5x5-4 5x5-4-dtw star13-3p star37-2-3p
mkdir -p "$folder"
cd "$folder"
for name in "$@"; do
    game=${name%-dtw}
    case $game in
    star*-*-*p) game=${game/-/\/} game=${game/-/:} ;;
    star*-*p) game=${game/-/:} ;;
    *) game=${game/-/\/} ;;
    esac
    metric=()
    [[ $name == star* ]] || metric=(--metric "$([[ $name == *-dtw ]] && echo dtw || echo wdl)")
    [ -f "$name.shtb" ] || "$program" solve "$game" "${metric[@]}" --out "$name.shtb" >/dev/null
    sha256sum "$name.shtb"
done
