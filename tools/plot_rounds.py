#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""plot_rounds.py FILE.csv…: draws each file of rounds as FILE.svg beside it.

The first column numbers the rounds, the last is seconds, those between are counts of states found;
columns of bytes ("GB read") are left out.
Above, the counts on a logarithmic scale; below, the seconds. Rows that sum up several rounds
(36-57) are left out.
"""
import csv
import math
import sys

WIDTH, LEFT, RIGHT = 760, 64, 16
PANELS = {"states": (40, 240), "seconds": (296, 396)}  # top and bottom
COLOURS = ["#2563eb", "#dc2626", "#15803d"]
STYLE = ("text{font:12px sans-serif;fill:#6b7280}path{fill:none;stroke-width:1.6}"
         ".axis{stroke:#9ca3af}")


def read(path):
    with open(path, newline="", encoding="ascii") as file:
        head, *rows = csv.reader(file)
    rows = [row for row in rows if row[0].isdigit()]
    columns = [[float(cell or 0) for cell in column] for column in zip(*rows)]
    shown = [i for i, name in enumerate(head) if not name.startswith("GB")]
    return [head[i] for i in shown], [columns[i] for i in shown]


def text(x, y, words, anchor="middle"):
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}">{words}</text>'


def across(number, last):
    return LEFT + (WIDTH - LEFT - RIGHT) * (number - 1) / (last - 1)


def line(points, colour):
    """A path through points; None lifts the pen."""
    path, pen = [], "M"
    for point in points:
        if point is None:
            pen = "M"
            continue
        path.append(f"{pen}{point[0]:.1f} {point[1]:.1f}")
        pen = "L"
    return f'<path d="{" ".join(path)}" stroke="{colour}"/>'


def counts(head, columns):
    top, bottom = PANELS["states"]
    rounds = columns[0]
    decades = math.ceil(math.log10(max(max(column) for column in columns[1:-1])))

    def height(count):
        return bottom - (bottom - top) * math.log10(count) / decades

    for decade in range(0, decades + 1, 2):
        y = height(10**decade)
        yield f'<path class="axis" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke-opacity=".4"/>'
        yield text(LEFT - 6, y + 4, f"10<tspan dy='-5' font-size='9'>{decade}</tspan>", "end")
    for name, column, colour in zip(head[1:-1], columns[1:-1], COLOURS):
        points = [(across(n, rounds[-1]), height(c)) if c else None for n, c in zip(rounds, column)]
        yield line(points, colour)
    legend = [f'<tspan fill="{c}">{name}</tspan>' for name, c in zip(head[1:-1], COLOURS)]
    yield text(LEFT, top - 14, f"{' and '.join(legend)} found in each {head[0]}", "start")


def seconds(head, columns):
    top, bottom = PANELS["seconds"]
    rounds, most = columns[0], max(columns[-1])
    scale = (bottom - top) / most
    wide = 0.7 * (WIDTH - LEFT - RIGHT) / rounds[-1]
    for number, value in zip(rounds, columns[-1]):
        x, tall = across(number, rounds[-1]) - wide / 2, value * scale
        yield (f'<rect x="{x:.1f}" y="{bottom - tall:.1f}" width="{wide:.1f}" height="{tall:.1f}"'
               f' fill="{COLOURS[0]}"/>')
    yield f'<path class="axis" d="M{LEFT} {bottom}H{WIDTH - RIGHT}"/>'
    yield text(LEFT - 6, top + 4, f"{most:g} s", "end")
    yield text(LEFT, top - 14, f"seconds of each {head[0]}", "start")
    for number in range(10, int(rounds[-1]) + 1, 10):
        yield text(across(number, rounds[-1]), bottom + 16, number)


def main():
    for path in sys.argv[1:]:
        head, columns = read(path)
        box = f"0 0 {WIDTH} {PANELS['seconds'][1] + 24}"
        with open(path.removesuffix(".csv") + ".svg", "w", encoding="ascii") as file:
            print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">', file=file)
            print(f"<style>{STYLE}</style>", file=file)
            for part in [*counts(head, columns), *seconds(head, columns)]:
                print(part, file=file)
            print("</svg>", file=file)


if __name__ == "__main__":
    main()
