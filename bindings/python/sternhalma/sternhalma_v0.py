# SPDX-License-Identifier: MIT
"""Chinese Checkers as a PettingZoo AEC environment.

    from sternhalma import sternhalma_v0
    env = sternhalma_v0.env("7x7/3", table=table)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else env.action_space(agent).sample(
            observation["action_mask"])
        env.step(action)

Agents are player_0, player_1, … An observation is {"observation": planes, "action_mask": mask}: planes of
zeros and ones, the agent's own army first, then the others in turn order, then the agent's goal; the mask is
empty for agents that are not to move. An action is an integer (Game.action). The game ends by the rules
(terminations) or after max_plies (truncations); all agents are done at once, with rewards for all: 1 for the
winner, -1 shared by the others, 0 for a draw. With a table `info` holds the exact value for the agent to move,
"value" (1, 0, -1) and "plies" (None without distances), and "optimal", the actions that keep it.
"""

from __future__ import annotations

import random
from typing import Any

from . import _aec, _arrays
from .game import Game, Position
from .table import Table
from .vector import VectorEnvironment

_COLOURS = [(214, 69, 65), (52, 120, 190), (46, 160, 90), (240, 180, 40), (140, 80, 170), (60, 60, 60)]
_EMPTY, _GROUND, _PIXELS = (225, 225, 220), (250, 250, 248), 8


class raw_env(_aec.AECEnv):
    """The environment without wrappers; it checks actions itself, so it needs none."""

    metadata: dict[str, Any] = {"name": "sternhalma_v0", "render_modes": ["human", "ansi", "rgb_array"],
                "is_parallelizable": False, "render_fps": 2}

    def __init__(
        self,
        game: Game | str = "7x7/3",
        *,
        max_plies: int = 512,
        opening_plies: int = 0,
        render_mode: str | None = None,
        table: Table | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode is human, ansi or rgb_array, not {render_mode!r}")
        super().__init__()
        self.render_mode = render_mode
        self.game = game if isinstance(game, Game) else Game(game)
        self._games = VectorEnvironment(
            self.game, 1, max_plies=max_plies, opening_plies=opening_plies, threads=1,
            restart=False, table=table,
        )
        self.possible_agents = [f"player_{p}" for p in range(self.game.players)]
        self.agents: list[str] = []
        shape = tuple(self._games.observations.shape[1:])
        self.action_spaces = {a: _aec.discrete(self.game.actions) for a in self.possible_agents}
        self.observation_spaces = {
            a: _aec.dictionary(
                {"observation": _aec.planes(shape), "action_mask": _aec.mask(self.game.actions)}
            )
            for a in self.possible_agents
        }
        self._goals = [self._goal_plane(p) for p in range(self.game.players)]
        self._seeds = random.Random()

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations; the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions; the same object every time."""
        return self.action_spaces[agent]

    @property
    def position(self) -> Position:
        """The position of the game."""
        return self._games.positions[0]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. The seed decides the opening; without one it is drawn."""
        self._games.reset(self._seeds.getrandbits(64) if seed is None else seed)
        if seed is not None:
            self._seeds.seed(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._choose()
        if self.render_mode == "human":
            self.render()

    def _choose(self) -> None:
        """Who is to move, and what a table says of it."""
        self.agent_selection = self.possible_agents[self._games.turns[0]]
        self.infos = {agent: {} for agent in self.agents}
        table = self._games.table
        if table is None or any(self.terminations.values()):
            return
        if self.game.players == 3:
            self.infos[self.agent_selection] = {"control": table.probe_control(self.position)}
            return
        value = table.probe(self.position)
        optimal = [self.game.action(move) for move in table.optimal(self.position)]
        self.infos[self.agent_selection] = {
            "value": value.outcome, "plies": value.distance, "optimal": optimal,
        }

    def step(self, action: Any) -> None:
        """Plays an action of the agent that is up, None where it is done. An illegal one is refused."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if not self.action_space(agent).contains(action):
            raise ValueError(f"{action!r} is no action; they are 0 to {self.game.actions - 1}")
        self._games.step([int(action)])
        self._cumulative_rewards[agent] = 0.0
        for player, name in enumerate(self.possible_agents):
            self.rewards[name] = float(self._games.rewards[0, player])
            self.terminations[name] = bool(self._games.ended[0])
            self.truncations[name] = bool(self._games.cut[0])
        self._choose()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees: planes from its side, and its legal actions where it is to move."""
        player, turn, shown = self.possible_agents.index(agent), self._games.turns[0], self._games
        shape = shown.observations.shape[1:]
        planes = _arrays.empty(shape, "B")
        for p in range(self.game.players):
            source = (player + p - turn) % self.game.players
            _copy_plane(planes, p, shown.observations, source)
        _copy_plane(planes, self.game.players, self._goals, player)
        mask = _arrays.empty((self.game.actions,), "b")
        if player == turn:
            for k in range(shown.counts[0]):
                mask[shown.legal[0, k]] = 1
        return {"observation": planes, "action_mask": mask}

    def _goal_plane(self, player: int) -> Any:
        """A player's goal as (1, 1, rows, columns), seen in the environment's own planes."""
        shown = self._games.observations
        plane = _arrays.empty((1, 1, *shown.shape[2:]), "B")
        for cell in self.game.goal(player):
            x, y = self.game.lattice(cell)
            plane[0, 0, y, x] = 1
        return plane

    def render(self) -> Any:
        """A drawing: text for ansi, an array of pixels for rgb_array, printed for human."""
        if self.render_mode is None:
            return None
        if self.render_mode == "rgb_array":
            return self._pixels()
        text = self._text()
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def _pieces(self) -> dict[int, int]:
        position = self.position
        return {cell: p for p in range(self.game.players) for cell in position.army(p)}

    def _text(self) -> str:
        places = {self.game.drawing(cell): cell for cell in self.game.cells}
        pieces, lines = self._pieces(), []
        for row in sorted({y for _, y in places}):
            columns = [x for x, y in places if y == row]
            line = [" "] * (max(columns) + 1)
            for x in columns:
                player = pieces.get(places[x, row])
                line[x] = "." if player is None else self.game.letter(player)
            lines.append("".join(line).rstrip())
        return "\n".join(lines) + f"\n{self.game.letter(self.position.turn)} to move"

    def _pixels(self) -> Any:
        places = {cell: self.game.drawing(cell) for cell in self.game.cells}
        width = (max(x for x, _ in places.values()) + 2) * _PIXELS
        height = (max(y for _, y in places.values()) + 1) * 2 * _PIXELS
        pixels, pieces = _arrays.empty((height, width, 3), "B"), self._pieces()
        for y in range(height):
            for x in range(width):
                for part in range(3):
                    pixels[y, x, part] = _GROUND[part]
        for cell, (column, row) in places.items():
            colour = _COLOURS[pieces[cell]] if cell in pieces else _EMPTY
            for y in range(2, 2 * _PIXELS - 2):
                for x in range(2, 2 * _PIXELS - 2):
                    for part in range(3):
                        pixels[row * 2 * _PIXELS + y, column * _PIXELS + x, part] = colour[part]
        return pixels

    def close(self) -> None:
        """Gives the games back."""
        self._games.close()


def _copy_plane(planes: Any, to: int, source: Any, number: int) -> None:
    if isinstance(source, list):
        source, number = source[number], 0
    if _arrays.numpy is not None:
        planes[to] = source[0, number]
        return
    for y in range(planes.shape[1]):
        for x in range(planes.shape[2]):
            planes[to, y, x] = source[0, number, y, x]


def env(*arguments: Any, **options: Any) -> raw_env:
    """The environment: env("7x7/3", max_plies=512, opening_plies=0, render_mode=None, table=None)."""
    return raw_env(*arguments, **options)
