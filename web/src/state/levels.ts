// SPDX-License-Identifier: MIT
// Who can sit at the board besides people: players that choose among probed moves.
//
// All of them look at the same answer of the table; the weaker ones sometimes look away. An engine
// that needs no table would be one more entry of LEVELS.
import type { Move, Scene } from "../api";

export interface Level {
  id: string;
  name: string;
  about: string;
  /** Chance in a hundred to play any move, and how many plies of a win it cares about. */
  slip: number;
  patience: number;
}

export const PERSON = "person";

export const LEVELS: Level[] = [
  { id: "perfect", name: "Perfect", about: "never errs", slip: 0, patience: 0 },
  {
    id: "strong",
    name: "Strong",
    about: "wins, but not by the shortest way",
    slip: 3,
    patience: 4,
  },
  { id: "club", name: "Club", about: "errs now and then", slip: 15, patience: 8 },
  { id: "casual", name: "Casual", about: "errs often", slip: 35, patience: 12 },
  { id: "beginner", name: "Beginner", about: "moves almost as it likes", slip: 70, patience: 20 },
];

export const levelOf = (id: string): Level | undefined => LEVELS.find((level) => level.id === id);

/** Moves about as good as the best: the same outcome, and a few plies off at most. */
function good(moves: Move[], patience: number): Move[] {
  const best = moves[0];
  if (!best) return [];
  return moves.filter(
    (move) =>
      move.value === best.value &&
      move.control?.winner === best.control?.winner &&
      Math.abs((move.plies ?? 0) - (best.plies ?? 0)) <= patience,
  );
}

/** The move a level plays; `random` gives numbers from 0 to 1. Moves come best first. */
export function chooseMove(scene: Scene, level: Level, random: () => number): Move | undefined {
  const { moves } = scene;
  if (moves.length === 0) return undefined;
  const pool = random() * 100 < level.slip ? moves : good(moves, level.patience);
  return pool[Math.floor(random() * pool.length)];
}
