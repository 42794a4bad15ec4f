#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Drives engines as the runner cutegames does: a match of two engine processes over UGI.

cutegames.py GAMES GAME LIMIT ENGINE ENGINE [OPENINGS]: LIMIT is what follows `go` ("nodes 300"), or
"clock" for 2 s and 0.02 s a move; an engine is a command line; OPENINGS is a file of positions, each
played twice. Like that runner it knows no rules: it asks
the engines whose turn it is, whether the game is over and who has won, and never looks at a move.
On top of what the runner does, moves of rhombi are checked by rules of its own, written anew here.

It prints the score, and fails where the two engines disagree, an answer has another form than the
runner expects, a move is not legal or none comes within a minute.
"""
import queue
import re
import shlex
import subprocess
import sys
import threading
import time

PATIENCE = 180  # the machine may stand still for a while


class Wrong(Exception):
    """What must not happen."""


class Engine:
    def __init__(self, command, game):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self.listen, daemon=True).start()
        self.send("ugi")
        options = self.wait(lambda words: words == ["ugiok"])
        names = {line[2] for line in options if line[:2] == ["option", "name"]}
        if not {"Hash", "Threads", "Game", "Rules", "Tables", "Level"} <= names:
            raise Wrong(f"options are missing: {names}")
        self.send(f"setoption name Game value {game}")
        self.send("setoption name Hash value 1")
        self.ready()

    def listen(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def wait(self, wanted):
        """Reads lines up to one that is wanted; gives them all, as words."""
        heard, end = [], time.monotonic() + PATIENCE
        while True:
            try:
                line = self.lines.get(timeout=max(0, end - time.monotonic()))
            except queue.Empty:
                raise Wrong(f"no answer after {heard[-3:]}") from None
            if line is None:
                raise Wrong("the engine has ended")
            heard.append(line.split())
            if wanted(heard[-1]):
                return heard

    def ready(self):
        self.send("isready")
        self.wait(lambda words: words == ["readyok"])

    def position(self, moves, start="startpos"):
        start = start if start == "startpos" else "fen " + start
        self.send("position " + start + (" moves " + " ".join(moves) if moves else ""))

    def query(self, question):
        self.send("query " + question)
        answer = self.wait(lambda words: words[:1] == ["response"])[-1]
        if len(answer) != 2:
            raise Wrong(f"a response of {len(answer)} words: {answer}")
        return answer[1]

    def go(self, limit):
        self.send("go " + limit)
        heard = self.wait(lambda words: words[:1] == ["bestmove"])
        if len(heard[-1]) != 2:
            raise Wrong(f"bestmove has exactly two words, not {heard[-1]}")
        for line in heard[:-1]:
            if line[:2] == ["info", "depth"]:
                for word in ("score", "nodes", "nps", "hashfull", "pv"):
                    if word not in line:
                        raise Wrong(f"no {word} in {line}")
        return heard[-1][1]

    def close(self):
        self.send("quit")
        if self.process.wait(PATIENCE) != 0:
            raise Wrong(f"the engine ended with {self.process.returncode}")


class Rules:
    """Rhombi: steps, chains of hops, and when a goal is full. Nothing else is looked at."""

    WAYS = [(0, 1), (0, -1), (1, 0), (-1, 0), (-1, 1), (1, -1)]
    CAMPS = {1: 1, 3: 2, 6: 3, 10: 4}  # pieces: rows

    def __init__(self, size, pieces):
        self.size = size
        camp = {(r, c) for r in range(size) for c in range(size) if r + c < self.CAMPS[pieces]}
        self.camp = [camp, {(size - 1 - r, size - 1 - c) for r, c in camp}]
        self.army = [set(camp) for camp in self.camp]
        self.turn = 0

    def place(self, fen):
        rows, turn = fen.split()
        self.army, self.turn = [set(), set()], "xo".index(turn)
        for r, row in enumerate(rows.split("/")):
            c = 0
            for word in re.findall(r"\d+|[xo]", row):
                if word.isdigit():
                    c += int(word)
                else:
                    self.army["xo".index(word)].add((r, c))
                    c += 1

    def cell(self, text):
        found = re.fullmatch(r"([a-z])(\d+)", text)
        if not found:
            raise Wrong(f"'{text}' is no cell")
        return int(found[2]) - 1, ord(found[1]) - ord("a")

    def reach(self, start):
        taken = (self.army[0] | self.army[1]) - {start}
        free = lambda r, c: 0 <= r < self.size and 0 <= c < self.size and (r, c) not in taken
        found = {(start[0] + r, start[1] + c) for r, c in self.WAYS if free(start[0] + r, start[1] + c)}
        chain, seen = [start], {start}
        while chain:
            r, c = chain.pop()
            for dr, dc in self.WAYS:
                to = (r + 2 * dr, c + 2 * dc)
                if (r + dr, c + dc) in taken and free(*to) and to not in seen:
                    seen.add(to)
                    chain.append(to)
        return (found | seen) - {start}

    def play(self, move):
        cells = [self.cell(text) for text in move.split("-")]
        start, end = cells[0], cells[-1]
        if start not in self.army[self.turn] or end not in self.reach(start):
            raise Wrong(f"{move} is not legal")
        self.army[self.turn].remove(start)
        self.army[self.turn].add(end)
        self.turn = 1 - self.turn

    def winner(self):
        for player in (0, 1):
            goal = self.camp[1 - player]
            if goal <= self.army[0] | self.army[1] and goal & self.army[player]:
                return player
        return None


def clock_words(clock):
    return f"p1time {clock[0]} p2time {clock[1]} p1inc 20 p2inc 20"


def play(engines, game, limit, start):
    """One game; engines[0] is the first player. Gives p1win, p2win or draw."""
    rhombus = re.fullmatch(r"(\d+)x\d+/(\d+)", game)
    rules = Rules(int(rhombus[1]), int(rhombus[2])) if rhombus else None
    if rules and start != "startpos":
        rules.place(start)
    moves, clock = [], [2000, 2000]
    for engine in engines:
        engine.ready()
        engine.send("uginewgame")
    while True:
        engines[0].position(moves, start)
        first = engines[0].query("p1turn") == "true"
        us, them = engines if first else engines[::-1]
        us.ready()
        for engine in (us, them):
            engine.position(moves, start)
        over = [engine.query("gameover") for engine in (us, them)]
        if over[0] != over[1]:
            raise Wrong(f"one says gameover {over[0]}, the other {over[1]}, after {moves}")
        if over[0] == "true":
            break
        began = time.monotonic()
        move = us.go(clock_words(clock) if limit == "clock" else limit)
        spent = int(1000 * (time.monotonic() - began))
        clock[0 if first else 1] = max(20, clock[0 if first else 1] - spent + 20)
        if rules:
            rules.play(move)
        moves.append(move)
    results = []
    for engine in engines:
        engine.ready()
        engine.position(moves, start)
        results.append((engine.query("gameover"), engine.query("result")))
    if results[0] != results[1]:
        raise Wrong(f"results differ: {results}")
    if rules and results[0][1] != "draw":
        winner = 1 - rules.turn if rules.winner() is None else rules.winner()  # or stuck
        if results[0][1] != f"p{winner + 1}win":
            raise Wrong(f"the result {results[0][1]} is not that of the board")
    return results[0][1]


def main():
    games, game, limit, *commands = sys.argv[1:6]
    starts = ["startpos"]
    if len(sys.argv) > 6:
        with open(sys.argv[6], encoding="utf-8") as file:
            starts = [line.strip() for line in file if not line.startswith("#")]
    engines = [Engine(command, game) for command in commands]
    score = {"p1win": 0, "p2win": 0, "draw": 0}
    points = [0.0, 0.0]
    for number in range(int(games)):
        swapped = number % 2
        result = play(engines[::-1] if swapped else engines, game, limit,
                      starts[number // 2 % len(starts)])
        score[result] += 1
        for player in (0, 1):
            gained = 0.5 if result == "draw" else float(result == f"p{player + 1}win")
            points[player ^ swapped] += gained
    # After an illegal move both must say that it lost.
    for moves, loser in (["a1-a1"], 0), (["nonsense"], 0):
        for engine in engines:
            engine.position(moves)
            if (engine.query("gameover"), engine.query("result")) != ("true", "p2win" if loser == 0 else "p1win"):
                raise Wrong(f"an illegal move {moves} does not lose")
    for engine in engines:
        engine.close()
    print(f"{games} games, no mismatch: {score}, points {points[0]} and {points[1]}")


if __name__ == "__main__":
    try:
        main()
    except Wrong as wrong:
        print(f"FAIL {wrong}")
        sys.exit(1)
