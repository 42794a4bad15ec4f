#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The Debian packages of the committed tree: built twice in different folders they have the same bytes,
# lintian accepts them, and in a bare Debian 12 root they are installed and used: the program solves and
# probes, an example is compiled against the library, Python probes the table, all are removed again.
# Needs root. FRESH=DIR names a folder to work in (a new one under /var/tmp otherwise); DEBS=DIR has
# packages that are built already, which are only installed and used.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" -eq 0 ] || { echo "test-deb: only root can make a root: sudo make test-deb" >&2; exit 2; }
tools/setup.sh package mmdebstrap

work=$(mktemp -d "${FRESH:-/var/tmp}/sternhalma-deb.XXXXXX")
trap 'end_all; rm -rf --one-file-system "$work"' EXIT
# shellcheck source=tools/fresh_root.bash
. tools/fresh_root.bash

build_twice() {
    local tarball folder package
    tools/build.sh release sternhalma >/dev/null
    tarball=$(tools/dist.sh "$work/one")
    cmp "$tarball" "$(tools/dist.sh "$work/two")" || fail 'two tarballs of one commit'
    for folder in one two; do
        mkdir -p "$work/$folder/somewhere"
        TMPDIR=$work/$folder/somewhere tools/deb.sh "$tarball" "$work/$folder" >/dev/null
        note "packages built in $folder, lintian has no complaint"
    done
    for package in "$work"/one/*.deb; do
        cmp "$package" "$work/two/$(basename "$package")" || fail 'two builds, two packages'
    done
    note 'two builds gave the same bytes'
}
[ -n "${DEBS:-}" ] || build_twice

make_root ca-certificates
mapfile -t variables < <(surroundings)
home=$work/base/root/sternhalma
mkdir "$home"
cp "${DEBS:-$work/one}"/*.deb examples/probe.c examples/python/explore_table.py "$home/"
inside() { in_root "$work/base" root "$1" >"$work/log" 2>&1 || fail "$1: $(tail -n 20 "$work/log")"; }
inside 'apt-get update -qq'
inside 'apt-get install -qq -y --no-install-recommends ./sternhalma_*.deb'
inside 'sternhalma version'
note "$(cat "$work/log")"
inside 'sternhalma solve 5x5/3 --metric dtw --out 5x5-3.shtb'
inside 'sternhalma probe 5x5-3.shtb startpos'
grep -q '29' "$work/log" || fail "5x5/3 is a win in 29: $(cat "$work/log")"
for file in usr/share/man/man1/sternhalma-solve.1.gz usr/share/man/man5/shtb.5.gz \
    usr/share/bash-completion/completions/sternhalma usr/share/zsh/vendor-completions/_sternhalma \
    usr/share/fish/vendor_completions.d/sternhalma.fish; do
    [ -f "$work/base/$file" ] || fail "no $file"
done
inside 'apt-get install -qq -y --no-install-recommends ./libsternhalma*.deb gcc libc6-dev pkg-config'
# shellcheck disable=SC2016 # the inner shell's
inside 'sh -c "gcc probe.c \$(pkg-config --cflags --libs sternhalma) -o probe && ./probe 5x5-3.shtb"'
grep -q '5x5/3: win in 29' "$work/log" || fail "the example says $(cat "$work/log")"
# shellcheck disable=SC2016
inside 'sh -c "gcc -static probe.c \$(pkg-config --static --cflags --libs sternhalma) -o probe && ./probe 5x5-3.shtb"'
inside 'apt-get install -qq -y --no-install-recommends ./python3-sternhalma*.deb'
inside 'python3 explore_table.py 5x5-3.shtb'
grep -q 'the first player wins in 29 plies' "$work/log" || fail "Python says $(cat "$work/log")"
note 'program, library, headers and Python work, without NumPy'
inside 'apt-get purge -qq -y sternhalma libsternhalma0 libsternhalma-dev python3-sternhalma'
left=$(find "$work/base/usr" -name '*sternhalma*' -not -name '*.list')
[ -z "$left" ] || fail "left behind: $left"
note 'test-deb passed'
