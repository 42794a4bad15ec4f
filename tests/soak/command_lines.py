#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random command lines against the program, made from what it says of itself.

    command_lines.py PROGRAM [--count N] [--seed N] [--patience SECONDS]

Commands, options and arguments come from `help --json`; values are good
ones, odd ones, and files of every kind: tables, damaged tables, texts, folders, pipes, devices,
links. Whatever the line, the program must not die of a signal and must end with one of its exit
codes; what fails says so in one sentence, with --json as JSON on standard error; what goes on for
long must end soon after a signal; files that are not its own stay as they are, and no temporary
file stays behind. The same seed makes the same lines.
"""
import argparse
import hashlib
import json
import os
import random
import re
import resource
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import tempfile

FINE, NO, INTERRUPTED = 0, 1, 130
REFUSED = (2, 3, 4)
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
GAMES = ["3x3/1", "4x4/1", "4x4/2", "5x5/2", "4x4/3", "5x5/3", "7x7/3", "9x9/10", "11x11/15",
         "star13:3p", "star37/1:3p", "star37/2:3p", "star121:2p", "star121:6p", "checkers32/3:4m",
         "sq5/3:8m", "sq16/19:8m", "star13"]
ODD_GAMES = ["", "0x0/0", "4x5/2", "99x99/3", "4x4/", "4x4/-1", "4x4/99", "star0", "star38:3p",
             "star37:9p", "sq3/1:5m", "4X4/2", "7x7/3:3p", "x", "/", ":", "4x4/2 4x4/2"]
ODD = ["", " ", "-", "--", "-1", "0", "1", "2", "3.5", "1e400", "nan", "inf", "-inf", "0x10",
       "99999999999999999999", "9223372036854775807", "-9223372036854775808", "18446744073709551616",
       "65536", "%s%n", "a" * 5000, "é☃", "\udcff\udcfe", "1,2", "a=b", "=", ",", "\n", "'", "1\n2",
       "..", "/", "~", "*", "1GB", "1XB", "-5GB", "99999TB", "0KB", "null", "true", "[]", "{}"]
POSITIONS = ["startpos", "xx2/x3/3o/2oo x", "x3/4/4/3o o", "1x2/4/4/3o x", "xx3/x4/5/4o/3oo x",
             "xx2/x3/3o/2oo", "xx2/x3/3o/2oo z", "9/9", "x/x/x/x x", "oo2/o3/3x/2xx x", "////", "x o"]
MOVES = ["a2-a3", "a1-a3", "a1-a1", "z9-a1", "a2", "a2-a3-a4", "-", "1-2"]
AGENTS = ["random", "engine:nodes=50", "reference:nodes=50", "engine:depth=1", "table:whole.shtb",
          "engine:time=1ms", "engine:nodes=0", "engine:nodes=-5", "engine:bogus=1", "nobody",
          "engine:", ":", "table:text.txt", "table:", "table:missing", "engine:weights=text.txt",
          "engine:threads=99", "engine:nodes=1,nodes=2", "random:seed=3", "engine:hash=1",
          "level:1", "level:99"]
NUMBERS = ["1", "2", "3", "4", "5", "8", "10", "20", "100"]
WORDS = {
    "GAME": GAMES, "POSITION": POSITIONS, "MOVE": MOVES, "AGENT": AGENTS,
    "DEPTH": ["1", "2", "3"], "INDEX": ["0", "1", "17", "100000"], "SIZE": ["1MB", "64MB", "1GB"],
    "SECONDS": ["0.01", "1", "60"], "PROFILE": ["strict", "published"], "N": NUMBERS,
    "PLIES": NUMBERS, "WIDTH": ["10", "100"], "PORT": ["0"], "ADDRESS": ["127.0.0.1", "::1"],
    "HOST": ["example.org"], "ELO0,ELO1": ["0,10", "10,0"], "STEPS": NUMBERS, "SCORE": NUMBERS,
    "FORM": ["printed", "corrected"], "KIND": ["only-win", "only-draw", "longest", "zugzwang"],
    "ORDER": ["draw", "next", "previous", "cyclic", "ranking", "sdnp,snpd,spnd"],
    "PUZZLE": ["sq3/3:4m", "sq4/3:8m", "5x5/3", "sq5/4:6m", "4x4/6"],
    "NAME": ["wdl", "dtw", "auto", "fast", "compact", "disk", "cpu", "moves", "probe", "table1", "fig3", "h1"],
}
FILES = ["whole.shtb", "race.shtb", "damaged.shtb", "short.shtb", "empty", "text.txt", "folder",
         "pipe", "node", "link", "dangling", "loop", "missing", "missing/file", "folder/new",
         "games.txt", "/dev/null/x", "x" * 300]
NEW_FILES = ["new", "folder/new", "new.shtb", "whole.shtb", "text.txt"]
MEMORY = 6 << 30
EARLY = 0.1  # seconds of CPU within which the program has begun


class Failure(Exception):
    """Something that must hold did not."""


def check(holds, words):
    if not holds:
        raise Failure(words)


def state_of(path):
    """What a file is: its kind, and for plain files its bytes."""
    info = os.lstat(path)
    if stat.S_ISREG(info.st_mode):
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    return (stat.S_IFMT(info.st_mode), info.st_rdev)


class CommandLines:
    def __init__(self, program, work, rng, patience):
        self.program, self.work, self.rng, self.patience = program, work, rng, patience
        self.before = 0  # seconds() when the last line was begun
        self.good = os.path.join(work, "good")
        self.now = os.path.join(work, "lines")
        self.commands = {}
        os.makedirs(work, exist_ok=True)
        self.learn()
        self.prepare()

    def ask(self, *words):
        return subprocess.run([self.program, *words], capture_output=True, text=True, check=True,
                              timeout=600, cwd=self.work).stdout

    def learn(self):
        """What commands there are, their options and the forms of their arguments."""
        for command in json.loads(self.ask("help", "--json"))["commands"]:
            for one in [command, *command["parts"]]:
                name = (command["name"],) if one is command else (command["name"], one["name"])
                options = [(option["letter"], option["name"], option["argument"])
                           for option in one["options"]]
                self.commands[name] = (options, one["words"].split("\n"))

    def prepare(self):
        """A folder of files of all kinds, which is copied for each line that may change it."""
        os.makedirs(os.path.join(self.good, "folder"))
        here = os.getcwd()
        os.chdir(self.good)
        self.ask("solve", "4x4/2", "--metric", "dtw", "--out", os.path.join(self.good, "whole.shtb"))
        self.ask("solve", "star13:3p", "--out", os.path.join(self.good, "race.shtb"))
        with open("whole.shtb", "rb") as file:
            table = bytearray(file.read())
        with open("short.shtb", "wb") as file:
            file.write(table[: len(table) // 2])
        table[len(table) // 2] ^= 4
        with open("damaged.shtb", "wb") as file:
            file.write(table)
        with open("text.txt", "w", encoding="utf-8") as file:
            file.write("dear diary\n")
        with open("games.txt", "w", encoding="utf-8") as file:
            file.write("4x4/2 a1-a3\n{}\n")
        open("empty", "wb").close()
        os.symlink("text.txt", "link")
        os.symlink("nowhere/at/all", "dangling")
        os.symlink("loop", "loop")
        os.chdir(here)

    def fresh(self):
        """The files as they were, with a pipe and, where we may make one, a device."""
        shutil.rmtree(self.now, ignore_errors=True)
        shutil.copytree(self.good, self.now, symlinks=True)
        os.mkfifo(os.path.join(self.now, "pipe"))
        try:
            os.mknod(os.path.join(self.now, "node"), 0o600 | stat.S_IFCHR, os.makedev(1, 3))
        except OSError:
            pass

    def value(self, kind):
        rng = self.rng
        if rng.random() < 0.12:
            return rng.choice(ODD)
        kind = kind.strip("[].").upper()
        if kind in ("FILE", "PATH", "DIR", "FOLDER", "TABLE", "FILE|PUZZLE"):
            return rng.choice(FILES if rng.random() < 0.7 else NEW_FILES)
        if kind in ("GAME", "PUZZLE") and rng.random() < 0.12:
            return rng.choice(ODD_GAMES)
        if kind == "COMMAND":
            return rng.choice(list(self.commands))[0]
        if kind in WORDS:
            return rng.choice(WORDS[kind])
        if kind and not kind.isupper() or "|" in kind:
            return rng.choice(kind.lower().split("|"))
        return rng.choice(rng.choice([ODD, NUMBERS, FILES, GAMES, AGENTS, *WORDS.values()]))

    def arguments(self, form):
        for word in form.split():
            if word == "|":
                continue
            if word.islower():
                yield word  # as in `puzzle transfer`
            elif not word.startswith("[") or self.rng.random() < 0.5:
                for _ in range(self.rng.randint(1, 3) if "..." in word else 1):
                    yield self.value(word)

    def option(self, option):
        letter, name, value = option
        if name == "help" and self.rng.random() < 0.9:
            return []
        if not value:
            return [f"--{name}"]
        given = self.value(value if not value.startswith("FILE") else "FILE")
        if name == "port" and given.isdigit() and int(given) > 0:
            given = "0"
        ways = [[f"--{name}={given}"], [f"--{name}", given]]
        if letter:
            ways.append([f"-{letter}", given])
        return self.rng.choice(ways)

    def line(self):
        """A command line, good or bad."""
        rng = self.rng
        names = list(self.commands)  # the more options, the more there is to try
        name = rng.choices(names, [len(self.commands[name][0]) for name in names])[0]
        options, forms = self.commands[name]
        words = list(self.arguments(rng.choice(forms)))
        if rng.random() < 0.1 and words:
            words.pop(rng.randrange(len(words)))
        if rng.random() < 0.06:
            words.insert(rng.randint(0, len(words)), rng.choice(ODD))
        for _ in range(rng.choice([0, 0, 1, 1, 2, 3])):
            at = rng.randint(0, len(words))
            words[at:at] = self.option(rng.choice(options))
        if rng.random() < 0.3:
            words.append("--json")
        if rng.random() < 0.03:
            words.insert(rng.randint(0, len(words)), "--bogus")
        if rng.random() < 0.02:
            name = (rng.choice(ODD),)
        if name == ("serve",):
            words += ["--port", "0"]
        words = [word.replace("\0", "") for word in [*name, *words]]
        return words

    def seconds(self):
        """CPU time of all children that have ended."""
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    def limits(self):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (256 << 20, 256 << 20))

    def run(self, words):
        """The exit code, the two outputs, and whether it had to be stopped."""
        self.before = self.seconds()
        with open(os.path.join(self.work, "out"), "w+b") as out, \
                open(os.path.join(self.work, "err"), "w+b") as err:
            process = subprocess.Popen(
                [self.program, *(word.encode("utf-8", "surrogateescape") for word in words)],
                cwd=self.now, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                preexec_fn=self.limits)
            stopped = None
            try:
                process.wait(self.patience)
            except subprocess.TimeoutExpired:
                stopped = self.rng.choice(SIGNALS)
                process.send_signal(stopped)
                try:
                    process.wait(60 + 20 * self.patience)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
                    raise Failure(f"goes on a minute after {stopped.name}") from None
            out.seek(0)
            err.seek(0)
            return (process.returncode, out.read().decode("utf-8", "replace"),
                    err.read().decode("utf-8", "replace"), stopped)

    def judge(self, words, code, out, err, stopped):
        # A signal that comes before the program has begun ends it as it ends any.
        early = stopped and code == -stopped and self.seconds() - self.before < EARLY
        if early:
            return
        check(code >= 0, f"died of {signal.Signals(-code).name if code < 0 else ''}: {err[-300:]}")
        fine = (FINE, NO, *REFUSED) if not stopped else (FINE, NO, *REFUSED, INTERRUPTED)
        check(code in fine, f"exit {code}: {err[-300:]}")
        check("AddressSanitizer" not in err and "runtime error" not in err, err[-2000:])
        before = words[: words.index("--")] if "--" in words else words
        as_json = "--json" in before and not {"--help", "-h"} & set(before)
        is_help = words[0] in ("help", "-h", "--help")
        said = [line for line in err.split("\n") if line.strip()]
        if code in REFUSED:
            check(said, f"exit {code} without a word")
            if as_json or ("--json" in before and said[-1].startswith("{")):
                self.judge_json(said)  # --help may be the value of another option
            else:
                check(len(said) <= 2, f"many words: {err[:600]}")
                check(any(line.startswith("sternhalma") for line in said), f"who says? {err[:300]}")
        if as_json and code == FINE and out.strip() and not is_help and not {"--svg", "-S",
                                                                               "--animate"} & set(before):
            self.judge_output(out)

    def judge_json(self, said):
        try:
            error = json.loads(said[-1])["error"]
            check(error["status"] and error["message"], said[-1])
        except (ValueError, KeyError, TypeError):
            raise Failure(f"no JSON: {said[-1][:300]}") from None

    def judge_output(self, out):
        try:
            json.loads(out)
        except ValueError:
            try:
                for line in out.strip().split("\n"):
                    json.loads(line)
            except ValueError:
                raise Failure(f"no JSON on standard output: {out[:300]}") from None

    def judge_files(self):
        """What is not ours is as it was; ours may be replaced by ours; nothing temporary is left."""
        for name in sorted(os.listdir(self.good)) + ["pipe", "node"]:
            path = os.path.join(self.now, name)
            known = os.path.join(self.good, name)
            if name == "node" and not os.path.lexists(path):
                continue
            check(os.path.lexists(path), f"{name} is gone")
            if name == "pipe":
                check(stat.S_ISFIFO(os.lstat(path).st_mode), "the pipe is none any more")
            elif name == "node":
                check(stat.S_ISCHR(os.lstat(path).st_mode), "the device is none any more")
            elif not name.endswith(".shtb"):
                check(state_of(path) == state_of(known), f"{name} was changed")
        left = [name for name in os.listdir(self.now) if "tmp" in name.lower()]
        check(not left, f"left behind: {left}")

    def one(self):
        """Makes a line and runs it; says what happened, or raises Failure."""
        words = self.line()
        self.fresh()
        shown = shlex.join(word if len(word) < 80 else word[:20] + "…" for word in words)
        try:
            code, out, err, stopped = self.run(words)
            self.judge(words, code, out, err, stopped)
            self.judge_files()
        except Failure as failure:
            raise Failure(f"{shown}: {failure}") from None
        return code, shown


def main():
    parser = argparse.ArgumentParser(description="Random command lines.")
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--patience", type=float, default=1)
    parser.add_argument("--show", action="store_true", help="print every line")
    given = parser.parse_args()
    work = tempfile.mkdtemp(prefix="sternhalma-lines-")
    lines = CommandLines(os.path.realpath(given.program), work, random.Random(given.seed),
                         given.patience)
    codes, failures = {}, 0
    for _ in range(given.count):
        try:
            code, shown = lines.one()
            codes[code] = codes.get(code, 0) + 1
            if given.show:
                print(code, shown.encode("utf-8", "replace").decode(), flush=True)
        except Failure as failure:
            failures += 1
            print("FAIL", str(failure).encode("utf-8", "replace").decode(), flush=True)
    shutil.rmtree(work)
    counts = ", ".join(f"{count} with exit {code}" for code, count in sorted(codes.items()))
    print(f"command lines: {counts}; {failures} failed (seed {given.seed})")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
