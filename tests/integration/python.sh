#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The Python package against the shared library of this build and tables solved for the purpose: all
# tests with NumPy, where there is NumPy, and with plain arrays.
set -euo pipefail
program=$(realpath "$1")
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo "python3 is missing"; exit 77; }
# Debian's NumPy is that of Debian's Python, which need not be the first.
python=python3
for other in python3 /usr/bin/python3; do
    "$other" -c 'import numpy' 2>/dev/null && python=$other && break
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$program" solve 4x4/3 --metric dtw --out "$folder/4x4-3.shtb" >/dev/null
"$program" solve star13:3p --out "$folder/star13-3p.shtb" >/dev/null
"$program" solve 5x5/3 --metric dtw --out "$folder/5x5-3.shtb" >/dev/null
export STERNHALMA_PROGRAM=$program STERNHALMA_LEARN=$folder/5x5-3.shtb
export STERNHALMA_TABLE=$folder/4x4-3.shtb STERNHALMA_RACE=$folder/star13-3p.shtb
STERNHALMA_START_RANK=$("$program" rank 7x7/3 startpos | grep -oE '[0-9]+' | head -n1)
STERNHALMA_LIBRARY=$(dirname "$program")/libsternhalma.so
export STERNHALMA_START_RANK STERNHALMA_LIBRARY PYTHONPATH=bindings/python PYTHONDONTWRITEBYTECODE=1
tests() { "$python" -m unittest discover -s bindings/python/tests -p "$1"; }
if "$python" -c 'import numpy' 2>/dev/null; then tests 'test_*.py'; else echo "[  SKIPPED ] numpy: it is not installed"; fi
STERNHALMA_PLAIN_ARRAYS=1 tests 'test_*.py'
# Counted by tools/test.sh: it is not in Debian.
"$python" -c 'import pettingzoo' 2>/dev/null || echo '[  SKIPPED ] pettingzoo: it is not installed'
