# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# bash completion for sternhalma. Commands, options and games are asked of the program itself, so
# this file does not change when they do.

_sternhalma() {
    local program=${COMP_WORDS[0]} current=${COMP_WORDS[COMP_CWORD]} words
    if [ "$COMP_CWORD" -eq 1 ]; then
        words=$("$program" help 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
    elif [ "${current:0:1}" = - ]; then
        words=$("$program" "${COMP_WORDS[1]}" --help 2>/dev/null | grep -oE -- '--[a-z-]+' | sort -u)
    elif [ "${COMP_WORDS[COMP_CWORD - 1]}" = --rules ]; then
        words='strict published'
        [ "${COMP_WORDS[1]}" = engine ] && words+=' ccerl'
    else
        case ${COMP_WORDS[1]} in
        help) words=$("$program" help 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p') ;;
        bench) words=$("$program" bench 2>/dev/null | cut -d' ' -f1) ;;
        *) words=$("$program" games 2>/dev/null | awk 'NR > 1 { print $1 }') ;;
        esac
        compopt -o default 2>/dev/null # files, where no game fits
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    # The colon of star37:3p splits words in bash; offer what follows the last one.
    if declare -F __ltrim_colon_completions >/dev/null; then __ltrim_colon_completions "$current"; fi
}

complete -F _sternhalma sternhalma
