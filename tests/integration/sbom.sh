#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The SBOM names every library that the program needs, refers only to what it lists, and is the same
# twice.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
root=$(cd "$(dirname "$0")/../.." && pwd)
command -v dpkg-query >/dev/null || { echo "not Debian"; exit 77; }
python3 "$root/tools/sbom.py" 1.2.3 "$program" >"$work/one" || fail "no SBOM"
python3 "$root/tools/sbom.py" 1.2.3 "$program" | cmp - "$work/one" || fail "two SBOMs of one program"
jq -e '.spdxVersion == "SPDX-2.3" and .packages[0].versionInfo == "1.2.3"
    and (.files[0].checksums[1].checksumValue == $sum)
    and ([.packages[].SPDXID, .files[].SPDXID] as $ids | ($ids | length) == ($ids | unique | length)
        and all(.relationships[]; [.spdxElementId, .relatedSpdxElement] - $ids == []))' \
    --arg sum "$(sha256sum <"$program" | cut -d' ' -f1)" "$work/one" >/dev/null || fail "it does not hang together"
for library in zstd xxhash jansson microhttpd; do # cmake/dependencies.cmake
    jq -e --arg name "$library" 'any(.packages[]; .name | contains($name))' "$work/one" >/dev/null ||
        fail "$library is missing"
done
[ "$failures" -eq 0 ]
