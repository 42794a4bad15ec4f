# SPDX-License-Identifier: MIT
"""OpenSpiel's action model, against a small model written from its description.

The model below shares nothing with the package: cells are (row, column) with doubled columns, 121 of them
counted from the top; the corners are 0 north, then clockwise; 2, 3, 4 and 6 players sit in corners 0 3, 0 2 4,
0 1 3 4 and all; the goal is the corner opposite.
"""

import random
import unittest

import sternhalma
from sternhalma import openspiel

WIDTHS = [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1]
CELLS = [(row, 13 - width + 2 * i) for row, width in enumerate(WIDTHS) for i in range(width)]
BOARD = set(CELLS)
STEPS = [(-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1)]
SEATS = {2: (0, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4), 6: (0, 1, 2, 3, 4, 5)}


def corner(cell):
    """The corner of a cell, or None in the middle."""
    row, column = cell
    if row < 4:
        return 0
    if row > 12:
        return 3
    beyond = abs(column - 12) + abs(row - 8) > 8  # outside of the hexagon in the middle
    if not beyond or row == 8:
        return None
    east, south = column > 12, row > 8
    return {(True, False): 1, (True, True): 2, (False, True): 4, (False, False): 5}[east, south]


class Model:
    """The described rules, as plainly as possible."""

    def __init__(self, players):
        self.seats, self.turn, self.chain = SEATS[players], 0, []
        self.owner = {c: self.seats.index(corner(c)) for c in CELLS if corner(c) in self.seats}
        self.winner = None

    def copy(self):
        made = object.__new__(Model)
        made.__dict__.update(self.__dict__, owner=dict(self.owner), chain=list(self.chain))
        return made

    def target(self, cell, step):
        """(cell reached, is it a hop) or None."""
        near = (cell[0] + step[0], cell[1] + step[1])
        far = (cell[0] + 2 * step[0], cell[1] + 2 * step[1])
        if near not in BOARD:
            return None
        if near not in self.owner:
            return near, False
        return (far, True) if far in BOARD and far not in self.owner else None

    def legal(self):
        if self.winner is not None:
            return []
        found = []
        for number, cell in enumerate(CELLS):
            if self.owner.get(cell) != self.turn or (self.chain and self.chain[-1] != cell):
                continue
            for direction, step in enumerate(STEPS):
                target = self.target(cell, step)
                if target is None or (self.chain and (not target[1] or target[0] in self.chain)):
                    continue
                found.append(number * 6 + direction)
        if self.chain or not found:
            found.append(726)
        return found

    def apply(self, action):
        if action != 726:
            cell = CELLS[action // 6]
            end, hop = self.target(cell, STEPS[action % 6])
            self.owner[end] = self.owner.pop(cell)
            self.chain = (self.chain or [cell]) + [end] if hop else []
            if hop and self.legal() != [726]:
                return
        self.chain = []
        goal = (self.seats[self.turn] + 3) % 6
        if all(self.owner.get(c) == self.turn for c in CELLS if corner(c) == goal):
            self.winner = self.turn
        self.turn = (self.turn + 1) % len(self.seats)

    def perft(self, depth):
        actions = self.legal()
        if depth == 1:
            return len(actions)
        total = 0
        for action in actions:
            after = self.copy()
            after.apply(action)
            total += after.perft(depth - 1)
        return total


class TestOpenSpiel(unittest.TestCase):
    def test_model(self):
        self.assertEqual(len(CELLS), 121)
        for wanted in range(6):
            self.assertEqual(sum(1 for cell in CELLS if corner(cell) == wanted), 10)

    def test_perft(self):
        for players in SEATS:
            for depth in (1, 2, 3) if players == 2 else (1, 2):
                self.assertEqual(openspiel.perft(players, depth), Model(players).perft(depth))

    def test_games(self):
        chooser = random.Random(4)
        for players in SEATS:
            model, state = Model(players), openspiel.State(openspiel.board(players).start())
            passes = 0
            for _ in range(200):
                actions = model.legal()
                self.assertEqual(state.actions(), actions)
                self.assertEqual(state.player, model.turn)
                action = chooser.choice(actions)
                passes += action == openspiel.PASS
                model.apply(action)
                state = state.apply(action)
            self.assertGreater(passes, 5)

    def test_winner(self):
        game = openspiel.board(2)
        army = sorted(game.start().army(0))
        goal = "b/bb/bbb/bbbb/13/12/11/10/9/10/11/12/a12/1aaa/aaa/aa/a a"
        position = game.position(goal)
        self.assertEqual(len(army), 10)
        for move in position.moves():
            state = openspiel.State(position)
            for action in openspiel.to_actions(position, move):
                state = state.apply(action)
            self.assertEqual(state.position, position.play(move))
            self.assertEqual(state.actions() == [], position.play(move).winner is not None)

    def test_converter(self):
        chooser = random.Random(5)
        hops = 0
        for players in SEATS:
            position = openspiel.board(players).start()
            for _ in range(15):
                for move in position.moves():
                    actions = openspiel.to_actions(position, move)
                    hops += len(actions) > 2
                    self.assertEqual(openspiel.from_actions(position, actions), move)
                position = position.play(chooser.choice(position.moves()))
        self.assertGreater(hops, 20)
        start = openspiel.board(2).start()
        with self.assertRaises(ValueError):
            openspiel.from_actions(start, [])
        with self.assertRaises(ValueError):
            openspiel.from_actions(start, [726])
        with self.assertRaises(ValueError):
            openspiel.board(5)
        with self.assertRaises((ValueError, sternhalma.SternhalmaError)):
            openspiel.to_actions(sternhalma.Game("7x7/3").start(), start.moves()[0])

    def test_turns_are_the_moves(self):
        """Whole turns of actions reach the same cells as the library's own moves."""
        position = openspiel.board(4).start()
        chooser = random.Random(6)
        for _ in range(12):
            ends, waiting = set(), [openspiel.State(position)]
            while waiting:
                state = waiting.pop()
                for action in state.actions():
                    after = state.apply(action)
                    if after.position == position:
                        waiting.append(after)
                    else:
                        ends.add(after.position)
            self.assertEqual(ends, {position.play(move) for move in position.moves()})
            position = position.play(chooser.choice(position.moves()))


if __name__ == "__main__":
    unittest.main()
