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
tools/wheel.sh "$work/sternhalma-$version" build/libsternhalma.so.0 "$folder"
tools/deb.sh "$tarball" "$folder" >/dev/null
tools/tables.sh build/sternhalma "$folder" >"$work/tables"
if grep -vxFf docs/tables.sha256 "$work/tables"; then
    echo "these tables are not those of docs/tables.sha256: make table-sums, and commit it" >&2
    exit 1
fi
python3 tools/sbom.py "$version" build/sternhalma build/libsternhalma.so.0 >"$folder/sternhalma-$version.spdx.json"
(cd "$folder" && sha256sum -- * >"$work/sums" && mv "$work/sums" SHA256SUMS)
ls -l "$folder"
