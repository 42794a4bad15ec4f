#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The Python package against the shared library of this build and a table solved for the purpose.
set -euo pipefail
program=$1
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo "python3 is missing"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$program" solve 4x4/3 --metric dtw --out "$folder/4x4-3.shtb" >/dev/null
export STERNHALMA_TABLE=$folder/4x4-3.shtb PYTHONPATH=bindings/python PYTHONDONTWRITEBYTECODE=1
STERNHALMA_LIBRARY=$(dirname "$program")/libsternhalma.so python3 bindings/python/tests/test_sternhalma.py
