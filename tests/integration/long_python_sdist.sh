#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The sdist alone: pip compiles the library from it and installs into a fresh environment.
set -euo pipefail
program=$(realpath "$1")
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONDONTWRITEBYTECODE=1 PIP_DISABLE_PIP_VERSION_CHECK=1
mkdir "$work/tree"
cp -r CMakeLists.txt LICENSE README.md pyproject.toml cmake include src bindings "$work/tree"
(cd "$work/tree/bindings/python" && /usr/bin/python3 -c 'import backend; backend.build_sdist("'"$work"'")')
/usr/bin/python3 -m venv "$work/venv"
env -u STERNHALMA_LIBRARY "$work/venv/bin/pip" install --quiet --no-index "$work"/*.tar.gz
cd "$work"
answer=$(env -u STERNHALMA_LIBRARY -u PYTHONPATH "$work/venv/bin/python" -c \
    'import sternhalma; print(sternhalma.__version__, len(sternhalma.Game("7x7/3").start().moves()))')
[ "$answer" = "$("$program" version --json | jq -r .version) 6" ] || { echo "FAIL it says $answer"; exit 1; }
echo "compiled and installed: $answer"
