#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# wheel.sh TREE LIBRARY FOLDER: the Python package of a source tree: a wheel that holds LIBRARY, and an
# sdist. Dates are those of $SOURCE_DATE_EPOCH, so the same sources and library give the same bytes.
set -euo pipefail
: "${SOURCE_DATE_EPOCH:?}"
STERNHALMA_LIBRARY=$(realpath "$2")
export STERNHALMA_LIBRARY PYTHONDONTWRITEBYTECODE=1
mkdir -p "$3"
folder=$(realpath "$3")
cd "$1/bindings/python"
/usr/bin/python3 -c 'import sys, backend; backend.build_wheel(sys.argv[1]); backend.build_sdist(sys.argv[1])' "$folder"
