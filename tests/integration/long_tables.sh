#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# 7x7/3: every value out of both tables is the solver's, 10,000 won games without distances are won
# against a random and the most stubborn defender, and the table with distances is proven right.
set -uo pipefail
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0
"$(dirname "$program")/tests/test_perfect_play" 7x7/3 || failures=1
"$program" solve 7x7/3 --metric dtw --out "$folder/7x7-3.shtb" --json >/dev/null 2>&1 || failures=1
"$program" verify "$folder/7x7-3.shtb" --json 2>/dev/null | grep -F '"proven":true' || failures=1
exit $failures
