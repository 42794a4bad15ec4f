// SPDX-License-Identifier: MIT
// What somebody has solved, kept in the browser: puzzles, the streak, the days.
import { signal } from "@preact/signals";

export interface Progress {
  /** Puzzles solved without help, as "game position". */
  solved: string[];
  /** Solved one after the other without a wrong answer, and the longest such streak. */
  streak: number;
  best: number;
  /** The last day whose puzzle was solved, and how many days in a row. */
  day: number;
  days: number;
}

const NONE: Progress = { solved: [], streak: 0, best: 0, day: -1, days: 0 };
const DAY_MS = 86_400_000;
const MOST_KEPT = 5000;

export const today = (now = Date.now()): number => Math.floor(now / DAY_MS);

/** A puzzle was solved: by oneself, or with help, which does not count. */
export function afterSolving(
  before: Progress,
  puzzle: string,
  helped: boolean,
  daily: number | null,
): Progress {
  if (helped) return { ...before, streak: 0 };
  const fresh = !before.solved.includes(puzzle);
  const streak = before.streak + (fresh ? 1 : 0);
  const next = daily !== null && daily !== before.day;
  return {
    solved: fresh ? [...before.solved, puzzle].slice(-MOST_KEPT) : before.solved,
    streak,
    best: Math.max(before.best, streak),
    day: next ? daily : before.day,
    days: next ? (daily === before.day + 1 ? before.days + 1 : 1) : before.days,
  };
}

export const afterError = (before: Progress): Progress => ({ ...before, streak: 0 });

function read(): Progress {
  try {
    return { ...NONE, ...JSON.parse(localStorage.getItem("progress") ?? "{}") };
  } catch {
    return NONE; // what was kept is damaged, or nothing can be kept
  }
}

export const progress = signal<Progress>(typeof localStorage === "undefined" ? NONE : read());

export function keep(next: Progress): void {
  progress.value = next;
  localStorage.setItem("progress", JSON.stringify(next));
}

export interface Difficulty {
  id: string;
  name: string;
  least: number;
  most: number;
}

/** By plies to the end; puzzles without a distance are of no difficulty. */
export const DIFFICULTIES: Difficulty[] = [
  { id: "easy", name: "Easy", least: 3, most: 7 },
  { id: "medium", name: "Medium", least: 8, most: 15 },
  { id: "hard", name: "Hard", least: 16, most: Number.POSITIVE_INFINITY },
];

export function difficultyOf(plies: number | null | undefined): string {
  const fits = (d: Difficulty) => plies != null && plies >= d.least && plies <= d.most;
  return DIFFICULTIES.find(fits)?.id ?? "";
}

/** The puzzle of a day, the same for all who have the same puzzles. */
export const ofDay = <T>(puzzles: T[], day: number): T | undefined =>
  puzzles[(day * 7919) % Math.max(puzzles.length, 1)];
