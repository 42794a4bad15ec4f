#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# site.sh OUT [TABLES]: the explorer as a folder of static files, for any web server: the page, a
# worker, the WebAssembly modules and tables, those of the folder TABLES or else some small ones that
# are solved here. The program must be built (build/sternhalma, or STERNHALMA names it).
# OUT must be new, empty, or a site that this script has made: nothing else is overwritten.
set -euo pipefail
if [ $# -lt 1 ]; then
    echo "usage: site.sh OUT [TABLES]" >&2
    exit 2
fi
out=$(realpath -m "$1")
given=${2:+$(realpath "$2")}
cd "$(dirname "$0")/.."
work=$out.work
mark=.sternhalma-site

# May this folder be emptied? A site has the mark; one of an older version has its page or its objects.
refuse_foreign() { # refuse_foreign FOLDER
    [ -e "$1" ] || return 0
    if [ -d "$1" ]; then
        [ -z "$(find "$1" -mindepth 1 -print -quit)" ] && return
        [ -e "$1/$mark" ] && return
        grep -qs '<html lang="en" data-site>' "$1/index.html" && return
        [ -d "$1/wasm/objects" ] && return
    fi
    echo "site: $1 is there and is not a site of this script; name a new folder, or empty it" >&2
    exit 2
}
refuse_foreign "$out"
refuse_foreign "$work"
program=$(realpath -m "${STERNHALMA:-build/sternhalma}")
if [ ! -x "$program" ]; then
    echo "site: there is no program $program; build it with make, or name it by STERNHALMA" >&2
    exit 2
fi
rm -rf "$out"
mkdir -p "$out/tables" "$work"
touch "$out/$mark" "$work/$mark"

# The page of the server, told that it has none. The policy is the server's, and lets modules run.
rm -rf "$work/page"
built=$(dirname "$program")/web/page # what the program was built with, unless that stood in for it
if [ -f "$built/policy.txt" ]; then cp -r "$built" "$work/page"; else tools/web.sh "$work/page"; fi
[ -f "$work/page/policy.txt" ] || { echo "site: the page could not be built" >&2; exit 2; }
policy="default-src 'none'; img-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; $(<"$work/page/policy.txt")"
policy=${policy/script-src/script-src \'self\' \'wasm-unsafe-eval\'}
sed -e 's|<html lang="en">|<html lang="en" data-site>|' -e '/rel="preload"/d' \
    -e 's|href="/icon.svg"|href="icon.svg"|' \
    -e "s|<meta charset=\"utf-8\" />|&<meta http-equiv=\"Content-Security-Policy\" content=\"$policy\" />|" \
    "$work/page/index.html" >"$out/index.html"
cp "$work/page/icon.svg" share/results.json "$out/"
bundle() { # bundle SOURCE SCRIPT
    web/node_modules/.bin/esbuild "web/src/worker/$1.ts" --bundle --minify --format=iife \
        --target=es2022 --log-level=warning --outfile="$out/$2.js"
}
bundle worker worker
bundle solving solver
tools/wasm.sh "$work/wasm"
cp "$work"/wasm/*.wasm "$out/"
cp -r src/play/weights "$out/"

if [ -n "$given" ]; then
    find "$given" -maxdepth 1 -name '*.shtb' -exec cp {} "$out/tables/" \;
else
    for game in 4x4/3 5x5/3 7x7/2; do
        "$program" solve "$game" --metric dtw --out "$out/tables/${game/\//-}.shtb" >/dev/null
    done
    "$program" solve star13:3p --out "$out/tables/star13-3p.shtb" >/dev/null
fi
{
    separator='['
    for file in "$out"/tables/*.shtb; do
        [ -f "$file" ] || continue
        printf '%s{"file":"%s","bytes":%d}' "$separator" "$(basename "$file")" "$(stat -c %s "$file")"
        separator=','
    done
    [ "$separator" = ',' ] || printf '['
    echo ']'
} >"$out/tables/list.json"
rm -rf "$work/page"
for file in "$out"/{index.html,*.js,*.wasm}; do
    printf '%s: %d bytes, %d packed\n' "${file#"$out/"}" "$(stat -c %s "$file")" \
        "$(gzip -9nc "$file" | wc -c)"
done
