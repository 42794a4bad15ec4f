#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The README's first lines on a bare machine: makes a Debian 12 root without git and make, and without
# apt's lists, puts a clone of the committed tree into it, installs what the README says, and there
#   as another user, runs `make`: it prints one line to type; that line is typed, and `make` builds;
#   as root, runs `make run` (the page must answer, Ctrl-C must leave nothing) and `make test`.
# The root gets the package sources, proxies and certificates of this machine, nothing else.
# Needs root. FRESH=DIR names a folder to work in (/var/tmp otherwise), in which a new one is made.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" -eq 0 ] || { echo "test-fresh: only root can make a root: sudo make test-fresh" >&2; exit 2; }
tools/setup.sh mmdebstrap

work=$(mktemp -d "${FRESH:-/var/tmp}/sternhalma-fresh.XXXXXX")
trap 'end_all; rm -rf --one-file-system "$work"' EXIT
# shellcheck source=tools/fresh_root.bash
. tools/fresh_root.bash

make_clones() { # the committed tree, for root and for another user
    chroot "$work/base" useradd -m guest
    git clone --quiet --no-hardlinks . "$work/base/root/sternhalma"
    cp -a "$work/base/root/sternhalma" "$work/base/home/guest/sternhalma"
    chroot "$work/base" chown -R guest: /home/guest/sternhalma
}

# The README's line for a system on which there is no git and no make.
prepare() {
    local root=$work/base line
    line=$(grep '^apt-get .* git make' README.md) || fail 'the README does not say how to have git and make'
    rm -rf "${root:?}"/var/lib/apt/lists/*
    chroot "$root" sh -c 'command -v git make' && fail 'the root is not bare'
    in_root "$root" root "sh -c '$line'" >"$work/apt.log" 2>&1 || fail "$line: $(tail -n 20 "$work/apt.log")"
    note "the README's line was typed: $line"
}
as_another_user() {
    local root=$work/base line # make_root left a copy for the other commands
    in_root "$root" guest make >"$work/make.log" 2>&1 &&
        fail "make built without a compiler: $(cat "$work/make.log")"
    line=$(sed -n 's/.*type: sudo //p' "$work/make.log")
    [ -n "$line" ] || fail "make did not say what to type: $(cat "$work/make.log")"
    note "make as another user says: $line"
    in_root "$root" root "$line" >"$work/apt.log" 2>&1 || fail "$(tail -n 20 "$work/apt.log")"
    note 'that line was typed'
    in_root "$root" guest make >"$work/make.log" 2>&1 || fail "$(tail -n 50 "$work/make.log")"
    note "make built $(in_root "$root" guest 'build/sternhalma version')"
}

answer() { # answer PORT: the page, asked with nothing but bash
    exec 4<>"/dev/tcp/127.0.0.1/$1"
    printf 'GET / HTTP/1.0\r\nHost: localhost\r\n\r\n' >&4
    cat <&4
    exec 4>&-
}
make_run() {
    local root=$1 job address packages port
    set -m # a process group of its own, to interrupt it as Ctrl-C does, ignored by our caller or not
    in_root "$root" root 'env --default-signal=INT make run' >"$work/run.log" 2>&1 &
    job=$!
    set +m
    packages=''
    until grep -q 'Sternhalma is at' "$work/run.log"; do
        kill -0 "$job" 2>/dev/null || fail "make run ended: $(tail -n 50 "$work/run.log")"
        [ -z "$packages" ] && grep -q 'packages installed' "$work/run.log" && packages=$SECONDS
        sleep 0.2
    done
    note "make run: the server is up $((SECONDS - packages)) s after the packages were there"
    grep -E '^installing packages|packages installed|Sternhalma is at' "$work/run.log"
    address=$(grep -o 'http://[^ ]*' "$work/run.log" | head -n1)
    port=${address##*:}
    answer "${port%/}" >"$work/page"
    grep -q '^HTTP/1.* 200' "$work/page" || fail "no answer: $(head -n 3 "$work/page")"
    ! grep -q 'built without Node' "$work/page" || fail "it serves the stand-in page"
    until [ -f "$root/root/sternhalma/build/tables/7x7-2.shtb" ]; do sleep 0.2; done
    kill -INT -- "-$job"
    wait "$job" || true
    [ -z "$(processes)" ] || fail "Ctrl-C left processes: $(processes)"
    find "$root/tmp" "$root/root/sternhalma/build/tables" -type f ! -name '*.shtb' \
        ! -path '*.checkpoint*' | grep . && fail 'Ctrl-C left files'
    note 'make run: the page answered, and Ctrl-C left nothing'
}
make_test() {
    local summary others
    in_root "$1" root 'make test' 2>&1 | tee "$work/test.log" |
        grep --line-buffered -E '^(ok|FAIL|skip)|Failed|failed|installed|installing packages' || true
    summary=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped' "$work/test.log") ||
        fail "no closing line: $(tail -n 50 "$work/test.log")"
    note "make test: $summary"
    # Kernels for instruction sets that this CPU lacks cannot be run, and Debian has no PettingZoo;
    # all else must be.
    others=$(sed -n 's/.* skipped (\(.*\))$/\1/p' <<<"$summary" | tr ';' '\n' |
        grep -vE '^ *(kernels|pettingzoo):' || true)
    [[ $summary == *' 0 failed, '* && -z $others ]] || {
        cat "$work/test.log"
        fail 'not everything passed'
    }
}

note "a bare Debian 12 root in $work"
make_root ca-certificates
make_clones
mapfile -t variables < <(surroundings)
prepare
cp -a "$work/base" "$work/second"
note 'the root is there'
as_another_user
mkdir -p "$work/second/var/cache/apt/archives" # the same packages are not fetched twice
cp -a "$work/base/var/cache/apt/archives/." "$work/second/var/cache/apt/archives/"
rm -rf --one-file-system "$work/base"
make_run "$work/second"
make_test "$work/second"
note 'test-fresh passed'
