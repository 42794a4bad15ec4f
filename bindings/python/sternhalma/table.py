# SPDX-License-Identifier: MIT
"""Tablebases: the value of every position of a solved game.

    >>> with Table("5x5-3.shtb") as table:
    ...     table.probe(table.game.start())
    Value(outcome=1, distance=29)

A value is always for the player to move, and the value of a move for the player who makes it. Tables of
two players know win, draw and loss, some of them with the distance in plies; tables of three players know
who controls the game (probe_control).
"""

from __future__ import annotations

import ctypes
import os
from typing import Any, NamedTuple

from . import _arrays
from . import _library as c
from .game import RULES, Game, Move, Position
from .positions import Positions

METRICS = ("wdl", "dtw", "control")
WIN, DRAW, LOSS = 1, 0, -1

# Values as codes of 16 bits: a draw, an illegal position; else the distance in plies, odd where the mover
# wins, or without distances 1 for a win and 0 for a loss.
CODE_DRAW, CODE_ILLEGAL = 0xFFFE, 0xFFFF
_HISTOGRAM, _PLIES = 258, 256


class Value(NamedTuple):
    """What a position is worth to the player to move; distance is in plies, or None."""

    outcome: int
    distance: int | None


class Control(NamedTuple):
    """Who can force what in a race of three; each field is a set of players.

    solo_win: can force its win alone. solo_loss: the others together can force that one of them
    wins. In neither: can force a draw, for the game goes on for ever.
    enable_next, enable_previous: together with the next (previous) player can force that one's win.
    """

    solo_win: frozenset[int]
    solo_loss: frozenset[int]
    enable_next: frozenset[int]
    enable_previous: frozenset[int]


class Histogram(NamedTuple):
    """How many positions have each value, one player to move, no symmetry used.

    plies[d]: decided in d plies (odd: the mover wins), where the table has distances; without them
    plies[1] are all wins and plies[0] all losses.
    """

    plies: Any
    draws: int
    illegal: int


def _value(raw: c.RawValue) -> Value:
    return Value(raw.outcome, raw.distance if raw.distance >= 0 else None)


def _players(bits: int) -> frozenset[int]:
    return frozenset(p for p in range(3) if bits >> p & 1)


def outcomes(codes: Any) -> Any:
    """Codes as 1, 0 and -1 for the mover (and -128 for illegal positions), in an array of int8."""
    result = _arrays.empty((len(codes),), "b")
    if _arrays.numpy is not None:
        numpy = _arrays.numpy
        codes = numpy.asarray(codes)
        result[:] = numpy.where(codes & 1, WIN, LOSS)
        result[codes == CODE_DRAW] = DRAW
        result[codes == CODE_ILLEGAL] = -128
        return result
    for i, code in enumerate(codes):
        result[i] = {CODE_DRAW: DRAW, CODE_ILLEGAL: -128}.get(code, WIN if code & 1 else LOSS)
    return result


class Table:
    """An open .shtb file. Use it as a context manager, or call close(). Any thread may ask."""

    def __init__(self, path: Any, cache_bytes: int = 0) -> None:
        raw = ctypes.c_void_p()
        c.call("sh_table_open", ctypes.byref(raw), c.text(os.fsdecode(path)), cache_bytes)
        self._handle: c.Handle | None = c.Handle(raw, "sh_table_close")
        info = c.library.sh_table_about(raw).contents
        self.info: dict[str, Any] = {name: getattr(info, name) for name, _ in c.TableInfo._fields_}
        self.info["game"] = info.game.decode()
        self.info["creator"] = info.creator.decode("utf-8", "replace")
        self.info["profile"] = RULES[info.profile]
        self.info["metric"] = METRICS[info.metric]
        self.game = Game(self.info["game"], self.info["profile"])

    def close(self) -> None:
        """Gives the file back, after the calls that other threads are in. Calling it twice does no harm."""
        self._handle = None

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def positions(self) -> int:
        """How many positions the game has, both turns: ranks run from 0 to this less one."""
        return 2 * sum(self.info[name] for name in ("wins", "losses", "draws", "illegal"))

    def check(self) -> None:
        """Compares every checksum; SternhalmaError where one differs."""
        c.call("sh_table_check", self._open())

    def _open(self) -> c.Handle:
        handle = self._handle
        if handle is None:
            raise ValueError("the table is closed")
        return handle

    def _of_this_game(self, position: Position) -> c.RawPosition:
        """The raw position, if it is one of the table's game."""
        if not isinstance(position, Position):
            raise TypeError(f"a Position is needed, not {type(position).__name__}")
        if not position.game.same_rules(self.game):
            raise ValueError(f"the position is of {position.game}, the table of {self.game}")
        return position.raw

    def probe(self, position: Position) -> Value:
        """The Value of a position for the player to move."""
        value = c.RawValue()
        c.call("sh_probe", self._open(), self._of_this_game(position), ctypes.byref(value))
        return _value(value)

    def probe_control(self, position: Position) -> Control:
        """Who can force what, in a table of three players."""
        raw = c.RawControl()
        c.call("sh_probe_control", self._open(), self._of_this_game(position), ctypes.byref(raw))
        return Control(*(_players(getattr(raw, name)) for name in Control._fields))

    def probe_moves(self, position: Position) -> list[tuple[Move, Value]]:
        """All legal moves as (Move, Value for the player who moves), best first."""
        raw, count = (c.RawProbedMove * c.MAX_MOVES)(), ctypes.c_int()
        c.call(
            "sh_probe_moves", self._open(), self._of_this_game(position), raw, ctypes.byref(count)
        )
        return [
            (Move(self.game, c.RawMove(m.move.start, m.move.end)), _value(m.value))
            for m in raw[: count.value]
        ]

    def optimal(self, position: Position) -> list[Move]:
        """The moves that keep the value of the position; with distances those that keep it to the ply."""
        moves = self.probe_moves(position)
        return [move for move, value in moves if value == moves[0][1]]

    def best_line(self, position: Position) -> list[Move]:
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

    def probe_many(self, positions: Positions, values: Any = None, threads: int = 0) -> Any:
        """The values of many positions as codes of 16 bits (CODE_DRAW, CODE_ILLEGAL, plies).

        A million positions of 7x7/3 take about a second on two cores: blocks of the table are decoded
        once for all questions. `outcomes` turns codes into 1, 0 and -1.
        """
        self._open()
        self._same(positions)
        if values is None:
            values = _arrays.empty((len(positions),), "H")
        target = _arrays.given(values, "H", len(positions), "values")
        c.call("sh_positions_probe", self._open(), ctypes.byref(positions.raw), threads, target)
        return values

    def probe_control_many(self, positions: Positions, threads: int = 0) -> Any:
        """Who controls many positions: an array of (solo_win, solo_loss, enable_next, enable_previous).

        Each entry is a number of which bit p stands for player p; all are 255 in illegal positions.
        """
        self._open()
        self._same(positions)
        controls = _arrays.empty((len(positions), 4), "B")
        target = _arrays.given(controls, "B", 4 * len(positions), "controls")
        c.call("sh_positions_control", self._open(), ctypes.byref(positions.raw), threads, target)
        return controls

    def _same(self, positions: Positions) -> None:
        if not isinstance(positions, Positions):
            raise TypeError(f"Positions are needed, not {type(positions).__name__}")
        if not positions.game.same_rules(self.game):
            raise ValueError(f"the positions are of {positions.game}, the table of {self.game}")

    def probe_ranks(self, ranks: Any, values: Any = None) -> Any:
        """The values of many positions by rank, as codes of 16 bits.

        ranks: any contiguous buffer of unsigned 64-bit numbers: array("Q"), a NumPy array, …
        values: a writable buffer of as many unsigned 16-bit numbers; a new array if None.
        """
        self._open()
        source, count = _arrays.taken(ranks, "Q", "ranks")
        if values is None:
            values = _arrays.empty((count,), "H")
        target = _arrays.given(values, "H", count, "values")
        c.call("sh_probe_ranks", self._open(), source, count, target)
        return values

    def histogram(self, threads: int = 0) -> Histogram:
        """How many positions have each value. Reads the whole table."""
        counts = (ctypes.c_uint64 * _HISTOGRAM)()
        c.call("sh_table_histogram", self._open(), threads, counts)
        last = max((i for i in range(_PLIES) if counts[i]), default=0)
        plies = _arrays.empty((last + 1,), "Q")
        for i in range(last + 1):
            plies[i] = counts[i]
        return Histogram(plies, counts[_PLIES], counts[_PLIES + 1])
