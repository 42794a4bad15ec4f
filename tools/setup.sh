#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# setup.sh [build|site|test|package|lint|PACKAGE]…: installs what building, testing or checking needs
# on a Debian machine, or prints the one line to type where that is not allowed: by another user than
# root, and with STERNHALMA_PACKAGES=no. With STERNHALMA_PAGE=no it leaves out what only the explorer's
# page needs.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v dpkg-query >/dev/null || exit 0 # not Debian: CMake says what is missing

installed() { dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }
missing=() # nothing works without these
wanted=()  # for the explorer's page: without them the program serves a page that says so
need() {
    local package
    for package in "$@"; do installed "$package" || missing+=("$package"); done
}
want() { # want COMMAND PACKAGE…: packages that bring a command
    command -v "$1" >/dev/null || wanted+=("${@:2}")
}

building() {
    need clang cmake ninja-build pkg-config libzstd-dev libxxhash-dev libjansson-dev \
        libmicrohttpd-dev zlib1g-dev libncurses-dev
    [ "${STERNHALMA_PAGE:-}" = no ] || want npm nodejs npm
}
for group in "${@:-build}"; do
    case $group in
    build) building ;;
    site) need clang-14 lld-14 wasi-libc libclang-rt-14-dev-wasm32 ;;
    test)
        building
        need libclang-rt-14-dev libcmocka-dev curl jq procps python3 python3-jsonschema mandoc \
            fish libclang-rt-14-dev-wasm32 libopenmpi-dev lld-14 openmpi-bin python3-numpy \
            python3-pip python3-venv wasi-libc zsh
        want chromium chromium
        want firefox-esr firefox-esr
        ;;
    package)
        building
        need debhelper dh-python dpkg-dev gcc jq lintian python3-all python3-pip
        ;;
    lint) need clang-format clang-tidy cppcheck shellcheck ;;
    *) need "$group" ;;
    esac
done
all=("${missing[@]}" "${wanted[@]}")
[ ${#all[@]} -eq 0 ] && exit 0

# Reads what apt says of its state and prints each tenth of the way.
progress() {
    local kind percent word before=''
    while IFS=: read -r kind _ percent _; do
        case $kind in
        dlstatus) word=downloading ;;
        pmstatus) word=installing ;;
        *) continue ;;
        esac
        percent=$((${percent%%.*} / 10 * 10))
        [ "$word $percent" = "$before" ] || echo "  $word $percent %"
        before="$word $percent"
    done
}
# What apt would install: "448 packages, 135 MB to download, 656 MB on disk"; nothing where it cannot say.
size_of() { # size_of PACKAGE…
    { LC_ALL=C apt-get install --assume-no --no-install-recommends -o Debug::NoLocking=1 "$@" 2>/dev/null || true; } |
        sed -nE 's/.* ([0-9]+) newly installed.*/\1 packages/p
            s,^Need to get (.*/)?([0-9.]+ .?B) .*,\2 to download,p
            s/^After this operation, (.*) of additional.*/\1 on disk/p' | paste -sd, | sed 's/,/, /g'
}
# How much it is, what most of it is for, and how to have less.
tell_size() {
    local whole package rest=()
    whole=$(size_of "${all[@]}")
    [ -n "$whole" ] || return 0
    echo "  with what they need: $whole"
    for package in "${all[@]}"; do [[ $package == nodejs || $package == npm ]] || rest+=("$package"); done
    if [ ${#rest[@]} -gt 0 ] && [ ${#rest[@]} -lt ${#all[@]} ]; then
        echo "  without nodejs and npm, which build the explorer's page (make PAGE=no): $(size_of "${rest[@]}")"
    fi
}
# A network that does not answer is given up after seconds, not minutes.
install() {
    export DEBIAN_FRONTEND=noninteractive
    local options=(-o Acquire::Retries=1 -o Acquire::http::Timeout=10 -o Acquire::https::Timeout=10)
    apt-get update -qq "${options[@]}" >build/setup.log 2>&1 || true
    tell_size
    echo "  make PACKAGES=no installs nothing"
    apt-get install -y --no-install-recommends "${options[@]}" -o APT::Status-Fd=3 "${all[@]}" \
        3>&1 >>build/setup.log 2>&1 | progress
}
if [ "$(id -u)" -eq 0 ] && [ "${STERNHALMA_PACKAGES:-}" != no ]; then
    mkdir -p build
    echo "installing packages: ${all[*]}"
    if install; then
        echo "packages installed in $SECONDS s"
        exit 0
    fi
    echo "the packages could not be installed (all of apt's words are in build/setup.log):" >&2
    grep -E '^(E|W): ' build/setup.log | awk '!seen[$0]++' | head -n 8 >&2
fi
line="apt-get update && apt-get install -y --no-install-recommends ${all[*]}"
echo "missing packages; type: sudo sh -c '$line'" >&2
tell_size >&2
[ ${#missing[@]} -eq 0 ] || exit 2
