#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""synopses.py PROGRAM [--check]: the options of manual pages, from the program's own table.

Writes the SYNOPSIS of man/sternhalma-COMMAND.1 and the headings of its list of options anew, from
`sternhalma help --json`. The descriptions below the headings are written by hand: an option without
one, or a heading of no option, is an error. With --check nothing is written, and a page that would
change is an error.
"""
import json
import os
import re
import subprocess
import sys

MAN = os.path.normpath(os.path.join(os.path.dirname(__file__), "../man"))


def mark_option(option, letter=False):
    """`Fl m , Fl Fl metric Ns = Ns Ar NAME`."""
    text = f"Fl Fl {option['name']}"
    if option["argument"]:
        text += f" Ns = Ns Ar {option['argument']}"
    return f"Fl {option['letter']} , {text}" if letter and option["letter"] else text


def mark_word(word):
    """`GAME`, `[AGENT...]`, `FILE|PUZZLE`, `4m|6m` as mdoc, without the dot."""
    optional = word.startswith("[")
    name = word.strip("[]")
    more = name.endswith("...")
    name = name.removesuffix("...")
    kind = "Cm" if name[0].isdigit() else "Ar"
    text = f"{kind} {name.replace('|', ' | ')}" + (" ..." if more else "")
    return f"Op {text}" if optional else text


def mark_words(form):
    lines, depth = [], 0
    for word in form.split():
        text = mark_word(word)
        if depth:
            lines[-1] += f" {text}"
        else:
            lines.append(f".{text}")
        depth += word.count("[") - word.count("]")
    return lines


def synopsis(name, command):
    lines = []
    for part in command["parts"]:
        lines += synopsis(name, part | {"part": part["name"]})
    if lines:
        return lines
    for form in command["words"].split("\n"):
        lines.append(f".Nm sternhalma {name}")
        if "part" in command:
            lines.append(f".Cm {command['part']}")
        for option in command["options"]:
            if option["name"] != "help":
                lines.append(("." if option["needed"] else ".Op ") + mark_option(option))
        lines += mark_words(form)
    return lines


def rewrite(page, name, command, complain):
    """The page with its synopsis and headings as they should be."""
    known = {}
    for one in (command, *command["parts"]):
        known |= {option["name"]: option for option in one["options"]}
    before, rest = page.split(".Sh SYNOPSIS\n")
    after = rest[rest.index(".Sh "):].split("\n")
    told = set()
    for number, line in enumerate(after):
        if not line.startswith(".It Fl "):
            continue
        names = re.findall(r"Fl Fl ([a-z-]+)", line)
        told |= set(names)
        for unknown in set(names) - set(known):
            complain(f"{name} has no --{unknown}")
        if not set(names) - set(known):
            after[number] = ".It " + " , ".join(mark_option(known[one], True) for one in names)
    for missing in sorted(set(known) - told):
        complain(f"--{missing} of {name} is not explained")
    return before + ".Sh SYNOPSIS\n" + "\n".join([*synopsis(name, command), *after])


def main():
    program, check = sys.argv[1], "--check" in sys.argv[2:]
    listing = subprocess.run([program, "help", "--json"], capture_output=True, text=True, check=True)
    failures = []
    for command in json.loads(listing.stdout)["commands"]:
        path = os.path.join(MAN, f"sternhalma-{command['name']}.1")
        with open(path, encoding="utf-8") as file:
            page = file.read()
        made = rewrite(page, command["name"], command,
                       lambda words, path=path: failures.append(f"{path}: {words}"))
        if check and made != page:
            failures.append(f"{path}: not as 'tools/synopses.py {program}' writes it")
        elif made != page:
            with open(path, "w", encoding="utf-8") as file:
                file.write(made)
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
