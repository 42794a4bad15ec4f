# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# What failed, in a few lines, from the logs of checks: a long log may be cut before anybody reads it.

# vitest_failures LOG: each test that failed with its error, up to the line of the test.
vitest_failures() {
    awk '/^ FAIL |⎯ (Uncaught|Unhandled|Startup) / { on = 1; lines = 0 }
        on && NF { print; on = ++lines < 12 && !/^ ❯ / }' "$1"
}

# output_failures: of the output of a test the lines that tell of failures, or else its last ones.
output_failures() {
    awk '{ line[NR] = $0 }
        /FAIL|ERROR|\[   LINE|SUMMARY|[Ee]rror:|Traceback/ { if (told++ < 12) print }
        END { for (i = NR > 12 ? NR - 11 : 1; !told && i <= NR; i++) print line[i] }'
}

# log_failures LOG: of the log of a whole command.
log_failures() {
    local found
    found=$(vitest_failures "$1")
    if [ -n "$found" ]; then echo "$found"; else output_failures <"$1"; fi
}

# ctest_failed LOG: names of the tests that failed in a run of ctest, and how: "unit/test_x (Failed)".
ctest_failed() { # one a line
    sed -n '/^The following tests FAILED:/,$ s/^\t *[0-9]* - \([^ ]* (.*)\).*/\1/p' "$1"
}

# test_output NAME LASTTEST: what a test printed, from the log that ctest keeps of its last run.
test_output() {
    awk -v head=" Test: $1" '
        /^[0-9]+\/[0-9]+ Test: / { mine = substr($0, index($0, " ")) == head }
        /^<end of output>$/ { mine = printed = 0 }
        mine && printed { print }
        mine && /^-+$/ { printed = 1 }' "$2"
}
