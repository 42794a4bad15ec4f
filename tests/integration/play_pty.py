# SPDX-License-Identifier: MIT
"""play on terminals of all kinds: a pseudo-terminal that types, clicks, shrinks and hangs up."""
import fcntl
import os
import pty
import random
import select
import signal
import struct
import sys
import termios
import time

PROGRAM, WORK = sys.argv[1], sys.argv[2]
failures = 0


def fail(*words):
    global failures
    failures += 1
    print("FAIL", *words)


class Terminal:
    """The program on a terminal of its own; `seen` is everything it has written."""

    def __init__(self, *words, lines=24, columns=80, **environment):
        self.seen = b""
        self.code = None
        self.child, self.master = pty.fork()
        if self.child == 0:
            # ncurses keeps memory of its own to the end; play.sh looks for leaks of ours
            os.environ.update({"TERM": "xterm", "LC_ALL": "C.UTF-8",
                               "ASAN_OPTIONS": "detect_leaks=0", **environment})
            # the size must be there before the program asks for it
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
            os.execv(PROGRAM, [PROGRAM, "play", *words])

    def read(self, seconds):
        end = time.time() + seconds
        while time.time() < end:
            ready, _, _ = select.select([self.master], [], [], min(seconds, 0.05))
            if not ready:
                continue
            try:
                data = os.read(self.master, 65536)
            except OSError:
                return
            if not data:
                return
            self.seen += data

    def wait_for(self, text, seconds=30):
        """Reads until the text has come; a slow machine gets its time."""
        end = time.time() + seconds
        while text.encode() not in self.seen and time.time() < end:
            self.read(0.02)
        if text.encode() not in self.seen:
            fail("never seen:", text, "in", self.seen[-600:])
            return False
        return True

    def say(self, keys):
        self.seen = b""
        os.write(self.master, keys.encode() if isinstance(keys, str) else keys)

    def resize(self, lines, columns):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        os.kill(self.child, signal.SIGWINCH)

    def end(self, keys="", code=0, seconds=30):
        """Types the last keys and expects the program to end with a code."""
        if keys:
            self.say(keys)
        limit = time.time() + seconds
        while time.time() < limit:
            self.read(0.02)
            done, status = os.waitpid(self.child, os.WNOHANG)
            if done:
                got = os.waitstatus_to_exitcode(status)
                if got != code:
                    fail("ended with", got, "not", code, self.seen[-300:])
                return
        fail("does not end")
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)


def game(*words, **more):
    return Terminal("5x5/3", "--seed", "3", "--level", "2", *words, **more)


def arrows_and_typing():
    t = game()
    t.wait_for("x to move")
    t.say("\033OB\r")  # down to a2, take it
    t.wait_for("+")
    t.say("\033OB\r")  # down again and put it there
    t.wait_for("o plays")
    t.say("undo\r")
    t.read(0.3)
    t.say("e9-e9\r")
    t.wait_for("no cell")
    t.say("b1-c1\r")
    t.wait_for("o plays")
    t.say("\033OR")  # F3: what was wrong
    t.wait_for("b1-c1")
    t.say("hint\r")
    t.wait_for("Play")
    t.end("quit\r")


def mouse():
    t = game(TERM="xterm")
    t.wait_for("x to move")
    # The tip a1 stands on line 3, column 9 of the screen; SGR and X10 reports alike.
    t.say(b"\033[<0;9;3M\033[<0;9;3m")
    for _ in range(100):  # the other kind must not come while this one is on its way
        if b"+" not in t.seen:
            t.read(0.05)
    if b"+" not in t.seen:
        t.say(b"\033[M" + bytes([32, 32 + 9, 32 + 3]))
        t.wait_for("+")
    t.end("\x1b[21~")  # F10


def kinds_of_terminals():
    for kind in ("xterm", "xterm-256color", "vt100", "ansi", "linux"):
        t = game(TERM=kind)
        t.wait_for("x to move")
        t.say("a2-a3\r")
        t.wait_for("o plays")
        t.end("quit\r")
    for kind in ("dumb", "no-such-terminal"):
        t = game(TERM=kind)
        t.wait_for("x to move")
        t.say("a2-a3\r")
        t.wait_for("o plays")
        t.end("quit\r")


def six_players():
    """All five answers stand on the screen together, with the list of players."""
    t = Terminal("star37:6p", "--seed", "1", "--level", "2")
    t.wait_for("a to move")
    t.say("go\r")
    t.wait_for("f plays")
    t.wait_for("a to move")
    t.say("\014")  # Ctrl-L draws everything again
    t.wait_for("f plays")
    for player, goal in zip("abcdef", ("bottom", "lower left", "upper left", "top", "upper right",
                                       "lower right")):
        who = "you" if player == "a" else "level 2"
        t.wait_for(f"{player}: {who}, to the {goal}")
        t.wait_for(f"{player} plays ")
    if "●".encode() in t.seen:
        fail("pieces of six players have no letters")
    t.end("quit\r")


def a_dumb_terminal():
    t = Terminal("star37:3p", "--seed", "1", "--level", "2", TERM="dumb")
    t.wait_for("> ")
    t.say("go\r")
    t.wait_for("c plays")
    t.wait_for("> ")
    if b"\033" in t.seen:
        fail("escape sequences on a dumb terminal:", t.seen)
    t.end("quit\r")


def without_colours_or_letters():
    t = game(NO_COLOR="1")
    t.wait_for("x to move")
    if b"\033[31m" in t.seen or b"\033[34m" in t.seen:
        fail("colours although NO_COLOR is set")
    t.end("quit\r")
    t = game(LC_ALL="C")
    t.wait_for("x to move")
    t.read(0.3)
    if any(byte > 127 for byte in t.seen):
        fail("more than ASCII although the locale is C")
    t.end("quit\r")


def sizes():
    for lines, columns in ((5, 20), (1, 1), (2, 200), (60, 10)):
        t = game(lines=lines, columns=columns)
        t.read(0.6)
        t.say("a2-a3\r")
        t.read(0.3)
        t.end("quit\r")
    t = game()
    t.wait_for("x to move")
    for lines, columns in ((6, 30), (3, 3), (24, 80), (50, 200)):
        t.seen = b""
        t.resize(lines, columns)
        t.read(0.4)
    t.say("a2-a3\r")
    t.wait_for("o plays")
    t.end("quit\r")


def closed():
    saved = os.path.join(WORK, "saved")
    t = game("--save", saved)
    t.wait_for("x to move")
    t.say("a2-a3\r")
    t.wait_for("o plays")
    os.close(t.master)
    t.seen = b""
    t.master = os.open("/dev/null", os.O_RDONLY)
    t.end(code=130)
    with open(saved) as file:
        if "1. a2-a3" not in file.read():
            fail("a game whose terminal was closed is not saved")
    t = game("--load", saved)
    t.wait_for("x to move")
    t.end("\003", code=130)  # Ctrl-C


def garbage():
    lots = random.Random(7)
    t = game()
    t.wait_for("x to move")
    for _ in range(60):
        keys = bytes(lots.randrange(256) for _ in range(40))
        t.say(keys.translate(None, b"\003\032\034\021\023qQ"))  # not those that end or stop it
        t.read(0.02)
        if os.waitpid(t.child, os.WNOHANG)[0]:
            fail("garbage ended it", t.seen[-300:])
            return
    t.say(b"x" * 100000)
    t.read(0.5)
    t.end("\025quit\r")


for case in (arrows_and_typing, mouse, kinds_of_terminals, six_players, a_dumb_terminal, without_colours_or_letters, sizes,
             closed, garbage):
    before, began = failures, time.time()
    case()
    print(f"{case.__name__}: {time.time() - began:.1f} s")
    if failures > before:
        print("FAIL in", case.__name__)
sys.exit(failures > 0)
