#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Who may include whom, and who may print.
#
# 1. A folder of src/ includes only from folders above it in `order`; table, play and arena not from solve.
# 2. Inside a folder the same without a list: the subfolders of any folder, and its own files taken
#    together as one more (written "."), include each other without a cycle, at every depth.
# 3. Only src/cli prints or exits.
#
# layering.sh [TREE]: the tree to look at, this one if none is given.
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"
order=(base board rules rank perfect solve table play arena puzzle json server cli)
bad=0

complain() {
    echo "$1"
    bad=1
}

# C without comments, "file:line:text".
# shellcheck disable=SC2016 # $0 is awk's
code() {
    find "$@" \( -name '*.c' -o -name '*.h' -o -name '*.cu' \) -print0 | sort -z |
        xargs -0 -r awk '
            FNR == 1 { comment = 0 }
            {
                text = $0; out = ""
                while (text != "") {
                    if (comment) {
                        if (!(end = index(text, "*/"))) break
                        text = substr(text, end + 2); comment = 0
                    } else if (match(text, /"([^"\\]|\\.)*"|\/\/.*|\/\*/)) {
                        token = substr(text, RSTART, RLENGTH)
                        out = out substr(text, 1, RSTART - 1)
                        text = substr(text, RSTART + RLENGTH)
                        if (token ~ /^"/) out = out token
                        else if (token == "/*") comment = 1
                    } else { out = out text; break }
                }
                if (out ~ /[^ ]/) print FILENAME ":" FNR ":" out
            }'
}

# "from to" for every include from one file of src/ to another, both as folders of src/.
includes() {
    code src | sed -nE 's,^src/(.*/)?[^/]*:[0-9]+:[[:space:]]*#[[:space:]]*include "([^"]*/)?[^"/]*".*,\1 \2,p' |
        awk 'NF == 2' | sort -u
}

for i in "${!order[@]}"; do
    folder=${order[$i]}
    [ -d "src/$folder" ] || continue
    for j in "${!order[@]}"; do
        other=${order[$j]}
        if [ "$j" -gt "$i" ] || { [ "$other" = solve ] && [[ "$folder" =~ ^(table|play|arena)$ ]]; }; then
            if grep -rnE "#include \"$other/" "src/$folder"; then
                complain "src/$folder must not include from src/$other"
            fi
        fi
    done
done

# An include counts where the two paths part: for a/b/c/ and a/d/ it is one in a/, from b to d.
edges=$(includes | awk '{
    n = split($1, from, "/"); m = split($2, to, "/"); at = "src"
    for (i = 1; i < n && i < m && from[i] == to[i]; i++) at = at "/" from[i]
    a = i < n ? from[i] : "."; b = i < m ? to[i] : "."
    if (a != b) print at "/" a, at "/" b
}' | sort -u)
if ! cycles=$(tsort <<<"$edges" 2>&1 >/dev/null); then
    complain "folders that include each other in a circle:"
    sed -E 's/^tsort: (-: )?//' <<<"$cycles" | grep '^src/'
fi

roots=(src)
[ -d include ] && roots+=(include)
calls='\b(v?f?printf|f?puts|f?putc|putchar|_?exit|abort)[[:space:]]*\('
if code "${roots[@]}" | grep -vE '^src/cli/' | grep -E "$calls"; then
    complain "only src/cli prints or exits"
fi
exit $bad
