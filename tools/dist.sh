#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# dist.sh FOLDER: the source tarball of the commit that is checked out, with the explorer's page already
# built, so that it can be packaged without Node. The same commit and page give the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p "$1"
folder=$(realpath "$1")
version=$(sed -n 's/^project(sternhalma VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
name=sternhalma-$version
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git archive --prefix="$name/" HEAD | tar -x -C "$work"
page=build/web/page
{ [ -f "$page/index.html" ] && [ ! -f "$page.missing" ]; } || {
    echo "the explorer's page is not built: $(cat "$page.missing" 2>/dev/null || echo run make first)" >&2
    exit 2
}
cp -r "$page" "$work/$name/web/prebuilt"
rm -rf "$work/$name/web/prebuilt/api"
chmod -R u=rwX,go=rX "$work/$name"
tar -C "$work" --sort=name --mtime="@$(git log -1 --format=%ct)" --owner=0 --group=0 --numeric-owner \
    --format=gnu -c "$name" | gzip -9n >"$work/tarball"
mv "$work/tarball" "$folder/$name.tar.gz"
echo "$folder/$name.tar.gz"
