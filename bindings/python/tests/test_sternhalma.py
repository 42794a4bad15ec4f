# SPDX-License-Identifier: MIT
"""Run by tests/integration/python.sh with STERNHALMA_TABLE, a table of 4x4/3 with distances."""

import array
import copy
import os
import pickle
import random
import threading
import time
import unittest

import sternhalma


class TestGame(unittest.TestCase):
    def test_start(self):
        game = sternhalma.Game("7x7/3")
        self.assertEqual(str(game.start()), "xx5/x6/7/7/7/6o/5oo x")
        self.assertEqual(game.position("xx5/x6/7/7/7/6o/5oo x"), game.start())

    def test_moves(self):
        start = sternhalma.Game("7x7/3").start()
        moves = start.moves()
        self.assertEqual(len(moves), 6)
        self.assertIn("a1-c1", [str(move) for move in moves])
        after = start.play("a1-c1")
        self.assertEqual(after.turn, 1)
        self.assertEqual(start.turn, 0)
        self.assertEqual(str(after), "1xx4/x6/7/7/7/6o/5oo o")

    def test_errors(self):
        with self.assertRaisesRegex(sternhalma.SternhalmaError, "."):
            sternhalma.Game("nonsense")
        with self.assertRaises(sternhalma.SternhalmaError):
            sternhalma.Game("7x7/3").position("not a position")
        with self.assertRaises(sternhalma.SternhalmaError):
            sternhalma.Game("7x7/3").start().play("a1-a7")
        with self.assertRaises(sternhalma.SternhalmaError):
            sternhalma.Table("/nowhere.shtb")
        for name in (None, 7, b"7x7/3"):
            with self.assertRaises(TypeError):
                sternhalma.Game(name)
        with self.assertRaises(TypeError):
            sternhalma.Table(None)
        for what in (sternhalma.Game, sternhalma.Table, sternhalma.Game("7x7/3").position):
            with self.assertRaises(ValueError):  # not what stands before the NUL
                what("7x7/3\0more")

    def test_moves_of_others(self):
        start = sternhalma.Game("7x7/3").start()
        elsewhere = sternhalma.Game("star37:3p").start().moves()[0]
        for move in (start.play("a1-c1").moves()[0], elsewhere):
            with self.assertRaises(sternhalma.SternhalmaError):
                start.play(move)


class TestTable(unittest.TestCase):
    def setUp(self):
        self.table = sternhalma.Table(os.environ["STERNHALMA_TABLE"])

    def tearDown(self):
        self.table.close()

    def test_info(self):
        self.assertEqual(self.table.info["game"], "4x4/3")
        self.assertEqual(self.table.info["metric"], "dtw")
        self.assertEqual(self.table.positions, 2 * 560 * 286)
        self.table.check()

    def test_closed(self):
        table = sternhalma.Table(os.environ["STERNHALMA_TABLE"])
        start = table.game.start()
        table.close()
        table.close()
        for ask in (table.probe, table.probe_moves, table.best_line):
            with self.assertRaisesRegex(ValueError, "closed"):
                ask(start)
        with self.assertRaisesRegex(ValueError, "closed"):
            table.probe_ranks(array.array("Q", [0]))
        with self.assertRaisesRegex(ValueError, "closed"):
            table.check()

    def test_other_games(self):
        for name in ("3x3/1", "4x4/1", "5x5/3", "7x7/6", "9x9/10", "star37:3p", "star121:6p"):
            position = sternhalma.Game(name).start()
            for ask in (self.table.probe, self.table.probe_moves, self.table.best_line):
                with self.assertRaisesRegex(ValueError, "4x4/3"):
                    ask(position)
            # Also where it claims to be of the table's game.
            with self.assertRaises(sternhalma.SternhalmaError):
                self.table.probe(sternhalma.Position(self.table.game, position.raw))
        with self.assertRaises(TypeError):
            self.table.probe("xx2/x3/3o/2oo x")
        published = sternhalma.Game("4x4/3", rules="published")  # the rules are the same
        self.assertEqual(
            self.table.probe(published.start()), self.table.probe(self.table.game.start())
        )

    def test_any_bytes(self):
        noise = random.Random(3)
        for _ in range(2000):
            raw = type(self.table.game.start().raw)()
            for army in raw.army:
                army.w[0] = noise.getrandbits(64) & noise.getrandbits(64) & noise.getrandbits(16)
            raw.turn = noise.choice((0, 1, 2, 5, 6, 255))
            position = sternhalma.Position(self.table.game, raw)
            str(position), position.winner, position.moves()
            try:
                self.table.probe(position)
            except sternhalma.SternhalmaError:
                pass

    def test_value_follows_from_moves(self):
        position = self.table.game.start()
        for _ in range(200):
            value, moves = self.table.probe(position), self.table.probe_moves(position)
            if not moves:
                position = self.table.game.start()
                continue
            self.assertEqual(value, moves[0][1])
            self.assertEqual(len(moves), len(position.moves()))
            position = position.play(random.choice(moves)[0])

    def test_line_has_the_stated_length(self):
        position = self.table.game.start()
        value, line = self.table.probe(position), self.table.best_line(position)
        self.assertEqual(len(line), value.distance)
        for move in line:
            position = position.play(move)
        self.assertEqual(position.winner, 0 if value.outcome == sternhalma.WIN else 1)

    def test_buffers(self):
        ranks = array.array("Q", range(self.table.positions))
        values = self.table.probe_ranks(ranks)
        self.assertEqual(len(values), self.table.positions)
        illegal = sum(1 for value in values if value == sternhalma.CODE_ILLEGAL)
        wins = sum(1 for value in values if value & 1 and value < sternhalma.CODE_DRAW)
        self.assertEqual(illegal, 2 * self.table.info["illegal"])
        self.assertEqual(wins, 2 * self.table.info["wins"])
        into = array.array("H", bytes(2 * len(ranks)))
        self.assertIs(self.table.probe_ranks(ranks, into), into)
        self.assertEqual(list(into), list(values))
        with self.assertRaises(TypeError):
            self.table.probe_ranks(ranks, array.array("H", [0]))
        with self.assertRaises(sternhalma.SternhalmaError):
            self.table.probe_ranks(array.array("Q", [self.table.positions]))


class TestThreads(unittest.TestCase):
    def test_close_under_probes(self):
        def probe():
            try:
                while True:
                    table.probe_many(many)
            except ValueError:
                closed.append(True)

        for _ in range(20):
            table, closed = sternhalma.Table(os.environ["STERNHALMA_TABLE"]), []
            many = sternhalma.Positions.unrank(table.game, range(20000))
            threads = [threading.Thread(target=probe) for _ in range(3)]
            for thread in threads:
                thread.start()
            time.sleep(0.002)
            table.close()
            for thread in threads:
                thread.join()
            self.assertEqual(len(closed), 3)


class TestEnvironment(unittest.TestCase):
    def test_table_beats_random(self):
        chooser = random.Random(5)
        with sternhalma.Table(os.environ["STERNHALMA_TABLE"]) as table:
            environment = sternhalma.Environment(table.game)
            start = environment.reset()
            value = table.probe(start)
            winner = start.turn if value.outcome == sternhalma.WIN else 1 - start.turn
            for _ in range(20):
                position, plies, done, reward = environment.reset(), 0, False, 0.0
                while not done:
                    if position.turn == winner:
                        move = table.probe_moves(position)[0][0]
                    else:
                        move = chooser.choice(environment.legal_moves())
                    position, reward, done = environment.step(move)
                    plies += 1
                self.assertEqual(environment.result, winner)
                self.assertEqual(reward, 1.0)
                self.assertLessEqual(plies, value.distance)
                self.assertEqual(environment.legal_moves(), [])
                with self.assertRaises(ValueError):
                    environment.step(move)

    def test_repetition_is_a_draw(self):
        environment = sternhalma.Environment("4x4/1")
        for move in ("a1-a2", "d4-d3", "a2-a1", "d3-d4"):
            environment.step(move)
        self.assertEqual(environment.result, "draw")
        self.assertEqual(environment.ending, "repetition")

    def test_a_limit_ends_the_game(self):
        """The player whose piece is in its camp too long has lost, here and with many games."""
        for name, moves, winner in (("star37:2p+halma+leave1", 1, 1), ("star37:3p+leave2", 4, -1)):
            environment = sternhalma.Environment(name)
            games = sternhalma.VectorEnvironment(name, 1, restart=False)
            for count in range(moves):
                self.assertEqual(environment.ending, "ongoing")
                move = environment.legal_moves()[0]
                _, reward, done = environment.step(move)
                games.step([environment.game.action(move)])
                self.assertEqual((done, bool(games.ended[0])), (count + 1 == moves,) * 2)
            self.assertEqual(environment.ending, "camp")
            self.assertEqual(environment.result, "draw" if winner < 0 else winner)
            self.assertEqual(reward, 0.0)
            self.assertEqual(games.winners[0], winner)
            self.assertEqual(environment.legal_moves(), [])

    def test_without_a_move_the_game_is_over(self):
        game = sternhalma.Game("star13:6p")
        environment = sternhalma.Environment(game, game.position("a/1ce1/d1b/2f1/1 a"))
        self.assertEqual((environment.ending, environment.result), ("stuck", "draw"))

    def test_copies_go_on_alone(self):
        environment = sternhalma.Environment("4x4/1")
        environment.step("a1-a2")
        environment.step("d4-d3")
        other = copy.deepcopy(environment)
        other.step("a2-a1")
        other.step("d3-d4")
        self.assertEqual(other.ending, "repetition")
        self.assertFalse(environment.done)
        self.assertEqual(pickle.loads(pickle.dumps(environment)).position, environment.position)


if __name__ == "__main__":
    unittest.main()
