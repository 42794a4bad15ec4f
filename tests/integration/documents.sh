#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every path, command and option that the documents and manual pages name exists.
exec python3 "$(dirname "$0")/documents.py" "$1"
