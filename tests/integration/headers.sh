#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every installed header stands alone and is quiet under -pedantic, in C and in C++.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
cd "$(dirname "$0")/../.." || exit 2
compilers=0
quiet() { # quiet COMPILER LANGUAGE STANDARD
    command -v "$1" >/dev/null || return
    compilers=$((compilers + 1))
    for header in include/sternhalma/*.h; do
        printf '#include "sternhalma/%s"\nint main(void) { return 0; }\n' "${header##*/}" >"$work/main.$2"
        "$1" -std="$3" -pedantic -Wall -Wextra -Werror -fsyntax-only -Iinclude "$work/main.$2" ||
            fail "$header is not quiet with $1 -std=$3"
    done
}
quiet gcc c c17
quiet clang c c17
quiet g++ cc c++17
quiet clang++ cc c++17
[ $compilers -ge 2 ] || fail "only $compilers compilers were tried"
echo "$compilers compilers"
[ "$failures" -eq 0 ]
