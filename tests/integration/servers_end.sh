#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# No server outlives the script that started it: not one that fails, and not one that is killed.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
here=$(realpath "$(dirname "$0")")
cat >"$work/script.sh" <<EOF
. "$here/prelude.bash"
"\${tied[@]}" "\$program" serve --port 0 --json >"\$2/out" &
echo \$! >"\$2/pid.new" && mv "\$2/pid.new" "\$2/pid"
await "the start of a server" test -s "\$2/out"
[ "\$3" != fails ] || exit 1
while true; do sleep 0.1; done
EOF
# shellcheck disable=SC2317 # called through await
is_gone() { ! kill -0 "$server" 2>/dev/null; }
for end in fails HUP INT TERM KILL; do
    rm -f "$work/pid" "$work/out"
    set -m # a group of its own, as a terminal would give it
    bash "$work/script.sh" "$program" "$work" "$end" >/dev/null 2>&1 &
    script=$!
    set +m
    await "the start of a server" test -s "$work/pid"
    await "its address" test -s "$work/out"
    server=$(cat "$work/pid")
    case $end in
    fails) ;;
    INT) kill -s INT -- "-$script" ;; # Ctrl-C reaches the whole group
    *) kill -s "$end" "$script" ;;
    esac
    wait "$script" 2>/dev/null && fail "$end did not end the script"
    await "$end of the script and the end of its server" is_gone
done

# Every server of the tests is started so.
# shellcheck disable=SC2016 # as it stands in the scripts
grep -nE '"\$program" serve .*&$' "$here"/*.sh "$here"/*.bash | grep -v 'tied\[@\]' &&
    fail "a server that may outlive its test"
grep -n 'spawn(program, \["serve"' "$here"/../e2e/*.ts && fail "a server that may outlive its test"
[ "$failures" -eq 0 ]
