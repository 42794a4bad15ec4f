#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# web.sh OUT: builds the explorer's page into the folder OUT. Where Node is missing or the build
# fails, OUT gets a small page that says how to get the real one, so that the C build goes on.
set -euo pipefail
out=$(realpath -m "$1")
cd "$(dirname "$0")/../web"
rm -rf "$out"

build() {
    # One build at a time: several build folders share node_modules.
    exec 9>node_modules.lock
    flock 9
    if ! cmp -s package-lock.json node_modules/.installed; then
        # Not `npm ci`: it fails where a registry lacks the optional builds for other systems.
        npm install --no-save --no-audit --no-fund && cp package-lock.json node_modules/.installed
    fi && npx tsc --noEmit && npx vite build --outDir "$out" --emptyOutDir
}

if ! command -v npm >/dev/null; then
    echo "no npm here: the page will say how to get the explorer"
elif build >"$out.log" 2>&1; then
    exit 0
else
    echo "the explorer's page could not be built (see $out.log): a small page stands in for it"
fi
cp -r fallback "$out"
