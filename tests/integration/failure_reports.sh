#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What tools/test.sh says of failures, from logs of real runs of ctest and vitest that fail.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=tools/failures.bash
. "$root/tools/failures.bash"

expect() { # expect NAME TEXT: what was written to $work/NAME
    [ "$(cat "$work/$1")" = "$2" ] || fail "$1 says: $(cat "$work/$1")"
}

cat >"$work/CTestTestfile.cmake" <<'END'
add_test(unit/good sh -c "echo no ERROR counts here")
add_test(unit/bad sh -c "echo begin; echo '[  ERROR   ] --- 1 != 2'; echo; echo '[  FAILED  ] moves'; exit 1")
add_test(unit/silent sh -c "seq 30; exit 1")
add_test(unit/dead sh -c "kill -SEGV $$")
END
(cd "$work" && ctest -j2) >"$work/ctest.log" 2>&1 && fail "ctest passes"
ctest_failed "$work/ctest.log" >"$work/names"
expect names 'unit/bad (Failed)
unit/silent (Failed)
unit/dead (SEGFAULT)'
test_output unit/bad "$work/Testing/Temporary/LastTest.log" | output_failures >"$work/bad"
expect bad '[  ERROR   ] --- 1 != 2
[  FAILED  ] moves'
test_output unit/silent "$work/Testing/Temporary/LastTest.log" | output_failures >"$work/silent"
expect silent "$(seq 19 30)"

vitest=$root/web/node_modules/.bin/vitest
if [ -x "$vitest" ]; then
    cat >"$work/some.test.ts" <<'END'
import { expect, test } from "vitest";
test("good", () => expect("FAIL").toBe("FAIL"));
test("the page is small", () => expect(90).toBeLessThan(60));
test("nothing was logged", () => expect(["logged: 404"]).toEqual([]));
test("too late", async () => {
  setTimeout(() => { throw new Error("nobody waits for it"); });
  await new Promise((done) => setTimeout(done, 100));
});
END
    NO_COLOR=1 "$vitest" run --root "$work" --reporter=dot >"$work/vitest.log" 2>&1 && fail "vitest passes"
    log_failures "$work/vitest.log" >"$work/told"
    [ "$(grep -c . "$work/told")" -lt 30 ] || fail "too long: $(cat "$work/told")"
    for words in '> the page is small' 'expected 90 to be less than 60' '> nothing was logged' \
        'logged: 404' 'Error: nobody waits for it'; do
        grep -qF -- "$words" "$work/told" || fail "'$words' is missing: $(cat "$work/told")"
    done
    grep -qF '> good' "$work/told" && fail "a test that passed is named"
fi
[ "$failures" -eq 0 ]
