#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# release.sh FOLDER: everything a release offers, with a list of sums: source tarball, wheel, sdist, Debian
# packages, small tables, SBOM. Needs a clean checkout and a built program.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p "$1"
folder=$(realpath "$1")
rm -f "$folder"/*
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
version=$(build/sternhalma version --json | jq -r .version)
tarball=$(tools/dist.sh "$folder")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tar -xzf "$tarball" -C "$work"
(cd "$work/sternhalma-$version" &&
    /usr/bin/python3 -c 'import setuptools.build_meta as b; b.build_sdist("dist")' &&
    STERNHALMA_LIBRARY=$OLDPWD/build/libsternhalma.so.0 /usr/bin/python3 -m pip wheel --no-index \
        --no-build-isolation --no-deps -w dist .) >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
cp "$work/sternhalma-$version"/dist/*.whl "$folder/"
# setuptools dates what it packs; packed again the sdist is the same every time.
mkdir "$work/sdist"
tar -xzf "$work/sternhalma-$version"/dist/*.tar.gz -C "$work/sdist"
tar -C "$work/sdist" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    --format=gnu -c "libsternhalma-$version" | gzip -9n >"$folder/libsternhalma-$version.tar.gz"
tools/deb.sh "$tarball" "$folder" >/dev/null
tools/tables.sh build/sternhalma "$folder" >/dev/null
python3 tools/sbom.py "$version" build/sternhalma build/libsternhalma.so.0 >"$folder/sternhalma-$version.spdx.json"
(cd "$folder" && sha256sum -- * >"$work/sums" && mv "$work/sums" SHA256SUMS)
ls -l "$folder"
