# SPDX-License-Identifier: MIT
"""Many positions at once, as arrays.

    >>> game = Game("7x7/3")
    >>> many = Positions.unrank(game, range(1000))
    >>> many.armies.shape          # positions, players, words of 64 cells
    (1000, 2, 1)
    >>> list(many.rank()[:3])
    [0, 1, 2]

`armies` are bitboards (bit c of a player's words is cell c), `turns` say who is to move. They are NumPy
arrays where NumPy is installed and memoryviews with the same shape where it is not.
"""

from __future__ import annotations

import ctypes
from typing import Any, Iterable, Iterator

from . import _arrays
from . import _library as c
from .game import Game, Position


class Positions:
    """An array of positions of one game. Indexing gives a Position."""

    def __init__(self, game: Game, armies: Any, turns: Any) -> None:
        self.game, self.armies, self.turns = game, armies, turns
        words = c.library.sh_positions_words(game.raw)
        self._armies, size = _arrays.taken(armies, "Q", "armies")
        self._turns, count = _arrays.taken(turns, "B", "turns")
        if size != count * game.players * words:
            raise ValueError(
                f"{count} positions of {game.name} have {count * game.players * words} words, not {size}"
            )
        self.raw = c.RawPositions(
            count, ctypes.addressof(self._armies), ctypes.addressof(self._turns)
        )

    @staticmethod
    def empty(game: Game, count: int) -> Positions:
        """Room for so many positions."""
        words = c.library.sh_positions_words(game.raw)
        return Positions(
            game,
            _arrays.empty((count, game.players, words), "Q"),
            _arrays.empty((count,), "B"),
        )

    @staticmethod
    def of(game: Game, positions: Iterable[Position]) -> Positions:
        """Positions one by one."""
        listed = list(positions)
        made = Positions.empty(game, len(listed))
        for i, position in enumerate(listed):
            if not position.game.same_rules(game):
                raise ValueError(f"position {i} is of {position.game}, not of {game}")
            for player in range(game.players):
                for word in range(made.armies.shape[2]):
                    made.armies[i, player, word] = position.raw.army[player].w[word]
            made.turns[i] = position.turn
        return made

    @staticmethod
    def unrank(game: Game, ranks: Any, threads: int = 0) -> Positions:
        """The positions of these ranks, which run from 0 to (positions of the game) - 1."""
        source, count = _arrays.taken(ranks, "Q", "ranks")
        made = Positions.empty(game, count)
        c.call("sh_positions_unrank", game.raw, source, threads, ctypes.byref(made.raw))
        return made

    def rank(self, threads: int = 0) -> Any:
        """The rank of every position, as an array of 64-bit numbers."""
        ranks = _arrays.empty((len(self),), "Q")
        target = _arrays.given(ranks, "Q", len(self), "ranks")
        c.call("sh_positions_rank", self.game.raw, ctypes.byref(self.raw), threads, target)
        return ranks

    def __len__(self) -> int:
        return self.raw.count

    def __getitem__(self, number: int) -> Position:
        if not 0 <= number < len(self):
            raise IndexError(f"there are {len(self)} positions, none of number {number}")
        raw = c.RawPosition()
        for player in range(self.game.players):
            for word in range(self.armies.shape[2]):
                raw.army[player].w[word] = int(self.armies[number, player, word])
        raw.turn = int(self.turns[number])
        return Position(self.game, raw)

    def __iter__(self) -> Iterator[Position]:
        return (self[i] for i in range(len(self)))
