#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sends garbage to the engine: engine_garbage.py PROGRAM SECONDS [SEED].

Lines are random bytes, commands with words missing, doubled, swapped or spoilt, endless lines,
numbers out of bounds, illegal moves and positions, commands in the middle of a search. Every
now and then the engine must say readyok; it must never end by itself, and in the end quit as told.
Both protocols in turn.
"""
import os
import random
import select
import subprocess
import sys
import time

PATIENCE = 180  # the machine may stand still for a while
GOOD = {
    "ugi": ["ugi", "uci", "isready", "uginewgame", "position startpos", "position startpos moves a3-a4 g5-g4",
            "position fen xxx4/xx5/x6/7/6o/5oo/4ooo x", "position fen xxx4/xx5/x6/7/6o/5oo/4ooo o moves g5-g4",
            "query p1turn", "query gameover", "query result", "go nodes 500", "go depth 3", "go movetime 5",
            "go p1time 20 p2time 20 p1inc 1 p2inc 1", "go infinite", "go ponder movetime 5", "ponderhit", "stop",
            "setoption name Hash value 1", "setoption name Threads value 2", "setoption name Game value 5x5/3",
            "setoption name Game value 7x7/3", "setoption name Rules value published",
            "setoption name Tables value /nonexistent", "setoption name Level value 3", "quit now"],
    "ccp": ["ccp", "protocol", "isready", "newgame", "position startpos", "go movetime 5", "go nodes 300", "stop",
            "position cells " + "0" * 10 + "." * 101 + "1" * 10 + " player 0 ply 0",
            "position cells " + "0" * 10 + "." * 101 + "1" * 10 + " player 1 ply 7",
            "position cells " + "1" * 10 + "." * 101 + "0" * 10 + " player 1 ply 90",
            "go wtime 50 btime 50", "setoption name Threads value 2", "setoption name Hash value 1"],
}
NUMBERS = ["0", "-1", "1e9", "99999999999999999999", "4294967296", "nan", "0x10", "", "1.5", "+3"]


def spoil(rng, line):
    """One line of garbage, most often made from a good one."""
    words = line.split(" ")
    way = rng.randrange(12)
    if way == 0:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(200))).replace(b"\n", b"")
    if way == 1:
        return line[:rng.randrange(len(line) + 1)].encode()
    if way == 2:
        rng.shuffle(words)
    if way == 3:
        words.insert(rng.randrange(len(words) + 1), rng.choice(words))
    if way == 4:
        words.pop(rng.randrange(len(words)))
    if way == 5:
        words[rng.randrange(len(words))] = rng.choice(NUMBERS)
    if way == 6:
        words.append(" ".join(rng.choice("abcdefgh") + str(rng.randrange(9)) + "-a1" for _ in range(rng.randrange(9))))
    if way == 7:
        return line.encode() + b"\0" + line.encode()
    if way == 8:
        return (rng.choice(["position startpos moves", "go", line]) + " x" * rng.randrange(1, 50000)).encode()
    if way == 9 and rng.randrange(20) == 0:
        return b"z" * (3 << 20)
    return " ".join(words).encode()


class Victim:
    def __init__(self, program, manner):
        command = [program, "engine"] + (["--rules=ccerl"] if manner == "ccp" else ["5x5/3"])
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        os.set_blocking(self.process.stdin.fileno(), False)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.heard = b""

    def exchange(self, text, wanted):
        """Writes all of the text and reads until something wanted comes."""
        end, at = time.monotonic() + PATIENCE, 0
        while at < len(text) or (wanted and wanted not in self.heard):
            if time.monotonic() > end:
                sys.exit(f"FAIL no {wanted} after {text[-200:]!r}: heard {self.heard[-300:]!r}")
            into = [self.process.stdin] if at < len(text) else []
            readable, writable, _ = select.select([self.process.stdout], into, [], 1)
            if readable:
                more = self.process.stdout.read(1 << 16)
                if more == b"":
                    sys.exit(f"FAIL it ended with {self.process.wait()} after {text[-200:]!r}")
                self.heard = (self.heard + (more or b""))[-65536:]
            if writable:
                try:
                    at += os.write(self.process.stdin.fileno(), text[at:at + 65536])
                except BlockingIOError:
                    pass
                except BrokenPipeError:
                    sys.exit(f"FAIL it ended with {self.process.wait()} after {text[-200:]!r}")

    def ready(self):
        self.heard = b""
        self.exchange(b"\nstop\nisready\n", b"readyok")

    def quit(self):
        os.set_blocking(self.process.stdin.fileno(), True)
        self.process.stdin.write(b"\nquit\n")
        self.process.stdin.close()
        os.set_blocking(self.process.stdout.fileno(), True)
        self.process.stdout.read()
        if self.process.wait(PATIENCE) != 0:
            sys.exit(f"FAIL it ended with {self.process.returncode} when told to quit")


def main():
    program, seconds = sys.argv[1], float(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 32)
    rng = random.Random(seed)
    lines, rounds, end = 0, 0, time.monotonic() + seconds
    while time.monotonic() < end:
        manner = ("ugi", "ccp")[rounds % 2]
        victim = Victim(program, manner)
        for _ in range(10):
            batch = []
            for _ in range(rng.randrange(1, 40)):
                good = rng.choice(GOOD[manner])
                line = good.encode() if rng.randrange(3) == 0 else spoil(rng, good)
                if line.split()[:1] == [b"quit"]:
                    line = b"x" + line
                batch.append(line)
            lines += len(batch)
            victim.exchange(b"\n".join(batch), None)
            victim.ready()
            if time.monotonic() > end:
                break
        victim.quit()
        rounds += 1
    print(f"{lines} lines in {rounds} sessions, seed {seed}: no crash, no hang")


if __name__ == "__main__":
    main()
