# SPDX-License-Identifier: MIT
"""Games, positions and moves."""

import ctypes

from . import _library as c

RULES = ("strict", "published")
OPEN, WON = 0, 1


class Game:
    """A game by name: Game("7x7/3"), Game("star37:3p"). Immutable."""

    def __init__(self, name, rules="strict"):
        if rules not in RULES:
            raise ValueError(f"rules are strict or published, not {rules!r}")
        self.raw = ctypes.create_string_buffer(c.library.sh_game_size())
        c.call("sh_game_parse", self.raw, name.encode(), RULES.index(rules))
        self.name, self.rules = c.library.sh_game_name(self.raw).decode(), rules

    def start(self):
        """The position in which the game begins."""
        raw = c.RawPosition()
        c.library.sh_position_start(self.raw, raw)
        return Position(self, raw)

    def position(self, text):
        """The position of this notation. SternhalmaError where it is none of this game, or illegal."""
        raw = c.RawPosition()
        c.call("sh_position_parse", self.raw, text.encode(), raw)
        c.call("sh_position_check_legal", self.raw, raw)
        return Position(self, raw)

    def same_rules(self, other):
        """Are these the same game? The profiles differ only for armies of six and more pieces."""
        if self.name != other.name:
            return False
        return self.rules == other.rules or self._pieces() < 6

    def _pieces(self):
        return sum(bin(word).count("1") for word in self.start().raw.army[0].w)

    def __repr__(self):
        return f"Game({self.name!r}, rules={self.rules!r})"


class Move:
    """A move from one cell to another; str() is its notation."""

    def __init__(self, game, raw):
        self.game, self.raw = game, raw

    def __str__(self):
        text = ctypes.create_string_buffer(c.MAX_TEXT)
        c.library.sh_move_print(self.game.raw, self.raw, text)
        return text.value.decode()

    def __repr__(self):
        return f"Move({str(self)!r})"

    def __eq__(self, other):
        return isinstance(other, Move) and (self.raw.start, self.raw.end) == (
            other.raw.start,
            other.raw.end,
        )

    def __hash__(self):
        return hash((self.raw.start, self.raw.end))


class Position:
    """Whose pieces stand where and who is to move. Immutable; str() is its notation."""

    def __init__(self, game, raw):
        self.game, self.raw = game, raw

    @property
    def turn(self):
        """The number of the player to move, from 0."""
        return self.raw.turn

    @property
    def winner(self):
        """The number of the player who has won, or None."""
        winner = ctypes.c_int(-1)
        verdict = c.library.sh_position_verdict(self.game.raw, self.raw, ctypes.byref(winner))
        return winner.value if verdict == WON else None

    def moves(self):
        """The legal moves."""
        raw = (c.RawMove * c.MAX_MOVES)()
        count = c.library.sh_moves_list(self.game.raw, self.raw, raw)
        return [Move(self.game, c.RawMove(raw[i].start, raw[i].end)) for i in range(count)]

    def move(self, text):
        """The legal move of this notation, "a4-c4" or with its path "a4-b4-c4"."""
        raw = c.RawMove()
        c.call("sh_move_parse", self.game.raw, self.raw, text.encode(), ctypes.byref(raw))
        return Move(self.game, raw)

    def play(self, move):
        """The position after a legal move, given as a Move or as text."""
        if isinstance(move, str):
            move = self.move(move)
        c.call("sh_move_check", self.game.raw, self.raw, move.raw)
        raw = c.RawPosition.from_buffer_copy(self.raw)
        c.library.sh_move_apply(self.game.raw, raw, move.raw)
        return Position(self.game, raw)

    def __str__(self):
        text = ctypes.create_string_buffer(c.MAX_TEXT)
        c.library.sh_position_print(self.game.raw, self.raw, text)
        return text.value.decode()

    def __repr__(self):
        return f"Position({self.game.name!r}, {str(self)!r})"

    def __eq__(self, other):
        return isinstance(other, Position) and bytes(self.raw) == bytes(other.raw)

    def __hash__(self):
        return hash(bytes(self.raw))
