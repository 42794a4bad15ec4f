// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { JOURNEYS } from "./journeys";

const golden: Record<string, string[]> = JSON.parse(
  readFileSync(new URL("../../../tests/golden/bell.json", import.meta.url), "utf8"),
);

test("journeys are the solutions that the rules are tested with", () => {
  expect(JOURNEYS.length).toBeGreaterThan(6);
  for (const { id, moves } of JOURNEYS) expect(moves).toEqual(golden[id]);
});
