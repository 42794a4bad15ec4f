#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deb.sh TARBALL FOLDER: builds the Debian packages of a source tarball and lets lintian look at them.
set -euo pipefail
tarball=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
work=$(mktemp -d "${TMPDIR:-/tmp}/sternhalma-deb.XXXXXX")
trap 'rm -rf "$work"' EXIT
tar -xzf "$tarball" -C "$work"
cd "$work"/sternhalma-*
export CCACHE_BASEDIR=$work # for those who have one: paths do not matter
if ! dpkg-buildpackage --build=binary --no-sign >"$work/log" 2>&1; then
    tail -n 40 "$work/log" >&2
    exit 1
fi
lintian --fail-on error,warning --suppress-tags bad-distribution-in-changes-file "$work"/*.changes
cp "$work"/*.deb "$folder/"
ls "$folder"/*.deb
