#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# 7x7/3: every value out of both tables is the solver's, 10,000 won games without distances are won
# against a random and the most stubborn defender, and the table with distances is proven right.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
"$(dirname "$program")/tests/test_perfect_play" 7x7/3 || fail "values or games"
"$program" solve 7x7/3 --metric dtw --out "$work/7x7-3.shtb" --json >/dev/null 2>&1 || fail "solve"
"$program" verify "$work/7x7-3.shtb" --json 2>/dev/null | grep -F '"proven":true' || fail "not proven"
[ "$failures" -eq 0 ]
