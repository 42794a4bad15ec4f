#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A folder of src/ includes only from folders above it in this list; solve and table not each other.
set -euo pipefail
cd "$(dirname "$0")/.."
order=(base board rules rank perfect solve table play puzzle server cli)
bad=0
for i in "${!order[@]}"; do
    folder=${order[$i]}
    [ -d "src/$folder" ] || continue
    for j in "${!order[@]}"; do
        other=${order[$j]}
        if [ "$j" -gt "$i" ] || { [ "$folder" = table ] && [ "$other" = solve ]; } ||
            { [ "$folder" = play ] && [ "$other" = solve ]; }; then
            if grep -rnE "#include \"$other/" "src/$folder"; then
                echo "src/$folder must not include from src/$other"
                bad=1
            fi
        fi
    done
done
if grep -rnE '\b(printf|puts|exit|abort)[[:space:]]*\(' src include | grep -vE 'src/cli/|snprintf|//'; then
    echo "only src/cli prints or exits"
    bad=1
fi
exit $bad
