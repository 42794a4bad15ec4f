#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""arrays.py TABLE: how long batches and environments take from Python. Needs NumPy and a table of two players."""

import sys
import time

import numpy

import sternhalma

COUNT, GAMES, STEPS = 1_000_000, 4096, 400


def timed(name, work):
    """Runs it and prints seconds on the wall and of all CPUs."""
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    print(f"{name:52} {wall:7.3f} s {cpu:7.3f} CPU s")
    return result, wall


def positions_of_games(game):
    """Positions of random games, COUNT of them."""
    many = sternhalma.VectorEnvironment(game, COUNT // 100, opening_plies=4, seed=1)
    armies, turns = [], []
    for _ in range(100):
        many.step(many.sample())
        armies.append(many.armies.copy())
        turns.append(many.turns.copy())
    return sternhalma.Positions(game, numpy.concatenate(armies), numpy.concatenate(turns))


def main(path):
    table = sternhalma.Table(path, cache_bytes=1 << 20)  # nearly nothing is kept
    game = table.game
    ranks = numpy.random.default_rng(1).integers(0, table.positions, COUNT, dtype=numpy.uint64)
    drawn, _ = timed(f"unrank {COUNT:,}", lambda: sternhalma.Positions.unrank(game, ranks))
    timed(f"rank {COUNT:,}", drawn.rank)
    timed(f"probe_many {COUNT:,}, drawn from all, nothing cached", lambda: table.probe_many(drawn))
    played = positions_of_games(game)
    timed(f"probe_many {COUNT:,} of random games, nothing cached", lambda: table.probe_many(played))
    with sternhalma.Table(path, cache_bytes=1 << 30) as cached:
        cached.probe_many(drawn)
        timed(f"probe_many {COUNT:,}, all cached", lambda: cached.probe_many(drawn))
    many = sternhalma.VectorEnvironment(game, GAMES, seed=3)
    _, wall = timed(
        f"{GAMES * STEPS:,} steps of {GAMES:,} games",
        lambda: [many.step(many.sample()) for _ in range(STEPS)],
    )
    print(f"{GAMES * STEPS / wall:,.0f} steps a second")


if __name__ == "__main__":
    main(sys.argv[1])
