// SPDX-License-Identifier: MIT
// A verdict on a move that was made: what it gave up compared with the best one.
import type { Move, Scene } from "../api";
import { playerName } from "./players";
import { plural } from "./words";

export interface Verdict {
  /** A gift: among three, who cannot win itself hands the win to somebody without need. */
  grade: "best" | "good" | "slip" | "blunder" | "gift" | "none";
  text: string;
}

const NOTHING: Verdict = { grade: "none", text: "" };

const ORDER = { win: 2, draw: 1, loss: 0 };

function judgeRace(best: Move, made: Move, mover: string): Verdict {
  const winner = made.control?.winner;
  if (winner === mover) return { grade: "best", text: "forces the win" };
  if (best.control?.winner === mover) return { grade: "blunder", text: "lets a forced win go" };
  if (!winner) return { grade: "good", text: "keeps the game open" };
  const avoidable = !best.control?.winner;
  return {
    grade: avoidable ? "gift" : "none",
    text: `hands the win to ${playerName(winner)}`,
  };
}

/** Judges the move `made` in a position whose probed moves are known, best first. */
export function judgeMove(scene: Scene, made: string): Verdict {
  const best = scene.moves[0];
  const move = scene.moves.find((m) => m.move === made);
  if (!best || !move) return NOTHING;
  if (move.control) return judgeRace(best, move, scene.turn);
  if (!best.value || !move.value) return NOTHING;
  if (ORDER[move.value] < ORDER[best.value]) {
    const lost = best.value === "win" ? "throws the win away" : "throws the draw away";
    return { grade: "blunder", text: lost };
  }
  const slower = Math.abs((move.plies ?? 0) - (best.plies ?? 0));
  if (slower === 0) return { grade: "best", text: move.value === "loss" ? "best defence" : "best" };
  const cost = plural(slower, "ply").replace("plys", "plies");
  return move.value === "win"
    ? { grade: slower <= 4 ? "good" : "slip", text: `wins, ${cost} slower` }
    : { grade: slower <= 4 ? "good" : "slip", text: `loses ${cost} sooner` };
}
