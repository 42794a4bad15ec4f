# SPDX-License-Identifier: MIT
"""The examples in the help texts print what they say. They open 5x5-3.shtb, which python.sh has solved."""

import doctest
import importlib
import os
import pkgutil
import unittest

import sternhalma

FOLDER = os.path.dirname(os.environ["STERNHALMA_LEARN"])


class TestDocStrings(unittest.TestCase):
    def test_examples(self):
        before, attempted = os.getcwd(), {}
        os.chdir(FOLDER)
        try:
            for name in ("", *(module.name for module in pkgutil.iter_modules(sternhalma.__path__))):
                module = importlib.import_module(f"sternhalma.{name}".rstrip("."))
                with self.subTest(module=module.__name__):
                    failed, attempted[name] = doctest.testmod(module)
                    self.assertEqual(failed, 0)
        finally:
            os.chdir(before)
        for name in ("", "game", "table", "environment", "openspiel", "vector"):
            self.assertGreater(attempted[name], 0, name)


if __name__ == "__main__":
    unittest.main()
