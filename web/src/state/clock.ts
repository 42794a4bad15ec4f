// SPDX-License-Identifier: MIT
// The clock of a game: what each player has left. It runs while somebody is to move.
import { signal } from "@preact/signals";

export interface Control {
  id: string;
  name: string;
  /** Seconds for the whole game, and for each move on top. */
  base: number;
  increment: number;
}

export const CONTROLS: Control[] = [
  { id: "", name: "No clock", base: 0, increment: 0 },
  { id: "1+1", name: "1 minute + 1 s a move", base: 60, increment: 1 },
  { id: "5+3", name: "5 minutes + 3 s a move", base: 300, increment: 3 },
  { id: "15+10", name: "15 minutes + 10 s a move", base: 900, increment: 10 },
];

export const controlOf = (id: string): Control =>
  CONTROLS.find((control) => control.id === id) ?? (CONTROLS[0] as Control);

/** Which control is chosen; a new game takes it. */
export const chosen = signal(localStorage.getItem("clock") ?? "");
/** Seconds left by player; empty without a clock. */
export const left = signal<number[]>([]);

export function choose(id: string): void {
  chosen.value = controlOf(id).id;
  localStorage.setItem("clock", chosen.value);
}

export function wind(players: number): void {
  const { base } = controlOf(chosen.peek());
  left.value = base ? Array.from({ length: players }, () => base) : [];
}

/** Takes time from a player; true if none is left. */
export function pass(player: number, seconds: number): boolean {
  if (left.peek().length === 0) return false;
  left.value = left.peek().map((time, i) => (i === player ? Math.max(0, time - seconds) : time));
  return left.peek()[player] === 0;
}

/** A player has moved. */
export function press(player: number): void {
  const { increment } = controlOf(chosen.peek());
  left.value = left.peek().map((time, i) => (i === player ? time + increment : time));
}

export const show = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
