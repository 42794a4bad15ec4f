# SPDX-License-Identifier: MIT
# fish completion for sternhalma. Commands, options and games are asked of the program itself, so this
# file does not change when they do.

function __sternhalma_commands
    set -l program (commandline -opc)[1]
    $program help 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\)  *\(.*\)/\1\t\2/p'
end

function __sternhalma_options
    set -l words (commandline -opc)
    $words[1] $words[2] --help 2>/dev/null | grep -oE -- '--[a-z-]+' | sort -u
end

function __sternhalma_words
    set -l words (commandline -opc)
    switch $words[2]
        case help
            __sternhalma_commands
        case bench
            $words[1] bench 2>/dev/null | cut -d' ' -f1
        case '*'
            $words[1] games 2>/dev/null | awk 'NR > 1 { print $1 }'
    end
end

function __sternhalma_first
    test (count (commandline -opc)) -eq 1
end

function __sternhalma_option
    not __sternhalma_first; and string match -q -- '-*' (commandline -ct)
end

complete -c sternhalma -n __sternhalma_first -f -a '(__sternhalma_commands)'
complete -c sternhalma -n __sternhalma_option -a '(__sternhalma_options)'
complete -c sternhalma -n 'not __sternhalma_first; and not __sternhalma_option' -a '(__sternhalma_words)'
complete -c sternhalma -l rules -x -a 'strict published'
