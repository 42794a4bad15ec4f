# SPDX-License-Identifier: MIT
"""What an AEC environment is made of: PettingZoo's and Gymnasium's classes where they can be imported.

Neither is in Debian. Without them the environment works the same with the small classes below, which keep
the documented contract: spaces that contain and sample, agent_iter, last, and how agents that are done
leave with step(None).
"""

from __future__ import annotations

import random
from typing import Any, Iterator

from . import _arrays

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv

    PETTINGZOO = _arrays.numpy is not None
except ImportError:
    PETTINGZOO = False

if not PETTINGZOO:

    class _Space:
        """A set of values of which one can be drawn."""

        def __init__(self) -> None:
            self._random = random.Random()

        def seed(self, seed: int | None = None) -> None:
            self._random.seed(seed)

        def __eq__(self, other: object) -> bool:
            mine = {name: value for name, value in vars(self).items() if name[0] != "_"}
            return type(self) is type(other) and all(
                getattr(other, name) == value for name, value in mine.items()
            )

    class Discrete(_Space):
        """The integers 0 … n-1."""

        def __init__(self, n: int) -> None:
            super().__init__()
            self.n = n

        def contains(self, value: Any) -> bool:
            try:
                return 0 <= int(value) < self.n and int(value) == value
            except (TypeError, ValueError):
                return False

        def sample(self, mask: Any = None) -> int:
            allowed = range(self.n) if mask is None else [a for a in range(self.n) if mask[a]]
            return self._random.choice(allowed) if allowed else 0

    class Box(_Space):
        """Arrays of a shape with entries from low to high."""

        def __init__(self, low: int, high: int, shape: tuple[int, ...]) -> None:
            super().__init__()
            self.low, self.high, self.shape = low, high, tuple(shape)

        def contains(self, value: Any) -> bool:
            if tuple(getattr(value, "shape", ())) != self.shape:
                return False
            return all(self.low <= entry <= self.high for entry in memoryview(value).cast("B"))

    class Dict(_Space):
        """Dictionaries with these keys."""

        def __init__(self, spaces: dict[str, Any]) -> None:
            super().__init__()
            self.spaces = spaces

        def __getitem__(self, name: str) -> Any:
            return self.spaces[name]

        def contains(self, value: Any) -> bool:
            return set(value) == set(self.spaces) and all(
                space.contains(value[name]) for name, space in self.spaces.items()
            )

    class AECEnv:  # type: ignore[no-redef]
        """The parts of an AEC environment that are the same for all of them."""

        agents: list[str]
        agent_selection: str

        @property
        def num_agents(self) -> int:
            return len(self.agents)

        @property
        def max_num_agents(self) -> int:
            return len(self.possible_agents)  # type: ignore[attr-defined]

        @property
        def unwrapped(self) -> Any:
            return self

        def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
            for _ in range(max_iter):
                if not self.agents:
                    return
                yield self.agent_selection

        def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict]:
            agent = self.agent_selection
            return (
                self.observe(agent) if observe else None,  # type: ignore[attr-defined]
                self._cumulative_rewards[agent],  # type: ignore[attr-defined]
                self.terminations[agent],  # type: ignore[attr-defined]
                self.truncations[agent],  # type: ignore[attr-defined]
                self.infos[agent],  # type: ignore[attr-defined]
            )

        def _accumulate_rewards(self) -> None:
            for agent, reward in self.rewards.items():  # type: ignore[attr-defined]
                self._cumulative_rewards[agent] += reward  # type: ignore[attr-defined]

        def _was_dead_step(self, action: Any) -> None:
            """An agent that is done leaves; the next one that is done is up, if there is one."""
            if action is not None:
                raise ValueError("an agent that is done takes the action None")
            agent = self.agent_selection
            for kept in ("terminations", "truncations", "rewards", "_cumulative_rewards", "infos"):
                del getattr(self, kept)[agent]
            self.agents.remove(agent)
            if self.agents:
                self.agent_selection = self.agents[0]
            self.rewards = dict.fromkeys(self.agents, 0.0)


def discrete(n: int) -> Any:
    """The space of n actions."""
    return spaces.Discrete(n) if PETTINGZOO else Discrete(n)


def planes(shape: tuple[int, ...]) -> Any:
    """The space of arrays of zeros and ones."""
    if PETTINGZOO:
        assert _arrays.numpy is not None
        return spaces.Box(0, 1, shape, _arrays.numpy.uint8)
    return Box(0, 1, shape)


def mask(n: int) -> Any:
    """The space of masks over n actions."""
    if PETTINGZOO:
        assert _arrays.numpy is not None
        return spaces.Box(0, 1, (n,), _arrays.numpy.int8)
    return Box(0, 1, (n,))


def dictionary(parts: dict[str, Any]) -> Any:
    """The space of dictionaries with these parts."""
    return spaces.Dict(parts) if PETTINGZOO else Dict(parts)
