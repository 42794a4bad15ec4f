#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The installed example program, built against the installed library through pkg-config and through
# CMake, shared and static, plays a whole game; and the library needs no HTTP, TLS or JSON.
set -euo pipefail
program=$1
build=$(dirname "$program")
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake --install "$build" --prefix "$folder/usr" >"$folder/installed"
grep -q "ldconfig.*-Wl,-rpath,$folder/usr/lib" "$folder/installed" ||
    { echo 'make install does not say how programs find the library'; exit 1; }
examples=$folder/usr/share/doc/sternhalma/examples
PKG_CONFIG_PATH=$(dirname "$(find "$folder/usr" -name sternhalma.pc)")
export PKG_CONFIG_PATH
"$program" solve 4x4/3 --metric dtw --out "$folder/4x4-3.shtb" >/dev/null
library=$(dirname "$(find "$folder/usr" -name 'libsternhalma.so')")
compile=("${CC:-cc}" -std=c17 -Wall -Wextra -Werror "$examples/probe.c")
read -ra flags <<<"$(pkg-config --cflags --libs sternhalma)"
"${compile[@]}" "${flags[@]}" -o "$folder/probe"
LD_LIBRARY_PATH=$library "$folder/probe" "$folder/4x4-3.shtb" >"$folder/said"
# The same by find_package, found by the prefix and run by CMake's own rpath.
cat >"$folder/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.20)
project(example LANGUAGES C)
find_package(sternhalma 0.2 REQUIRED)
add_executable(shared $examples/probe.c)
target_link_libraries(shared PRIVATE sternhalma::sternhalma)
add_executable(static $examples/probe.c)
target_link_libraries(static PRIVATE sternhalma::static)
END
cmake -S "$folder" -B "$folder/cmake" -DCMAKE_PREFIX_PATH="$folder/usr" >/dev/null
cmake --build "$folder/cmake" >/dev/null
for how in shared static; do
    "$folder/cmake/$how" "$folder/4x4-3.shtb" >"$folder/by-cmake"
    cmp "$folder/said" "$folder/by-cmake"
done
if ldd "$library/libsternhalma.so" | grep -E 'microhttpd|gnutls|ssl|jansson|libz\.'; then
    echo "the library pulls in what only the server needs"
    exit 1
fi
rm "$library"/libsternhalma.so*
read -ra flags <<<"$(pkg-config --static --cflags --libs sternhalma)"
for how in "" -static; do
    "${compile[@]}" ${how:+"$how"} "${flags[@]}" -o "$folder/probe"
    "$folder/probe" "$folder/4x4-3.shtb" >"$folder/static"
    cmp "$folder/said" "$folder/static"
done
plies=$(sed -n '1s/.* in \([0-9]*\) for.*/\1/p' "$folder/said")
moves=$(grep -c '^ *[0-9]*\. ' "$folder/said")
if [ "$plies" -eq 0 ] || [ "$plies" -ne "$moves" ]; then
    cat "$folder/said"
    exit 1
fi
echo "the example played $moves plies, as the table says"
