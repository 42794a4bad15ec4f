# SPDX-License-Identifier: MIT
"""Many positions at once, against one at a time."""

import array
import os
import pickle
import random
import unittest

import sternhalma
from sternhalma import _arrays


def played(game, count, seed=1):
    """Positions of random games."""
    chooser, position, positions = random.Random(seed), game.start(), []
    while len(positions) < count:
        positions.append(position)
        moves = position.moves()
        position = position.play(chooser.choice(moves)) if moves else game.start()
    return positions


class TestPositions(unittest.TestCase):
    def test_ranks(self):
        game = sternhalma.Game("7x7/3")
        chooser = random.Random(2)
        ranks = [chooser.randrange(559_352_640) for _ in range(5000)] + [0, 559_352_639]
        many = sternhalma.Positions.unrank(game, ranks)
        self.assertEqual(list(many.rank()), ranks)
        self.assertEqual(many.armies.shape, (5002, 2, 1))
        self.assertEqual(len(set(many)), len(set(ranks)))  # positions are hashed
        for bad in ([559_352_640], [2**64 - 1]):
            with self.assertRaises(sternhalma.SternhalmaError):
                sternhalma.Positions.unrank(game, bad)
        with self.assertRaises(TypeError):
            sternhalma.Positions.unrank(game, array.array("d", [1.0]))

    def test_rank_is_the_one_of_the_program(self):
        start = sternhalma.Positions.of(sternhalma.Game("7x7/3"), [sternhalma.Game("7x7/3").start()])
        self.assertEqual(list(start.rank()), [int(os.environ["STERNHALMA_START_RANK"])])

    def test_positions_come_back(self):
        for name in ("7x7/3", "9x9/10", "star37:3p", "star121:6p"):
            game = sternhalma.Game(name)
            positions = played(game, 100)
            self.assertEqual(list(sternhalma.Positions.of(game, positions)), positions)
        with self.assertRaises(sternhalma.SternhalmaError):
            sternhalma.Positions.of(sternhalma.Game("9x9/10"), [sternhalma.Game("9x9/10").start()]).rank()
        with self.assertRaises(ValueError):
            sternhalma.Positions.of(game, [sternhalma.Game("7x7/3").start()])
        with self.assertRaises(IndexError):
            sternhalma.Positions.empty(game, 3)[3]
        with self.assertRaises(ValueError):
            sternhalma.Positions(game, array.array("Q", [1]), bytearray(1))

    def test_wrong_positions_are_named(self):
        game = sternhalma.Game("7x7/3")
        many = sternhalma.Positions.of(game, played(game, 10))
        many.turns[7] = 5
        with self.assertRaisesRegex(sternhalma.SternhalmaError, "position 7 of the batch"):
            many.rank()

    def test_pickle(self):
        for name in ("7x7/3", "star121:6p"):
            game = sternhalma.Game(name, rules="published")
            position = played(game, 9)[8]
            for thing in (game, position, position.moves()[0]):
                again = pickle.loads(pickle.dumps(thing))
                self.assertEqual((again, hash(again)), (thing, hash(thing)))
            self.assertEqual(pickle.loads(pickle.dumps(position)).moves(), position.moves())
        self.assertNotEqual(sternhalma.Game("7x7/3").start(), sternhalma.Game("7x7/2").start())

    def test_actions(self):
        for name in ("5x5/3", "star37:3p"):
            for position in played(sternhalma.Game(name), 30):
                actions = position.actions()
                self.assertEqual(actions, sorted(actions))
                for action, move in zip(actions, position.moves()):
                    self.assertEqual(position.game.move(action), move)
                    self.assertEqual(position.play(action), position.play(move))
        with self.assertRaises(sternhalma.SternhalmaError):
            sternhalma.Game("5x5/3").move(625)


class TestProbes(unittest.TestCase):
    def test_values(self):
        with sternhalma.Table(os.environ["STERNHALMA_TABLE"]) as table:
            positions = played(table.game, 5000)
            codes = table.probe_many(sternhalma.Positions.of(table.game, positions))
            results = sternhalma.outcomes(codes)
            for position, code, outcome in zip(positions, codes, results):
                value = table.probe(position)
                self.assertEqual(outcome, value.outcome)
                if value.distance is not None:
                    self.assertEqual(code, value.distance)
            everything = sternhalma.Positions.unrank(table.game, range(table.positions))
            codes = table.probe_many(everything, threads=2)
            self.assertEqual(bytes(codes), bytes(table.probe_ranks(range(table.positions))))
            with self.assertRaises(ValueError):
                table.probe_many(sternhalma.Positions.empty(sternhalma.Game("5x5/3"), 1))
            with self.assertRaises(TypeError):
                table.probe_many(positions)

    def test_histogram(self):
        with sternhalma.Table(os.environ["STERNHALMA_TABLE"]) as table:
            plies, draws, illegal = table.histogram()
            codes = table.probe_ranks(range(table.positions))
            for distance, count in enumerate(plies):
                self.assertEqual(2 * count, sum(1 for code in codes if code == distance))
            self.assertEqual((draws, illegal), (table.info["draws"], table.info["illegal"]))
            self.assertEqual(len(plies) - 1, table.info["longest"])

    def test_control(self):
        with sternhalma.Table(os.environ["STERNHALMA_RACE"]) as table:
            positions = played(table.game, 300)
            many = table.probe_control_many(sternhalma.Positions.of(table.game, positions))
            for i, position in enumerate(positions):
                control = table.probe_control(position)
                for k, players in enumerate(control):
                    self.assertEqual(many[i, k], sum(1 << p for p in players))
                mover = position.turn
                value = table.probe(position).outcome
                self.assertEqual(mover in control.solo_win, value == sternhalma.WIN)
                self.assertFalse(control.solo_win & control.solo_loss)
            with self.assertRaises(sternhalma.SternhalmaError):
                table.probe_many(sternhalma.Positions.of(table.game, positions))
        with sternhalma.Table(os.environ["STERNHALMA_TABLE"]) as table:
            with self.assertRaises(sternhalma.SternhalmaError):
                table.probe_control(table.game.start())

    def test_arrays(self):
        made = _arrays.empty((2, 3), "Q")
        made[1, 2] = 2**64 - 1
        self.assertEqual((made.shape, made[1, 2], made[0, 0]), ((2, 3), 2**64 - 1, 0))
        self.assertEqual(_arrays.numpy is None, bool(os.environ.get("STERNHALMA_PLAIN_ARRAYS")))


if __name__ == "__main__":
    unittest.main()
