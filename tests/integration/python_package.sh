#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The Python package as people install it, without an index: the wheel holds the library of this
# build and goes into a fresh environment, the sdist holds all that a build needs, and two builds
# give the same bytes. (long_python_sdist.sh compiles the sdist.)
set -euo pipefail
program=$(realpath "$1")
cd "$(dirname "$0")/../.."
for module in venv pip; do
    /usr/bin/python3 -c "import $module" 2>/dev/null || { echo "python3-$module is missing"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONDONTWRITEBYTECODE=1 PIP_DISABLE_PIP_VERSION_CHECK=1 SOURCE_DATE_EPOCH=1700000000
fail() { echo "FAIL $*"; exit 1; }

tree() { # tree FOLDER: a copy, so that nothing is built here
    mkdir "$1"
    cp -r CMakeLists.txt LICENSE README.md pyproject.toml cmake include src bindings "$1"
    find "$1" -name __pycache__ -prune -exec rm -r {} +
}
build() { # build FOLDER: a wheel and an sdist in FOLDER/dist
    tools/wheel.sh "$1" "$(dirname "$program")/libsternhalma.so.0" "$1/dist" ||
        fail "no wheel or sdist"
}
tree "$work/one"
build "$work/one"
tree "$work/another"
(umask 077 && build "$work/another")
wheel=$(basename "$work"/one/dist/*.whl)
[[ $wheel == libsternhalma-*-py3-none-linux_*.whl ]] || fail "the wheel is called $wheel"
cmp "$work/one/dist/$wheel" "$work/another/dist/$wheel" || fail "two builds, two wheels"
contents=$(/usr/bin/python3 -m zipfile -l "$work/one/dist/$wheel")
for file in sternhalma/libsternhalma.so.0 sternhalma/py.typed sternhalma/vector.py; do
    grep -q "^$file" <<<"$contents" || fail "no $file in the wheel"
done
sdist=$(echo "$work"/one/dist/*.tar.gz)
cmp "$sdist" "$work"/another/dist/*.tar.gz || fail "two builds, two sdists"
tar -tzf "$sdist" | sed 's,^[^/]*/,,' >"$work/sdist"
for file in CMakeLists.txt pyproject.toml bindings/python/backend.py src/rules/moves.c include/sternhalma/probe.h cmake/library.cmake \
    bindings/python/sternhalma/game.py; do
    grep -qx "$file" "$work/sdist" || fail "no $file in the sdist"
done

# As the manual says, in a fresh environment, which has no wheel and maybe no setuptools: from the tree,
# with a library that is there, and then the wheel over it.
/usr/bin/python3 -m venv "$work/venv"
STERNHALMA_LIBRARY=$(dirname "$program")/libsternhalma.so.0 "$work/venv/bin/pip" install --quiet --no-index "$work/one" ||
    fail "pip install . does not work in a fresh environment"
"$work/venv/bin/python" -I -c 'import sternhalma' || fail "pip install . installed nothing"
"$work/venv/bin/pip" install --quiet --no-index --no-deps --force-reinstall "$work/one/dist/$wheel"
"$work/venv/bin/pip" check >/dev/null || fail "pip does not believe the wheel's metadata"

# A compile has as many compilers as there are CPUs, and says so. This cmake only notes how it is called.
mkdir "$work/bin"
printf '#!/bin/sh\necho "$@" >>%s/calls\n' "$work" >"$work/bin/cmake"
chmod +x "$work/bin/cmake"
(cd "$work/one/bindings/python" && PATH=$work/bin:$PATH /usr/bin/python3 -c 'import backend; backend.compile_library()') >"$work/said"
grep -q -- "--parallel $(nproc)\$" "$work/calls" || fail "cmake was called: $(cat "$work/calls")"
grep -q "with $(nproc) compilers" "$work/said" || fail "it says: $(cat "$work/said")"
"$program" solve 4x4/3 --metric dtw --out "$work/4x4-3.shtb" >/dev/null
cd "$work" # not where the sources are
env -u STERNHALMA_LIBRARY -u PYTHONPATH "$work/venv/bin/python" - "$("$program" version --json | jq -r .version)" <<'END'
import importlib.metadata, sys
import sternhalma

assert sternhalma.__version__ == importlib.metadata.version("libsternhalma") == sys.argv[1]
assert "venv" in sternhalma.__file__
table = sternhalma.Table("4x4-3.shtb")
many = sternhalma.Positions.of(table.game, [table.game.start()])
assert table.probe_many(many)[0] == table.probe(table.game.start()).distance
END
# The namesake of the index is noticed.
namesake=$(echo "$work"/venv/lib/python3*/site-packages)/sternhalma-9.dist-info
mkdir "$namesake"
printf 'Metadata-Version: 2.1\nName: sternhalma\nVersion: 9\n' >"$namesake/METADATA"
env -u STERNHALMA_LIBRARY -u PYTHONPATH "$work/venv/bin/python" -W always -c 'import sternhalma' 2>"$work/warning"
grep -q "another project's package sternhalma 9" "$work/warning" || fail "no warning of the namesake"
echo "installed $wheel, $(du -h "$work/one/dist/$wheel" | cut -f1)"
