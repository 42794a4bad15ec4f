// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { JOURNEYS } from "./journeys";

const read = (path: string): string =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

const golden: Record<string, string[]> = JSON.parse(read("tests/golden/bell.json"));

/** The solution of a certificate: moves with commas between them, over several lines. */
function certified(id: string): { puzzle: string; moves: string[]; proved: boolean } {
  const text = read(`docs/certificates/${id}.txt`);
  const puzzle = /^puzzle (\S+)$/m.exec(text)?.[1] ?? "";
  const count = /^solution (\d+)$/m.exec(text)?.[1] ?? "";
  const moves = /^solution \d+\n((?:[a-p]\d.*\n)+)/m.exec(text)?.[1] ?? "";
  const none = Number(/^none (\d+)$/m.exec(text)?.[1] ?? -1);
  return {
    puzzle,
    moves: moves.trim().split(/,\s+/),
    proved: none === Number(count) - 1,
  };
}

test("journeys are the solutions that the rules are tested with, or those of certificates", () => {
  expect(JOURNEYS.length).toBeGreaterThan(12);
  for (const { id, game, moves, proved } of JOURNEYS) {
    if (!id.includes("-")) {
      expect(moves).toEqual(golden[id]);
      expect(proved, id).toBe(true); // docs/results.md confirms all that the paper proved
      continue;
    }
    const known = certified(id);
    expect(game.replace(":1p", "")).toBe(known.puzzle);
    expect(moves).toEqual(known.moves);
    expect(proved, id).toBe(known.proved);
  }
});
