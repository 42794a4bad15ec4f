# SPDX-License-Identifier: MIT
"""The examples run, and what they print is true."""

import os
import re
import subprocess
import sys
import unittest

EXAMPLES = os.path.join(os.path.dirname(__file__), "../../../examples/python")


def run(name, *arguments):
    command = [sys.executable, os.path.join(EXAMPLES, name), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class TestExamples(unittest.TestCase):
    def test_explore_table(self):
        said = run("explore_table.py", os.environ["STERNHALMA_LEARN"])
        self.assertIn("5x5/3: the first player wins in 29 plies.", said)
        self.assertIn("2 of 6 first moves are best: b1-b2 a2-b2", said)
        self.assertEqual(len(said.split("perfect play: ")[1].split()), 29)

    def test_learn(self):
        said = run("learn.py", os.environ["STERNHALMA_LEARN"], "60")
        strong = {m[1]: float(m[2]) for m in re.finditer(r"^(\w+) +strong +([\d.]+)%", said, re.M)}
        self.assertGreater(strong["trained"], strong["untrained"] + 3)  # it has learned


if __name__ == "__main__":
    unittest.main()
