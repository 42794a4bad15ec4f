#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""drawings.py PROGRAM: boards are drawn by their shape, whatever the directions.

Around a cell of a rhombus or a star six cells are equally near; on a square board the rows are as
far apart as the columns; on the checkers board the nearest cells are those of the diagonals.
"""
import itertools
import math
import re
import subprocess
import sys

HEXAGONAL = {(2.0, 0.0), (1.0, 1.73)}
SQUARE = {(2.0, 0.0), (0.0, 2.0)}
DIAGONAL = {(2.0, 2.0)}
BOARDS = {
    "7x7/3": HEXAGONAL, "5x5/3:1p": HEXAGONAL, "star13:2p": HEXAGONAL, "star37:3p": HEXAGONAL,
    "sq5/3:4m": SQUARE, "sq5/3:6m": SQUARE, "sq5/3:8m:1p": SQUARE, "checkers32/12:4m": DIAGONAL,
    "checkers32/12:6m": DIAGONAL, "checkers32/12:8m": DIAGONAL,
}


def circles(svg):
    """The places of circles, each once."""
    found = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', svg)
    return sorted({(float(x), float(y)) for x, y in found})


def nearest(places, unit):
    """The steps between nearest places, in halves of a cell."""
    steps = [(abs(x1 - x2) / unit, abs(y1 - y2) / unit)
             for (x1, y1), (x2, y2) in itertools.combinations(places, 2)]
    least = min(math.hypot(*step) for step in steps)
    return {(round(x, 1), round(y, 1)) for x, y in steps if math.hypot(x, y) < 1.02 * least}


def main():
    program, failures = sys.argv[1], 0
    for name, expected in BOARDS.items():
        wanted = {(round(x, 1), round(y, 1)) for x, y in expected}
        for unit, command in ((20, ["show", name, "--svg"]), (6, ["puzzle", "show", name, "--svg"])):
            if command[0] == "puzzle" and re.search("[13]p", name):
                continue
            done = subprocess.run([program, *command], capture_output=True, text=True, check=True)
            found = nearest(circles(done.stdout), unit)
            if found != wanted:
                failures += 1
                print(f"FAIL {' '.join(command)}: nearest cells at {found}, not {wanted}")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
