#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every installed header stands alone and is quiet under -pedantic, in C and in C++; no two headers of
# the tree give one name two meanings, so any of them can be included together.
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

# Templates and parts of templates are not headers, and neither is what includes them.
mapfile -t inner < <(cd src && find . -name '*.h' ! -name '*_template.h' ! -name '*_part.h' ! -name 'widths.h' \
    ! -path './solve/cuda/*' ! -path './solve/mpi/*' -print0 | xargs -0 grep -L '_template.h"\|_part.h"' | sort)
[ "${#inner[@]}" -gt 200 ] || fail "only ${#inner[@]} headers in src"
printf '#include "%s"\n' sternhalma/sternhalma.h "${inner[@]#./}" >"$work/all.c"
"${CC:-cc}" -std=gnu17 -D_GNU_SOURCE -Wall -Wno-unused-function -Wno-psabi -Werror -fsyntax-only -Iinclude -Isrc -I. "$work/all.c" ||
    fail "two headers do not go together"
echo "$compilers compilers, ${#inner[@]} headers together"
[ "$failures" -eq 0 ]
