#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tools/site.sh empties only what it has made itself, and says so of everything else.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAIL $1" >&2 && exit 1; }

# Without a program nothing is made, whatever the folder: what is said tells how far it came.
site() { ! STERNHALMA=$work/none "$root/tools/site.sh" "$1" 2>"$work/said" || fail "$1: no error"; }

mkdir -p "$work/home" "$work/empty" "$work/site/tables" "$work/old" "$work/beside.work/page"
echo precious | tee "$work/home/letter.txt" "$work/file" "$work/beside.work/page/letter.txt" >/dev/null
touch "$work/site/.sternhalma-site"
echo '<!doctype html><html lang="en" data-site><title>x</title>' >"$work/old/index.html"
for foreign in home file beside; do
    site "$work/$foreign"
    grep -q 'is not a site of this script' "$work/said" || fail "$foreign: $(<"$work/said")"
done
for letter in home/letter.txt file beside.work/page/letter.txt; do
    [ "$(<"$work/$letter")" = precious ] || fail "$letter is lost"
done
for own in empty site old new; do
    site "$work/$own"
    grep -q 'there is no program' "$work/said" || fail "$own: $(<"$work/said")"
done
