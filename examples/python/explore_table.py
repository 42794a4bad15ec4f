#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""explore_table.py TABLE: a walk through a solved two-player game.

Who wins, and when? How long do wins take? What is a lead worth? Which first moves keep the win?
"""

import sys

import sternhalma


def main(path: str) -> None:
    with sternhalma.Table(path) as table:
        game, start = table.game, table.game.start()
        value = table.probe(start)
        word = {1: "wins", 0: "draws", -1: "loses"}[value.outcome]
        after = "" if value.distance is None else f" in {value.distance} plies"
        print(f"{game.name}: the first player {word}{after}.")

        moves = table.probe_moves(start)
        kept = [str(move) for move, found in moves if found == moves[0][1]]
        print(f"{len(kept)} of {len(moves)} first moves are best: {' '.join(kept)}")

        plies, draws, illegal = table.histogram()
        decided = sum(int(count) for count in plies)
        print(f"positions: {decided} decided, {draws} drawn, {illegal} illegal")
        if value.distance is not None:
            half, longest = 0, len(plies) - 1
            for distance, count in enumerate(plies):
                half += int(count)
                if 2 * half >= decided:
                    print(f"half of them end within {distance} plies, the longest take {longest}")
                    break

        # What a lead is worth: ten thousand random positions, one batch, the mover's lead in steps.
        drawn = sternhalma.grading.draw_positions(table, 2000, seed=1)
        codes = table.probe_many(sternhalma.Positions.of(game, drawn))
        by_lead: dict[int, list[int]] = {}
        for position, outcome in zip(drawn, sternhalma.outcomes(codes)):
            lead = position.distance(1 - position.turn) - position.distance(position.turn)
            by_lead.setdefault(max(-4, min(4, lead)), []).append(int(outcome))
        for lead in sorted(by_lead):
            wins = sum(outcome == sternhalma.WIN for outcome in by_lead[lead]) / len(by_lead[lead])
            print(f"lead {lead:+d}: the mover wins {wins:5.1%} of {len(by_lead[lead])}")

        line = table.best_line(start)
        print("perfect play:", " ".join(str(move) for move in line))


if __name__ == "__main__":
    main(sys.argv[1])
