#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# web.sh [OUT]: builds the explorer's page into the folder OUT. Where that fails, OUT gets the page that
# came with a source tarball, or else a stand-in that says what was missing, so that the C build
# continues; OUT.missing then holds the reason, and tools/build.sh tries again the next time.
# With STERNHALMA_PAGE=no it does not try. Without OUT it only fetches the packages that the page is built with, and prints why if it cannot.
set -euo pipefail
out=${1:+$(realpath -m "$1")}
cd "$(dirname "$0")/../web"

# npm's defaults wait for minutes before they report a dead network, and Node 18 gives up on a host
# whose first address is one of IPv6 where there is no IPv6.
export npm_config_fetch_retries=2 npm_config_fetch_retry_mintimeout=500 \
    npm_config_fetch_retry_maxtimeout=2000 npm_config_fetch_timeout=30000 npm_config_audit=false \
    npm_config_fund=false npm_config_update_notifier=false
both_families=--enable-network-family-autoselection
if node $both_families -e 0 2>/dev/null; then
    export NODE_OPTIONS="${NODE_OPTIONS:-} $both_families"
fi

# The proxy that npm goes through, if any.
proxy() {
    local name value
    for name in https-proxy proxy; do
        value=$(npm config get "$name" 2>/dev/null)
        [ "$value" = null ] || break
    done
    [ -n "$value" ] && [ "$value" != null ] ||
        value=${https_proxy:-${HTTPS_PROXY:-${http_proxy:-${HTTP_PROXY:-}}}}
    # shellcheck disable=SC2001 # without a password
    sed 's,//[^/@]*@,//,' <<<"$value"
}
# What went wrong, in words and in npm's own: the line of its output with address and reason, or else
# all it complains of.
npm_reason() { # npm_reason LOG
    local complaints line words through
    complaints=$(sed -nE 's/^npm (ERR!|error) (network )?//p' "$1")
    line=$(grep -m 1 -E 'reason:|timeout at|^[0-9]{3} ' <<<"$complaints") || line=$(tr '\n' ' ' <<<"$complaints")
    case $line in
    *EAI_AGAIN* | *ENOTFOUND*) words='its name cannot be looked up; is there a network?' ;;
    *ENETUNREACH* | *EHOSTUNREACH*) words='no network leads there' ;;
    *ECONNREFUSED*) words='nothing answers there' ;;
    *imeout* | *TIMEDOUT* | *'was not created'*) words='no answer in time' ;;
    *CERT* | *certificate*) words='its certificate is not trusted here; NODE_EXTRA_CA_CERTS=FILE names more authorities' ;;
    *) words='' ;;
    esac
    through=$(proxy)
    [ -z "$through" ] || words+="${words:+, }through the proxy $through"
    echo "${words:+$words: }$line"
}
say() { # say WORDS: why the page cannot be built, for people and for those who call
    reason=$*
    echo "$reason" >&2
}

# One question to the registry, which answers or fails within seconds.
ask_registry() {
    local log package status=0
    log=$(mktemp)
    package=$(sed -n '/"devDependencies"/,/}/s/^ *"\([^"]*\)": "\([0-9].*\)".*/\1@\2/p' package.json | head -n 1)
    npm_config_fetch_retries=0 npm_config_fetch_timeout=8000 timeout 15 \
        npm view "$package" version --prefer-online >"$log" 2>&1 || status=$?
    if [ "$status" -eq 124 ]; then
        say "the npm registry ($(npm config get registry)) does not answer within 15 s"
    elif [ "$status" -ne 0 ]; then
        say "the npm registry cannot be asked for $package: $(npm_reason "$log")"
    fi
    rm -f "$log"
    return "$status"
}

# Fetches what package-lock.json names, unless it is there. A download that fails halfway, as they do
# on slow lines, is tried again.
install_packages() { # install_packages TRIES
    local try log
    cmp -s package-lock.json node_modules/.installed && return
    ask_registry || return
    log=$(mktemp)
    for try in $(seq "$1"); do
        echo "npm install, try $try"
        # Not `npm ci`: it fails where a registry lacks the optional builds for other systems.
        if npm install --no-save 2>&1 | tee "$log"; then
            cp package-lock.json node_modules/.installed
            rm -f "$log"
            return
        fi
    done
    say "a download failed $1 times: $(npm_reason "$log")"
    rm -f "$log"
    return 1
}

lock() { # one at a time: several build folders share node_modules
    exec 9>node_modules.lock
    flock 9
}
build() {
    lock
    install_packages 3 || return
    # Types are checked by `npm run lint`, which the tests run: here they would cost most of the time.
    npx vite build --outDir "$out" --emptyOutDir || { say "vite failed: see $out.log" && return 1; }
}

if [ -z "$out" ]; then
    [ -n "${STERNHALMA_PREBUILT_PAGE:-}" ] || ! command -v npm >/dev/null || { lock && install_packages 1; }
    exit
fi
rm -rf "$out" "$out.missing"
page=fallback
[ -d prebuilt ] && page=prebuilt # a source tarball brings it
if [ -n "${STERNHALMA_PREBUILT_PAGE:-}" ] && [ $page = prebuilt ]; then
    :
elif [ "${STERNHALMA_PAGE:-}" = no ]; then
    reason='PAGE=no leaves it out'
elif ! command -v npm >/dev/null; then
    reason='npm is missing: install the packages nodejs and npm'
elif build >"$out.log" 2>&1; then
    exit 0
fi
rm -rf "$out" # what a build has begun
cp -r "$page" "$out"
if [ $page = fallback ]; then
    printf '%s\n' "$reason" >"$out.missing"
    html=$(sed 's/&/\&amp;/g; s/</\&lt;/g; s/[\\|&]/\\&/g' <<<"$reason")
    sed -i "s|<b>.*</b>|<b>$html</b>|" "$out/index.html"
fi
