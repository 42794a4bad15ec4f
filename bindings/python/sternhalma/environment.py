# SPDX-License-Identifier: MIT
"""A game as an environment for learning: reset, legal moves, step, result."""

from .game import Game


class Environment:
    """Plays one game after another.

    Rewards are for the player who has just moved: 1 where the move wins, else 0. A player without a
    legal move loses; a position that comes up for the second time with the same player to move is a
    draw.
    """

    def __init__(self, game, start=None):
        self.game = game if isinstance(game, Game) else Game(game)
        self._start = start or self.game.start()
        self.reset()

    def reset(self):
        """Begins anew and returns the position."""
        self.position = self._start
        self._seen = {self.position}
        self._result = self._judge()
        return self.position

    def legal_moves(self):
        """The moves of the player to move; none where the game is over."""
        return [] if self.done else self.position.moves()

    @property
    def done(self):
        return self._result is not None

    @property
    def result(self):
        """The number of the winner, "draw", or None while the game goes on."""
        return self._result

    def step(self, move):
        """Plays a move (Move or text) and returns (position, reward, done)."""
        if self.done:
            raise ValueError("the game is over; call reset()")
        mover = self.position.turn
        self.position = self.position.play(move)
        repeated = self.position in self._seen
        self._seen.add(self.position)
        self._result = "draw" if repeated else self._judge()
        return self.position, float(self._result == mover), self.done

    def _judge(self):
        winner = self.position.winner
        if winner is not None:
            return winner
        if not self.position.moves():
            return (self.position.turn - 1) % 2  # only two-player games can be stuck
        return None
