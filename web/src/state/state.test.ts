// SPDX-License-Identifier: MIT
import { expect, test } from "vitest";
import { control, duel, move, race } from "./fixtures";
import { groupMoves } from "./groups";
import { gameName } from "./names";
import { writePosition } from "./notation";
import { joinNames } from "./players";
import { judgeAnswer, refutation, why } from "./quiz";
import { judgeMove } from "./verdicts";
import { describe as inWords } from "./words";

const MOVES = [move("a1-c1", "win", 7), move("b1-b2", "win", 21), move("a1-a2", "loss", 12)];

test("moves are grouped by outcome, best first", () => {
  const groups = groupMoves(duel(MOVES));
  expect(groups.map((group) => [group.title, group.moves.length])).toEqual([
    ["Winning", 2],
    ["Losing", 1],
  ]);
});

test("moves of a race are grouped by who gets the win", () => {
  const scene = race([
    ["e2-d2", control(null, { b: ["c"] })],
    ["e2-d3", control("b")],
    ["e2-c2", control("a")],
  ]);
  expect(groupMoves(scene).map((group) => group.title)).toEqual([
    "Leaves it open",
    "Hands the win to Amber",
    "Wins for Blue",
  ]);
});

test("verdicts tell the best, the slow and the wrong move apart", () => {
  const scene = duel(MOVES);
  expect(judgeMove(scene, "a1-c1").grade).toBe("best");
  expect(judgeMove(scene, "b1-b2")).toEqual({ grade: "slip", text: "wins, 14 plies slower" });
  expect(judgeMove(scene, "a1-a2").grade).toBe("blunder");
  expect(judgeMove(scene, "h8-h7").grade).toBe("none");
});

test("a verdict on a race names who was handed the win", () => {
  const scene = race([
    ["e2-d2", control(null)],
    ["e2-d3", control("c")],
  ]);
  expect(judgeMove(scene, "e2-d3")).toEqual({ grade: "gift", text: "hands the win to Violet" });
  expect(judgeMove(scene, "e2-d2").grade).toBe("good");
});

test("sentences say who wins and how soon", () => {
  expect(inWords(duel(MOVES))).toEqual({
    headline: "Blue, to move, wins",
    detail: "in 7 plies with best play on both sides",
  });
  expect(inWords(race([])).detail).toBe("Blue, to move, can hand the win to Amber or Violet.");
});

test("names join as in speech", () => {
  expect(joinNames(["a"])).toBe("Blue");
  expect(joinNames(["a", "b", "c"])).toBe("Blue, Amber and Violet");
});

test("answers to puzzles are judged", () => {
  const only = {
    kind: "only-win" as const,
    position: "p x",
    solution: "a1-c1",
    plies: 7,
    player: "x",
  };
  const scene = duel([move("a1-c1", "win", 7), move("a1-a2", "draw", null)]);
  const [right, wrong] = scene.moves;
  expect(right && judgeAnswer(only, scene, right)).toMatchObject({ right: true, solved: true });
  expect(wrong && judgeAnswer(only, scene, wrong)).toMatchObject({
    right: false,
    text: "That only draws. Try again.",
  });
  const fastest = { ...only, kind: "fastest" as const };
  expect(right && judgeAnswer(fastest, scene, right)).toMatchObject({ right: true, solved: false });
});

test("a wrong answer is refuted, and the right one explained", () => {
  const [win, draw, loss] = [
    move("a", "win", 5),
    move("b", "draw", null),
    move("c", "loss", 8),
  ] as const;
  expect(refutation(duel([win]), win)).toBe("Refuted: Blue answers a and wins in 5 plies.");
  expect(refutation(duel([draw]), draw)).toBe("Refuted: Blue answers b and holds the draw.");
  expect(refutation(duel([loss]), loss)).toBe("Blue holds out longest with c.");
  expect(why(duel([win, draw, loss]), win)).toBe(
    "Of the 2 other moves 1 would only draw, 1 would lose.",
  );
  const crowns = race([
    ["e2-d2", control("b")],
    ["e2-d3", control("c")],
    ["e2-c2", control(null)],
  ]);
  const [right] = crowns.moves;
  expect(right && why(crowns, right)).toBe(
    "Of the 2 other moves 1 would hand the win to Violet, 1 would leave it open.",
  );
});

test("a position is written row by row", () => {
  const cells = ["a1", "b1", "a2", "b2"].map((name) => ({ name, x: 0, y: 0 }));
  const board = { cells } as Parameters<typeof writePosition>[0];
  const pieces = [
    { cell: "b1", player: "x" },
    { cell: "a2", player: "o" },
  ];
  expect(writePosition(board, pieces, "o")).toBe("1x/o1 o");
});

test("games have names for people", () => {
  expect(gameName("7x7/3")).toBe("7×7, three pieces");
  expect(gameName("7x7/1")).toBe("7×7, one piece");
  expect(gameName("star37:3p")).toBe("Star 37, three players, three pieces");
  expect(gameName("star37/2:3p")).toBe("Star 37, three players, two pieces");
  expect(gameName("star121:2p")).toBe("Star 121, two players, ten pieces");
  expect(gameName("sq16/19:8m")).toBe("sq16/19:8m");
});
