#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The source tarball has every committed file and the page, belongs to nobody, and is the same bytes
# whatever the time zone, the mask and the folder.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
root=$(cd "$(dirname "$0")/../.." && pwd)
git -C "$root" rev-parse HEAD >/dev/null 2>&1 || { echo "this is no clone"; exit 77; }
"$root/tools/dist.sh" "$work/one" >"$work/name" 2>"$work/error"
case $? in
0) ;;
2) cat "$work/error" && exit 77 ;; # the page is not built
*) cat "$work/error" && exit 1 ;;
esac
tarball=$(cat "$work/name")
(umask 077 && TZ=Asia/Tokyo LC_ALL=C "$root/tools/dist.sh" "$work/another/folder") >"$work/name"
cmp "$tarball" "$(cat "$work/name")" || fail "two tarballs of one commit"
name=$(basename "$tarball" .tar.gz)
[ "$name" = "sternhalma-$("$program" version --json | jq -r .version)" ] || fail "it is called $name"
tar -tzf "$tarball" | grep -v '/$' | sort >"$work/has"
git -C "$root" ls-tree -r --name-only HEAD | sed "s,^,$name/," | sort | comm -23 - "$work/has" >"$work/missing"
[ ! -s "$work/missing" ] || fail "missing: $(head -n 3 "$work/missing")"
grep -qx "$name/web/prebuilt/index.html" "$work/has" || fail "the page is missing"
tar -tvzf "$tarball" --numeric-owner | awk '$2 != "0/0"' | grep . && fail "files of somebody"
[ "$failures" -eq 0 ]
