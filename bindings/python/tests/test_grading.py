# SPDX-License-Identifier: MIT
"""Grades of agents whose grades are known beforehand."""

import os
import unittest

import sternhalma
from sternhalma import grading


class TestGrading(unittest.TestCase):
    def setUp(self):
        self.table = sternhalma.Table(os.environ["STERNHALMA_TABLE"])

    def tearDown(self):
        self.table.close()

    def test_perfect(self):
        class Perfect:
            def __call__(self, position):
                return table.probe_moves(position)[0][0]

            def value(self, position):
                return table.probe(position).outcome

        table = self.table
        report = grading.grade(Perfect(), table, positions=200, games=8)
        for score in (report.strong, report.weak):
            self.assertEqual((score.share, score.critical_share, score.plies_given), (1.0, 1.0, 0))
            self.assertTrue(0 < score.critical < score.moves)
            self.assertEqual((score.best, score.values_right), (score.moves, score.moves))
            self.assertEqual(sum(part.moves for part in score.by_value.values()), score.moves)
            self.assertEqual(sum(part.moves for part in score.by_phase), score.moves)
        self.assertEqual(report.achieved, 1.0)
        self.assertEqual(report.strong.moves, 200)

    def test_worst(self):
        report = grading.grade(lambda p: str(self.table.probe_moves(p)[-1][0]), self.table, positions=200, games=8)
        kept = 0
        for position in grading.draw_positions(self.table, 200, seed=1):  # the same positions
            values = [value.outcome for _, value in self.table.probe_moves(position)]
            kept += values[0] == values[-1]
        self.assertEqual((report.strong.moves, report.strong.kept), (200, kept))
        self.assertEqual(report.strong.to_draw + report.strong.to_loss, 200 - kept)
        self.assertEqual((report.strong.critical, report.strong.critical_share), (200 - kept, 0.0))
        self.assertEqual(report.strong.values_right, 0)
        self.assertEqual(report.achieved, 0.0)

    def test_engine(self):
        command = [os.environ["STERNHALMA_PROGRAM"], "engine", "4x4/3"]
        with grading.EngineAgent(command, self.table.game, "nodes 500") as agent:
            report = grading.grade(agent, self.table, positions=40, games=2)
        guess = grading.grade(lambda p: p.actions()[0], self.table, positions=40, games=0)
        self.assertGreater(report.strong.share, guess.strong.share)
        self.assertEqual(report.strong.moves, 40)

    def test_illegal(self):
        with self.assertRaises(sternhalma.SternhalmaError):
            grading.grade(lambda p: 0, self.table, positions=3, games=0)


if __name__ == "__main__":
    unittest.main()
