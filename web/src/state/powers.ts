// SPDX-License-Identifier: MIT
// A control structure player by player: what the page says and draws of each.
import type { Control } from "../api";

export interface Power {
  letter: string;
  draws: boolean;
  /** Whom it can make win who cannot do it alone. */
  crowns: string[];
}

export const powersOf = (control: Control): Power[] =>
  ["a", "b", "c"].map((letter) => ({
    letter,
    draws: control.draw.includes(letter),
    crowns: control.kingmaker.filter((pair) => pair[0] === letter).map((pair) => pair.slice(1)),
  }));
