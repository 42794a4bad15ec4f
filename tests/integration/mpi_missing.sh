#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Where there is no mpicc, configuring says so and goes on without the plugin.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir "$work/bin"
printf '#!/bin/sh\n' >"$work/bin/mpicc"
chmod +x "$work/bin/mpicc"
cat >"$work/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.20)
project(plugins LANGUAGES NONE)
set(CMAKE_INSTALL_LIBDIR lib)
set(CMAKE_FIND_USE_CMAKE_SYSTEM_PATH OFF)
set(CMAKE_FIND_USE_SYSTEM_ENVIRONMENT_PATH OFF)
include("$root/cmake/mpi.cmake")
END
note='mpicc not found: built without the MPI plugin'
configure() { # configure OPTIONS…
    rm -rf "$work/build"
    cmake -S "$work" -B "$work/build" "$@" >"$work/said" 2>&1 && return
    fail "configuring $*"
    cat "$work/said"
}
configure
grep -q "$note" "$work/said" || fail "no mpicc, and nothing is said of it"
configure -DSH_MPI=OFF
grep -q "$note" "$work/said" && fail "a plugin that nobody wants is missed"
configure -DCMAKE_PROGRAM_PATH="$work/bin"
grep -q "$note" "$work/said" && fail "an mpicc that is there is not found"
grep -rq 'libsternhalma-mpi.so' "$work/build" --include='build.ninja' --include='*.make' ||
    fail "there is an mpicc, and no plugin is built"
[ "$failures" -eq 0 ]
