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

words() {
    tree
    # shellcheck disable=SC2016 # backticks are part of the table
    plant docs/vocabulary.md '| word | meaning | not |' '|---|---|---|' '| round | a step back | `passes` |'
    plant include/sternhalma/probe.h 'typedef struct sh_table sh_table;'
    plant src/table/probe.c 'struct sh_table {' '    int passes_left;' '};'
    plant src/table/stats.h 'typedef struct sh_stats {' '    int rows;' '} sh_stats;'
    plant man/sternhalma.1 '.Dd today'
}

words
"$tools/vocabulary.sh" "$room/tree" || fail "vocabulary.sh complains about a tree in order"

plant src/rank/pairs.h 'int f(void); // after all passes'
finds vocabulary.sh "a word that has another" 'another word for "passes"'

words
plant man/sternhalma.1 'the number of passes'
finds vocabulary.sh "such a word in a manual" 'another word for "passes"'

words
plant src/table/stats.c 'int f(int open) { return open; }'
finds vocabulary.sh "a thing called open" "to open is a verb"

words
plant src/table/stats.c 'int f(void) { return open("x", 0); } // "open" is said here'
"$tools/vocabulary.sh" "$room/tree" || fail "vocabulary.sh complains about the verb open"

words
plant src/board/star.c 'int f(void); // the lane of a player'
finds vocabulary.sh "a lane of a star" "a star has tracks"

words
plant src/solve/duel/rows.c 'int f(void); // one pass over all rows'
finds vocabulary.sh "a pass" "a round is no pass"

words
plant src/solve/race/pairs.h 'int f(void);'
finds vocabulary.sh "two files of one name" "pairs: src/rank src/solve/race"

words
plant src/cli/stats.c 'typedef struct sh_stats {' '    int columns;' '} sh_stats;'
plant src/cli/kind.h 'typedef enum sh_kind { SH_A, SH_B } sh_kind;'
plant src/table/kinds.h 'typedef int sh_kind;'
finds vocabulary.sh "two types of one name" "sh_stats: src/cli/stats.c src/table/stats.h"
finds vocabulary.sh "two types of one name" "sh_kind: src/cli/kind.h src/table/kinds.h"
echo "tree_checks: ok"
