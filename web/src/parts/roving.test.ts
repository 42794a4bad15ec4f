// SPDX-License-Identifier: MIT
import { expect, test } from "vitest";
import { alongTo } from "./roving";

test("arrows go along a list to its ends, other keys are left alone", () => {
  expect(alongTo("ArrowDown", 3, 9)).toBe(4);
  expect(alongTo("ArrowRight", 8, 9)).toBe(8);
  expect(alongTo("ArrowUp", 0, 9)).toBe(0);
  expect(alongTo("ArrowLeft", 5, 9)).toBe(4);
  expect([alongTo("Home", 4, 9), alongTo("End", 4, 9)]).toEqual([0, 8]);
  expect([alongTo("Tab", 4, 9), alongTo("Enter", 4, 9)]).toEqual([undefined, undefined]);
});
