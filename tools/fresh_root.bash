# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# A bare Debian 12 root to try things in: . fresh_root.bash, by scripts that run as root. They have a
# folder $work, in which roots are made; `trap 'end_all; rm -rf --one-file-system "$work"' EXIT` ends
# what still runs in them. A root gets the package sources, proxies and certificates of this machine,
# nothing else.
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
make_root() { # make_root PACKAGES: $work/base with these packages, separated by commas
    sources >"$work/sources.list" || true # none: the usual mirror
    local from=()
    [ -s "$work/sources.list" ] && from=("$work/sources.list")
    mmdebstrap --quiet --variant=minbase --include="$1" bookworm \
        "$work/base" "${from[@]}"
    apt-config dump | grep -E '^Acquire::(http|https|Check-Valid|Retries)' \
        >"$work/base/etc/apt/apt.conf.d/99host" || true
    cp -rL /usr/local/share/ca-certificates/. "$work/base/usr/local/share/ca-certificates/"
    cp -L /etc/resolv.conf /etc/hosts "$work/base/etc/"
    chroot "$work/base" update-ca-certificates >/dev/null 2>&1
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
