// SPDX-License-Identifier: MIT
import { afterEach, expect, test, vi } from "vitest";
import { api, type Move } from "../api";
import { withNewest } from "./newest";
import * as session from "./session";

afterEach(() => vi.unstubAllGlobals());

test("the oldest entries go first, and one that comes again counts as new", () => {
  const one = withNewest(
    new Map(),
    [
      ["a", 1],
      ["b", 2],
      ["c", 3],
    ] as const,
    3,
  );
  const two = withNewest(
    one,
    [
      ["a", 4],
      ["d", 5],
    ] as const,
    3,
  );
  expect([...two]).toEqual([
    ["c", 3],
    ["a", 4],
    ["d", 5],
  ]);
  expect(one.get("a")).toBe(1);
});

test("of the positions of long games only the last are remembered", () => {
  vi.stubGlobal("history", { replaceState: () => undefined });
  const step = (i: number): Move => ({ move: "a1-a2", path: [], position: `p${i}`, value: "win" });
  for (let i = 0; i <= session.MOST_WORTHS; i += 1000)
    session.appendLine(Array.from({ length: 1000 }, (_, j) => step(i + j)));
  expect(session.worthOf("p0")).toBeUndefined();
  expect(session.worthOf("p999")).toBeUndefined();
  expect(session.worthOf(`p${session.MOST_WORTHS}`)).toEqual({ value: "win" });
});

test("the answers for a whole game are not kept for each of its moves", async () => {
  const asked = vi.fn(async () => new Response("{}"));
  vi.stubGlobal("fetch", asked);
  for (let i = 0; i < 3; i++) await api.replay("4x4/3", "", ["a1-a2"], "1");
  expect(asked).toHaveBeenCalledTimes(3);
});
