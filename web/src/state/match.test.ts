// SPDX-License-Identifier: MIT
import { expect, test } from "vitest";
import type { Board, Ending as Ruling } from "../api";
import { levelsFor, PERSON } from "./levels";
import { endingOf, mistakes, seatsFor, turnedFor } from "./match";
import { playerName } from "./players";
import type { Verdict } from "./verdicts";

const LETTERS = ["x", "o"];

test("a person plays a friendly computer, wherever there is one", () => {
  expect(seatsFor([], 2, levelsFor(false))).toEqual([PERSON, "hobbyist"]);
  expect(seatsFor([], 3, levelsFor(true))).toEqual([PERSON, "hobbyist", "hobbyist"]);
  expect(seatsFor([], 3, [])).toEqual([PERSON, PERSON, PERSON]);
  expect(seatsFor(["perfect", "nobody"], 2, levelsFor(false))).toEqual([PERSON, "hobbyist"]);
  expect(seatsFor(["club", PERSON], 2, levelsFor(true))).toEqual(["club", PERSON]);
});

test("levels that need a table are offered with one only", () => {
  expect(levelsFor(false).some((level) => level.id === "perfect")).toBe(false);
  expect(levelsFor(true).map((level) => level.id)).toContain("swindler");
});

test("a game ends by a win, without a move, by repetition, by agreement and by giving up", () => {
  const ends = (how: Ruling["how"], winner: string | null, letters = LETTERS) =>
    endingOf({ how, winner, moves: 1 }, letters[0] ?? "", "resign-x", letters);
  expect(endingOf(null, "x", "", LETTERS)).toBeNull();
  expect(ends("won", "o")).toEqual({ winner: "o", text: "Amber wins the game" });
  expect(ends("stuck", "o")).toEqual({ winner: "o", text: "Blue has no move and loses" });
  expect(ends("repetition", null)).toMatchObject({ winner: "" });
  expect(ends("camp", "x")?.text).toBe("Amber has not left its camp in time and loses");
  expect(ends("camp", null, ["a", "b", "c"])?.text).toContain(playerName("c"));
  expect(endingOf(null, "x", "agreed", LETTERS)?.text).toContain("agreement");
  expect(endingOf(null, "x", "resign-x", LETTERS)?.winner).toBe("o");
  expect(endingOf(null, "x", "time-o", LETTERS)?.winner).toBe("x");
  expect(endingOf(null, "a", "resign-b", ["a", "b", "c"])?.winner).toBe("");
  expect(endingOf(null, "x", "resign-q", LETTERS)).toBeNull();
});

test("the moves that gave value away come in order", () => {
  const best = { grade: "best", text: "best" } as const;
  const blunder = { grade: "blunder", text: "throws the win away" } as const;
  const verdicts = new Map<number, Verdict>([
    [4, blunder],
    [0, best],
    [1, { grade: "gift", text: "hands the win to Violet" }],
  ]);
  expect(mistakes(verdicts).map(([number]) => number)).toEqual([1, 4]);
});

test("the only person sits at the bottom", () => {
  const cells = [
    { name: "a1", x: 0, y: 0 },
    { name: "a2", x: 0, y: 2 },
    { name: "a3", x: 0, y: 4 },
  ];
  const players = [
    { letter: "x", camp: ["a1"], goal: ["a3"] },
    { letter: "o", camp: ["a3"], goal: ["a1"] },
  ];
  const board = { cells, players } as unknown as Board;
  expect(turnedFor(board, [PERSON, "club"])).toBe(3);
  expect(turnedFor(board, ["club", PERSON])).toBe(0);
  expect(turnedFor(board, [PERSON, PERSON])).toBe(0);
});

test("on a star everybody can sit at the bottom", () => {
  // The tips of a star, from the top clockwise.
  const cells = [0, 1, 2, 3, 4, 5].map((i) => ({
    name: `p${i}`,
    x: Math.sin((i * Math.PI) / 3),
    y: -Math.cos((i * Math.PI) / 3),
  }));
  const players = cells.map(({ name }, i) => ({
    letter: "abcdef"[i],
    camp: [name],
    goal: [`p${(i + 3) % 6}`],
  }));
  const board = { shape: "star", cells, players } as unknown as Board;
  const alone = (player: number) => cells.map((_, i) => (i === player ? PERSON : "club"));
  expect(cells.map((_, player) => turnedFor(board, alone(player)))).toEqual([3, 2, 1, 0, 5, 4]);
});
