// SPDX-License-Identifier: MIT
// Readings of the rules: what a game is called under each, and how two of them differ.
import type { Ending, Scene } from "../api";
import { playerName } from "./players";
import { describe, plural } from "./words";

export interface Reading {
  id: string;
  name: string;
  about: string;
  /** The game under this reading, "" where there is none; `limit` is that of +leaveN. */
  game: (base: string, limit: number) => string;
  rules: "strict" | "published";
  /** It counts the moves of a game: a position alone does not say enough. */
  counts?: true;
}

const isStar = (base: string): boolean => base.startsWith("star");
const isDuel = (base: string): boolean => !/:[13-6]p/.test(base);
const several = (base: string): boolean => isStar(base) && !isDuel(base);

/** After so many moves of a player its camp must be empty, where nothing else is said. */
export const USUAL_LIMIT = 30;

export const READINGS: Reading[] = [
  {
    id: "strict",
    name: "Strict",
    about: "the definitions of Sturtevant (2019) to the letter",
    game: (base) => base,
    rules: "strict",
  },
  {
    id: "published",
    name: "Published",
    about: "as the author’s solver counted",
    game: (base) => (isDuel(base) ? base : ""),
    rules: "published",
  },
  {
    id: "halma",
    name: "Plain Halma (+halma)",
    about: "it ends when an army has wholly arrived",
    game: (base) => `${base}+halma`,
    rules: "strict",
  },
  {
    id: "leave",
    name: "Leave your camp (+leaveN)",
    about: "whoever has a piece in its camp after its move N, or goes back there, has lost",
    game: (base, limit) => `${base}${several(base) ? "" : "+halma"}+leave${limit}`,
    rules: "strict",
    counts: true,
  },
  {
    id: "swap",
    name: "Swap (+swap)",
    about: "it ends when all armies have arrived",
    game: (base) => `${base}+swap`,
    rules: "strict",
  },
  {
    id: "pass",
    name: "Corners to pass (+pass)",
    about: "chains may touch foreign corners",
    game: (base) => (isStar(base) ? `${base}+pass` : ""),
    rules: "strict",
  },
  {
    id: "stand",
    name: "Open corners (+stand)",
    about: "pieces may stand in foreign corners",
    game: (base) => (isStar(base) ? `${base}+stand` : ""),
    rules: "strict",
  },
];

/** What a reading says: the position, and how the game to it has ended, where it counts moves. */
export interface Saying {
  scene: Scene;
  ending: Ending | null;
}

/** What a reading says of a position, in a word or two. */
export function verdictOf({ scene, ending }: Saying): string {
  if (ending?.how === "camp")
    return ending.winner
      ? `${playerName(ending.winner)} has won: the other has not left its camp`
      : "Nobody wins alone: somebody has not left its camp, the others share the game";
  if (scene.reason) return scene.reason.charAt(0).toUpperCase() + scene.reason.slice(1);
  const { headline, detail } = describe(scene);
  return scene.value ? `${headline} ${detail}` : headline;
}

/** "Blue has made 2 of 30 moves and has 3 pieces in its camp." */
export function atHome(scene: Scene, camp: string[], made: number, limit: number): string {
  const own = scene.pieces.filter(
    ({ player, cell }) => player === scene.turn && camp.includes(cell),
  );
  const pieces = own.length === 0 ? "no piece" : plural(own.length, "piece");
  return `${playerName(scene.turn)} has made ${made} of ${plural(limit, "move")} and has ${pieces} in its camp.`;
}

/** Moves that one reading allows and the other does not. */
export function difference(scene: Scene, other: Scene): { more: string[]; fewer: string[] } {
  const [own, theirs] = [scene, other].map((s) => new Set(s.moves.map((move) => move.move)));
  return {
    more: [...(own ?? [])].filter((move) => !theirs?.has(move)),
    fewer: [...(theirs ?? [])].filter((move) => !own?.has(move)),
  };
}
