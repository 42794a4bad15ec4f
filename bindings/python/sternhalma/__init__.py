# SPDX-License-Identifier: MIT
"""Chinese Checkers: rules, tablebases and an environment for learning, on libsternhalma.

    >>> import sternhalma
    >>> table = sternhalma.Table("7x7-3.shtb")
    >>> table.probe(table.game.start())
    Value(outcome=1, distance=…)
"""

from ._library import SternhalmaError
from .environment import Environment
from .game import Game, Move, Position
from .table import CODE_DRAW, CODE_ILLEGAL, DRAW, LOSS, WIN, Table, Value

__all__ = [
    "CODE_DRAW",
    "CODE_ILLEGAL",
    "DRAW",
    "LOSS",
    "WIN",
    "Environment",
    "Game",
    "Move",
    "Position",
    "SternhalmaError",
    "Table",
    "Value",
]
