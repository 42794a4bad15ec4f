# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# bash completion for sternhalma. Commands, options, their values and games are asked of the program
# itself, so this file does not change when they do.

_sternhalma() {
    local program=${COMP_WORDS[0]} current=${COMP_WORDS[COMP_CWORD]} words
    local option=${COMP_WORDS[COMP_CWORD - 1]} typed=()
    # bash takes --name=value for three words
    [ "$option" = = ] && option=${COMP_WORDS[COMP_CWORD - 2]}
    [ "$current" = = ] && option=${COMP_WORDS[COMP_CWORD - 1]} current=
    [ "$COMP_CWORD" -gt 1 ] && typed=("${COMP_WORDS[1]}")
    [ "$COMP_CWORD" -gt 2 ] && [ "${COMP_WORDS[2]:0:1}" != - ] && typed+=("${COMP_WORDS[2]}")
    offers() { "$program" help --offers "$@" 2>/dev/null; }
    if [ "${typed[0]-}" = help ]; then
        words=$(offers "${typed[@]:1:1}" | cut -f1 | grep -v '^-')
    elif [ "${current:0:1}" = - ]; then
        words=$(offers "${typed[@]}" | cut -f1)
    else
        words=$(offers "${typed[@]}" | awk -F'\t' -v option="$option" \
            '$1 == option || $2 != "" && $2 == option { print $3 }')
        compopt -o default 2>/dev/null # files, where nothing fits
        if [ -z "$words" ]; then
            words=$([ "$COMP_CWORD" -le 2 ] && offers "${typed[@]}" | cut -f1 | grep -v '^-')
            [ "${typed[0]-}" = bench ] && words=$("$program" bench 2>/dev/null | cut -d' ' -f1)
            [ -z "$words" ] && words=$("$program" games 2>/dev/null | awk 'NR > 1 { print $1 }')
        fi
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    # The colon of star37:3p splits words in bash; offer what follows the last one.
    if declare -F __ltrim_colon_completions >/dev/null; then __ltrim_colon_completions "$current"; fi
}

complete -F _sternhalma sternhalma
