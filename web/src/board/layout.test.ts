// SPDX-License-Identifier: MIT
import { expect, test } from "vitest";
import type { Board } from "../api";
import { cellTowards, layOut, movePath, nearestCell, turn } from "./layout";

const cells = [
  { name: "a1", x: 0, y: 0 },
  { name: "a2", x: -1, y: 1.73 },
  { name: "b1", x: 1, y: 1.73 },
  { name: "b2", x: 0, y: 3.46 },
];
const board = { cells } as Board;

test("flipping turns the board by 180 degrees", () => {
  const plain = layOut(board, 0);
  const turned = layOut(board, 3);
  expect(turned.at.get("a1")).toEqual(plain.at.get("b2"));
  expect(turned.at.get("a2")).toEqual(plain.at.get("b1"));
  expect(turned.viewBox).toBe(plain.viewBox);
});

test("a sixth of a turn goes clockwise", () => {
  expect(turn({ x: 2, y: 0 }, 1)).toEqual({ x: 1, y: 1.732051 });
  expect(turn({ x: 2, y: 1 }, 6)).toEqual({ x: 2, y: 1 });
});

test("the nearest cell, and none far away", () => {
  const layout = layOut(board, 0);
  expect(nearestCell(layout, { x: 0.2, y: 0.3 })).toBe("a1");
  expect(nearestCell(layout, { x: 9, y: 9 })).toBeNull();
});

test("arrow keys lead to neighbours as they are drawn", () => {
  const layout = layOut(board, 0);
  expect(cellTowards(layout, "a2", 1, 0)).toBe("b1");
  expect(cellTowards(layout, "a1", 0, -1)).toBeNull();
  expect(cellTowards(layout, "a1", 0, 1)).not.toBeNull();
});

test("a path visits every cell of a move", () => {
  const layout = layOut(board, 0);
  expect(movePath(layout, ["a1", "b1", "b2"]).match(/Q/g)).toHaveLength(2);
  expect(movePath(layout, [])).toBe("");
});
