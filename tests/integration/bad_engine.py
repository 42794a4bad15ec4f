#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An engine that misbehaves: bad_engine.py WAY. It speaks UGI well until it is to move.

WAY: hang (says nothing), deaf (stops reading, too), crash, cheat (an illegal move), nonsense, null
(zero bytes), flood (lines without end), endless (one line without end), early (answers before it is
asked, then hangs), late (a good move, after its time), fork (a child that goes on when it ends).
BAD_ENGINE_LOG names a file for a line when it starts, and for what it is told of a search.
"""
import os
import sys
import time

way = sys.argv[1]


def log(line):
    if "BAD_ENGINE_LOG" in os.environ:
        with open(os.environ["BAD_ENGINE_LOG"], "a", encoding="utf-8") as file:
            file.write(line.strip() + "\n")


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def misbehave():
    if way == "crash":
        os.abort()
    if way == "cheat":
        say("bestmove a1-e5")
    if way == "nonsense":
        say("bestmove")
    if way == "null":
        os.write(1, b"\0" * 1000 + b"bestmove \0\0\n")
    if way == "flood":
        while True:
            os.write(1, b"info string flood\n" * 4000)
    if way == "endless":
        while True:
            os.write(1, b"x" * 65536)
    if way == "late":
        time.sleep(3)
        say("bestmove a3-a4")
    if way == "fork":
        if os.fork() == 0:
            time.sleep(600)
        os._exit(3)
    if way in ("hang", "deaf", "early"):
        time.sleep(600)


log("start")
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "ugi":
        say("id name bad\noption name Game type string default 5x5/3\nugiok")
    elif word == "isready":
        if way == "early":
            say("bestmove a3-a4")
        say("readyok")
    elif word == "position" and way == "deaf":
        time.sleep(600)
    elif word == "go":
        log(line)
        misbehave()
    elif word == "quit":
        break
