#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# wheel.sh TREE LIBRARY FOLDER: the Python package of a source tree, in which it is built: a wheel that
# holds LIBRARY, and an sdist. Dates are those of $SOURCE_DATE_EPOCH, so the same sources and library
# give the same bytes.
set -euo pipefail
: "${SOURCE_DATE_EPOCH:?}"
library=$(realpath "$2")
mkdir -p "$3"
folder=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$1"
umask 022
chmod -R u=rwX,go=rX . # a wheel keeps the modes of files
{
    STERNHALMA_LIBRARY=$library /usr/bin/python3 -m pip wheel --quiet --no-index --no-build-isolation \
        --no-deps -w "$work/wheel" . &&
        /usr/bin/python3 -c 'import sys, setuptools.build_meta as b; b.build_sdist(sys.argv[1])' "$work/sdist"
} >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
cp "$work"/wheel/*.whl "$folder/"
# setuptools dates what it packs; packed again the sdist is the same every time.
name=$(basename "$work"/sdist/*.tar.gz .tar.gz)
mkdir "$work/again"
tar -xzf "$work/sdist/$name.tar.gz" -C "$work/again"
tar -C "$work/again" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    --format=gnu -c "$name" | gzip -9n >"$folder/$name.tar.gz"
