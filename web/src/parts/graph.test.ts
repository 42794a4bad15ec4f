// SPDX-License-Identifier: MIT
import { expect, test } from "vitest";
import { height } from "./graph";

test("the graph rises for the first player and falls for the second", () => {
  expect(height({ value: "win", plies: 10 }, true, 40)).toBeGreaterThan(0);
  expect(height({ value: "win", plies: 10 }, false, 40)).toBeLessThan(0);
  expect(height({ value: "loss", plies: 10 }, true, 40)).toBeLessThan(0);
  expect(height({ value: "draw", plies: null }, true, 40)).toBe(0);
  expect(height(undefined, true, 40)).toBe(0);
});

test("a nearer win stands higher, a finished game at the edge", () => {
  const near = height({ value: "win", plies: 3 }, true, 40);
  const far = height({ value: "win", plies: 31 }, true, 40);
  expect(near).toBeGreaterThan(far);
  expect(height({ value: "loss", plies: 0 }, false, 40)).toBe(1);
});
