#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""documents.py PROGRAM: README, docs and manual pages against the tree and the program.

- A path in backticks, a link, a picture or a .Pa exists: from the root, from the document's folder,
  or, for a bare name such as `board.c`, anywhere in the tree. Names with placeholders (FILE, *, …)
  and files that people make (*.shtb) are not looked for.
- `sternhalma COMMAND --option` and `COMMAND --option` name a command, and options that its --help
  has. `make TARGET` names a target.
- The options of a manual page and of --help are the same.
- What an example shows the program to say of its version is this version, and so are those of the
  changelog's first heading, of the page and of the Debian package.
- The changelog's paths, commands and options exist where they are of this version.
- sternhalma(3) names all headers.
- No line of a document or page is longer than 100 columns.
"""
import glob
import json
import os
import re
import subprocess
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))
ENDINGS = "c|h|cu|inc|py|sh|ts|tsx|md|json|csv|svg|png|txt|cmake|bash|yaml|puzzle"
PLACEHOLDER = re.compile(r"[*…]|(?<![A-Za-z])(N|X|[A-Z]{3,})(?![a-z])|\.shtb|^[._]")
PROSE = re.compile(r"(?<![\w/.-])(?:\w+/)*\w+\.(?:c|h|cu|sh|py|ts)\b")
GAME = re.compile(r"^(\d+x\d+|star\d+|sq\d+|checkers\d+)/\d")
with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as sources:
    VERSION = re.search(r"project\(sternhalma VERSION ([0-9.]+)", sources.read())[1]
failures = []


def fail(where, sentence):
    failures.append(f"{where}: {sentence}")


def run(*arguments):
    return subprocess.run(arguments, capture_output=True, text=True, check=False).stdout


def names_of_tree():
    """Base names of all files, and all paths, but for what is built."""
    paths = set()
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [f for f in folders if f not in (".git", "build", "node_modules")]
        at = os.path.relpath(folder, ROOT)
        paths |= {os.path.normpath(os.path.join(at, name)) for name in files + folders}
    return paths


class Program:
    """The commands of the program and their options, those of their parts included."""

    def __init__(self, path):
        listing = json.loads(run(path, "help", "--json"))["commands"]
        self.commands = {command["name"]: command for command in listing}

    def options(self, command):
        entry = self.commands[command]
        known = [option for one in (entry, *entry["parts"]) for option in one["options"]]
        letters = {f"-{option['letter']}" for option in known if option["letter"]}
        return letters | {f"--{option['name']}" for option in known}

    def check(self, where, words):
        """A command line without the program's name."""
        command = words[0]
        if command not in self.commands:
            fail(where, f"there is no command '{command}'")
            return
        for word in words[1:]:
            option = re.match(r"--[a-z][a-z-]*|-[A-Za-z](?=$)", word)
            if option and option[0] not in self.options(command):
                fail(where, f"{command} has no option {option[0]}")


def check_path(where, folder, path, tree):
    path = path.split("#")[0].rstrip("/")
    if not path or GAME.match(path) or path.startswith(("/", "http", "build/")):
        return
    at = [os.path.normpath(os.path.join(base, path)) for base in (".", folder, "src", "src/solve")]
    if any(name in tree for name in at):
        return
    if any(name.endswith("/" + path) for name in tree):
        return
    if not PLACEHOLDER.search(path):
        fail(where, f"there is no {path}")


def is_path(words):
    return " " not in words and (
        re.search(rf"\.({ENDINGS})$", words) or re.match(r"[\w.-]+(/[\w.*-]+)+/?$", words))


def check_command(where, words, program, targets):
    words = re.sub(r"\s#.*", "", words)
    words = re.split(r"[|;&>]", words)[0].split()
    if not words:
        return
    if words[0] == "make" and len(words) > 1:
        for target in words[1:]:
            if re.fullmatch(r"[a-z-]+", target) and target not in targets:
                fail(where, f"there is no target '{target}'")
    elif words[0] == "sternhalma" and len(words) > 1:
        if re.fullmatch(r"[a-z]+", words[1]):
            program.check(where, words[1:])
    elif words[0] in program.commands and any(word.startswith("--") for word in words):
        program.check(where, words)


def check_columns(where, line):
    if len(line) > 100:
        fail(where, f"{len(line)} characters in a line")


def check_version(where, line):
    """An example that shows what the program says of itself shows this version."""
    for version in re.findall(r"\b[Ss]ternhalma (\d+\.\d+\.\d+)", line):
        if version != VERSION:
            fail(where, f"it says version {version}, and this is {VERSION}")


def check_headers():
    """sternhalma(3) names every header of the library but the one that includes them all."""
    with open(os.path.join(ROOT, "man/sternhalma.3"), encoding="utf-8") as file:
        told = set(re.findall(r"In sternhalma/(\w+\.h)", file.read()))
    headers = {os.path.basename(path) for path in glob.glob("include/sternhalma/*.h")}
    for name in sorted(told ^ headers):
        fail("man/sternhalma.3", f"{name} is in the page or in include/sternhalma, not in both")


def check_versions():
    """The version stands in four places."""
    for path, pattern in (("CHANGELOG.md", r"^## (\d+\.\d+\.\d+)"),
                          ("web/package.json", r'"version": "([^"]+)"'),
                          ("debian/changelog", r"^sternhalma \(([^)-]+)")):
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            found = re.search(pattern, file.read(), re.M)
        if not found or found[1] != VERSION:
            fail(path, f"it has version {found and found[1]}, and this is {VERSION}")


def check_document(path, program, tree, targets):
    folder, fenced = os.path.dirname(path), False
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        text = file.read()
    if path == "CHANGELOG.md":  # earlier versions had other files and options
        text = "\n## ".join(text.split("\n## ")[:2])
    for number, line in enumerate(text.split("\n"), 1):
        where = f"{path}:{number}"
        check_columns(where, line)
        check_version(where, line)
        if line.startswith("```"):
            fenced = not fenced
        elif fenced:
            check_command(where, line.removeprefix("$ "), program, targets)
        else:
            for words in re.findall(r"`([^`]+)`", line):
                check_command(where, words, program, targets)
                if is_path(words):
                    check_path(where, folder, words, tree)
            paths = re.findall(r"\]\(([^)\s]+)\)", line) + PROSE.findall(re.sub("`.*?`", "", line))
            for name in paths:
                check_path(where, folder, name, tree)


def check_manual(path, program, tree, targets):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        lines = file.read().split("\n")
    for number, line in enumerate(lines, 1):
        where = f"{path}:{number}"
        check_columns(where, line)
        if line.startswith(".Dl "):
            check_command(where, line[4:].replace("\\-", "-"), program, targets)
        if line.startswith(".Pa "):
            words = line[4:].split()[0]
            if is_path(words):
                check_path(where, "man", words, tree)
    command = os.path.basename(path).removeprefix("sternhalma-").removesuffix(".1")
    if command in program.commands:
        told = set(re.findall(r"Fl Fl ([a-z-]+)", "\n".join(lines)))
        known = {option[2:] for option in program.options(command) if option.startswith("--")}
        for option in sorted(told - known):
            fail(path, f"{command} has no --{option}")
        for option in sorted(known - told - {"help"}):
            fail(path, f"--{option} of {command} is not explained")


def main():
    program, tree = Program(os.path.realpath(sys.argv[1])), names_of_tree()
    os.chdir(ROOT)
    with open("Makefile", encoding="utf-8") as file:
        targets = set(re.findall(r"^([a-z-]+):", file.read(), re.M))
    check_versions()
    check_headers()
    documents = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "bindings/python/README.md",
                 *glob.glob("docs/**/*.md", recursive=True)]
    for path in sorted(documents):
        check_document(path, program, tree, targets)
    for path in sorted(glob.glob("man/*.1")):
        check_manual(path, program, tree, targets)
    for failure in failures:
        print(failure)
    print(f"{len(documents)} documents, {len(glob.glob('man/*.1'))} pages, {len(failures)} wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
