#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Completion offers commands, options, games and benchmarks, in bash, zsh and fish.
set -uo pipefail
program=$1
cd "$(dirname "$0")/../.." || exit 2
# shellcheck disable=SC1091
. completions/sternhalma.bash
failures=0

in_bash() { # in_bash WORDS…: what completing the last of the words offers, a line each
    COMP_WORDS=("$program" "$@")
    COMP_CWORD=$#
    COMPREPLY=()
    _sternhalma 2>/dev/null
    printf '%s\n' "${COMPREPLY[@]}"
}
# shellcheck disable=SC2016 # zsh's names
in_zsh() { # the completion system's own functions say what they are given
    zsh -f -c '
        compadd() { if [[ $1 == -a ]]; then print -rl -- ${(P)2}; else print -rl -- $@; fi }
        _describe() { print -rl -- ${${(P)2}%%:*} }
        _files() { }
        words=("$@") CURRENT=$#
        . completions/_sternhalma' zsh "$program" "$@" | grep -- "^${*: -1}"
}
in_fish() {
    HOME=$work PATH=$work:$PATH fish --no-config -c \
        "source completions/sternhalma.fish; complete -C 'sternhalma $*'" | cut -f1
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$(realpath "$program")" "$work/sternhalma"
shells=(bash)
for shell in zsh fish; do
    if command -v "$shell" >/dev/null; then shells+=("$shell"); else echo "[  SKIPPED ] completion_$shell: $shell is missing"; fi
done
expect() { # expect OFFER WORDS…: completing the last of the words offers OFFER
    local offer=$1 shell offers
    shift
    for shell in "${shells[@]}"; do
        offers=$("in_$shell" "$@")
        grep -qxF -- "$offer" <<<"$offers" ||
            { echo "FAIL $shell: $* does not offer $offer but: $offers"; failures=$((failures + 1)); }
    done
}
expect moves mo
expect perft ''
expect --json show --js
expect --divide perft --d
expect 7x7/3 show 7x7
expect published moves --rules p
expect unrank help un
expect all bench a
expect transfer puzzle ''
expect --palindrome puzzle transfer --p
expect transfer help puzzle tr
expect perfect play --level pe
expect perfect play -l pe
expect dtw solve 7x7/3 --metric d
expect emulated puzzle game sq5/3:6m --backend e

# Every option of every command and part, and nothing else.
in_json() { # in_json COMMAND [PART]: its options by the program's own list
    "$program" help --json | jq -r --arg command "$1" --arg part "${2-}" '.commands[] | select(.name == $command)
        | if $part == "" then . else .parts[] | select(.name == $part) end | .options[] | "--" + .name' | sort
}
lines=$("$program" help --json | jq -r '.commands[] | .name, (.name as $command | .parts[] | "\($command) \(.name)")')
[ "$(wc -l <<<"$lines")" -gt 30 ] || { echo "FAIL few commands: $lines"; failures=$((failures + 1)); }
while read -ra words; do
    [ "${words[0]}" = help ] && continue # it completes what it explains
    offered=$(in_bash "${words[@]}" -- | sort)
    [ "$offered" = "$(in_json "${words[@]}")" ] ||
        { echo "FAIL ${words[*]} offers $offered"; failures=$((failures + 1)); }
done <<<"$lines"
[ "$failures" -eq 0 ]
