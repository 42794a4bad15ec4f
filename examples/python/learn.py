#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""learn.py TABLE [STEPS]: a linear agent learns a two-player game by playing itself, and is graded by the truth.

The agent looks one move ahead and values a position by a sum of weights, one for each cell of its own army and
one for each cell of the other's, seen from its own side. It learns by temporal differences from games of
VectorEnvironment, and never sees the table: that only grades it.
"""

import random
import sys

import sternhalma


class LinearAgent:
    def __init__(self, game: sternhalma.Game, seed: int = 1) -> None:
        self.game, self.random = game, random.Random(seed)
        last = max(game.cells)
        # The second player's board is the first one's, turned by half a turn.
        self.seen = [{c: c for c in game.cells}, {c: last - c for c in game.cells}]
        self.own = {cell: 0.0 for cell in game.cells}
        self.other = {cell: 0.0 for cell in game.cells}

    def worth(self, position: sternhalma.Position, player: int) -> float:
        """What the position is worth to a player, by the weights."""
        seen, other = self.seen[player], 1 - player
        return sum(self.own[seen[c]] for c in position.army(player)) + sum(
            self.other[seen[c]] for c in position.army(other)
        )

    def __call__(self, position: sternhalma.Position) -> sternhalma.Move:
        player = position.turn
        after = [(position.play(move), move) for move in position.moves()]
        for reached, move in after:
            if reached.winner == player:
                return move
        return max(after, key=lambda pair: (self.worth(pair[0], player), self.random.random()))[1]

    def learn(self, position: sternhalma.Position, player: int, target: float, rate: float) -> None:
        """Moves the worth of a position towards a target."""
        change = rate * (target - self.worth(position, player)) / (2 * self.game.pieces)
        seen = self.seen[player]
        for cell in position.army(player):
            self.own[seen[cell]] += change
        for cell in position.army(1 - player):
            self.other[seen[cell]] += change


def train(agent: LinearAgent, steps: int, games: int = 32) -> None:
    """Self-play with some random moves: after each move the worth before it moves towards that after it."""
    many = sternhalma.VectorEnvironment(agent.game, games, max_plies=60, opening_plies=2, seed=1)
    many.reset(seed=1)
    for step in range(steps):
        before = list(many.positions)
        sampled = [int(action) for action in many.sample()]
        explore = 0.5 * (1 - step / steps)
        actions = [
            sampled[i] if agent.random.random() < explore else agent.game.action(agent(position))
            for i, position in enumerate(before)
        ]
        _, rewards, ended, cut, _ = many.step(actions)
        for i, position in enumerate(before):
            player, reached = position.turn, position.play(actions[i])
            target = rewards[i, player] if ended[i] else agent.worth(reached, player)
            agent.learn(position, player, 0.98 * float(target), rate=0.1)
            if ended[i]:
                agent.learn(reached, player, float(target), rate=0.1)


def main(path: str, steps: int = 400) -> None:
    with sternhalma.Table(path) as table:
        agent = LinearAgent(table.game)
        guess = random.Random(1)
        for name, graded in (("random", lambda p: guess.choice(p.moves())), ("untrained", agent)):
            tell(name, sternhalma.grading.grade(graded, table, positions=300, games=20))
        train(agent, steps)
        tell("trained", sternhalma.grading.grade(agent, table, positions=300, games=20))


def tell(name: str, report: sternhalma.grading.Report) -> None:
    print(
        f"{name:10} strong {report.strong.share:6.1%}  weak {report.weak.share:6.1%}  "
        f"achieved {report.achieved:4.0%}  plies given away {report.strong.plies_given}"
    )


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
