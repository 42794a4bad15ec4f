// SPDX-License-Identifier: MIT
// A game being played: who sits where, whether it is over, and how it ended.
import type { Board, Ending as Ruling } from "../api";
import { layOut } from "../board/layout";
import { FRIENDLY, type Level, PERSON } from "./levels";
import { playerName } from "./players";
import type { Verdict } from "./verdicts";

/** Who sits at each place: by default a person against the computer, or people only. */
export function seatsFor(seats: string[], players: number, levels: Level[]): string[] {
  const known = (id: string) => levels.some((level) => level.id === id);
  const friendly = known(FRIENDLY) ? FRIENDLY : (levels.at(-1)?.id ?? PERSON);
  return Array.from({ length: players }, (_, i) => {
    const seat = seats[i] ?? "";
    if (seat === PERSON || known(seat)) return seat;
    return i === 0 ? PERSON : friendly;
  });
}

/** By how many sixths the board must be turned so that a player's camp is lowest. */
function sixthsFor(board: Board, player: number): number {
  const camp = new Set(board.players[player]?.camp);
  const lowest = (sixths: number) => {
    const { at } = layOut(board, sixths);
    return [...camp].reduce((sum, cell) => sum + (at.get(cell)?.y ?? 0), 0);
  };
  const turns = board.shape === "star" ? [0, 1, 2, 3, 4, 5] : [0, 3];
  return turns.reduce((best, now) => (lowest(now) > lowest(best) + 1e-6 ? now : best), 0);
}

/** People sit at the bottom: by how many sixths is the board turned for the only one there is? */
export function turnedFor(board: Board, seats: string[]): number {
  const people = seats.flatMap((seat, i) => (seat === PERSON ? [i] : []));
  return people.length === 1 ? sixthsFor(board, people[0] ?? 0) : 0;
}

export interface Ending {
  /** The letter of who won; "" is a draw, or nobody in a race. */
  winner: string;
  text: string;
}

/** The end that two people agreed on, that somebody chose, or that the clock brought. */
function endBy(end: string, letters: string[]): Ending | null {
  if (end === "agreed") return { winner: "", text: "A draw by agreement" };
  const [how, loser] = end.split("-");
  if (!loser || !letters.includes(loser)) return null;
  const winner = letters.length === 2 ? (letters.find((letter) => letter !== loser) ?? "") : "";
  const words = how === "time" ? "has no time left" : "resigns";
  const rest = winner ? `: ${playerName(winner)} wins` : "";
  return { winner, text: `${playerName(loser)} ${words}${rest}` };
}

/** What the rules say, in words. `turn` is to move after the last move. */
function sayRuling({ how, winner }: Ruling, turn: string, letters: string[]): string {
  const last = letters.at(letters.indexOf(turn) - 1) ?? "";
  switch (how) {
    case "won":
      return `${playerName(winner ?? "")} wins the game`;
    case "stuck":
      return `${playerName(turn)} has no move and loses`;
    case "repetition":
      return "A draw: the position has been there before";
    case "camp":
      return `${playerName(last)} has not left its camp in time and loses`;
  }
}

/**
 * How the game has ended, or null. `ruling` is what the rules say of the moves (api.replay); `end`
 * is what people or the clock decided.
 */
export function endingOf(
  ruling: Ruling | null,
  turn: string,
  end: string,
  letters: string[],
): Ending | null {
  if (!ruling) return endBy(end, letters);
  return { winner: ruling.winner ?? "", text: sayRuling(ruling, turn, letters) };
}

/** The moves that gave value away, by number. */
export const mistakes = (verdicts: ReadonlyMap<number, Verdict>): [number, Verdict][] =>
  [...verdicts]
    .filter(([, { grade }]) => grade === "blunder" || grade === "gift")
    .sort(([a], [b]) => a - b);
