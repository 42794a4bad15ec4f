# SPDX-License-Identifier: MIT
# fish completion for sternhalma. Commands, options, their values and games are asked of the program
# itself, so this file does not change when they do.

function __sternhalma_offers
    set -l words (commandline -opc)
    set -l typed (string match -v -- '-*' $words[2..3])
    test "$typed[1]" = help; and set -e typed[1]
    $words[1] help --offers $typed 2>/dev/null
end

function __sternhalma_options
    __sternhalma_offers | awk -F'\t' '/^-/ { print $1 "\t" $4 }'
end

function __sternhalma_words
    set -l words (commandline -opc)
    set -l offers (__sternhalma_offers | awk -F'\t' -v option=$words[-1] '$1 == option || $2 != "" && $2 == option { gsub(" ", "\n", $3); print $3 }')
    if test -z "$offers"; and test (count $words) -le 2 -o "$words[2]" = help
        set offers (__sternhalma_offers | awk -F'\t' '!/^-/ { print $1 "\t" $4 }')
    end
    if test -z "$offers"; and test "$words[2]" = bench
        set offers ($words[1] bench 2>/dev/null | cut -d' ' -f1)
    end
    test -z "$offers"; and set offers ($words[1] games 2>/dev/null | awk 'NR > 1 { print $1 }')
    printf '%s\n' $offers
end

function __sternhalma_first
    test (count (commandline -opc)) -eq 1
end

function __sternhalma_option
    string match -q -- '-*' (commandline -ct)
end

complete -c sternhalma -n '__sternhalma_first; and not __sternhalma_option' -f -a '(__sternhalma_words)'
complete -c sternhalma -n __sternhalma_option -a '(__sternhalma_options)'
complete -c sternhalma -n 'not __sternhalma_first; and not __sternhalma_option' -a '(__sternhalma_words)'
