# SPDX-License-Identifier: MIT
"""Games, positions and moves.

    >>> game = Game("7x7/3")
    >>> start = game.start()
    >>> start.moves()[0]
    Move('a1-c1')
    >>> str(start.play("a1-c1"))
    '1xx4/x6/7/7/7/6o/5oo o'

A Game is a board with its armies and rules. A Position is whose pieces stand where and who is to move. A
Move is one piece going from one cell to another, by a step or a chain of hops. All three are immutable,
can be compared, hashed and pickled.
"""

from __future__ import annotations

import ctypes
from typing import Any

from . import _library as c

RULES = ("strict", "published")
WON = 1


class Game:
    """A game by name: Game("7x7/3"), Game("star37:3p"). `sternhalma games` lists names.

    `cells` are the numbers of its cells. On stars and the checkers board they have gaps; actions
    count cells without them.

    >>> Game("star13:3p").cells
    (0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14)
    """

    def __init__(self, name: str, rules: str = "strict") -> None:
        if rules not in RULES:
            raise ValueError(f"rules are strict or published, not {rules!r}")
        self.raw = ctypes.create_string_buffer(c.library.sh_game_size())
        c.call("sh_game_parse", self.raw, c.text(name), RULES.index(rules))
        self.name: str = c.library.sh_game_name(self.raw).decode()
        self.rules = rules
        self.players: int = c.library.sh_game_players(self.raw)
        self.pieces: int = c.library.sh_game_pieces(self.raw)
        board = c.library.sh_game_board(self.raw)
        self._lattice: dict[int, tuple[int, int]] = {
            cell: (x, y)
            for y in range(32)
            for x in range(32)
            if (cell := c.library.sh_board_cell(board, x, y)) >= 0
        }
        self.cells: tuple[int, ...] = tuple(sorted(self._lattice))

    @property
    def actions(self) -> int:
        """How many integer actions there are: cells · cells. See action()."""
        return len(self.cells) ** 2

    def start(self) -> Position:
        """The position in which the game begins."""
        raw = c.RawPosition()
        c.library.sh_position_start(self.raw, raw)
        return Position(self, raw)

    def position(self, text: str) -> Position:
        """The position of this notation. SternhalmaError where it is none of this game, or illegal."""
        raw = c.RawPosition()
        c.call("sh_position_parse", self.raw, c.text(text), raw)
        c.call("sh_position_check_legal", self.raw, raw)
        return Position(self, raw)

    def action(self, move: Move) -> int:
        """The integer of a move: from · cells + to, with cells counted 0, 1, … along the board."""
        action = ctypes.c_int()
        c.call("sh_move_action", self.raw, move.raw, ctypes.byref(action))
        return action.value

    def move(self, action: int) -> Move:
        """The move of an integer; whether it is legal is another question."""
        raw = c.RawMove()
        c.call("sh_action_move", self.raw, int(action), ctypes.byref(raw))
        return Move(self, raw)

    def cell_name(self, cell: int) -> str:
        """The name of a cell in moves: "a1"."""
        text = ctypes.create_string_buffer(8)
        c.library.sh_cell_print(self.raw, cell, text)
        return text.value.decode()

    def drawing(self, cell: int) -> tuple[int, int]:
        """Where a cell is drawn: (x, y) in halves of a cell, x to the right, y downwards.

        On rhombi and stars a unit of y is sqrt(3) units of x.
        """
        x, y = ctypes.c_int(), ctypes.c_int()
        board = c.library.sh_game_board(self.raw)
        c.library.sh_board_drawing(board, cell, ctypes.byref(x), ctypes.byref(y))
        return x.value, y.value

    def lattice(self, cell: int) -> tuple[int, int]:
        """The column and row of a cell in planes."""
        return self._lattice[cell]

    def letter(self, player: int) -> str:
        """The letter of a player in positions."""
        return c.library.sh_game_letter(self.raw, player).decode()

    def goal(self, player: int) -> frozenset[int]:
        """The cells that a player wants to fill."""
        raw = c.library.sh_game_goal(self.raw, player)
        if not raw:
            raise ValueError(f"{self.name} has players 0 to {self.players - 1}")
        return cells_of(raw.contents)

    def same_rules(self, other: Game) -> bool:
        """Are these the same game? The profiles differ only for armies of six and more pieces."""
        return self.name == other.name and (self.rules == other.rules or self.pieces < 6)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.name, self.rules) == (other.name, other.rules)

    def __hash__(self) -> int:
        return hash((self.name, self.rules))

    def __reduce__(self) -> Any:
        return Game, (self.name, self.rules)

    def __repr__(self) -> str:
        return f"Game({self.name!r}, rules={self.rules!r})"


def cells_of(raw: c.Set) -> frozenset[int]:
    """The cells of a raw set."""
    return frozenset(cell for cell in range(256) if raw.w[cell >> 6] >> (cell & 63) & 1)


def _restored_move(game: Game, start: int, end: int) -> Move:
    return Move(game, c.RawMove(start, end))


class Move:
    """A move from one cell to another; str() is its notation."""

    def __init__(self, game: Game, raw: c.RawMove) -> None:
        self.game, self.raw = game, raw

    def __str__(self) -> str:
        text = ctypes.create_string_buffer(c.MAX_TEXT)
        c.library.sh_move_print(self.game.raw, self.raw, text)
        return text.value.decode()

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and (self.raw.start, self.raw.end) == (
            other.raw.start,
            other.raw.end,
        )

    def __hash__(self) -> int:
        return hash((self.raw.start, self.raw.end))

    def __reduce__(self) -> Any:
        return _restored_move, (self.game, self.raw.start, self.raw.end)


def _restored_position(game: Game, memory: bytes) -> Position:
    return Position(game, c.RawPosition.from_buffer_copy(memory.ljust(ctypes.sizeof(c.RawPosition), b"\0")))


class Position:
    """Whose pieces stand where and who is to move. Immutable; str() is its notation."""

    def __init__(self, game: Game, raw: c.RawPosition) -> None:
        self.game, self.raw = game, raw

    @property
    def turn(self) -> int:
        """The number of the player to move, from 0."""
        return self.raw.turn

    @property
    def winner(self) -> int | None:
        """The number of the player who has won, or None."""
        winner = ctypes.c_int(-1)
        verdict = c.library.sh_position_verdict(self.game.raw, self.raw, ctypes.byref(winner))
        return winner.value if verdict == WON else None

    def army(self, player: int) -> frozenset[int]:
        """The cells of a player's pieces."""
        return cells_of(self.raw.army[player])

    def distance(self, player: int) -> int:
        """Steps that a player's army is from its goal; 0 where it is there."""
        if not 0 <= player < self.game.players:
            raise ValueError(f"{self.game.name} has players 0 to {self.game.players - 1}")
        army = ctypes.byref(self.raw.army[player])
        return c.library.sh_army_distance(self.game.raw, player, army)

    def moves(self) -> list[Move]:
        """The legal moves."""
        raw = (c.RawMove * c.MAX_MOVES)()
        count = c.library.sh_moves_list(self.game.raw, self.raw, raw)
        return [Move(self.game, c.RawMove(raw[i].start, raw[i].end)) for i in range(count)]

    def actions(self) -> list[int]:
        """The legal moves as integers (Game.action), in ascending order."""
        return [self.game.action(move) for move in self.moves()]

    def move(self, text: str) -> Move:
        """The legal move of this notation, "a4-c4" or with its path "a4-b4-c4"."""
        raw = c.RawMove()
        c.call("sh_move_parse", self.game.raw, self.raw, c.text(text), ctypes.byref(raw))
        return Move(self.game, raw)

    def path(self, move: Move) -> list[int]:
        """The cells that a legal move touches, the shortest way: from, every landing, to."""
        c.call("sh_move_check", self.game.raw, self.raw, move.raw)
        raw = c.RawPath()
        c.library.sh_move_path(self.game.raw, self.raw, move.raw, ctypes.byref(raw))
        return list(raw.cell[: raw.length])

    def play(self, move: Move | str | int) -> Position:
        """The position after a legal move, given as a Move, as text or as an integer action."""
        if isinstance(move, str):
            move = self.move(move)
        elif not isinstance(move, Move):
            move = self.game.move(move)
        c.call("sh_move_check", self.game.raw, self.raw, move.raw)
        raw = c.RawPosition.from_buffer_copy(self.raw)
        c.library.sh_move_apply(self.game.raw, raw, move.raw)
        return Position(self.game, raw)

    def _memory(self) -> bytes:
        return bytes(self.raw)[: c.RawPosition.turn.offset + 1]

    def __str__(self) -> str:
        text = ctypes.create_string_buffer(c.MAX_TEXT)
        c.library.sh_position_print(self.game.raw, self.raw, text)
        return text.value.decode()

    def __repr__(self) -> str:
        return f"Position({self.game.name!r}, {str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and self.game.same_rules(other.game)
            and self._memory() == other._memory()
        )

    def __hash__(self) -> int:
        return hash((self.game.name, self._memory()))

    def __reduce__(self) -> Any:
        return _restored_position, (self.game, self._memory())
