#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# One word for one thing, one name for one type.
#
# 1. What docs/vocabulary.md lists in backticks in a third column does not occur as a word.
# 2. A lane is one of a vector: outside of src/solve/, src/rules/, src/table/, bench/ and tests/ there
#    is none. To open is a verb: nothing in the product is called `open`. A round is no pass.
# 3. The name of a C file exists once; X.h in include/ and its X.c are one.
# 4. The name of a type that files share (sh_…) exists once. A type that another file only declares
#    does not count.
#
# vocabulary.sh [TREE]: the tree to look at, this one if none is given.
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"
bad=0
folders=()
for folder in include src bench tests; do [ -d "$folder" ] && folders+=("$folder"); done
mapfile -t sources < <(find "${folders[@]}" -name node_modules -prune -o \
    \( -name '*.c' -o -name '*.h' -o -name '*.cu' \) -print | sort)
texts=("${sources[@]}")
[ -d man ] && texts+=(man/*.[135])

# shellcheck disable=SC2016 # backticks are what is looked for
while IFS= read -r word; do
    if grep -nHwF -- "$word" "${texts[@]}"; then
        echo "docs/vocabulary.md has another word for \"$word\""
        bad=1
    fi
done < <(awk -F'|' 'NF >= 5 && /`/ { print $4 }' docs/vocabulary.md | grep -oE '`[^`]+`' | tr -d '`')

refuse() { # refuse WORDS: what is read is wrong
    local found
    found=$(cat)
    [ -z "$found" ] && return
    printf '%s\n%s\n' "$found" "$1"
    bad=1
}
# Product code without strings and comments, as file:line:text.
product() {
    printf '%s\n' "${sources[@]}" | grep -E '^(src|include)/' | xargs grep -n '' |
        sed -E 's,"([^"\]|\\.)*","",g; s,//.*,,'
}
refuse "a lane is one of a vector; a star has tracks" < <(printf '%s\n' "${texts[@]}" |
    grep -vE '^((src/(solve|rules|table)|bench|tests)/|src/rank/values)' | xargs -r grep -nHwE 'lanes?')
refuse "to open is a verb" < <(product | grep -E '\bopen\b' | grep -vE '\bopen *\(|\(\*open\)|\.open = open_' || true)
refuse "a round is no pass" < <(grep -nHwiE '(one|each|every|per) pass' "${texts[@]}" || true)

# Folder and name without its ending, once for each pair of X.c and X.h.
twice=$(printf '%s\n' "${sources[@]}" | sed -E 's,^include/sternhalma/,public/,; s,/([^/]*)\.[a-z]+$, \1,' |
    sort -u | awk '{ folders[$2] = folders[$2] " " $1; if ($1 != "public") n[$2]++ }
        END { for (name in n) if (n[name] > 1) print name ":" folders[name] }' | sort)
if [ -n "$twice" ]; then
    echo "files of the same name:"
    echo "$twice"
    bad=1
fi

types=$(awk '
    function define(text) {
        sub(/ *;.*/, "", text); sub(/.*[ *}]/, "", text)
        if (text ~ /^sh_[a-z_0-9]+$/) print text, FILENAME
    }
    /^typedef (struct|enum|union)[^;]*\{/ { inside = !/\} *[a-z_0-9]+;/; if (!inside) define($0); next }
    inside && /^\}/ { define($0); inside = 0; next }
    /^typedef [^{(]*;/ && !/^typedef (struct|enum|union) [a-z_0-9]+ [a-z_0-9]+;/ { define($0) }
' "${sources[@]}" | sort | awk '{ n[$1]++; where[$1] = where[$1] " " $2 }
    END { for (name in n) if (n[name] > 1) print name ":" where[name] }' | sort)
if [ -n "$types" ]; then
    echo "types of the same name:"
    echo "$types"
    bad=1
fi
exit $bad
