#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The host side of the GPU's plugin against a runtime that fails: streams, events, memory and mappings are
# given back, whichever call fails. Kernels are left out: test_cuda runs those.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
root=$(cd "$(dirname "$0")/../.." && pwd)
compiler=$(command -v clang++ || command -v g++ || true)
if [ -z "$compiler" ]; then
    echo "skipped: no C++ compiler (clang or g++)"
    exit 77
fi
plugin=$root/src/solve/cuda/plugin.cu
for words in '#include "solve/cuda/kernels.h"' '// A block goes on' 'kernels[kernel]<<<' 'mmap('; do
    grep -qF "$words" "$plugin" || fail "$plugin has no $words: this script cuts there"
done
sed -e '/#include "solve\/cuda\/kernels.h"/d' -e '/^\/\/ A block goes on/,/^};/d' -e '/<<</d' \
    -e 's/\bmmap(/fake_mmap(/; s/\bmunmap(/fake_munmap(/' "$plugin" >"$work/plugin.cc"
cat "$root/tests/fake_cuda/plugin_uses.h" >>"$work/plugin.cc"
"$compiler" -std=c++17 -O1 -w -DSH_WARP=32 -I"$root/tests/fake_cuda" -I"$root/src" -I"$root/include" \
    "$work/plugin.cc" -o "$work/check" -pthread || fail "the plugin does not compile"
"$work/check" >"$work/said" || fail "$(cat "$work/said")"
[ "$failures" -eq 0 ]
