#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The large rows of the published table: 5x5/6 under both profiles and 7x7/4, counts digit for digit, within 6 and 9 GB
# and within 1 % of the memory that the plan announces.
set -uo pipefail
program=$1
failures=0
expect() { # expect GAME RULES WINS DRAWS ILLEGAL BYTES
    local found plan
    found=$("$program" solve "$1" --rules "$2" --threads 2 --json 2>/dev/null)
    plan=$("$program" solve "$1" --rules "$2" --threads 2 --plan --json)
    jq -e ".wins == $3 and .draws == $4 and .illegal == $5 and .peak_bytes < $6 and
        (.peak_bytes / ($plan | .memory_bytes + .workspace_bytes) - 1 | fabs) < 0.01" <<<"$found" >/dev/null ||
        { echo "FAIL $1 $2: $found, announced $plan"; failures=$((failures + 1)); }
}
expect 5x5/6 strict 4749512556 46956270 64173018 6e9
expect 5x5/6 published 4749618788 47056118 63860706 6e9
expect 7x7/4 strict 31532340944 51686042 20561310 9e9
[ "$failures" -eq 0 ]
