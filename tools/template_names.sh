#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The functions that templates make (board/template.h), by their full names, so that a search for one
# leads to the template. docs/names.md holds what this prints; --check compares.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck disable=SC2016 # $0 is awk's
list() {
    cat <<'TEXT'
# Names that templates make

Made by `tools/template_names.sh >docs/names.md`; `make test` checks it. A name that a profile or a
debugger shows and a search does not find in the sources stands here, under the file that makes it:
`sh_subset64_rank` is `FN(rank)` there, with W = 64. [kernels.md](kernels.md) says how to read them.
TEXT
    find src bench web -name node_modules -prune -o -name '*_template.h' -print | LC_ALL=C sort | xargs awk '
        function flush(   i, j, name, line) {
            if (!base || !count) return
            printf "\n## %s\n\n", file
            line = ""
            for (i = 1; i <= values; i++)
                for (j = 1; j <= count; j++) {
                    name = base value[i] (made[j] == "" ? "" : "_" made[j])
                    if (length(line) + length(name) > 96) { print line; line = "" }
                    line = line (line == "" ? "" : " ") name (i == values && j == count ? "" : ",")
                }
            print line
        }
        FNR == 1 { flush(); file = FILENAME; base = ""; count = 0; delete seen }
        /^\/\/ made for (W|SIZE) = / { sub(/.*= /, ""); values = split($0, value, ", "); told = FNR }
        /^#define SELF SH_CAT\([a-z_]+, (W|SIZE)\)$/ && told == FNR - 1 {
            base = $0; sub(/.*SH_CAT\(/, "", base); sub(/,.*/, "", base)
        }
        match($0, /(FN\([a-z_]+\)|SELF)\(/) && /^(static|SH_GPU_CODE)/ && !/always_inline/ {
            name = substr($0, RSTART, RLENGTH - 1)
            name = name == "SELF" ? "" : substr(name, 4, length(name) - 4)
            if (!(name in seen)) { seen[name]; made[++count] = name }
        }
        END { flush() }'
}
if [ "${1:-}" = --check ]; then
    list | diff docs/names.md - || { echo "run tools/template_names.sh >docs/names.md"; exit 1; }
else
    list
fi
