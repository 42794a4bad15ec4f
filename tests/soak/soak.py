#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Disturbs the program at random for a while: `make soak [MINUTES=60] [SEED=…]`.

It kills solves, matches and self-play and resumes them, flips bits of tables, checkpoints and games,
fills disks, tries random command lines, sends the engine garbage for a minute, and floods the server
while tables change under it. Each thing it does is one line. What must hold:

- a solve that was disturbed and resumed writes the same bytes as one that was left alone, a match
  has the same score,
- a damaged file is refused (exit 3) or answers as the whole one does; nothing ends by a signal,
- a full disk is reported (exit 4), costs no table that was there, and leaves no half-written file,
- the engine answers after any garbage, and ends when it is told to,
- the server answers as before the flood, and ends within ten seconds of SIGTERM.

The last line says how often each was done and how often it failed. The seed repeats the choices,
not the timing.
"""
import argparse
import hashlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from command_lines import CommandLines, Failure, check
from flood import Flood

# Each takes less than a few seconds; `layers` marks the games whose checkpoint is a folder.
GAMES = [
    ("5x5/3", ["--metric", "dtw"], False),
    ("6x6/3", [], False),
    ("5x5/4", [], False),
    ("7x7/2", ["--metric", "dtw"], False),
    ("star37/1:3p", [], True),
    ("star37/2:3p", [], True),
]
BACKENDS = [[], ["--threads", "1"], ["--backend", "fast"], ["--backend", "compact"]]
SIGNALS = [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
MATCH = ["match", "7x7/6", "engine:nodes=400", "reference:nodes=300", "--games", "40", "--json"]
INTERRUPTED, BAD_DATA, NO_RESOURCES = 130, 3, 4


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


class Soak:
    def __init__(self, program, work, rng):
        self.program, self.work, self.rng = program, work, rng
        self.command_lines = CommandLines(program, os.path.join(work, "lines"), rng, 0.5)
        self.match, self.match_seconds = None, 0  # what a match says that nobody disturbs
        self.whole = {}  # game → (path of its table, digest, seconds the solve took)

    def solve_command(self, game, out, more):
        options = next(options for name, options, _ in GAMES if name == game)
        return [self.program, "solve", game, "--out", out, *options, *more]

    def run(self, command, **more):
        """Runs to the end; a signal that ends the program is a failure."""
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, **more)
        check(done.returncode >= 0, f"{' '.join(command)} ended by signal {-done.returncode}")
        return done

    def begin(self, command):
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def prepare(self):
        for game, _, _ in GAMES:
            name = game.replace("/", "-").replace(":", "-") + ".shtb"
            path = os.path.join(self.work, "whole", name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            start = time.monotonic()
            done = self.run(self.solve_command(game, path, []))
            check(done.returncode == 0, f"cannot solve {game}: {done.stderr}")
            self.whole[game] = (path, digest(path), time.monotonic() - start)

    def folder(self):
        path = os.path.join(self.work, "now")
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(path)
        return path

    def resumable(self, game, out):
        """The command that solves and goes on, and where it keeps its checkpoint."""
        layers = next(layers for name, _, layers in GAMES if name == game)
        if layers:
            more = ["--checkpoint", out + ".layers"]
        else:
            more = ["--resume", "--every", "0.05", *self.rng.choice(BACKENDS)]
        return self.solve_command(game, out, more), out + (".layers" if layers else ".checkpoint")

    def finish(self, game, command, out, checkpoint):
        """Lets a disturbed solve run to its end: the same bytes, and nothing else left behind."""
        done = self.run(command)
        check(done.returncode == 0, f"{game} did not go on: {done.returncode} {done.stderr}")
        check(digest(out) == self.whole[game][1], f"the table of {game} differs")
        ours = {os.path.basename(out), os.path.basename(checkpoint)}
        left = set(os.listdir(os.path.dirname(out))) - ours
        check(not left, f"left behind: {sorted(left)}")

    def kill(self):
        game = self.rng.choice(GAMES)[0]
        out = os.path.join(self.folder(), "table.shtb")
        command, checkpoint = self.resumable(game, out)
        kills = []
        for _ in range(self.rng.randint(1, 6)):
            process = self.begin(command)
            number = self.rng.choice(SIGNALS)
            after = self.rng.uniform(0, 1.2 * self.whole[game][2])
            try:
                process.wait(after)
            except subprocess.TimeoutExpired:
                process.send_signal(number)
                kills.append(f"{signal.Signals(number).name} after {after:.2f} s")
            code = process.wait(120)
            fine = (0, INTERRUPTED, -number) if kills else (0,)
            check(code in fine, f"{game}: exit {code} after {kills[-1:]}")
            left = [name for name in os.listdir(os.path.dirname(out)) if "tmp" in name]
            check(len(left) <= 1, f"more than one temporary file: {left}")
        self.finish(game, command, out, checkpoint)
        return f"{' '.join(command[2:3] + command[5:])}: {', '.join(kills) or 'always too late'}"

    def disturb(self, command, seconds, what):
        """Runs a command and sends it a signal at a random moment; the exit code and the signal."""
        process = self.begin(command)
        number = None
        try:
            process.wait(self.rng.uniform(0, seconds))
        except subprocess.TimeoutExpired:
            number = self.rng.choice(SIGNALS)
            process.send_signal(number)
        code = process.wait(120)
        fine = (0,) if number is None else (0, INTERRUPTED, -number)
        check(code in fine, f"{what}: exit {code} after {number}")
        return code, signal.Signals(number).name if number else "nothing"

    def kill_match(self):
        """A match goes on from its record and ends with the score it has when it is left alone."""
        record = os.path.join(self.folder(), "games")
        command = [self.program, *MATCH, "--record", record, "--resume"]
        if not self.match:
            start = time.monotonic()
            self.match = json.loads(self.run([self.program, *MATCH]).stdout)
            self.match_seconds = time.monotonic() - start
        kills = [self.disturb(command, 0.6 * self.match_seconds, "match")[1]
                 for _ in range(self.rng.randint(1, 5))]
        done = self.run(command)
        check(done.returncode == 0, f"the match did not go on: {done.returncode} {done.stderr}")
        said = json.loads(done.stdout)
        for key in ("games", "wins", "draws", "losses", "pairs"):
            check(said[key] == self.match[key], f"{key} of the match: {said[key]}")
        left = set(os.listdir(os.path.dirname(record))) - {"games"}
        check(not left, f"left behind: {sorted(left)}")
        return ", ".join(kills)

    def kill_datagen(self):
        """Games are written whole; killed or interrupted, those are kept that the last write had."""
        out = os.path.join(self.folder(), "games")
        command = [self.program, "datagen", "7x7/6", "--agent", "engine:nodes=100", "--every", "0.3",
                   "--resume", "--out", out]
        kept = 0
        for _ in range(self.rng.randint(1, 4)):
            code, name = self.disturb(command, 2, "datagen")
            check(code != BAD_DATA, "a part of a file after a kill")
            before, kept = kept, self.games_of(out)
            check(kept >= before, f"{before} games became {kept}")
        left = [name for name in os.listdir(os.path.dirname(out)) if "tmp" in name]
        check(len(left) <= (code < 0), f"temporary files: {left}")
        if os.path.exists(out):
            self.damage_games(out)
        return f"{name}, exit {code}"

    def games_of(self, out):
        if not os.path.exists(out):
            return 0
        with open(out, "rb") as file:
            return int.from_bytes(file.read(16)[12:], "little")

    def damage_games(self, out):
        learn = [self.program, "train", "7x7/6", out, "--linear", "--epochs", "1", "--out", out + ".w"]
        done = self.run(learn)
        check(done.returncode in (0, BAD_DATA), f"train: {done.returncode} {done.stderr}")
        what = self.damage(out)
        done = self.run(learn)
        check(done.returncode == BAD_DATA, f"train with {what}: {done.returncode}")

    def lines(self):
        """Random command lines."""
        count = self.rng.randint(10, 60)
        for _ in range(count):
            self.command_lines.one()
        return f"{count} command lines"

    def garbage(self):
        """A minute of garbage for the engine, over both protocols."""
        script = os.path.join(os.path.dirname(__file__), "..", "integration", "engine_garbage.py")
        done = self.run([sys.executable, script, self.program, "60", str(self.rng.randrange(1 << 32))])
        check(done.returncode == 0, f"garbage: {done.stdout} {done.stderr}")
        return done.stdout.strip()

    def damage(self, path):
        """Flips some bits, cuts the end off or writes zeros over a piece; says which."""
        size = os.path.getsize(path)
        way = self.rng.choice(["flip", "flip", "flip", "cut", "zero"])
        with open(path, "r+b") as file:
            if way == "cut":
                at = self.rng.randrange(size)
                file.truncate(at)
                return f"cut to {at} of {size} bytes"
            if way == "zero":
                at, length = self.rng.randrange(size), self.rng.randint(1, 4096)
                file.seek(at)
                file.write(bytes(min(length, size - at)))
                return f"zeros at {at}"
            flips = self.rng.randint(1, 8)
            for _ in range(flips):
                at = self.rng.randrange(size)
                file.seek(at)
                byte = file.read(1)[0] ^ 1 << self.rng.randrange(8)
                file.seek(at)
                file.write(bytes([byte]))
            return f"{flips} bits flipped"

    def questions(self, path):
        return [
            [self.program, "info", path],
            [self.program, "probe", path, "--json"],
            [self.program, "stats", path, "--json"],
            [self.program, "verify", path, "--sample", "1000"],
        ]

    def flip(self):
        game = self.rng.choice(GAMES)[0]
        path = os.path.join(self.folder(), "table.shtb")
        shutil.copy(self.whole[game][0], path)
        number = self.rng.randrange(len(self.questions(path)))
        before = self.run(self.questions(path)[number])
        what = self.damage(path)
        after = self.run(self.questions(path)[number])
        name = self.questions(path)[number][1]
        check(
            after.returncode == BAD_DATA
            or (after.returncode, after.stdout) == (before.returncode, before.stdout)
            or name == "verify" and after.returncode in (0, 1),  # it draws another sample
            f"{game}, {what}: {name} answers otherwise ({after.returncode})",
        )
        if after.returncode:
            check(after.stderr.strip(), f"{game}, {what}: {name} says nothing")
        return f"{game}: {what}, {name} exits with {after.returncode}"

    def flip_checkpoint(self):
        game = self.rng.choice([name for name, _, layers in GAMES if not layers])
        out = os.path.join(self.folder(), "table.shtb")
        command, checkpoint = self.resumable(game, out)
        process = self.begin(command)
        while process.poll() is None and not os.path.exists(checkpoint):
            time.sleep(0.005)
        process.kill()
        process.wait()
        if not os.path.exists(checkpoint):
            return f"{game}: the solve was over before its first checkpoint"
        what = self.damage(checkpoint)
        done = self.run(command)
        said = f"{game}: checkpoint with {what}, exit {done.returncode}"
        check(done.returncode in (0, BAD_DATA), said)
        if done.returncode == 0:
            check(digest(out) == self.whole[game][1], said + " and a wrong table")
        return said

    def fill(self):
        """A disk that is too small or a limit on the size of files, over an older table or none."""
        game = self.rng.choice(GAMES)[0]
        folder = self.folder()
        out = os.path.join(folder, "table.shtb")
        need = os.path.getsize(self.whole[game][0])
        size = self.rng.randint(4096, max(8192, need))
        mounted = os.geteuid() == 0 and self.rng.random() < 0.5 and not subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size}", "soak", folder],
            stderr=subprocess.DEVNULL, check=False).returncode
        limit = None if mounted else lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        try:
            older = self.whole["star37/1:3p"][0]  # small enough for any of these disks
            if self.rng.random() < 0.5 and os.path.getsize(older) < size:
                shutil.copy(older, out)
            before = digest(out) if os.path.exists(out) else None
            done = self.run(self.solve_command(game, out, []), preexec_fn=limit)
            check(done.returncode in (0, NO_RESOURCES), f"{game}: {done.returncode} {done.stderr}")
            now = digest(out) if os.path.exists(out) else None
            if done.returncode:
                check(now == before, f"{game}: the table that was there is gone or changed")
                check(done.stderr.strip(), f"{game}: no word of a full disk")
            else:
                check(now == self.whole[game][1], f"{game}: exit 0 and a wrong table")
            left = [name for name in os.listdir(folder) if "tmp" in name]
            check(not left, f"{game}: {left} left on a full disk")
        finally:
            if mounted:
                subprocess.run(["umount", folder], check=True)
        where = "a disk" if mounted else "files"
        return f"{game}: {where} of {size} bytes for a table of {need}, exit {done.returncode}"

    def flood(self):
        folder = self.folder()
        for game, _, _ in GAMES:
            shutil.copy(self.whole[game][0], folder)
        flood = Flood(self.program, folder, self.rng.getrandbits(32))
        said = flood.start()
        try:
            sent = flood.storm(self.rng.uniform(1, 4), lambda: self.change(folder))
            for game, _, _ in GAMES:
                name = os.path.basename(self.whole[game][0])
                shutil.copy(self.whole[game][0], os.path.join(folder, name + ".new"))
                os.rename(os.path.join(folder, name + ".new"), os.path.join(folder, name))
            settled = flood.settles(said, 30)
        finally:
            code = flood.stop()
        check(code == 0, f"the server ended with {code}")
        check(settled, "the server answers otherwise than before the flood")
        return f"{sent} requests while tables were damaged, removed and replaced"

    def change(self, folder):
        """Something happens to a table that is being served."""
        path, _, _ = self.whole[self.rng.choice(GAMES)[0]]
        served = os.path.join(folder, os.path.basename(path))
        if not os.path.exists(served):
            shutil.copy(path, served)
        elif self.rng.random() < 0.3:
            os.remove(served)
        else:
            self.damage(served)


def main():
    parser = argparse.ArgumentParser(description="Disturbs the program at random.")
    parser.add_argument("program")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=None)
    given = parser.parse_args()
    seed = random.SystemRandom().getrandbits(32) if given.seed is None else given.seed
    print(f"soak: {given.minutes:g} minutes with seed {seed}", flush=True)
    work = tempfile.mkdtemp(prefix="sternhalma-soak-")
    soak = Soak(os.path.realpath(given.program), work, random.Random(seed))
    actions = [soak.kill, soak.kill, soak.kill_match, soak.kill_datagen, soak.flip, soak.flip,
               soak.flip_checkpoint, soak.fill, soak.flood, soak.lines, soak.garbage]
    soak.prepare()
    done, failures, start = {}, 0, time.monotonic()
    while time.monotonic() - start < 60 * given.minutes:
        action = soak.rng.choice(actions)
        name = action.__name__
        done[name] = done.get(name, 0) + 1
        try:
            said = action()
        except (Failure, OSError, subprocess.TimeoutExpired) as failure:
            failures += 1
            said = f"FAIL {failure}"
            kept = os.path.join(work, f"failure-{failures}")
            shutil.copytree(os.path.join(work, "now"), kept, symlinks=True)
        print(f"[{time.monotonic() - start:6.0f} s] {name}: {said}", flush=True)
    if not failures:
        shutil.rmtree(work)
    counts = ", ".join(f"{count} {name}" for name, count in sorted(done.items()))
    evidence = f", see {work}" if failures else ""
    print(f"soak: {counts}; {failures} failed (seed {seed}){evidence}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
