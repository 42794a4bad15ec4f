#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# web.sh [OUT]: builds the explorer's page into the folder OUT. Where Node is missing or the build fails
# OUT gets the page that came with a source tarball; without that a small page that says how to get
# the real one, so that the C build goes on. Without OUT it only fetches what the page is built with.
set -euo pipefail
out=${1:+$(realpath -m "$1")}
cd "$(dirname "$0")/../web"

# Fetches what package-lock.json names, unless it is there. A download that fails halfway, as they do
# on slow lines, is tried again.
install_packages() { # install_packages TRIES
    local try
    cmp -s package-lock.json node_modules/.installed && return
    for try in $(seq "$1"); do
        echo "npm install, try $try"
        # Not `npm ci`: it fails where a registry lacks the optional builds for other systems.
        if npm install --no-save --no-audit --no-fund; then
            cp package-lock.json node_modules/.installed
            return
        fi
    done
    return 1
}

lock() { # one at a time: several build folders share node_modules
    exec 9>node_modules.lock
    flock 9
}
build() {
    lock
    # Types are checked by `npm run lint`, which the tests run: here they would cost most of the time.
    install_packages 3 && npx vite build --outDir "$out" --emptyOutDir
}

if [ -z "$out" ]; then
    [ -n "${STERNHALMA_PREBUILT_PAGE:-}" ] || ! command -v npm >/dev/null || { lock && install_packages 1; }
    exit
fi
rm -rf "$out"
page=fallback
[ -d prebuilt ] && page=prebuilt # a source tarball brings it
if [ -n "${STERNHALMA_PREBUILT_PAGE:-}" ] && [ $page = prebuilt ]; then
    :
elif ! command -v npm >/dev/null; then
    [ $page = prebuilt ] || echo "no npm here: the page will say how to get the explorer"
elif build >"$out.log" 2>&1; then
    exit 0
else
    echo "the explorer's page could not be built (see $out.log): web/$page stands in for it"
fi
rm -rf "$out" # what a build has begun
cp -r "$page" "$out"
