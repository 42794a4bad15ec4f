#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every command has a manual page with its options, every page is of a command, and --help works for
# each.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
cd "$(dirname "$0")/../.." || exit 2
commands=$("$program" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
[ -n "$commands" ] || fail "help lists no commands"
for command in $commands; do
    [ -f "man/sternhalma-$command.1" ] || fail "man/sternhalma-$command.1 is missing"
    [[ $("$program" "$command" --help) == "Usage: sternhalma $command "* ]] ||
        fail "sternhalma $command --help does not say how to use it"
    cmp -s <("$program" "$command" --help) <("$program" "$command" -h) ||
        fail "sternhalma $command -h is not --help"
    cmp -s <("$program" "$command" --help) <("$program" help "$command") ||
        fail "sternhalma help $command is not --help"
done
[[ $("$program" tune --help) == *"Play N rounds (default: 500)"* ]] || fail "--help names no defaults"
for page in man/sternhalma-*.1; do
    name=${page#man/sternhalma-}
    grep -qx "${name%.1}" <<<"$commands" || fail "$page is of no command"
done
tools/synopses.py "$program" --check || fail "manual pages and options differ"
# In the middle of a line these take all that follows into their brackets or quotes.
swallowing=$(grep -nE '^\..* [PBQSDA]q .* (Cm|Fl|Ar|No|Pa|Nm) ' man/*) && fail "takes the rest of its line: $swallowing"
mandoc -Tlint -Wwarning man/*.[135] || fail "mandoc has complaints"
[ "$failures" -eq 0 ]
