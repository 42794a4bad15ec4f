// SPDX-License-Identifier: MIT
import { expect, test } from "vitest";
import type { Score } from "../api";
import { lossInWords, scoreInWords, takesDraw } from "./score";

const score = (kind: Score["kind"], amount: number, plies: number | null = null): Score => ({
  kind,
  amount,
  plies,
});

test("every kind of score is said in its own unit", () => {
  const said = (s: Score) => scoreInWords(s, "Blue").text;
  expect(said(score("estimate", 120))).toBe("Blue is about 1.2 moves ahead.");
  expect(said(score("estimate", -29))).toBe("about even.");
  expect(said(score("race", 3, 21))).toBe("Blue wins the race by 3 moves.");
  expect(said(score("race", -1, 8))).toBe("Blue loses the race by 1 move.");
  expect(said(score("race", 1))).toBe("Blue wins the race.");
  expect(said(score("share", 17))).toBe("Blue wins about 17 games of 100.");
  expect(said(score("proof", 1, 29))).toBe("Blue wins in 29 plies.");
  expect(said(score("table", -1))).toBe("Blue loses.");
  expect(said(score("table", 0))).toContain("draw");
});

test("the computer takes a draw where it is not ahead", () => {
  const takes = (s: Score | null, players = 2) => takesDraw(s, players);
  expect([takes(null), takes(score("estimate", 500)), takes(score("estimate", 30))]).toEqual([
    false,
    false,
    true,
  ]);
  expect([takes(score("share", 30), 6), takes(score("share", 17), 6)]).toEqual([false, true]);
  expect([takes(score("race", 1, 9)), takes(score("proof", -1, 4))]).toEqual([false, true]);
});

test("a loss is said of estimates and of wins, never across kinds as moves", () => {
  expect(lossInWords(score("estimate", 100), score("estimate", 100))).toContain("2.0 moves");
  expect(lossInWords(score("estimate", 100), score("estimate", -100))).toBe("");
  expect(lossInWords(score("race", 5, 21), score("estimate", 10))).toContain("gives a win away");
  expect(lossInWords(score("estimate", 10), score("race", 2, 21))).toContain("loses");
  expect(lossInWords(score("race", 5, 21), score("race", -4, 20))).toBe("");
  expect(lossInWords(score("race", -5, 20), score("proof", 1, 11))).toBe("");
});

test("only an estimate is said in moves ahead, whatever the other kinds amount to", () => {
  for (const kind of ["none", "share", "race", "proof", "table"] as const)
    for (const amount of [-25_010, -1, 0, 1, 99, 25_010]) {
      const { how, text } = scoreInWords(score(kind, amount, 12), "Blue");
      expect(`${how} ${text}`, kind).not.toMatch(/ahead|behind|\d\.\d/);
      expect(lossInWords(score(kind, amount), score("estimate", 25_010))).not.toMatch(/\d/);
      expect(lossInWords(score("estimate", 25_010), score(kind, amount))).not.toMatch(/\d/);
    }
  expect(lossInWords(score("share", 90), score("share", 80))).toBe("");
});
