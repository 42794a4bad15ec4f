#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lets two engines play a game over CCP and checks every move by rules of its own: ccp.py ENGINE LIMIT.

The rules are those of the Chinese Checkers engine rating list: cells numbered row by row, full
paths, pieces that stay in their goal once they are there, threefold repetition, 240 plies.
"""
import shlex
import subprocess
import sys
from collections import Counter

WAYS = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
STAR = sorted((r, q) for q in range(-8, 9) for r in range(-8, 9)
              if max(q, r, -q - r) <= 4 or min(q, r, -q - r) >= -4)
NUMBER = {cell: number for number, cell in enumerate(STAR)}
GOAL = [{n for n, (r, _) in enumerate(STAR) if r > 4}, {n for n, (r, _) in enumerate(STAR) if r < -4}]


def neighbour(number, way, length=1):
    r, q = STAR[number]
    return NUMBER.get((r + length * way[1], q + length * way[0]))


def legal(cells, player, path):
    """Is this path one step, or a chain of hops that keeps to the goal once it is there?"""
    if len(path) < 2 or cells[path[0]] != str(player) or len(set(path)) != len(path):
        return False
    start = path[0]
    for a, b in zip(path, path[1:]):
        if cells[b] != "." or (a in GOAL[player] and b not in GOAL[player]):
            return False
        if len(path) == 2 and any(neighbour(a, way) == b for way in WAYS):
            return True
        over = [neighbour(a, way) for way in WAYS if neighbour(a, way, 2) == b]
        if not over or over[0] is None or cells[over[0]] == "." or over[0] == start:
            return False
    return True


def full(cells, player):
    return all(cells[n] != "." for n in GOAL[player]) and any(cells[n] == str(player) for n in GOAL[player])


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        bufsize=1)
        self.ask("ccp", "ccpok")
        self.ask("isready", "readyok")

    def ask(self, line, prefix):
        self.process.stdin.write(line + "\n")
        for answer in self.process.stdout:
            if answer.startswith(prefix):
                return answer.strip()
        sys.exit(f"FAIL no {prefix} after {line}")

    def close(self):
        self.process.stdin.write("quit\n")
        if self.process.wait(180) != 0:
            sys.exit("FAIL it did not quit well")


def main():
    command, limit = sys.argv[1:]
    assert len(STAR) == 121
    engines = [Engine(command), Engine(command)]
    cells = "".join("0" if n in GOAL[1] else "1" if n in GOAL[0] else "." for n in range(121))
    seen, ply, end = Counter(), 0, "240 plies"
    while ply < 240:
        player = ply % 2
        seen[cells, player] += 1
        if full(cells, 0) or full(cells, 1):
            end = f"player {0 if full(cells, 0) else 1} has arrived"
            break
        if seen[cells, player] == 3:
            end = "threefold repetition"
            break
        engine = engines[player]
        engine.process.stdin.write(f"position cells {cells} player {player} ply {ply}\n")
        answer = engine.ask(f"go {limit}", "bestmove").split()
        path = [int(word) for word in answer[1].split("-")]
        if len(answer) != 2 or not legal(cells, player, path):
            sys.exit(f"FAIL {answer} is not legal in {cells}, player {player}")
        changed = list(cells)
        changed[path[0]], changed[path[-1]] = ".", str(player)
        cells = "".join(changed)
        ply += 1
    for engine in engines:
        engine.close()
    print(f"{ply} plies, all legal: {end}")
    sys.exit(0 if "arrived" in end else 1)


if __name__ == "__main__":
    main()
