# SPDX-License-Identifier: MIT
"""A server that is started, asked a few things and stopped by SIGINT."""
import http.client
import json
import os
import re
import select
import signal
import subprocess
import time

UNREADY = r'"ready":false|"by_plies":null'  # a survey of the table is on its way
SURVEY = 5  # seconds that a survey is waited for: it takes milliseconds
UNSEEN = r'"scene":null'  # of what the page shows first: it asks again, and is told why
SKIPPED = r'"skipped":[1-9][0-9]*,"reason":"'  # tables that could not be looked at, and why
API = "/api/v1"
ASKED = [
    ("GET", "/", None),
    ("GET", f"{API}/tables", None),
    ("GET", f"{API}/games", None),
    ("GET", f"{API}/first", None),
    ("GET", f"{API}/board?game=4x4/2", None),
    ("GET", f"{API}/position?game=4x4/2", None),
    ("GET", f"{API}/probe?game=4x4/2", None),
    ("GET", f"{API}/probe?game=star13:3p", None),
    ("GET", f"{API}/line?game=4x4/2", None),
    ("GET", f"{API}/stats?game=4x4/2", None),
    ("GET", f"{API}/puzzles?game=4x4/2&count=1&seed=1", None),
    ("GET", f"{API}/replay?game=4x4/2&moves=", None),
    ("POST", f"{API}/probe", '{"game": "4x4/2", "positions": ["start"]}'),
    ("POST", f"{API}/play?game=4x4/2&level=2&seed=1", ""),
    ("GET", f"{API}/nothing", None),
]


def ask(port, method, path, body, seconds):
    """[status, body], or None where the connection fails, which a client can see."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds)
    try:
        connection.request(method, path, body)
        answer = connection.getresponse()
        text = answer.read().decode(errors="replace")
        return [answer.status, re.sub(r'"(v|opened|seconds|milliseconds)": ?"?[^,}]*', r'"\1":0', text)]
    except TimeoutError:
        return [0, "no answer in time"]
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def port_of(process, seconds):
    """Where it listens, from its first line; None where it ends before or says nothing."""
    line, until = b"", time.monotonic() + seconds
    while not line.endswith(b"\n") and time.monotonic() < until:
        if select.select([process.stdout], [], [], 1)[0]:
            more = os.read(process.stdout.fileno(), 4096)
            if not more:
                break
            line += more
    found = re.search(rb"http://[^:]*:([0-9]+)/", line)
    return int(found[1]) if found else None


def serve(program, words, folder, environment, ended, seconds):
    process = subprocess.Popen([program, *words], cwd=folder, env=environment,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, start_new_session=True)
    answers = []
    port = port_of(process, seconds)
    if port:
        for method, path, body in ASKED:
            answer, until = ask(port, method, path, body, seconds), time.monotonic() + SURVEY
            while answer and re.search(UNREADY, answer[1]) and time.monotonic() < until:
                time.sleep(0.01)
                answer = ask(port, method, path, body, seconds)
            answers.append(answer)
        process.send_signal(signal.SIGINT)
    code = None
    try:
        _, err = process.communicate(timeout=seconds)
        code = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        _, err = process.communicate()
    return ended(code, json.dumps(answers), err.decode(errors="replace"))


def difference(good, bad):
    """Where two texts part."""
    for a, b in zip(good.splitlines() + [""], bad.splitlines() + [""]):
        if a != b:
            at = max(len(os.path.commonprefix([a, b])) - 40, 0)
            return f"'{b[at:at + 120]}' where '{a[at:at + 120]}' was"
    return "more or fewer lines"


def judge_answers(good, bad):
    """Answers are as without a fault, or it is clear that there is none."""
    for (method, path, _), whole, answer in zip(ASKED, json.loads(good), json.loads(bad)):
        if answer is None or answer == whole:
            continue
        if answer[0] == 0:
            return f"{method} {path}: {answer[1]}"
        if answer[0] == 200 and (re.search(f"{UNREADY}|{SKIPPED}", answer[1]) or
                                 path.endswith("/first") and re.search(UNSEEN, answer[1])):
            continue
        if not 500 <= answer[0] <= 599 or '"error"' not in answer[1]:
            return f"{method} {path}: {difference(str(whole), str(answer))}"
    return None
