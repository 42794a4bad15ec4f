// SPDX-License-Identifier: MIT
import { expect, test } from "vitest";
import { readPasted, writeGame } from "./gametext";
import { addLine, branches, linesOf, readTrees, through, writeTrees } from "./tree";

test("lines grow into a tree, and nothing that was tried is lost", () => {
  const one = addLine([], ["a", "b", "c"]);
  expect(branches(one)).toBe(false);
  expect(addLine(one, ["a", "b"])).toBe(one);
  const two = addLine(one, ["a", "x"]);
  expect(branches(two)).toBe(true);
  expect(through(two, ["a", "x"])).toEqual(["a", "x"]);
  expect(through(two, ["a"])).toEqual(["a", "b", "c"]);
  expect(through(two, ["z"])).toEqual([]);
});

test("trees survive being kept; what is damaged is left out", () => {
  const tree = addLine(addLine(addLine([], ["a", "b", "c"]), ["a", "x"]), ["d"]);
  expect(linesOf(tree)).toEqual([["a", "b", "c"], ["a", "x"], ["d"]]);
  const trees = new Map([
    ["4x4/3 ", tree],
    ["5x5/3 ", addLine([], ["a", "b"])], // no branch: its line is in the address
  ]);
  const kept = JSON.parse(JSON.stringify(writeTrees(trees)));
  expect(readTrees(kept)).toEqual(new Map([["4x4/3 ", tree]]));
  expect(readTrees([["4x4/3 ", ["a", 7, ""]], [3, []], "x"])).toEqual(
    new Map([["4x4/3 ", addLine([], ["a"])]]),
  );
  expect(readTrees({})).toEqual(new Map());
});

test("what is pasted is known by its looks", () => {
  expect(readPasted("http://host/play?game=7x7/3&moves=a1-a2")).toMatchObject({
    kind: "link",
    address: { view: "play", game: "7x7/3", moves: ["a1-a2"] },
  });
  expect(readPasted("https://x.org/s/#/explore?game=4x4/3")).toMatchObject({ kind: "link" });
  expect(readPasted(" xx2/x3/3o/2oo x\n")).toEqual({
    kind: "position",
    position: "xx2/x3/3o/2oo x",
  });
  expect(readPasted("1. a1-c1 c4–c3 2. a2-a3")).toMatchObject({
    moves: ["a1-c1", "c4-c3", "a2-a3"],
  });
  expect(readPasted("hello")).toEqual({ kind: "nothing" });
  expect(readPasted("https://x.org/rules?game=4x4/3")).toMatchObject({
    address: { view: "rules" },
  });
});

test("a position with something wrong in it is still a position, and junk in a game is named", () => {
  for (const position of ["xx2/q3/3o/2oo x", "xx2/x3/3o/2oo", "xx2/x3/3o/2oo  z"])
    expect(readPasted(position)).toEqual({ kind: "position", position });
  expect(readPasted("1. a1-c1 c4xc3 2. a2-a3")).toMatchObject({ moves: ["a1-c1"], junk: "c4xc3" });
  expect(readPasted("1.a1-c1 c4-c3 1-0")).toMatchObject({ moves: ["a1-c1", "c4-c3"], junk: "" });
  expect(readPasted("a1-c1,c4-c3 1/2-1/2")).toMatchObject({ moves: ["a1-c1", "c4-c3"], junk: "" });
});

test("a game survives being written and pasted; comments and tags are no moves", () => {
  const text = writeGame("4x4/3", "xx2/x3/3o/2oo x", ["a1-c1", "c4-c3", "a2-a3"], 2);
  expect(text).toContain("2. a2-a3");
  expect(readPasted(text)).toEqual({
    kind: "game",
    game: "4x4/3",
    start: "xx2/x3/3o/2oo x",
    moves: ["a1-c1", "c4-c3", "a2-a3"],
    junk: "",
  });
  const record =
    '[Sum "aa11-bb22"]\n[Game "7x7/6"]\n[First "level:3"]\n\n1. a3-a4 {+0.35/8} g5-g4 ; b1-b2\n';
  expect(readPasted(record)).toMatchObject({ game: "7x7/6", moves: ["a3-a4", "g5-g4"] });
});
