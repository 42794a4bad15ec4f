#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The large rows of the published table: 5x5/6 under both profiles and 7x7/4, counts digit for digit.
set -uo pipefail
program=$1
failures=0
expect() { # expect GAME RULES WINS DRAWS ILLEGAL
    local found
    found=$("$program" solve "$1" --rules "$2" --json 2>/dev/null |
        grep -oE '"(wins|draws|illegal)":[0-9]+' | tr '\n' ' ')
    [ "$found" = "\"wins\":$3 \"draws\":$4 \"illegal\":$5 " ] ||
        { echo "FAIL $1 $2: $found"; failures=$((failures + 1)); }
}
expect 5x5/6 strict 4749512556 46956270 64173018
expect 5x5/6 published 4749618788 47056118 63860706
expect 7x7/4 strict 31532340944 51686042 20561310
[ "$failures" -eq 0 ]
