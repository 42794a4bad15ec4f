# SPDX-License-Identifier: MIT
"""A server under a storm of requests: good ones, bad ones, and connections that stop halfway."""
import json
import random
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request

GAMES = ["5x5/3", "6x6/3", "5x5/4", "7x7/2", "star37/1:3p", "star37/2:3p"]
PATHS = ["games", "tables", "board", "position", "probe", "replay", "line", "stats", "puzzles",
         "jobs"]
THREADS = 8


class Flood:
    def __init__(self, program, folder, seed):
        self.program, self.folder, self.seed = program, folder, seed
        self.server, self.port, self.sent = None, 0, 0

    def start(self):
        """Starts the server and returns what it says of each game when nothing is wrong."""
        self.server = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", "--", # it ends with us
             self.program, "serve", "--tables", self.folder, "--port", "0", "--json"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        address = json.loads(self.server.stdout.readline())["address"]
        self.port = int(address.rstrip("/").rsplit(":", 1)[1])
        return self.answers()

    def answers(self):
        said = []
        for game in GAMES:
            url = f"http://127.0.0.1:{self.port}/api/v1/probe?game={game}"
            try:
                with urllib.request.urlopen(url, timeout=20) as answer:
                    said.append(answer.read())
            except (urllib.error.URLError, OSError) as error:
                said.append(str(error))
        return said

    def settles(self, said, seconds):
        """Whether the answers are the same again within this time."""
        end = time.monotonic() + seconds
        while self.server.poll() is None and time.monotonic() < end:
            if self.answers() == said:
                return True
            time.sleep(0.2)
        return False

    def request(self, rng):
        path = rng.choice(PATHS)
        query = f"game={rng.choice(GAMES)}"
        if rng.random() < 0.3:
            query += "&position=" + "".join(rng.choice("xo12345/ ab%&=\x7f") for _ in range(30))
        line = f"GET /api/v1/{path}?{query} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        kind = rng.random()
        if kind < 0.1:
            return bytes(rng.randrange(256) for _ in range(rng.randrange(2000)))
        if kind < 0.2:
            return line.encode()[: rng.randrange(len(line))]
        if kind < 0.25:
            return line.replace("\r\n\r\n", "\r\nX: " + "y" * 70000 + "\r\n\r\n").encode()
        return line.encode("latin-1")

    def ask(self, rng, end):
        while time.monotonic() < end and self.server.poll() is None:
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=2) as connection:
                    connection.settimeout(0.5)
                    connection.sendall(self.request(rng))
                    self.sent += 1
                    if rng.random() < 0.8:  # the others hang up without an answer
                        while connection.recv(65536):
                            pass
            except OSError:
                pass

    def storm(self, seconds, change):
        """Floods the server for a while, with changes to its tables, and counts the requests."""
        end = time.monotonic() + seconds
        threads = [threading.Thread(target=self.ask, args=(random.Random(self.seed + i), end))
                   for i in range(THREADS)]
        for thread in threads:
            thread.start()
        while time.monotonic() < end:
            change()
            time.sleep(0.1)
        for thread in threads:
            thread.join()
        return self.sent

    def stop(self):
        self.server.terminate()
        try:
            return self.server.wait(10)
        except subprocess.TimeoutExpired:
            self.server.kill()
            self.server.wait()
            return "SIGKILL, ten seconds after SIGTERM"
