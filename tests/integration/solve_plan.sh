#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# No solve takes more memory or scratch than its plan says, and not much less; scratch is at most
# 1.5 times the table, and messages between blocks take at most 6 bits a state. To write the table
# takes no more than is planned for that besides.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
while read -r game options; do
    # shellcheck disable=SC2086 # several options
    set -- "$game" ${options//SCRATCH/--scratch $work} --json
    plan=$("$program" solve "$@" --plan)
    "$program" solve "$@" 2>/dev/null >"$work/found" || fail "$*"
    jq -e --argjson plan "$plan" '
        ($plan | .memory_bytes + .workspace_bytes) as $memory | $plan.disk_bytes as $disk |
        .peak_bytes <= $memory and $memory <= 1.15 * .peak_bytes + 8e6 and
        (.scratch_bytes // 0) <= $disk and $disk <= 1.25 * (.scratch_bytes // 0) + 3e6 and
        (.scratch_bytes // 0) <= 1.5 * $plan.table_bytes and
        8 * (.mail_bytes // [0] | add) <= 6 * .states' \
        "$work/found" >/dev/null ||
        fail "$*: $(jq -c '{peak_bytes, scratch_bytes}' "$work/found"), planned $plan"
done <<END
6x6/3 --backend fast --threads 2
6x6/3 --backend compact --threads 2
6x6/3 --backend disk SCRATCH --threads 1
6x6/3 --backend disk SCRATCH --threads 3 --memory 400kB
6x6/3 --backend coded SCRATCH --threads 2
5x5/4 --backend disk SCRATCH --threads 4 --memory 400kB
4x4/6 --backend coded --threads 4
END
while read -r game options; do
    # shellcheck disable=SC2086 # several options
    set -- "$game" ${options//SCRATCH/--scratch $work} --out "$work/table.shtb" --json
    plan=$("$program" solve "$@" --plan)
    "$program" solve "$@" 2>/dev/null >"$work/found" || fail "$*"
    jq -e --argjson plan "$plan" '
        ($plan | .memory_bytes + .workspace_bytes + .writing_bytes) as $memory |
        .peak_bytes <= $memory and $memory <= 1.2 * .peak_bytes + 15e6' \
        "$work/found" >/dev/null ||
        fail "$*: $(jq -c '{peak_bytes}' "$work/found"), planned $plan"
done <<END
6x6/3 --backend fast --threads 2
6x6/3 --backend fast --threads 3 --metric dtw
4x4/4 --backend fast --threads 1 --metric dtw
5x5/4 --backend disk SCRATCH --threads 1
END
[ "$failures" -eq 0 ]
