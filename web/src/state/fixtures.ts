// SPDX-License-Identifier: MIT
// Scenes made by hand for the unit tests.
import type { Control, Move, Outcome, Scene } from "../api";

export const move = (name: string, value: Outcome, plies: number | null): Move => ({
  move: name,
  path: name.split("-"),
  position: `after ${name} o`,
  value,
  plies,
});

export const duel = (moves: Move[]): Scene => ({
  game: "5x5/2",
  position: "xx3/5/5/5/3oo x",
  turn: "x",
  verdict: "ongoing",
  winner: null,
  pieces: [],
  moves,
  ...(moves[0]?.value ? { value: moves[0].value, plies: moves[0].plies ?? null } : {}),
});

/** A control structure in which `winner` wins alone, or in which the pairs of `gifts` are live. */
export const control = (winner: string | null, gifts: Record<string, string[]> = {}): Control => ({
  type: winner ? "solo_win" : "kingmaker",
  winner,
  solo: winner ? [winner] : [],
  draw: [],
  shut_out: ["a", "b", "c"].filter((letter) => letter !== winner),
  enables: Object.entries(gifts).flatMap(([from, to]) => to.map((letter) => from + letter)),
  kingmaker: Object.entries(gifts).flatMap(([from, to]) => to.map((letter) => from + letter)),
});

export const race = (moves: [string, Control][]): Scene => ({
  game: "star13:3p",
  position: "1/c2a/3/4/b a",
  turn: "a",
  verdict: "ongoing",
  winner: null,
  pieces: [],
  control: control(null, { a: ["b", "c"] }),
  moves: moves.map(([name, after]) => ({
    move: name,
    path: name.split("-"),
    position: `after ${name} b`,
    control: after,
  })),
});
