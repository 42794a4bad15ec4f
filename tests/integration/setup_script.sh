#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tools/setup.sh beside an apt-get and a dpkg-query that only note how they are called: what it says
# before it installs, what it installs, and what it leaves alone.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
unset STERNHALMA_PACKAGES STERNHALMA_PAGE # as `make test PACKAGES=no` sets them
mkdir -p "$work/bin" "$work/tree/tools"
cp "$(dirname "$0")/../../tools/setup.sh" "$work/tree/tools"
cat >"$work/bin/apt-get" <<END
#!/bin/sh
echo "apt-get \$*" >>$work/calls
case " \$* " in
*' --assume-no '*)
    count=80
    case " \$* " in *' npm '*) count=448 ;; esac
    echo "0 upgraded, \$count newly installed, 0 to remove and 0 not upgraded."
    echo "Need to get 1,003 kB/135 MB of archives."
    echo "After this operation, 656 MB of additional disk space will be used."
    exit 1
    ;;
*' update '*) echo 'W: Failed to fetch http://mirror.example: no route' ;;
*) [ ! -e $work/broken ] || { echo 'E: Unable to correct problems'; exit 100; } ;;
esac
END
printf '#!/bin/sh\nexit 1\n' >"$work/bin/dpkg-query" # nothing is installed
# shellcheck disable=SC2016 # the inner shell's name
printf '#!/bin/sh\necho "${USER_ID:-0}"\n' >"$work/bin/id"
for command in bash sed grep awk paste mkdir head dirname; do
    ln -s "$(command -v "$command")" "$work/bin"
done
chmod +x "$work"/bin/{apt-get,dpkg-query,id}

setup() { # setup GROUP…: its status; its words in $work/said, how it called apt-get in $work/calls
    : >"$work/calls"
    PATH=$work/bin bash "$work/tree/tools/setup.sh" "$@" >"$work/said" 2>&1
}
says() { grep -q -- "$1" "$work/said" || fail "not said: '$1', but: $(cat "$work/said")"; }
installs() { grep 'apt-get install -y' "$work/calls"; }

setup build || fail "as root: $(cat "$work/said")"
says 'with what they need: 448 packages, 135 MB to download, 656 MB on disk'
says 'without nodejs and npm, .*PAGE=no.*: 80 packages'
says 'PACKAGES=no installs nothing'
installs | grep -q ' clang .* nodejs npm$' || fail "it installs: $(installs)"
STERNHALMA_PAGE=no setup build || fail "without the page: $(cat "$work/said")"
installs | grep -q ' libncurses-dev$' || fail "without the page it installs: $(installs)"
grep -q npm "$work/said" && fail "without the page it speaks of npm: $(cat "$work/said")"

for variable in STERNHALMA_PACKAGES=no USER_ID=1000; do
    (export "${variable?}" && setup build)
    status=$?
    [ "$status" -eq 2 ] || fail "with $variable it ends with $status"
    says "type: sudo sh -c 'apt-get update && apt-get install .* clang .* npm'"
    installs && fail "with $variable it installs"
done

touch "$work/broken"
setup build
status=$?
[ "$status" -eq 2 ] || fail "what apt cannot install ends with $status"
says 'W: Failed to fetch http://mirror.example: no route'
says 'E: Unable to correct problems'
[ "$failures" -eq 0 ]
