#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The scripts that check the tree find what they are there to find: each is run on a small tree that
# is in order, and on the same with one thing planted that is not.
set -euo pipefail
tools=$(cd "$(dirname "$0")/../../tools" && pwd)
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT

fail() {
    echo "tree_checks: $1"
    exit 1
}

# A file of the small tree: plant PATH LINE...
plant() {
    mkdir -p "$room/tree/$(dirname "$1")"
    printf '%s\n' "${@:2}" >"$room/tree/$1"
}

tree() {
    rm -rf "$room/tree"
    plant src/base/clock.h 'int clock(void); // see abort() and "http://x" in the manual'
    plant src/rank/pairs.h '#include "base/clock.h"'
    plant src/solve/duel/backend.h '#include "rank/pairs.h"' '/* exit(1) is not called' 'puts("") */'
    plant src/solve/duel/fast/fast.h '#include "solve/duel/backend.h"'
    plant src/solve/verify/verify.h '#include "rank/pairs.h"' 'int snprintf(char *, int);'
    plant src/cli/main.c '#include "solve/duel/fast/fast.h"' 'int main() { printf("%d", 1); exit(2); }'
}

# What the script says must contain the text, and it must fail.
finds() {
    if "$tools/$1" "$room/tree" >"$room/said" 2>&1; then fail "$1 did not see: $2"; fi
    grep -qF -- "$3" "$room/said" || { cat "$room/said"; fail "$1 saw $2, but did not say: $3"; }
}

tree
"$tools/layering.sh" "$room/tree" || fail "layering.sh complains about a tree in order"

plant src/base/up.c '#include "rank/pairs.h"'
finds layering.sh "an include from a later folder" "src/base must not include from src/rank"

tree
plant src/table/reader.c '#include "solve/duel/backend.h"'
finds layering.sh "table including solve" "src/table must not include from src/solve"

tree
plant src/solve/duel/index.h '#include "solve/duel/fast/fast.h"'
finds layering.sh "a folder and its subfolder in a circle" "src/solve/duel/fast"

tree
plant src/solve/verify/ground.h '#include "solve/duel/backend.h"'
plant src/solve/duel/fast/values.c '#include "solve/verify/verify.h"'
finds layering.sh "two subfolders in a circle" "src/solve/verify"

for call in 'fprintf(stderr, "x")' 'printf("x")' 'puts("x")' 'exit(1)' 'abort()' 'fputs("x", out)'; do
    tree
    plant src/rank/pairs.c "void f(void) { $call; } // prints"
    finds layering.sh "$call outside src/cli" "only src/cli prints or exits"
done
tree
plant src/rank/pairs.c 'void f(const char *url) { url = "http://x"; printf("%s", url); }'
finds layering.sh "a print after // in a string" "only src/cli prints or exits"
echo "tree_checks: ok"
