// SPDX-License-Identifier: MIT
// The clock of a game: what each player has left. It runs while somebody is to move, and each new
// move of the game presses it once: stepping through the game, taking moves back and making them
// again gives nobody time. Each tab has its own.
import { computed, signal } from "@preact/signals";
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
export const chosen = signal(controlOf(recallText("clock") ?? "").id);

export function choose(id: string): void {
  chosen.value = controlOf(id).id;
  keepText("clock", chosen.value);
}

/** The clock of one game. */
interface Running {
  /** The game, by name and start. */
  of: string;
  control: string;
  /** The most moves that the game has had: so often it was pressed. */
  made: number;
  /** Seconds by player; empty without a clock. */
  left: number[];
}

const running = signal<Running>({ of: "", control: "", made: 0, left: [] });
const KEY = "clock-left";

/** Seconds left by player; empty without a clock. */
export const left = computed(() => running.value.left);
/** The control that is chosen is not that of the game being played. */
export const later = computed(
  () => running.value.made > 0 && running.value.control !== chosen.value,
);

function set(change: Partial<Running>): void {
  running.value = { ...running.peek(), ...change };
  keepText(KEY, JSON.stringify(running.peek()), "tab");
}

/** The clock that this tab kept: the page was loaded again in mid-game. */
function recall(of: string, players: number): void {
  const kept = recallJson<Partial<Running>>(KEY, {}, "tab");
  const times = Array.isArray(kept.left) ? kept.left : [];
  if (kept.of !== of || (times.length > 0 && times.length !== players)) return;
  running.value = {
    of,
    control: controlOf(String(kept.control)).id,
    made: Number(kept.made) || 0,
    left: times.map((time) => (Number.isFinite(time) ? Math.max(0, time) : 0)),
  };
}

/** A new game begins. */
function wind(of: string, players: number): void {
  const { id, base } = controlOf(chosen.peek());
  set({ of, control: id, made: 0, left: base ? Array.from({ length: players }, () => base) : [] });
}

/** The game `of` has `made` moves by now, the last of them by the player of number `mover`. */
export function follow(of: string, players: number, made: number, mover: number): void {
  if (!running.peek().of) recall(of, players);
  const now = running.peek();
  if (made === 0) {
    const fresh = now.of === of && now.made === 0 && now.control === chosen.peek();
    if (!fresh || (now.left.length > 0 && now.left.length !== players)) wind(of, players);
  } else if (now.of !== of || made > now.made + 1) {
    set({ of, control: "", made, left: [] }); // it began where there was no clock
  } else if (made === now.made + 1) {
    // The time for the first move is free.
    const more = made > 1 ? controlOf(now.control).increment : 0;
    set({ made, left: now.left.map((time, i) => (i === mover ? time + more : time)) });
  }
}

/** Takes time from a player; true if none is left. */
export function pass(player: number, seconds: number): boolean {
  const now = running.peek();
  const before = now.left[player];
  if (before === undefined) return false;
  const after = Math.max(0, before - seconds);
  const times = now.left.map((time, i) => (i === player ? after : time));
  if (Math.floor(before) === Math.floor(after)) running.value = { ...now, left: times };
  else set({ left: times });
  return after === 0;
}

export const show = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
