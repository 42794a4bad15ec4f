// SPDX-License-Identifier: MIT
import { expect, test } from "vitest";
import { afterError, afterSolving, difficultyOf, ofDay, today } from "./progress";

const none = { solved: [], streak: 0, best: 0, day: -1, days: 0 };

test("streaks grow with new puzzles, and end with an error or help", () => {
  let now = afterSolving(none, "a", false, null);
  now = afterSolving(now, "b", false, null);
  expect(now).toMatchObject({ solved: ["a", "b"], streak: 2, best: 2 });
  expect(afterSolving(now, "a", false, null).streak).toBe(2);
  expect(afterError(now)).toMatchObject({ streak: 0, best: 2 });
  expect(afterSolving(now, "c", true, null)).toMatchObject({ solved: ["a", "b"], streak: 0 });
});

test("days in a row are counted, a day once", () => {
  let now = afterSolving(none, "a", false, 10);
  now = afterSolving(now, "a", false, 10);
  expect(now.days).toBe(1);
  now = afterSolving(now, "b", false, 11);
  expect(now.days).toBe(2);
  expect(afterSolving(now, "c", false, 13).days).toBe(1);
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
