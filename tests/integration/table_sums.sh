#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tables have the bytes that docs/tables.sha256 says, on this machine and with its instruction set and
# with the portable one.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
root=$(cd "$(dirname "$0")/../.." && pwd)
names=(3x3-1 3x3-3-dtw 4x4-3 4x4-3-dtw 5x5-2-dtw star13-3p)
"$root/tools/tables.sh" "$program" "$work/best" "${names[@]}" >"$work/sums" || fail "a table was not made"
format=$(od -An -tu4 -j8 -N4 "$work/best/3x3-1.shtb" | tr -d ' ')
of="# sternhalma $("$program" version --json | jq -r .version), format $format"
if [ "$(head -n1 "$root/docs/tables.sha256")" != "$of" ]; then
    echo "docs/tables.sha256 is of another version ($(head -n1 "$root/docs/tables.sha256")): make table-sums"
    exit 77
fi
(cd "$work/best" && grep -E " ($(IFS='|'; echo "${names[*]}"))\.shtb$" "$root/docs/tables.sha256" | sha256sum --quiet -c) ||
    fail "tables are not those of docs/tables.sha256"
[ "$(wc -l <"$work/sums")" -eq ${#names[@]} ] || fail "sums are missing"
STERNHALMA_CPU=generic "$root/tools/tables.sh" "$program" "$work/plain" "${names[@]}" | cmp - "$work/sums" ||
    fail "another instruction set gives other bytes"
[ "$failures" -eq 0 ]
