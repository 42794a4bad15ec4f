# SPDX-License-Identifier: MIT
"""A game as an environment for learning: reset, legal moves, step, result. One game, with objects.

VectorEnvironment plays many games at once with integers; sternhalma_v0 is the same for PettingZoo.

    >>> environment = Environment("4x4/1")
    >>> for move in ("a1-a2", "d4-d3", "a2-a1", "d3-d4"):
    ...     position, reward, done = environment.step(move)
    >>> done, environment.result, environment.ending
    (True, 'draw', 'repetition')
"""

from __future__ import annotations

import ctypes
from typing import Any

from . import _library as c
from .game import Game, Move, Position


class Environment:
    """Plays one game after another.

    Rewards are for the player who has just moved: 1 where the move wins, else 0. The library's game
    record decides when a game is over: a goal is filled, the player to move has no move (between
    two it loses), a position comes up for the second time with the same player to move, or, in a
    game with a limit (+leaveN), a player still has a piece in its camp after its move N.
    """

    def __init__(self, game: Game | str, start: Position | None = None) -> None:
        self.game = game if isinstance(game, Game) else Game(game)
        self._start = start or self.game.start()
        self.reset()

    def reset(self) -> Position:
        """Begins anew and returns the position."""
        record = ctypes.c_void_p()
        c.call("sh_record_open", ctypes.byref(record), self.game.raw, self._start.raw)
        self._record = c.Handle(record, "sh_record_close", self.game)
        self._moves: list[Move] = []
        self.position = self._start
        self._judge()
        return self.position

    def legal_moves(self) -> list[Move]:
        """The moves of the player to move; none where the game is over."""
        return [] if self.done else self.position.moves()

    @property
    def done(self) -> bool:
        """Is the game over?"""
        return self._result is not None

    @property
    def result(self) -> int | str | None:
        """The number of the winner, "draw", or None while the game goes on."""
        return self._result

    @property
    def ending(self) -> str:
        """How the game ended: won, stuck, repetition or camp; ongoing while it goes on."""
        return self._ending

    def step(self, move: Move | str | int) -> tuple[Position, float, bool]:
        """Plays a move (Move, text or action) and returns (position, reward, done)."""
        if self.done:
            raise ValueError("the game is over; call reset()")
        if isinstance(move, str):
            move = self.position.move(move)
        elif not isinstance(move, Move):
            move = self.game.move(move)
        mover, after = self.position.turn, self.position.play(move)
        c.call("sh_record_play", self._record, move.raw)
        self.position = after
        self._moves.append(move)
        self._judge()
        return self.position, float(self._result == mover), self.done

    def _judge(self) -> None:
        result = c.library.sh_record_result(self._record)
        self._ending: str = c.library.sh_ending_name(result.ending).decode()
        self._result: int | str | None = None
        if result.ending:
            self._result = result.winner if result.winner >= 0 else "draw"

    def __reduce__(self) -> Any:
        return _restored, (self.game, self._start, self._moves)


def _restored(game: Game, start: Position, moves: list[Move]) -> Environment:
    """The same game, played again."""
    environment = Environment(game, start)
    for move in moves:
        environment.step(move)
    return environment
