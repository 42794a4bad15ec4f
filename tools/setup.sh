#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what building and testing need on a Debian machine, or prints the one line to type.
set -euo pipefail
packages=(clang libclang-rt-14-dev cmake ninja-build pkg-config libcmocka-dev libzstd-dev
    libxxhash-dev libjansson-dev libmicrohttpd-dev)
missing=()
for package in "${packages[@]}"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0
line="apt-get install -y ${missing[*]}"
if [ "$(id -u)" -eq 0 ]; then
    echo "installing: ${missing[*]}"
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >/dev/null
else
    echo "missing packages; type: sudo $line" >&2
    exit 2
fi
