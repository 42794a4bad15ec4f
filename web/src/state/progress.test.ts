// SPDX-License-Identifier: MIT
import { expect, test } from "vitest";
import {
  afterError,
  afterShowing,
  afterSolving,
  difficultyOf,
  ofDay,
  readProgress,
  today,
} from "./progress";

const none = { solved: [], streak: 0, best: 0, day: -1, days: 0, shown: [] };

test("streaks grow with new puzzles, and end with an error or help", () => {
  let now = afterSolving(none, "a", null);
  now = afterSolving(now, "b", null);
  expect(now).toMatchObject({ solved: ["a", "b"], streak: 2, best: 2 });
  expect(afterSolving(now, "a", null).streak).toBe(2);
  expect(afterError(now)).toMatchObject({ streak: 0, best: 2 });
  const shown = afterShowing(now, "c");
  expect(shown).toMatchObject({ shown: ["c"], streak: 0 });
  expect(afterSolving(shown, "c", 7)).toMatchObject({ solved: ["a", "b"], streak: 0, day: -1 });
  expect(afterShowing(now, "a")).toBe(now);
});

test("what was kept and is damaged is nothing, the rest stays", () => {
  expect(readProgress({ solved: ["a", 3], streak: "x", best: 4 } as never)).toEqual({
    ...none,
    solved: ["a"],
    best: 4,
  });
});

test("days in a row are counted, a day once", () => {
  let now = afterSolving(none, "a", 10);
  now = afterSolving(now, "a", 10);
  expect(now.days).toBe(1);
  now = afterSolving(now, "b", 11);
  expect(now.days).toBe(2);
  expect(afterSolving(now, "c", 13).days).toBe(1);
  expect(today(86_400_000 * 3 + 5)).toBe(3);
});

test("difficulty is the distance, and a day has one puzzle", () => {
  expect([1, 3, 7, 9, 40, null].map(difficultyOf)).toEqual([
    "",
    "easy",
    "easy",
    "medium",
    "hard",
    "",
  ]);
  expect(ofDay(["a", "b", "c"], 5)).toBe(ofDay(["a", "b", "c"], 5));
  expect(ofDay([], 5)).toBeUndefined();
});
