// SPDX-License-Identifier: MIT
// The moves of a position sorted into groups by what they lead to.
import type { Move, Scene } from "../api";
import { playerName } from "./players";
import { OUTCOME_WORDS } from "./words";

/** How a move looks: an outcome for the mover, or a player who gets the win. */
export type Tone = "win" | "draw" | "loss" | "open" | `player-${string}`;

export interface Group {
  title: string;
  tone: Tone;
  moves: Move[];
}

export function toneOf(move: Move, mover: string): Tone {
  if (move.control) {
    if (move.control.winner) {
      return move.control.winner === mover ? "win" : `player-${move.control.winner}`;
    }
    return move.control.draw.includes(mover) ? "draw" : "open";
  }
  return move.value ?? "open";
}

function titleOf(tone: Tone, mover: string, race: boolean): string {
  if (tone === "open") return race ? "Leaves it open" : "Moves";
  if (tone.startsWith("player-")) return `Hands the win to ${playerName(tone.slice(7))}`;
  if (race) return tone === "win" ? `Wins for ${playerName(mover)}` : "Keeps a draw in hand";
  return OUTCOME_WORDS[tone as "win" | "draw" | "loss"];
}

/** Groups in the order of their first move; the server sends the best first. */
export function groupMoves(scene: Scene): Group[] {
  const groups = new Map<Tone, Group>();
  for (const move of scene.moves) {
    const tone = toneOf(move, scene.turn);
    const group = groups.get(tone);
    if (group) group.moves.push(move);
    else
      groups.set(tone, { title: titleOf(tone, scene.turn, !!scene.control), tone, moves: [move] });
  }
  return [...groups.values()];
}
