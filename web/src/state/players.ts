// SPDX-License-Identifier: MIT
// What players are called: by colour, in the order in which they move.

const NAMES = ["Blue", "Amber", "Violet", "Teal", "Rose", "Slate"];

/** Colour number of a player by its letter in positions: x o, or a b c … */
export function playerNumber(letter: string): number {
  return letter === "x" ? 0 : letter === "o" ? 1 : letter.charCodeAt(0) - "a".charCodeAt(0);
}

export const playerName = (letter: string): string => NAMES[playerNumber(letter)] ?? letter;

/** "Blue", "Blue and Amber", "Blue, Amber and Violet". */
export function joinNames(letters: string[]): string {
  const names = letters.map(playerName);
  const last = names.pop() ?? "";
  return names.length ? `${names.join(", ")} and ${last}` : last;
}
