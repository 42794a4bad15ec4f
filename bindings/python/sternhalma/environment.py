# SPDX-License-Identifier: MIT
"""A game as an environment for learning: reset, legal moves, step, result. One game, with objects.

VectorEnvironment plays many games at once with integers; sternhalma_v0 is the same for PettingZoo.
"""

from __future__ import annotations

from .game import Game, Move, Position


class Environment:
    """Plays one game after another.

    Rewards are for the player who has just moved: 1 where the move wins, else 0. A player without a
    legal move loses; a position that comes up for the second time with the same player to move is a
    draw.
    """

    def __init__(self, game: Game | str, start: Position | None = None) -> None:
        self.game = game if isinstance(game, Game) else Game(game)
        self._start = start or self.game.start()
        self.reset()

    def reset(self) -> Position:
        """Begins anew and returns the position."""
        self.position = self._start
        self._seen = {self.position}
        self._result = self._judge()
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

    def step(self, move: Move | str | int) -> tuple[Position, float, bool]:
        """Plays a move (Move, text or action) and returns (position, reward, done)."""
        if self.done:
            raise ValueError("the game is over; call reset()")
        mover = self.position.turn
        self.position = self.position.play(move)
        winner = self.position.winner
        if winner is None and self.position in self._seen:
            self._result = "draw"
        else:
            self._result = self._judge()
        self._seen.add(self.position)
        return self.position, float(self._result == mover), self.done

    def _judge(self) -> int | str | None:
        winner = self.position.winner
        if winner is not None:
            return winner
        if not self.position.moves():
            return 1 - self.position.turn if self.game.players == 2 else "draw"
        return None
