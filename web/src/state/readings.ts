// SPDX-License-Identifier: MIT
// Readings of the rules: what a game is called under each, and how two of them differ.
import type { Scene } from "../api";
import { describe } from "./words";

export interface Reading {
  id: string;
  name: string;
  about: string;
  /** The game under this reading, "" where there is none, and the profile. */
  game: (base: string) => string;
  rules: "strict" | "published";
}

const isStar = (base: string): boolean => base.startsWith("star");
const isDuel = (base: string): boolean => !/:[13-6]p/.test(base);

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
    name: "Plain Halma",
    about: "it ends when an army has wholly arrived",
    game: (base) => (isDuel(base) ? `${base}+halma` : ""),
    rules: "strict",
  },
  {
    id: "swap",
    name: "Swap",
    about: "it ends when all armies have arrived",
    game: (base) => (isDuel(base) ? `${base}+swap` : ""),
    rules: "strict",
  },
  {
    id: "pass",
    name: "Corners to pass",
    about: "chains may touch foreign corners",
    game: (base) => (isStar(base) ? `${base}+pass` : ""),
    rules: "strict",
  },
  {
    id: "stand",
    name: "Open corners",
    about: "pieces may stand in foreign corners",
    game: (base) => (isStar(base) ? `${base}+stand` : ""),
    rules: "strict",
  },
];

/** What a reading says of a position, in a word or two. */
export function verdictOf(scene: Scene): string {
  if (scene.reason) return scene.reason.charAt(0).toUpperCase() + scene.reason.slice(1);
  const { headline, detail } = describe(scene);
  return scene.value ? `${headline} ${detail}` : headline;
}

/** Moves that one reading allows and the other does not. */
export function difference(scene: Scene, other: Scene): { more: string[]; fewer: string[] } {
  const [own, theirs] = [scene, other].map((s) => new Set(s.moves.map((move) => move.move)));
  return {
    more: [...(own ?? [])].filter((move) => !theirs?.has(move)),
    fewer: [...(theirs ?? [])].filter((move) => !own?.has(move)),
  };
}
