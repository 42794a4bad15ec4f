#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# table_sums.sh [NAME…]: writes docs/tables.sha256, the sums of the tables of this version, or adds
# those of the tables named. Sums change with the version of the program and of the format.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d -p build)
trap 'rm -rf "$work"' EXIT
list=docs/tables.sha256
[ -f "$list" ] || : >"$list"
if [ $# -eq 0 ]; then
    : >"$list"
    set -- star13-3p star37-1-3p star37-2-3p
    for size in 3 4 5 6 7; do
        for pieces in 1 2 3; do set -- "$@" "${size}x$size-$pieces" "${size}x$size-$pieces-dtw"; done
    done
    set -- "$@" 4x4-4 4x4-4-dtw 4x4-6 4x4-6-dtw 5x5-4 5x5-4-dtw
fi
tools/tables.sh build/sternhalma "$work" "$@" >"$work/new"
# What is kept are sums of this version of program and format. (Races may be of an older format.)
formats() { for file in "$work"/*.shtb; do od -An -tu4 -j8 -N4 "$file"; done; }
of="# sternhalma $(build/sternhalma version --json | jq -r .version), format $(formats | sort -n | tail -n1 | tr -d ' ')"
grep -qxF "$of" "$list" 2>/dev/null || : >"$list"
sort -k2 -o "$work/all" "$work/new" <(grep -v '^#' "$list" | grep -vFf <(awk '{ print "  " $2 }' "$work/new") || true)
{ echo "$of" && cat "$work/all"; } >"$list"
echo "$list has $(($(wc -l <"$list") - 1)) sums"
