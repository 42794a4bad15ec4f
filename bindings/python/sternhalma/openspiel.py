# SPDX-License-Identifier: MIT
"""Actions of OpenSpiel's chinese_checkers, both ways.

There a turn is one action or several. An action is cell · 6 + direction, with the 121 cells counted row by row
from the top and the directions up-left, up-right, left, right, down-left, down-right: a step where the
neighbour is free, else a hop over it. After a hop the same piece may hop on, to cells where it has not been in
this turn, or the player passes (726); where it cannot hop on, the turn ends by itself. Pieces may stand
everywhere, and a player has won whose own ten pieces fill the opposite corner.

    >>> position = board(2).start()
    >>> actions = to_actions(position, position.moves()[0])
    >>> from_actions(position, actions) == position.moves()[0]
    True

Here the games are star121:2p+stand+halma and so on. With three and four players OpenSpiel starts in other
corners: its board is this one, turned by 60 degrees.
"""

from __future__ import annotations

from typing import Iterable, NamedTuple

from .game import Game, Move, Position

PASS = 726
ACTIONS = 727
_DIRECTIONS = ((-1, -1), (1, -1), (-2, 0), (2, 0), (-1, 1), (1, 1))  # (x, y) as drawn
_TURNED = {2: 0, 3: 1, 4: 1, 6: 0}  # by players: clockwise by so many times 60 degrees


def board(players: int) -> Game:
    """The game with OpenSpiel's rules for 2, 3, 4 or 6 players."""
    if players not in _TURNED:
        raise ValueError(f"chinese_checkers has 2, 3, 4 or 6 players, not {players}")
    return Game(f"star121:{players}p+stand+halma")


class _Map(NamedTuple):
    number: dict[int, int]  # by cell: OpenSpiel's
    cell: list[int]  # and back
    neighbour: list[list[int]]  # by OpenSpiel's number and direction; -1: none


_MAPS: dict[int, _Map] = {}


def _turn(x: int, y: int, times: int) -> tuple[int, int]:
    """A drawn cell turned clockwise about the centre, (12, 8), by times · 60 degrees."""
    q, r = (x - 12 - (y - 8)) // 2, y - 8
    for _ in range(times):
        q, r = -r, q + r
    return 2 * q + r + 12, r + 8


def _map(game: Game) -> _Map:
    """Numbers and neighbours of the cells as OpenSpiel has them for so many players."""
    if game.players not in _TURNED or len(game.cells) != 121:
        raise ValueError(f"{game.name} is none of OpenSpiel's boards; board(players) gives one")
    if game.players not in _MAPS:
        drawn = {game.drawing(cell): cell for cell in game.cells}
        places = sorted(drawn, key=lambda place: (place[1], place[0]))
        number = {place: i for i, place in enumerate(places)}
        cell = [drawn[_turn(x, y, _TURNED[game.players])] for x, y in places]
        neighbour = [
            [number.get((x + dx, y + dy), -1) for dx, dy in _DIRECTIONS] for x, y in places
        ]
        _MAPS[game.players] = _Map({c: i for i, c in enumerate(cell)}, cell, neighbour)
    return _MAPS[game.players]


class State:
    """A position in the midst of a turn: what OpenSpiel calls a state. Immutable."""

    def __init__(self, position: Position, hopping: tuple[int, ...] = ()) -> None:
        self.position = position
        self._hopping = hopping  # numbers of the cells of the chain so far, the origin first
        self._map = _map(position.game)
        self._occupied = {
            self._map.number[cell]
            for player in range(position.game.players)
            for cell in position.army(player)
        }
        if hopping:
            self._occupied ^= {hopping[0], hopping[-1]}

    @property
    def player(self) -> int:
        """Who is to move."""
        return self.position.turn

    def _landing(self, cell: int, direction: int) -> int:
        """Where a hop leads, or -1."""
        over = self._map.neighbour[cell][direction]
        if over < 0 or over not in self._occupied:
            return -1
        landing = self._map.neighbour[over][direction]
        return -1 if landing in self._occupied or landing in self._hopping else landing

    def actions(self) -> list[int]:
        """The legal actions, in ascending order; none where the game is over."""
        if self.position.winner is not None:
            return []
        if self._hopping:
            cell = self._hopping[-1]
            return [cell * 6 + d for d in range(6) if self._landing(cell, d) >= 0] + [PASS]
        own = sorted(self._map.number[cell] for cell in self.position.army(self.player))
        found = []
        for cell in own:
            for d, neighbour in enumerate(self._map.neighbour[cell]):
                if neighbour >= 0 and (neighbour not in self._occupied or self._landing(cell, d) >= 0):
                    found.append(cell * 6 + d)
        return found or [PASS]

    def apply(self, action: int) -> State:
        """The state after a legal action."""
        if action not in self.actions():
            raise ValueError(f"action {action} is not legal here")
        if action == PASS:
            return self._end(self._hopping)
        cell, direction = divmod(action, 6)
        neighbour = self._map.neighbour[cell][direction]
        if neighbour not in self._occupied:
            return self._end((cell, neighbour))
        chain = (self._hopping or (cell,)) + (self._landing(cell, direction),)
        after = State(self.position, chain)
        return self._end(chain) if after.actions() == [PASS] else after

    def _end(self, chain: tuple[int, ...]) -> State:
        if not chain:
            raise ValueError("a turn without a move: the library's games have none")
        return State(self.position.play(self.move_of(chain)))

    def move_of(self, chain: tuple[int, ...]) -> Move:
        """The move from the first to the last of these cells (OpenSpiel's numbers)."""
        start, end = (self._map.cell[number] for number in (chain[0], chain[-1]))
        return self.position.move(
            f"{self.position.game.cell_name(start)}-{self.position.game.cell_name(end)}"
        )


def to_actions(position: Position, move: Move) -> list[int]:
    """OpenSpiel's actions for a move of this position, with the pass at the end where one is needed."""
    numbers = [_map(position.game).number[cell] for cell in position.path(move)]
    state, found = State(position), []
    for start, end in zip(numbers, numbers[1:]):
        for direction in range(6):
            action = start * 6 + direction
            if action not in state.actions():
                continue
            neighbour = _map(position.game).neighbour[start][direction]
            if end in (neighbour, state._landing(start, direction)):
                found.append(action)
                state = state.apply(action)
                break
    if state.position == position:
        found.append(PASS)
    return found


def from_actions(position: Position, actions: Iterable[int]) -> Move:
    """The move that a turn of OpenSpiel's actions makes; ValueError where they are no whole turn."""
    state, move = State(position), None
    for action in actions:
        if move is not None:
            raise ValueError("the turn was over before the last action")
        after = state.apply(action)
        if not after._hopping:
            chain = state._hopping or (action // 6,)
            end = state._hopping[-1] if action == PASS else _landing_of(state, action)
            move = state.move_of((chain[0], end))
        state = after
    if move is None:
        raise ValueError("the turn is not over: a hop may go on, or 726 ends it")
    return move


def _landing_of(state: State, action: int) -> int:
    cell, direction = divmod(action, 6)
    neighbour = state._map.neighbour[cell][direction]
    return state._landing(cell, direction) if neighbour in state._occupied else neighbour


def perft(players: int, depth: int) -> int:
    """How many sequences of so many actions there are from the start."""
    return _count(State(board(players).start()), depth)


def _count(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    actions = state.actions()
    if depth == 1:
        return len(actions)
    return sum(_count(state.apply(action), depth - 1) for action in actions)
