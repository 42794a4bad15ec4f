// SPDX-License-Identifier: MIT
// The clock of a game: what each player has left. It runs while somebody is to move.
import { signal } from "@preact/signals";
import { keepText, recallJson, recallText } from "./store";

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
export const chosen = signal(recallText("clock") ?? "");
/** Seconds left by player; empty without a clock. */
export const left = signal<number[]>([]);

export function choose(id: string): void {
  chosen.value = controlOf(id).id;
  keepText("clock", chosen.value);
}

/** A clock that was stopped in mid-game: what game it is of, by name and start, and its times. */
interface Stopped {
  of: string;
  increment: number;
  left: number[];
}
const NONE: Stopped = { of: "", increment: 0, left: [] };
let running = NONE;

const note = (): void => {
  running = { ...running, left: left.peek() };
  keepText("clock-left", JSON.stringify(running));
};

/** A new game begins. */
export function wind(of: string, players: number): void {
  const { base, increment } = controlOf(chosen.peek());
  left.value = base ? Array.from({ length: players }, () => base) : [];
  running = { of, increment, left: left.peek() };
  note();
}

/** The page was loaded again in mid-game: the clock goes on from where it was. */
export function resume(of: string, players: number): void {
  if (running.of) return;
  const kept = recallJson("clock-left", NONE);
  if (kept.of !== of || !Array.isArray(kept.left) || kept.left.length !== players) return;
  running = kept;
  left.value = kept.left.map((time) => (Number.isFinite(time) ? Math.max(0, time) : 0));
}

/** Takes time from a player; true if none is left. */
export function pass(player: number, seconds: number): boolean {
  if (left.peek().length === 0) return false;
  const before = left.peek()[player] ?? 0;
  const after = Math.max(0, before - seconds);
  left.value = left.peek().map((time, i) => (i === player ? after : time));
  if (Math.floor(before) !== Math.floor(after)) note();
  return after === 0;
}

/** A player has moved. */
export function press(player: number): void {
  if (left.peek().length === 0) return;
  left.value = left.peek().map((time, i) => (i === player ? time + running.increment : time));
  note();
}

export const show = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
