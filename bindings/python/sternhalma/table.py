# SPDX-License-Identifier: MIT
"""Tablebases: the value of every position of a solved two-player game."""

import array
import collections
import ctypes

from . import _library as c
from .game import RULES, Game, Move, Position

METRICS = ("wdl", "dtw", "control")
WIN, DRAW, LOSS = 1, 0, -1

# In a buffer of values by rank: a draw, an illegal position; else the distance in plies, odd where the
# mover wins, or without distances 1 for a win and 0 for a loss.
CODE_DRAW, CODE_ILLEGAL = 0xFFFE, 0xFFFF

# The value of a position for the player to move. distance is in plies, or None.
Value = collections.namedtuple("Value", "outcome distance")


def _value(raw):
    return Value(raw.outcome, raw.distance if raw.distance >= 0 else None)


class Table:
    """An open .shtb file. Use it as a context manager, or call close()."""

    def __init__(self, path, cache_bytes=0):
        self._raw = ctypes.c_void_p()
        c.call("sh_table_open", ctypes.byref(self._raw), str(path).encode(), cache_bytes)
        info = c.library.sh_table_about(self._raw).contents
        self.info = {name: getattr(info, name) for name, _ in c.TableInfo._fields_}
        self.info["game"] = info.game.decode()
        self.info["creator"] = info.creator.decode("utf-8", "replace")
        self.info["profile"] = RULES[info.profile]
        self.info["metric"] = METRICS[info.metric]
        self.game = Game(self.info["game"], self.info["profile"])

    def close(self):
        c.library.sh_table_close(self._raw)
        self._raw = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @property
    def positions(self):
        """How many positions the game has, both turns: ranks run from 0 to this less one."""
        return 2 * sum(self.info[name] for name in ("wins", "losses", "draws", "illegal"))

    def check(self):
        """Compares every checksum; SternhalmaError where one differs."""
        c.call("sh_table_check", self._open())

    def _open(self):
        if not self._raw:
            raise ValueError("the table is closed")
        return self._raw

    def _of_this_game(self, position):
        """The raw position, if it is one of the table's game."""
        if not isinstance(position, Position):
            raise TypeError(f"a Position is needed, not {type(position).__name__}")
        if not position.game.same_rules(self.game):
            raise ValueError(f"the position is of {position.game}, the table of {self.game}")
        return position.raw

    def probe(self, position):
        """The Value of a position for the player to move."""
        value = c.RawValue()
        c.call("sh_probe", self._open(), self._of_this_game(position), ctypes.byref(value))
        return _value(value)

    def probe_moves(self, position):
        """All legal moves as (Move, Value for the player who moves), best first."""
        raw, count = (c.RawProbedMove * c.MAX_MOVES)(), ctypes.c_int()
        c.call(
            "sh_probe_moves", self._open(), self._of_this_game(position), raw, ctypes.byref(count)
        )
        return [
            (Move(self.game, c.RawMove(m.move.start, m.move.end)), _value(m.value))
            for m in raw[: count.value]
        ]

    def best_line(self, position):
        """The best moves of both sides to the end of the game; empty for a draw."""
        raw, length = (c.RawMove * c.MAX_PLIES)(), ctypes.c_int()
        c.call(
            "sh_probe_line",
            self._open(),
            self._of_this_game(position),
            raw,
            c.MAX_PLIES,
            ctypes.byref(length),
        )
        return [Move(self.game, c.RawMove(m.start, m.end)) for m in raw[: length.value]]

    def probe_ranks(self, ranks, values=None):
        """The values of many positions by rank, as codes in a buffer of 16-bit numbers.

        ranks: any contiguous buffer of unsigned 64-bit numbers: array("Q"), a NumPy array, …
        values: a writable buffer of as many unsigned 16-bit numbers; a new array("H") if None.
        """
        self._open()
        source = memoryview(ranks)
        if source.itemsize != 8 or not source.contiguous:
            raise TypeError("ranks must be a contiguous buffer of 64-bit numbers")
        count = source.nbytes // 8
        if values is None:
            values = array.array("H", bytes(2 * count))
        target = memoryview(values)
        if target.itemsize != 2 or target.nbytes != 2 * count or target.readonly:
            raise TypeError("values must be a writable buffer of as many 16-bit numbers")
        if count:
            if source.readonly:
                source = memoryview(bytearray(source))
            first = (ctypes.c_char * source.nbytes).from_buffer(source)
            into = (ctypes.c_char * target.nbytes).from_buffer(target)
            c.call("sh_probe_ranks", self._open(), first, count, into)
        return values
