// SPDX-License-Identifier: MIT
// Games by names for people: "7×7, three pieces" for 7x7/3.
const NUMBERS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
];

const spell = (n: number): string => NUMBERS[n] ?? String(n);
const pieces = (n: number): string => `${spell(n)} ${n === 1 ? "piece" : "pieces"}`;

/** Pieces of a whole point of a star, by its cells. */
const POINTS: Record<string, number> = { "13": 1, "37": 3, "73": 6, "121": 10 };

/** What people call a game; its own name where it has no other. */
export function gameName(game: string): string {
  const rhombus = /^(\d+)x\d+\/(\d+)$/.exec(game);
  if (rhombus) return `${rhombus[1]}×${rhombus[1]}, ${pieces(Number(rhombus[2]))}`;
  const star = /^star(\d+)(?:\/(\d+))?:(\d)p/.exec(game);
  if (star) {
    const each = Number(star[2] ?? POINTS[star[1] ?? ""] ?? 0);
    const people = Number(star[3]) === 2 ? "two players" : `${spell(Number(star[3]))} players`;
    return `Star ${star[1]}, ${people}, ${pieces(each)}`;
  }
  return game;
}
