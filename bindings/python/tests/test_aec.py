# SPDX-License-Identifier: MIT
"""The contract of an AEC environment, point by point as PettingZoo documents it, and PettingZoo's own tests
where it can be imported (it is not in Debian: then they are skipped, and counted)."""

import os
import random
import unittest

import sternhalma
from sternhalma import _aec, sternhalma_v0

try:
    import pettingzoo.test as pettingzoo_test
except ImportError:
    pettingzoo_test = None

GAMES = ("4x4/3", "star13:3p", "star37:3p")


def legal(observation):
    mask = observation["action_mask"]
    return [action for action in range(len(mask)) if mask[action]]


def flat(observation):
    return bytes(observation["observation"]), bytes(observation["action_mask"])


def play(env, chooser, check=lambda agent, before: None):
    """One game of random actions; everything that last() said."""
    said = []
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        said.append((agent, flat(observation), reward, termination, truncation))
        check(agent, said[-1])
        env.step(None if termination or truncation else chooser.choice(legal(observation)))
    return said


class TestContract(unittest.TestCase):
    def test_before_reset(self):
        for name in GAMES:
            env = sternhalma_v0.env(name)
            self.assertEqual(env.possible_agents, [f"player_{i}" for i in range(env.max_num_agents)])
            self.assertIn("sternhalma_v0", env.metadata["name"])
            self.assertIs(env.unwrapped, env)
            for agent in env.possible_agents:  # the same space object every time
                self.assertIs(env.action_space(agent), env.action_space(agent))
                self.assertIs(env.observation_space(agent), env.observation_space(agent))

    def test_after_reset(self):
        for name in GAMES:
            env = sternhalma_v0.env(name)
            self.assertIsNone(env.reset(seed=1))
            self.assertEqual(env.agents, env.possible_agents)
            self.assertEqual(env.num_agents, len(env.agents))
            self.assertEqual(env.agent_selection, "player_0")
            for kept in (env.rewards, env.terminations, env.truncations, env.infos):
                self.assertEqual(list(kept), env.agents)
            self.assertFalse(any(env.terminations.values()) or any(env.truncations.values()))
            self.assertIsNone(env.last(observe=False)[0])

    def test_observations(self):
        for name in GAMES:
            env = sternhalma_v0.env(name, opening_plies=3)
            env.reset(seed=2)
            game, position = env.game, env.position
            for player, agent in enumerate(env.agents):
                observation = env.observe(agent)
                self.assertTrue(env.observation_space(agent).contains(observation))
                planes = observation["observation"]
                for cell in game.cells:
                    x, y = game.lattice(cell)
                    for p in range(game.players):
                        self.assertEqual(planes[p, y, x], cell in position.army((player + p) % game.players))
                    self.assertEqual(planes[game.players, y, x], cell in game.goal(player))
                up = agent == env.agent_selection
                self.assertEqual(legal(observation), position.actions() if up else [])

    def test_games(self):
        chooser, endings = random.Random(3), set()
        for name in GAMES:
            env = sternhalma_v0.env(name, max_plies=60)
            for _ in range(30):
                env.reset(seed=chooser.getrandbits(32))
                owed = dict.fromkeys(env.agents, 0.0)

                def check(agent, said, env=env, owed=owed):
                    self.assertEqual(agent, env.agent_selection)
                    self.assertEqual(said[2], owed[agent])  # rewards since this agent was up last
                    self.assertIsInstance(said[3], bool)
                    self.assertIsInstance(said[4], bool)
                    self.assertIsInstance(env.infos[agent], dict)

                ended, gone = False, []
                for agent in env.agent_iter():
                    observation, reward, termination, truncation, info = env.last()
                    check(agent, (agent, None, reward, termination, truncation))
                    self.assertEqual(info, env.infos[agent])
                    if termination or truncation:
                        if not ended:  # all agents end together, with rewards that sum to zero
                            self.assertTrue(all(env.terminations.values()) or all(env.truncations.values()))
                            endings.add((termination, truncation, tuple(sorted(owed.values()))))
                            self.assertAlmostEqual(sum(owed.values()), 0)
                        ended = True
                        gone.append(agent)
                        if len(gone) == 1:
                            with self.assertRaises(ValueError):
                                env.step(0)
                        self.assertIsNone(env.step(None))
                        self.assertNotIn(agent, env.agents)
                        for kept in (env.rewards, env.terminations, env.truncations, env.infos):
                            self.assertEqual(set(kept), set(env.agents))
                        self.assertEqual(set(env.rewards.values()) | {0.0}, {0.0})
                        continue
                    self.assertFalse(ended)
                    owed[agent] = 0.0
                    env.step(chooser.choice(legal(observation)))
                    for other, reward in env.rewards.items():
                        owed[other] += reward
                self.assertEqual(sorted(gone), env.possible_agents)
                self.assertEqual(env.agents, [])
        # Cut, drawn, won by two players, won by three.
        self.assertGreaterEqual(len(endings), 3)

    def test_truncation(self):
        env = sternhalma_v0.env("7x7/3", max_plies=5)
        env.reset(seed=1)
        said = play(env, random.Random(1))
        self.assertEqual([line[4] for line in said], [False] * 5 + [True] * 2)
        self.assertFalse(any(line[3] for line in said))

    def test_illegal_actions(self):
        env = sternhalma_v0.env("4x4/3")
        env.reset(seed=1)
        before = env.position
        for wrong in (-1, 256, 0, 1.5, None, "a"):
            with self.assertRaises((ValueError, sternhalma.SternhalmaError)):
                env.step(wrong)
            self.assertEqual(env.position, before)

    def test_seeds(self):
        one, two = (sternhalma_v0.env("5x5/3", opening_plies=4) for _ in range(2))
        games = []
        for env in (one, two, one):  # two environments, and one environment twice
            env.reset(seed=9)
            games.append(play(env, random.Random(9)))
        self.assertEqual(games[0], games[1])
        self.assertEqual(games[0], games[2])
        one.reset(seed=10)
        self.assertNotEqual(games[0], play(one, random.Random(9)))
        one.reset()
        two.reset()

    def test_info(self):
        with sternhalma.Table(os.environ["STERNHALMA_TABLE"]) as table:
            env = sternhalma_v0.env(table.game, table=table)
            env.reset(seed=1)
            plies = env.last()[4]["plies"]
            for left in range(plies, 0, -1):
                info = env.last()[4]
                self.assertEqual((info["plies"], info["value"]), (left, 1 if left % 2 else -1))
                env.step(info["optimal"][0])
            self.assertTrue(all(env.terminations.values()))
            self.assertEqual(env.infos[env.agent_selection], {})

    def test_render(self):
        env = sternhalma_v0.env("4x4/3", render_mode="ansi")
        env.reset()
        self.assertEqual(env.render().split()[0:3], ["x", "x", "x"])
        self.assertTrue(env.render().endswith("x to move"))
        env = sternhalma_v0.env("4x4/3", render_mode="rgb_array")
        env.reset()
        self.assertEqual(env.render().shape[2], 3)
        env.close()
        self.assertIsNone(sternhalma_v0.env("4x4/3").render())
        with self.assertRaises(ValueError):
            sternhalma_v0.env("4x4/3", render_mode="svg")

    def test_control(self):
        with sternhalma.Table(os.environ["STERNHALMA_RACE"]) as table:
            env = sternhalma_v0.env("star13:3p", table=table)
            env.reset(seed=1)
            env.step(random.Random(1).choice(legal(env.observe(env.agent_selection))))
            info = env.infos[env.agent_selection]
            self.assertEqual(info, {"control": table.probe_control(env.position)})

    @unittest.skipUnless(pettingzoo_test and _aec.PETTINGZOO, "PettingZoo is not installed")
    def test_by_pettingzoo(self):
        for name in GAMES:
            pettingzoo_test.api_test(sternhalma_v0.env(name, max_plies=60), num_cycles=100)
            pettingzoo_test.seed_test(lambda name=name: sternhalma_v0.env(name, opening_plies=2), num_cycles=50)


if __name__ == "__main__":
    unittest.main()
