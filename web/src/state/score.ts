// SPDX-License-Identifier: MIT
// Scores in words, and what they mean for a game: each kind has its own unit.
import type { Score } from "../api";
import { plural } from "./words";

/** Estimates that differ by less, in hundredths of a move, are as good. */
const EVEN = 30;

/** What kind of knowledge a score is, and what it says: "Blue is about 1.2 moves ahead." */
export function scoreInWords(score: Score, name: string): { how: string; text: string } {
  const { kind, amount, plies } = score;
  const verb = amount > 0 ? "wins" : "loses";
  const ends = `${name} ${verb}${plies ? ` in ${plural(plies, "ply").replace("plys", "plies")}` : ""}.`;
  switch (kind) {
    case "proof":
      return { how: "Seen to the end by the search, no table:", text: ends };
    case "table":
      return { how: "By the table:", text: amount ? ends : "a draw with best play." };
    case "race": {
      const lead = plies ? ` by ${plural(Math.abs(amount), "move")}` : "";
      return {
        how: "The armies have passed each other:",
        text: `${name} ${verb} the race${lead}.`,
      };
    }
    case "share":
      return { how: "Estimate, no proof:", text: `${name} wins about ${amount} games of 100.` };
    case "estimate": {
      const how = "Estimate, no proof:";
      if (Math.abs(amount) < EVEN) return { how, text: "about even." };
      const side = amount > 0 ? "ahead" : "behind";
      return {
        how,
        text: `${name} is about ${(Math.abs(amount) / 100).toFixed(1)} moves ${side}.`,
      };
    }
    case "none":
      return { how: "Nobody knows who wins.", text: "" };
  }
}

/** 1 where the player to move wins for certain, -1 where it loses, else 0. */
export const winnerOf = ({ kind, amount }: Score): number =>
  kind === "race" || kind === "proof" || kind === "table" ? Math.sign(amount) : 0;

/** Would the computer take a draw? The score is from its own side. */
export function takesDraw(score: Score | null, players: number): boolean {
  if (score === null || score.kind === "none") return false;
  if (score.kind === "estimate") return score.amount <= EVEN;
  if (score.kind === "share") return score.amount * players <= 110;
  return score.amount <= 0;
}

/**
 * What a move lost, by the scores before it and after it, each for the player to move then; ""
 * where that is not much.
 */
export function lossInWords(before: Score, after: Score): string {
  const [was, is] = [winnerOf(before), -winnerOf(after)];
  if (is < was) return was > 0 ? "gives a win away (by the search)" : "loses (by the search)";
  const lost = before.amount + after.amount;
  if (was || is || before.kind !== "estimate" || after.kind !== "estimate" || lost <= DROP)
    return "";
  return `gives away about ${(lost / 100).toFixed(1)} moves (estimate)`;
}

/** A drop of so much, in hundredths of a move, is called a mistake. */
const DROP = 150;
