# SPDX-License-Identifier: MIT
"""Games side by side, against Environment, which plays one of them with objects."""

import os
import unittest

import sternhalma


class TestVectorEnvironment(unittest.TestCase):
    def test_like_single_games(self):
        for name, steps in (("4x4/3", 300), ("star13:3p", 300), ("7x7/3", 60)):
            many = sternhalma.VectorEnvironment(name, 4, max_plies=10_000, seed=3)
            singles = [sternhalma.Environment(name) for _ in range(4)]
            for _ in range(steps):
                actions = many.sample()
                before = [single.position for single in singles]
                _, rewards, ended, cut, truth = many.step(actions)
                self.assertEqual(len(truth), 0)
                for i, single in enumerate(singles):
                    mover = before[i].turn
                    _, reward, done = single.step(int(actions[i]))
                    self.assertEqual((bool(ended[i]), bool(cut[i])), (done, False))
                    if reward:
                        self.assertEqual(rewards[i, mover], 1)
                    if done:
                        winner = single.result if single.result != "draw" else -1
                        self.assertEqual(many.winners[i], winner)
                        single.reset()
                    self.assertEqual(many.positions[i], single.position)
                    legal = list(many.legal[i][: many.counts[i]]) if hasattr(many.legal, "flags") else [
                        many.legal[i, k] for k in range(many.counts[i])
                    ]
                    self.assertEqual(legal, single.position.actions())

    def test_control(self):
        with sternhalma.Table(os.environ["STERNHALMA_RACE"]) as table:
            many = sternhalma.VectorEnvironment(table.game, 5, seed=2, table=table)
            truth = many.step(many.sample())[4]
            self.assertEqual(list(truth), ["control"])
            for i, position in enumerate(many.positions):
                bits = [sum(1 << p for p in players) for players in table.probe_control(position)]
                self.assertEqual(list(truth["control"][i]) if hasattr(many.legal, "flags") else
                                 [truth["control"][i, k] for k in range(4)], bits)

    def test_truth(self):
        with sternhalma.Table(os.environ["STERNHALMA_TABLE"]) as table:
            many = sternhalma.VectorEnvironment(table.game, 20, opening_plies=4, seed=1, table=table)
            truth = many.step(many.sample())[4]
            self.assertEqual(set(truth), {"value", "optimal"})
            for i, position in enumerate(many.positions):
                value, moves = table.probe(position), table.probe_moves(position)
                if value.distance is not None:
                    self.assertEqual(truth["value"][i], value.distance)
                for action in truth["optimal"][i]:
                    self.assertIn((table.game.move(action), value), moves)
                self.assertEqual(
                    len(truth["optimal"][i]), sum(1 for _, found in moves if found == value)
                )
            # Whoever plays optimal actions wins what is won.
            many = sternhalma.VectorEnvironment(table.game, 1, restart=False, table=table)
            truth = many.step(many.sample() * 0 - 1 if hasattr(many.legal, "flags") else [-1])[4]
            distance = int(truth["value"][0])
            for _ in range(distance):
                self.assertFalse(many.ended[0])
                truth = many.step([truth["optimal"][0][0]])[4]
            self.assertTrue(many.ended[0])
            self.assertEqual(many.winners[0], 0 if distance % 2 else 1)
            self.assertEqual(many.lengths[0], distance)
        with self.assertRaises(ValueError), sternhalma.Table(os.environ["STERNHALMA_TABLE"]) as table:
            sternhalma.VectorEnvironment("5x5/3", 1, table=table)

    def test_arrays_outlive_the_environment(self):
        many = sternhalma.VectorEnvironment("7x7/3", 8)
        observations = many.observations
        many.close()
        with self.assertRaises(ValueError):
            many.sample()
        del many
        self.assertEqual(observations[7, 0, 0, 0], 1)
        self.assertEqual(observations.shape, (8, 3, 7, 7))

    def test_errors(self):
        many = sternhalma.VectorEnvironment("7x7/3", 2)
        with self.assertRaisesRegex(sternhalma.SternhalmaError, "game 0"):
            many.step([0, 0])
        with self.assertRaises(ValueError):
            many.step([0])
        with self.assertRaises(ValueError):
            sternhalma.VectorEnvironment("7x7/3", 0)
        with self.assertRaises(sternhalma.SternhalmaError):
            sternhalma.VectorEnvironment("7x7/3", 1, max_plies=0)
        with self.assertRaises((TypeError, ValueError)):  # read only
            many.masks[0, 0] = 1


if __name__ == "__main__":
    unittest.main()
