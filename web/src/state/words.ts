// SPDX-License-Identifier: MIT
// What a position is worth, in words.
import type { Control, Move, Outcome, Scene, Worth } from "../api";
import { joinNames, playerName } from "./players";
import { powersOf } from "./powers";

export interface Sentence {
  headline: string;
  detail: string;
}

export const OUTCOME_WORDS: Record<Outcome, string> = {
  win: "Winning",
  draw: "Drawing",
  loss: "Losing",
};

/** How outcomes look where there is room for one character. */
export const MARKS: Record<string, string> = { win: "✓", draw: "=", loss: "✕", open: "·" };

export const plural = (count: number, word: string): string =>
  `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

function describeControl(control: Control, turn: string): Sentence {
  if (control.winner) {
    const name = playerName(control.winner);
    return control.type === "terminal"
      ? { headline: `${name} has won`, detail: "The first to fill its goal ends the game." }
      : {
          headline: `${name} can force the win`,
          detail: "Alone, whatever the other two do together.",
        };
  }
  const spoilers = powersOf(control)
    .filter((p) => p.draws)
    .map((p) => p.letter);
  const makers = powersOf(control).filter((p) => p.crowns.length > 0);
  const crowned = [...new Set(makers.flatMap((p) => p.crowns))];
  const mover = powersOf(control).find((p) => p.letter === turn);
  const power = mover?.crowns.length
    ? `${playerName(turn)}, to move, can hand the win to ${joinNames(mover.crowns).replace(" and ", " or ")}.`
    : `${playerName(turn)} is to move.`;
  if (spoilers.length) {
    return {
      headline: `${joinNames(spoilers)} can hold a draw`,
      detail: `Nobody can force a win, but ${joinNames(spoilers)} can repeat for ever rather than lose. ${power}`,
    };
  }
  if (crowned.length) {
    return { headline: "Nobody can win alone: somebody decides", detail: power };
  }
  return { headline: "Nobody can force anything", detail: power };
}

/** The one sentence that stands above the moves. */
export function describe(scene: Scene): Sentence {
  const name = playerName(scene.turn);
  if (scene.verdict.startsWith("illegal")) {
    return { headline: "Not a legal position", detail: scene.reason ?? "" };
  }
  if (scene.verdict === "won" && scene.winner) {
    return { headline: `${playerName(scene.winner)} has won`, detail: "The goal is filled." };
  }
  if (scene.control) return describeControl(scene.control, scene.turn);
  if (!scene.value) {
    return {
      headline: `${name} to move`,
      detail: `${plural(scene.moves.length, "move")}. There is no table of this game here.`,
    };
  }
  if (scene.value === "draw") {
    return { headline: "A draw", detail: `${name} to move; neither side can force a win.` };
  }
  const verb = scene.value === "win" ? "wins" : "loses";
  const detail =
    scene.plies == null
      ? "with best play"
      : `in ${plural(scene.plies, "ply").replace("plys", "plies")} with best play on both sides`;
  return { headline: `${name}, to move, ${verb}`, detail };
}

/** "in 7", "win", … beside a move. */
export function brief(worth: Worth): string {
  if (worth.plies != null) return `${worth.plies}`;
  return worth.value ?? "";
}

/** What a screen reader adds to a move: what it leads to. */
export function spokenWorth(move: Move): string {
  if (move.value) {
    return `, ${move.value}${move.plies != null ? ` in ${move.plies} plies` : ""}`;
  }
  return move.control?.winner ? `, then ${playerName(move.control.winner)} wins` : "";
}

/** What a screen reader says of a move. */
export function spoken(move: Move): string {
  const cells = `${move.path[0]} to ${move.path[move.path.length - 1]}`;
  const hops = move.path.length > 2 ? ` in ${move.path.length - 1} hops` : "";
  return cells + hops + spokenWorth(move);
}
