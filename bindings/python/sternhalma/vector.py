# SPDX-License-Identifier: MIT
"""Many games at once, stepped by the library: integers in, arrays out.

    >>> games = VectorEnvironment("7x7/3", 1024, seed=7)
    >>> observations = games.reset()
    >>> observations.shape         # games, planes (mover, waiter, mover's goal), rows, columns
    (1024, 3, 7, 7)
    >>> observations, rewards, ended, cut, truth = games.step(games.sample())

An action is from · cells + to (Game.action, Game.move). `masks` says which are legal, `legal` lists them.
The arrays belong to the environment and change with every step: copy what you want to keep. Threads that
step the same environment take turns.
"""

from __future__ import annotations

import ctypes
import threading
from typing import Any, Iterator, Mapping

from . import _arrays
from . import _library as c
from .game import Game, Position
from .positions import Positions
from .table import Table


class Truth(Mapping[str, Any]):
    """What a table says of the games as they stand; asked when it is looked at, empty without a table.

    "value": a code of 16 bits for each game (see Table.probe_many), for the player to move.
    "optimal": for each game the list of actions that keep the value, to the ply where the table has
    distances; empty where the game is over. Of three players a table knows something else, "control":
    see Table.probe_control_many.
    """

    def __init__(self, environment: VectorEnvironment) -> None:
        self._environment = environment

    def __getitem__(self, name: str) -> Any:
        table = self._environment.table
        if table is None or name not in self._names():
            raise KeyError(name)
        positions = self._environment.positions
        if name == "control":
            return table.probe_control_many(positions)
        if name == "value":
            return table.probe_many(positions)
        counts = self._environment.counts
        return [
            [table.game.action(move) for move in table.optimal(position)] if counts[i] else []
            for i, position in enumerate(positions)
        ]

    def _names(self) -> tuple[str, ...]:
        if self._environment.table is None:
            return ()
        return ("control",) if self._environment.players == 3 else ("value", "optimal")

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __len__(self) -> int:
        return len(self._names())


class VectorEnvironment:
    """N games side by side.

    max_plies: games are cut after so many. opening_plies: random moves before each game begins.
    restart: an ended game begins anew in the same step; its rewards and flags are of the game that
    ended, its observation of the new one. table: an open Table of the game, for `Truth`.
    Rewards are 1 for the winner and -1 shared by the others, for all players, 0 for a draw.
    """

    def __init__(
        self,
        game: Game | str,
        games: int,
        *,
        max_plies: int = 512,
        opening_plies: int = 0,
        threads: int = 0,
        restart: bool = True,
        seed: int = 0,
        start: Position | None = None,
        table: Table | None = None,
    ) -> None:
        self.game = game if isinstance(game, Game) else Game(game)
        if table is not None and not table.game.same_rules(self.game):
            raise ValueError(f"the table is of {table.game}, not of {self.game}")
        if games < 1:
            raise ValueError("at least one game is needed")
        self.table = table
        options = c.EnvironmentOptions(games, max_plies, opening_plies, threads, restart, seed)
        self._raw: ctypes.c_void_p | None = ctypes.c_void_p()
        first = None if start is None else ctypes.byref(start.raw)
        c.call(
            "sh_environment_open", ctypes.byref(self._raw), self.game.raw, first,
            ctypes.byref(options),
        )
        self._owner = c.Handle(self._raw, "sh_environment_close", self.game)
        self._look(c.library.sh_environment_look(self._raw).contents)
        self._actions = _arrays.empty((games,), "i")
        self._turn = threading.Lock()

    def _look(self, v: c.EnvironmentView) -> None:
        def array(name: str, kind: str, *shape: int) -> Any:
            return _arrays.view(getattr(v, name), (v.games, *shape), kind, self._owner)

        self.games: int = v.games
        self.players: int = v.players
        self.actions: int = v.actions
        self.observations = array("plane", "B", v.planes, v.rows, v.columns)
        self.masks = array("mask", "B", v.actions)
        self.legal = array("legal", "i", v.room)
        self.counts = array("counts", "i")
        self.rewards = array("rewards", "f", v.players)
        self.ended = array("ended", "B")
        self.cut = array("cut", "B")
        self.winners = array("winners", "b")
        self.lengths = array("lengths", "i")
        self.armies = array("armies", "Q", v.players, v.words)
        self.turns = array("turns", "B")

    @property
    def positions(self) -> Positions:
        """The positions of all games, as they are now."""
        return Positions(self.game, self.armies, self.turns)

    def reset(self, seed: int = 0) -> Any:
        """Begins all games anew and returns the observations."""
        with self._turn:
            c.library.sh_environment_reset(self._open(), seed)
        return self.observations

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, Truth]:
        """Plays one action in every game (-1: none); SternhalmaError where one is not legal.

        Returns (observations, rewards, ended, cut, truth).
        """
        source, count = _arrays.taken(actions, "i", "actions")
        if count != self.games:
            raise ValueError(f"{self.games} actions are needed, not {count}")
        with self._turn:
            c.call("sh_environment_step", self._open(), source)
        return self.observations, self.rewards, self.ended, self.cut, Truth(self)

    def sample(self) -> Any:
        """A random legal action of every game, -1 where a game is over; the same array each time."""
        target = _arrays.given(self._actions, "i", self.games, "actions")
        with self._turn:
            c.library.sh_environment_sample(self._open(), target)
        return self._actions

    def _open(self) -> ctypes.c_void_p:
        if not self._raw:
            raise ValueError("the environment is closed")
        return self._raw

    def close(self) -> None:
        """No more steps. The memory goes when the last of the arrays goes."""
        self._raw = None
