#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# build.sh PRESET [TARGET…]: configures and builds a preset. CC names the compiler; otherwise it is
# clang where there is one. A build folder of another compiler is configured from the start; that of
# another source tree is refused.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=$1
shift
folder=build
[ "$preset" = release ] || folder=build/$preset
mkdir -p "$folder"

cached() { sed -n "s/^$1:[A-Z]*=//p" "$folder/CMakeCache.txt" 2>/dev/null || true; }
home=$(cached CMAKE_HOME_DIRECTORY)
if [ -n "$home" ] && [ "$(realpath -m "$home")" != "$(realpath .)" ]; then
    echo "$folder/ was made for another source tree, $home: remove it (rm -rf $folder), then run make again" >&2
    exit 2
fi

CC=${CC:-$(command -v clang || echo cc)}
export CC
options=(-DCMAKE_INSTALL_PREFIX="${PREFIX:-/usr/local}")
path() { realpath "$(command -v "$1")" 2>/dev/null || true; }
used=$(cached CMAKE_C_COMPILER)
# The presets fuzz and gcc name their own.
if [[ $preset != fuzz && $preset != gcc && -n $used && $(path "$used") != $(path "$CC") ]]; then
    options+=(--fresh)
fi
cmake --preset "$preset" "${options[@]}" >"$folder/configure.log" 2>&1 || {
    cat "$folder/configure.log" >&2
    exit 1
}
# What the page is built with is fetched while the library is compiled, if the page is wanted at all.
# The page's own build waits for it, and tries again.
wants_page() { # wants_page TARGET…
    [ $# -gt 0 ] || return 0
    [[ " $* " =~ \ (all|install|sternhalma|sh_page)\  ]]
}
if wants_page "$@" && [[ ($preset == release || $preset == gcc) && ${STERNHALMA_PAGE:-} != no ]]; then
    set -m # a group of processes of its own, which can be stopped
    tools/web.sh >"$folder/packages.log" 2>&1 </dev/null &
    fetching=$!
    set +m
    trap 'kill -- "-$fetching" 2>/dev/null || true' EXIT
fi
# A page that could not be built the last time is tried again.
missing=$folder/web/page.missing
if [ -f "$missing" ] && [ "${STERNHALMA_PAGE:-}" != no ] && command -v npm >/dev/null; then rm -f "$folder/web/assets_data.c"; fi
cmake --build "$folder" ${1:+--target "$@"}
[ $# -gt 0 ] || sed -n 's/^-- \(.*: built without .*\)/note: \1/p' "$folder/configure.log"
if [ -f "$missing" ]; then
    echo "The explorer's page is missing: $(cat "$missing")" >&2
    echo "Everything else is built. 'make' tries again." >&2
fi
