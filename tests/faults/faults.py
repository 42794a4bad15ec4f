#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs commands while one call to the system fails, at every place from which one is made.

    faults.py PROGRAM LIBRARY [--every N] [--case WORDS] [--kind KIND] [--fault KIND:N:HOW] [--jobs N]

Each command of `cases.py` runs without a fault first: its answer, its files and the calls that it
makes, by kind and place (`faults.c`). Then it runs once for each of these calls, which fails alone
(`once`) or with all later ones of its kind (`on`). A place that makes a call very often is tried at
a few of its turns, evenly. --every takes each Nth run of a command, from where its words say, so that
another command, or one whose threads call now more and now less, changes nothing about the rest.

What must hold in each run:

- it ends by itself, in time and by no signal,
- the answer is whole and its files are byte for byte those of the run without a fault, exit code
  and all; or the exit code is 3 or 4 and there is one line that says why,
- a file that the command writes is absent, as it was before, or whole,
- files of others stay as they are,
- a failure of the system is not called a foreign file, or a wrong option of the user,
- afterwards the same command without a fault (resuming where it can) has the right result.
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib

from cases import CASES
from served import difference, judge_answers, serve

KINDS = ["alloc", "open", "read", "write", "sync", "name", "size", "stat", "close", "thread", "socket"]
RECORD = struct.Struct("IIQ")
TURNS = 4  # of a place, evenly chosen
SECONDS = int(os.environ.get("FAULT_SECONDS", "120"))  # a run takes a few milliseconds; a busy machine may stand still
BLAME = re.compile(r"is not an? .*(choose another name|remove it)|is there already(?! and cannot be read)|damaged|remove it")
SAID = re.compile(r"out of memory|no memory|no room|cannot|error")  # in a talk
FOREIGN = b"dear diary\n"


class Ended:
    """How a run ended: exit code (negative: a signal; None: it hung), answer, messages."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err


def scrub(case, text):
    for pattern, put in case.scrub:
        text = re.sub(pattern, put, text)
    return text


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except (FileNotFoundError, NotADirectoryError):
        return None


class Runner:
    def __init__(self, program, library, work):
        self.program, self.library, self.work = program, library, work
        self.local = threading.local()
        self.numbers = iter(range(1 << 40))

    def folder(self):
        path = os.path.join(self.work, f"run{next(self.numbers)}")
        os.mkdir(path)
        return path

    def environment(self, folder, **more):
        kept = {name: os.environ[name] for name in ("PATH", "STERNHALMA_CPU") if name in os.environ}
        kept.update(HOME=folder, XDG_CACHE_HOME=os.path.join(folder, ".cache"), LC_ALL="C", **more)
        return kept

    def run(self, case, folder, words, environment):
        if case.serve:
            return serve(self.program, words, folder, environment, Ended, SECONDS)
        process = subprocess.Popen([self.program, *words], cwd=folder, env=environment,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, start_new_session=True)
        try:
            out, err = process.communicate(case.stdin.encode(), timeout=SECONDS)
            code = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            code = None
        return Ended(code, out.decode(errors="replace"), err.decode(errors="replace"))

    def prepare(self, case):
        """A folder with everything that the command needs, made once."""
        template = self.folder()
        for words in case.make:
            subprocess.run([self.program, *words], cwd=template, env=self.environment(template),
                           check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                           stderr=subprocess.PIPE, timeout=SECONDS)
        for name, text in case.files.items():
            with open(os.path.join(template, name), "w") as file:
                file.write(text)
        for name in case.folders:
            os.mkdir(os.path.join(template, name))
        with open(os.path.join(template, "diary"), "wb") as file:
            file.write(FOREIGN)
        return template

    def fresh(self, template):
        folder = self.folder()
        shutil.copytree(template, folder, dirs_exist_ok=True)
        return folder


class Subject:
    """A command, what it does when nothing fails, and its calls."""

    def __init__(self, runner, case):
        self.runner, self.case = runner, case
        self.template = runner.prepare(case)
        folder = runner.fresh(self.template)
        trace = os.path.join(folder, "trace.bin")
        report = os.path.join(folder, "report.txt")
        self.good = runner.run(case, folder, case.words, runner.environment(
            folder, LD_PRELOAD=runner.library, SH_FAULT_TRACE=trace, SH_FAULT_REPORT=report))
        if self.good.code != case.code:
            raise SystemExit(f"{case.name}: exit {self.good.code} without a fault: {self.good.err}")
        self.answer = scrub(case, self.good.out)
        self.files = {name: self.content(folder, name) for name in case.out}
        self.before = {name: self.content(self.template, name) for name in case.out}
        self.runs = self.choose(trace, read(report))
        shutil.rmtree(folder)

    def content(self, folder, name):
        content = read(os.path.join(folder, name))
        if content is not None and self.case.scrub_files:
            content = scrub(self.case, content.decode(errors="replace")).encode()
        return content

    def choose(self, trace, report):
        places = {}
        with open(trace, "rb") as file:
            while (data := file.read(RECORD.size)) and any(data):
                kind, number, place = RECORD.unpack(data)
                places.setdefault((kind, place), []).append(number)
        os.remove(trace)
        if not report:
            raise SystemExit(f"{self.case.name}: it does not say which calls it made")
        chosen = set()
        for (kind, _), numbers in places.items():
            count = min(TURNS, len(numbers))
            for i in range(count):
                chosen.add((kind, numbers[i * (len(numbers) - 1) // max(count - 1, 1)]))
        return [(KINDS[kind], number, how) for kind, number in sorted(chosen) for how in ("once", "on")]

    def part(self, runs, every):
        """Each Nth of its own among these runs."""
        own = [run for run in runs if run[0] is self]
        return own[zlib.crc32(self.case.name.encode()) % every::every]

    def judge(self, ended, folder):
        """What is wrong about a run with a fault, or None."""
        case = self.case
        if ended.code is None:
            return "it hangs"
        if ended.code < 0:
            return f"it ends by signal {-ended.code}"
        for name in case.out:
            content = self.content(folder, name)
            if content not in (None, self.before[name], self.files[name]) and name not in case.grows:
                return f"{name} is neither as before nor whole"
        if read(os.path.join(folder, "diary")) != FOREIGN:
            return "a foreign file has changed"
        if ended.code == case.code:
            answer = scrub(case, ended.out)
            if case.serve: # a table that could not be opened was told of
                return None if "skipped" in ended.err else judge_answers(self.good.out, ended.out)
            if case.talks and (SAID.search(answer) or self.answer.startswith(answer)):
                return None  # it says so, or what it reads has ended
            if answer != self.answer:
                return f"another answer, and exit code {ended.code}: {difference(self.answer, answer)}"
            for name in case.out:
                if self.content(folder, name) != self.files[name]:
                    return f"exit code {ended.code}, and no {name}"
            return None
        lines = [line for line in ended.err.splitlines() if line.startswith("sternhalma")]
        if ended.code not in (3, 4):
            return f"exit code {ended.code}"
        if not lines and not case.json_errors:
            return f"exit code {ended.code} without a message"
        if BLAME.search(ended.err):
            return "a message that blames a file"
        return None

    def judge_later(self, folder):
        """The same command without a fault, after one with a fault that failed."""
        case = self.case
        words = case.again or case.words
        ended = self.runner.run(case, folder, words, self.runner.environment(folder))
        if ended.code != case.code:
            return f"afterwards exit code {ended.code}: {ended.err.strip()[-300:]}"
        if case.serve:
            return judge_answers(self.good.out, ended.out)
        if not case.again_differs and scrub(case, ended.out) != self.answer:
            return f"afterwards another answer: {difference(self.answer, scrub(case, ended.out))}"
        for name in case.out:
            if self.content(folder, name) != self.files[name]:
                return f"afterwards another {name}"
        left = [name for name in os.listdir(folder) if "tmp-sternhalma" in name]
        return f"afterwards {left[0]} is left" if left else None

    def try_one(self, kind, number, how):
        runner, case = self.runner, self.case
        folder = runner.fresh(self.template)
        report = os.path.join(folder, "report.txt")
        ended = runner.run(case, folder, case.words, runner.environment(
            folder, LD_PRELOAD=runner.library, SH_FAULT=f"{kind}:{number}:{how}",
            SH_FAULT_REPORT=report))
        wrong = self.judge(ended, folder)
        said = read(report) or b""
        if not wrong and ended.code != case.code and not case.no_later:
            wrong = self.judge_later(folder)
        shutil.rmtree(folder, ignore_errors=True)
        if not wrong:
            return None
        words = " ".join(case.words)
        fired = self.callers(said.decode())
        return (f"FAIL {words} [{kind}:{number}:{how}]: {wrong}\n"
                f"     it said: {ended.err.strip()[-300:]}\n     {fired}")

    def callers(self, report):
        """The functions of the program in which the call failed, the innermost first."""
        found = re.search(r"^fired (.*)$", report, re.M)
        addresses = [word for word in found[1].split() if len(word) < 10] if found else []
        if not addresses:
            return "the fault did not happen"
        named = subprocess.run(["addr2line", "-f", "-e", self.runner.program, *addresses],
                               capture_output=True, text=True, check=False).stdout.splitlines()[::2]
        return "in " + " < ".join(named[:-3] or addresses)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("library")
    parser.add_argument("--every", type=int, default=1, help="only each Nth run of a command")
    parser.add_argument("--case", default="", help="only commands with these words")
    parser.add_argument("--kind", default="", help="only calls of this kind")
    parser.add_argument("--fault", default="", help="only this one, KIND:N:HOW as a failure names it")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    program, library = os.path.abspath(options.program), os.path.abspath(options.library)
    with tempfile.TemporaryDirectory() as work:
        runner = Runner(program, library, work)
        cases = [case for case in CASES if options.case in " ".join(case.words)]
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            subjects = list(pool.map(lambda case: Subject(runner, case), cases))
            runs = [(subject, run) for subject in subjects for run in subject.runs
                    if options.kind in ("", run[0])]
            if options.fault:
                kind, number, how = options.fault.split(":")
                runs = [(subject, (kind, int(number), how)) for subject in subjects]
            chosen = runs if options.fault else [
                run for subject in subjects for run in subject.part(runs, options.every)]
            print(f"{len(subjects)} commands, {len(runs)} single faults, 1 of {options.every}: "
                  f"{len(chosen)} runs", flush=True)
            failed, done, last = 0, 0, time.monotonic()
            for wrong in pool.map(lambda job: job[0].try_one(*job[1]), chosen):
                done += 1
                if wrong:
                    failed += 1
                    print(wrong, flush=True)
                if time.monotonic() - last > 30:
                    last = time.monotonic()
                    print(f"{done} of {len(chosen)} runs, {failed} failed", flush=True)
    print(f"{len(chosen)} runs, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
