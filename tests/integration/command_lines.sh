#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Some hundreds of random command lines; `make soak` runs many more.
exec python3 "$(dirname "$0")/../soak/command_lines.py" "$1" --count 250 --seed 13 --patience 0.3
