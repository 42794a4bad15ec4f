#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what building and testing need on a Debian machine, or prints the one line to type.
set -euo pipefail
needed=(clang libclang-rt-14-dev cmake ninja-build pkg-config libcmocka-dev libzstd-dev
    libxxhash-dev libjansson-dev libmicrohttpd-dev curl jq python3-jsonschema)
# For the explorer's page and its tests: without them the program builds, with a page that says so.
wanted=()
command -v npm >/dev/null || wanted+=(nodejs npm)
command -v chromium >/dev/null || wanted+=(chromium)

missing=()
for package in "${needed[@]}"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
all=("${missing[@]}" "${wanted[@]}")
[ ${#all[@]} -eq 0 ] && exit 0
if [ "$(id -u)" -eq 0 ]; then
    echo "installing: ${all[*]}"
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${all[@]}" >/dev/null &&
        exit 0
fi
echo "missing packages; type: sudo apt-get install -y ${all[*]}" >&2
[ ${#missing[@]} -eq 0 ] || exit 2
