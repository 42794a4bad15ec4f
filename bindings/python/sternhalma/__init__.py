# SPDX-License-Identifier: MIT
"""Chinese Checkers: rules, tablebases and environments for learning, on libsternhalma.

    >>> import sternhalma
    >>> table = sternhalma.Table("5x5-3.shtb")
    >>> table.probe(table.game.start())
    Value(outcome=1, distance=29)

Game, Position, Move      rules: what stands where, what may move
Positions                 many positions as arrays: rank, unrank
Table, Value, Control     solved games: exact values, best lines, who controls a game of three
Environment               one game at a time, with objects
VectorEnvironment         thousands of games at once, with integers and arrays
sternhalma_v0             the same as a PettingZoo AEC environment
grading                   how near an agent is to solving a game
openspiel                 actions of OpenSpiel's chinese_checkers, both ways
"""

import importlib.metadata as _metadata
import warnings as _warnings

from . import _library, grading, openspiel, sternhalma_v0
from ._library import SternhalmaError
from .environment import Environment
from .game import Game, Move, Position
from .positions import Positions
from .table import (
    CODE_DRAW,
    CODE_ILLEGAL,
    DRAW,
    LOSS,
    WIN,
    Control,
    Histogram,
    Table,
    Value,
    outcomes,
)
from .vector import Truth, VectorEnvironment

__version__: str = _library.library.sh_version().decode()


def _warn_of_namesake() -> None:
    """The Python index has another project called sternhalma, with a package of the same name."""
    try:
        version = _metadata.version("sternhalma")
    except _metadata.PackageNotFoundError:
        return
    _warnings.warn(
        f"another project's package sternhalma {version} is installed beside libsternhalma: "
        "uninstall one of them, their files overwrite each other",
        ImportWarning,
        stacklevel=3,
    )


_warn_of_namesake()

__all__ = [
    "CODE_DRAW",
    "CODE_ILLEGAL",
    "DRAW",
    "LOSS",
    "WIN",
    "Control",
    "Environment",
    "Game",
    "Histogram",
    "Move",
    "Position",
    "Positions",
    "SternhalmaError",
    "Table",
    "Truth",
    "Value",
    "VectorEnvironment",
    "grading",
    "openspiel",
    "outcomes",
    "sternhalma_v0",
]
