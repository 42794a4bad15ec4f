// SPDX-License-Identifier: MIT
// What somebody has solved, kept in the browser: puzzles, the streak, the days.
import { signal } from "@preact/signals";
import { keepText, recallJson, recallText } from "./store";

export interface Progress {
  /** Puzzles solved without help, as "game position". */
  solved: string[];
  /** Solved one after the other without a wrong answer, and the longest such streak. */
  streak: number;
  best: number;
  /** The last day whose puzzle was solved, and how many days in a row. */
  day: number;
  days: number;
  /** Puzzles whose solution was shown: solving them does not count any more. */
  shown: string[];
}

const NONE: Progress = { solved: [], streak: 0, best: 0, day: -1, days: 0, shown: [] };
const DAY_MS = 86_400_000;
const MOST_KEPT = 5000;

export const today = (now = Date.now()): number => Math.floor(now / DAY_MS);

/** The solution of a puzzle was shown: that ends a streak, unless it had been solved before. */
export function afterShowing(before: Progress, puzzle: string): Progress {
  if (before.solved.includes(puzzle) || before.shown.includes(puzzle)) return before;
  return { ...before, streak: 0, shown: [...before.shown, puzzle].slice(-MOST_KEPT) };
}

/** A puzzle was solved; one whose solution was shown does not count. */
export function afterSolving(before: Progress, puzzle: string, daily: number | null): Progress {
  if (before.shown.includes(puzzle)) return { ...before, streak: 0 };
  const fresh = !before.solved.includes(puzzle);
  const streak = before.streak + (fresh ? 1 : 0);
  const next = daily !== null && daily !== before.day;
  return {
    ...before,
    solved: fresh ? [...before.solved, puzzle].slice(-MOST_KEPT) : before.solved,
    streak,
    best: Math.max(before.best, streak),
    day: next ? daily : before.day,
    days: next ? (daily === before.day + 1 ? before.days + 1 : 1) : before.days,
  };
}

export const afterError = (before: Progress): Progress => ({ ...before, streak: 0 });

/** What was kept, as far as it is what it should be. */
export function readProgress(kept: Partial<Progress>): Progress {
  const number = (value: unknown, otherwise: number) =>
    typeof value === "number" && Number.isFinite(value) ? value : otherwise;
  const names = (value: unknown): string[] =>
    Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
  return {
    solved: names(kept.solved),
    streak: number(kept.streak, 0),
    best: number(kept.best, 0),
    day: number(kept.day, -1),
    days: number(kept.days, 0),
    shown: names(kept.shown),
  };
}

/** What two tabs know together; streaks are those of `last`, which has written last. */
export function merge(last: Progress, other: Progress): Progress {
  const all = (a: string[], b: string[]) => [...new Set([...a, ...b])].slice(-MOST_KEPT);
  const later = last.day >= other.day ? last : other;
  return {
    solved: all(other.solved, last.solved),
    shown: all(other.shown, last.shown),
    streak: last.streak,
    best: Math.max(last.best, other.best),
    day: later.day,
    days: last.day === other.day ? Math.max(last.days, other.days) : later.days,
  };
}

const KEY = "progress";
const readKept = (): Progress => readProgress(recallJson(KEY, NONE));

export const progress = signal<Progress>(readKept());

/** Takes in what other tabs have kept. */
function takeIn(): void {
  if (recallText(KEY) !== null) progress.value = merge(readKept(), progress.peek());
}

// Another tab has written.
if (typeof addEventListener === "function")
  addEventListener("storage", (event) => event.key === KEY && takeIn());

/** Changes what is known, of this tab and of all others. */
export function update(change: (before: Progress) => Progress): void {
  takeIn();
  progress.value = change(progress.peek());
  keepText(KEY, JSON.stringify(progress.peek()));
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
