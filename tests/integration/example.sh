#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The example program, built against the installed library through pkg-config, plays a whole game.
set -euo pipefail
program=$1
build=$(dirname "$program")
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake --install "$build" --prefix "$folder/usr" >/dev/null
PKG_CONFIG_PATH=$(dirname "$(find "$folder/usr" -name sternhalma.pc)")
export PKG_CONFIG_PATH
# The file names the prefix it was configured for; the test's is given over it.
read -ra flags <<<"$(pkg-config --define-variable=prefix="$folder/usr" --cflags --libs sternhalma)"
"${CC:-cc}" -std=c17 -Wall -Wextra -Werror examples/probe.c "${flags[@]}" -o "$folder/probe"
"$program" solve 4x4/3 --metric dtw --out "$folder/4x4-3.shtb" >/dev/null
library=$(dirname "$(find "$folder/usr" -name 'libsternhalma.so')")
LD_LIBRARY_PATH=$library "$folder/probe" "$folder/4x4-3.shtb" >"$folder/said"
plies=$(sed -n '1s/.* in \([0-9]*\) for.*/\1/p' "$folder/said")
moves=$(grep -c '^ *[0-9]*\. ' "$folder/said")
if [ "$plies" -eq 0 ] || [ "$plies" -ne "$moves" ]; then
    cat "$folder/said"
    exit 1
fi
echo "the example played $moves plies, as the table says"
