#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Both commands on a bare machine: makes a Debian 12 root with only git, make and ca-certificates,
# clones the committed tree into it, and there
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
fail() { echo "FAIL $*" >&2; exit 1; }
note() { printf '== %s (%d s)\n' "$*" "$SECONDS"; }

processes() { # processes: ids of those that run in one of the new roots
    local process
    for process in /proc/[0-9]*; do
        [[ $(readlink "$process/root") == "$work"/* ]] && echo "${process#/proc/}"
    done
    return 0
}
end_all() {
    local id
    for id in $(processes); do kill -KILL "$id" 2>/dev/null || true; done
}

# Debian's own sources as this machine has them, so that nothing else adds newer packages.
sources() {
    # shellcheck disable=SC2016 # apt's names
    apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' \
        'Created-By: Packages' 'Origin: Debian' | grep -E ' bookworm(-updates|-security)? ' | sort -u
}
make_root() {
    sources >"$work/sources.list" || true # none: the usual mirror
    local from=()
    [ -s "$work/sources.list" ] && from=("$work/sources.list")
    mmdebstrap --quiet --variant=minbase --include=git,make,ca-certificates bookworm \
        "$work/base" "${from[@]}"
    apt-config dump | grep -E '^Acquire::(http|https|Check-Valid|Retries)' \
        >"$work/base/etc/apt/apt.conf.d/99host" || true
    cp -rL /usr/local/share/ca-certificates/. "$work/base/usr/local/share/ca-certificates/"
    cp -L /etc/resolv.conf /etc/hosts "$work/base/etc/"
    chroot "$work/base" update-ca-certificates >/dev/null 2>&1
    chroot "$work/base" useradd -m guest
    git clone --quiet --no-hardlinks . "$work/base/root/sternhalma"
    cp -a "$work/base/root/sternhalma" "$work/base/home/guest/sternhalma"
    chroot "$work/base" chown -R guest: /home/guest/sternhalma
}

# Proxies, certificates and npm's registry, where this machine has set any.
surroundings() {
    local name value
    env | grep -E '^((https?|no|all|HTTPS?|NO|ALL)_(proxy|PROXY)|npm_config_[a-z_]+|NPM_CONFIG_[A-Z_]+)='
    for name in NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR; do
        value=${!name:-}
        [ -n "$value" ] && [ -e "$work/base$value" ] && echo "$name=$value"
    done
    command -v npm >/dev/null || return 0
    for name in registry cafile proxy https-proxy; do
        value=$(npm config get "$name" 2>/dev/null)
        [ "$value" = null ] || echo "npm_config_${name//-/_}=$value"
    done
}

# in_root ROOT USER COMMAND: runs a command line in the user's clone, with the system's file systems
# in a mount name space of its own, so that none stays behind.
# shellcheck disable=SC2016 # the inner shell's names
in_root() {
    local home=/root
    [ "$2" = root ] || home=/home/$2
    unshare --mount bash -c '
        root=$1 user=$2 home=$3 command=$4
        shift 4
        mount -t proc proc "$root/proc"
        mount -t sysfs -o ro sys "$root/sys"
        mount --rbind /dev "$root/dev"
        exec env -i "$@" HOME="$home" USER="$user" PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
            chroot --userspec="$user" "$root" sh -c "cd ~/sternhalma && exec $command"
    ' in_root "$1" "$2" "$home" "$3" "${variables[@]}"
}

as_another_user() {
    local root=$work/base line # make_root left a copy for the other commands
    in_root "$root" guest make >"$work/make.log" 2>&1 &&
        fail "make built without a compiler: $(cat "$work/make.log")"
    line=$(sed -n 's/.*type: sudo //p' "$work/make.log")
    [ -n "$line" ] || fail "make did not say what to type: $(cat "$work/make.log")"
    note "make as another user says: $line"
    in_root "$root" root "apt-get update -qq" >"$work/apt.log" 2>&1 || fail "$(cat "$work/apt.log")"
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
    set -m # a process group of its own, to interrupt it as Ctrl-C does
    in_root "$root" root 'make run' >"$work/run.log" 2>&1 &
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
make_root
mapfile -t variables < <(surroundings)
cp -a "$work/base" "$work/second"
note 'the root is there'
as_another_user
mkdir -p "$work/second/var/cache/apt/archives" # the same packages are not fetched twice
cp -a "$work/base/var/cache/apt/archives/." "$work/second/var/cache/apt/archives/"
rm -rf --one-file-system "$work/base"
make_run "$work/second"
make_test "$work/second"
note 'test-fresh passed'
