// SPDX-License-Identifier: MIT
// Judging an answer to a puzzle.
import type { Move, Puzzle, Scene } from "../api";
import { playerName } from "./players";

export const PUZZLE_TITLES: Record<Puzzle["kind"], string> = {
  "only-win": "The only winning move",
  fastest: "Win in the fewest plies",
  "only-draw": "The only way to hold the draw",
  zugzwang: "Zugzwang",
  "longest-win": "The longest win",
  kingmaker: "Kingmaker",
  crown: "Crown somebody",
  spoiler: "Spoiler",
};

/** The kinds that have one right answer. */
export const QUIZ_KINDS: Puzzle["kind"][] = ["only-win", "fastest", "only-draw", "crown"];

export function task(puzzle: Puzzle, mover: string): string {
  const name = playerName(mover);
  switch (puzzle.kind) {
    case "only-win":
      return `${name} to move. Only one move wins: find it.`;
    case "fastest":
      return `${name} to move and win in ${puzzle.plies} plies. Every move must be the quickest.`;
    case "only-draw":
      return `${name} to move. Only one move holds the draw: find it.`;
    default:
      return `${name} cannot win. One move hands the win to ${playerName(puzzle.player)}: find it.`;
  }
}

export interface Answer {
  right: boolean;
  /** Nothing is left to do. */
  solved: boolean;
  text: string;
}

/** Judges a move made in a puzzle; `scene` is the position it was made in, best moves first. */
export function judgeAnswer(puzzle: Puzzle, scene: Scene, move: Move): Answer {
  if (puzzle.kind === "fastest") {
    const best = scene.moves[0];
    const right = move.value === "win" && move.plies === best?.plies;
    if (right && move.plies === 1)
      return { right, solved: true, text: "That fills the goal. Solved!" };
    if (right)
      return { right, solved: false, text: `Right. ${(move.plies ?? 1) - 1} plies to go.` };
    const wins = move.value === "win";
    return {
      right,
      solved: false,
      text: wins
        ? `That wins too, but only in ${move.plies} plies. Try again.`
        : "That lets the win go. Try again.",
    };
  }
  const right = move.move === puzzle.solution;
  if (right) return { right, solved: true, text: "Right! It is the only one." };
  const crowned = move.control?.winner;
  const instead =
    puzzle.kind === "crown"
      ? crowned
        ? `That hands the win to ${playerName(crowned)}.`
        : "That leaves it open."
      : `That ${move.value === "draw" ? "only draws" : "loses"}${
          move.plies != null ? ` in ${move.plies} plies` : ""
        }.`;
  return { right, solved: false, text: `${instead} Try again.` };
}

/** What the other side answers to a wrong move. */
export function refutation(after: Scene, best: Move): string {
  const name = playerName(after.turn);
  if (best.value === "loss") return `${name} holds out longest with ${best.move}.`;
  const outcome =
    best.value === "draw" ? " and holds the draw" : best.value === "win" ? " and wins" : "";
  const distance = best.value === "win" && best.plies != null ? ` in ${best.plies} plies` : "";
  return `Refuted: ${name} answers ${best.move}${outcome}${distance}.`;
}

/** Among three: whom the other moves would have made the winner. */
function whyCrowned(others: Move[]): string {
  const winners = others.flatMap((other) => other.control?.winner ?? []);
  const parts = [...new Set(winners)].map((letter) => {
    const count = winners.filter((winner) => winner === letter).length;
    return `${count} would hand the win to ${playerName(letter)}`;
  });
  const open = others.length - winners.length;
  if (open > 0) parts.push(`${open} would leave it open`);
  return `Of the ${others.length} other moves ${parts.join(", ")}.`;
}

/** Why the right move is: what all others would have led to. */
export function why(scene: Scene, move: Move): string {
  const others = scene.moves.filter((other) => other.move !== move.move);
  if (move.control && others.length > 0) return whyCrowned(others);
  const count = (value: string) => others.filter((other) => other.value === value).length;
  const [wins, draws, losses] = ["win", "draw", "loss"].map(count);
  if (!wins && !draws && !losses) return "";
  const slower = others.filter((other) => other.value === "win").map((other) => other.plies ?? 0);
  const parts = [
    wins ? `${wins} would win later, in ${Math.min(...slower)} plies at best` : "",
    draws ? `${draws} would only draw` : "",
    losses ? `${losses} would lose` : "",
  ].filter(Boolean);
  return `Of the ${others.length} other moves ${parts.join(", ")}.`;
}
