# SPDX-License-Identifier: MIT
"""How near an agent is to solving a game, measured against a table.

    >>> from sternhalma import Table, grading
    >>> def first(position):  # an agent that plays the first legal move
    ...     return position.moves()[0]
    >>> with Table("5x5-3.shtb") as table:
    ...     found = grading.grade(first, table, positions=100, games=4)
    >>> round(found.strong.share, 2), round(found.weak.share, 2)
    (0.86, 0.8)

An agent is a callable that is given a Position and returns a Move, its text or its integer; or an EngineAgent,
which drives a program by UGI (`sternhalma engine` is one). The idea is that of Ahmad, Sturtevant and Bowling
("Measuring the Solution Strength of Learning Agents in Adversarial Perfect Information Games"): a game is
strongly solved by who plays right everywhere, weakly by who plays right wherever its own play leads from the
start. docs/grades.md defines what is measured here and says what is theirs. There are two scores:

- strong: on positions drawn from all legal ones that are not over, each equally likely;
- weak: on the agent's own turns in games from the start, against an opponent that plays anything and against
  one that plays best; `achieved` is the share of the latter that brought at least the start's value, of those
  where that is no loss.

A score says how many moves kept the value, where the others led, and how many plies were given away by moves
that kept it; also by the value before the move and by the phase of the game (thirds of the way that both armies
together have to go). A position is critical where some move gives value away: only there an agent can be wrong.
Where the agent has a method value(position), `values_right` counts its right outcomes.
`sternhalma grade --strong` and `--weak` are the same for agents of the program.
"""

from __future__ import annotations

import random
import subprocess
from dataclasses import dataclass, field
from typing import Any, Callable, Sequence

from .game import Game, Move, Position
from .positions import Positions
from .table import CODE_ILLEGAL, DRAW, LOSS, WIN, Table, Value

Agent = Callable[[Position], "Move | str | int"]
PHASES = 3


@dataclass
class Score:
    """Moves that were judged."""

    moves: int = 0
    critical: int = 0  # some legal move gave value away
    kept: int = 0  # the value of the position
    to_draw: int = 0  # a win given away
    to_loss: int = 0  # a win or a draw given away
    best: int = 0  # kept to the ply, where the table has distances
    plies_given: int = 0  # by moves that kept a decided value
    values_right: int = 0  # of agents that say values

    @property
    def share(self) -> float:
        """The share of moves that kept the value; 1 where there was none."""
        return self.kept / self.moves if self.moves else 1.0

    @property
    def critical_share(self) -> float:
        """The share of critical positions in which the value was kept; 1 where there was none."""
        return (self.critical - self.moves + self.kept) / self.critical if self.critical else 1.0

    def add(self, before: Value, after: Value, worst: Value, says: int | None) -> None:
        """One move: the value before it, that of the move and of the worst one, for the player who made it."""
        self.moves += 1
        self.critical += worst.outcome < before.outcome
        self.values_right += says == before.outcome
        if after.outcome < before.outcome:
            self.to_draw += after.outcome == DRAW
            self.to_loss += after.outcome == LOSS
            return
        self.kept += 1
        self.best += after.distance == before.distance
        if after.distance is not None and before.distance is not None:
            self.plies_given += abs(after.distance - before.distance)


@dataclass
class Grade(Score):
    """A score with its parts."""

    by_value: dict[int, Score] = field(default_factory=lambda: {v: Score() for v in (WIN, DRAW, LOSS)})
    by_phase: list[Score] = field(default_factory=lambda: [Score() for _ in range(PHASES)])

    def judge(self, table: Table, position: Position, move: Move, says: int | None) -> None:
        """Judges one move."""
        values = dict(table.probe_moves(position))
        ordered = list(values.values())
        before, worst = ordered[0], ordered[-1]
        scores: list[Score] = [self, self.by_value[before.outcome], self.by_phase[phase(position)]]
        for score in scores:
            score.add(before, values[move], worst, says)


@dataclass
class Report:
    """What grade() found."""

    strong: Grade
    weak: Grade
    achieved: float


def phase(position: Position) -> int:
    """0, 1 or 2: which third of the way both armies together have gone."""
    game = position.game
    players = range(game.players)
    whole = sum(game.start().distance(p) for p in players)
    left = sum(position.distance(p) for p in players)
    return min(PHASES - 1, max(0, (whole - left) * PHASES // max(1, whole)))


def _moved(agent: Agent, position: Position) -> Move:
    """The agent's move, checked."""
    chosen = agent(position)
    if isinstance(chosen, str):
        chosen = position.move(chosen)
    elif not isinstance(chosen, Move):
        chosen = position.game.move(chosen)
    position.play(chosen)  # SternhalmaError where it is not legal
    return chosen


def _says(agent: Any, position: Position) -> int | None:
    """The outcome that an agent expects, where it says one."""
    if not hasattr(agent, "value"):
        return None
    value = agent.value(position)
    return WIN if value > 0 else LOSS if value < 0 else DRAW


def draw_positions(table: Table, count: int, seed: int = 1) -> list[Position]:
    """Legal positions that are not over, each equally likely."""
    chooser = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        ranks = [chooser.randrange(table.positions) for _ in range(2 * count)]
        drawn = Positions.unrank(table.game, ranks)
        for position, code in zip(drawn, table.probe_many(drawn)):
            if code != CODE_ILLEGAL and position.moves() and len(found) < count:
                found.append(position)
    return found


def _play(agent: Agent, table: Table, weak: Grade, chooser: random.Random, side: int, careful: bool,
          max_plies: int) -> int:
    """One game from the start; the outcome for the agent. A position that comes again is a draw."""
    position, seen = table.game.start(), set()
    for _ in range(max_plies):
        moves = position.moves()
        if position.winner is not None:
            return WIN if position.winner == side else LOSS
        if position in seen:
            return DRAW
        if not moves:
            return LOSS if position.turn == side else WIN
        seen.add(position)
        if position.turn == side:
            move = _moved(agent, position)
            weak.judge(table, position, move, _says(agent, position))
        else:
            move = chooser.choice(table.optimal(position) if careful else moves)
        position = position.play(move)
    return DRAW


def grade(agent: Agent, table: Table, *, positions: int = 1000, games: int = 20, seed: int = 1,
          max_plies: int = 500) -> Report:
    """Grades an agent of a two-player game: strong on so many positions, weak in so many games."""
    strong, weak, chooser = Grade(), Grade(), random.Random(seed)
    for position in draw_positions(table, positions, seed) if positions else ():
        strong.judge(table, position, _moved(agent, position), _says(agent, position))
    start = table.probe(table.game.start()).outcome
    reached = careful_games = 0
    for number in range(games):
        side, careful = number % 2, number // 2 % 2 == 0
        outcome = _play(agent, table, weak, chooser, side, careful, max_plies)
        due = start if side == 0 else -start
        if careful and due > LOSS:  # nobody can miss a loss
            careful_games += 1
            reached += outcome >= due
    return Report(strong, weak, reached / careful_games if careful_games else 1.0)


class EngineAgent:
    """A program that speaks UGI, as an agent. Use it as a context manager, or call close()."""

    def __init__(self, command: Sequence[str], game: Game, limits: str = "nodes 1000") -> None:
        self.game, self.limits = game, limits
        self._process = subprocess.Popen(
            list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._ask("ugi", "ugiok")
        self._say(f"setoption name Game value {game.name}")
        self._ask("isready", "readyok")

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")

    def _ask(self, line: str, answer: str) -> str:
        assert self._process.stdout is not None
        self._say(line)
        for said in self._process.stdout:
            if said.startswith(answer):
                return said.strip()
        raise RuntimeError(f"the engine ended instead of answering {line!r}")

    def __call__(self, position: Position) -> str:
        self._say(f"position fen {position}")
        return self._ask(f"go {self.limits}", "bestmove").split()[1]

    def close(self) -> None:
        """Ends the program."""
        if self._process.poll() is None:
            self._say("quit")
            self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()

    def __enter__(self) -> EngineAgent:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
