// SPDX-License-Identifier: MIT
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HOME } from "./address";
import { ask, think, wait } from "./computer";
import { byEngine } from "./review";

let asked = 0;
/** What the server says: a status, or nothing at all. */
let says = 200;

const thought = { move: { move: "a1-a2" }, score: { kind: "estimate", amount: 0, plies: null } };

beforeEach(() => {
  asked = 0;
  says = 200;
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("fetch", async (_: string, { signal }: RequestInit) => {
    asked++;
    signal?.throwIfAborted();
    return new Response(JSON.stringify(says === 200 ? thought : {}), { status: says });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const GAME = { ...HOME, game: "9x9/10" };
const MOVES = ["a3-c3", "g9-g7", "c3-a3", "g7-g9"];

test("a wait that is given up ends at once, whenever that happens", async () => {
  const given = new AbortController();
  const ended = vi.fn();
  wait(60_000, given.signal).catch(ended);
  given.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledOnce();
  await expect(wait(60_000, given.signal)).rejects.toThrow();
  const timely = wait(1000, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(1000);
  await expect(timely).resolves.toBeUndefined();
});

test("a busy server is asked again, until that is given up", async () => {
  says = 429;
  const given = new AbortController();
  const ended = vi.fn();
  ask(GAME, "club", 1000, given.signal).catch(ended);
  await vi.advanceTimersByTimeAsync(10_000);
  const before = asked;
  expect(before).toBeGreaterThan(3);
  given.abort();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ended).toHaveBeenCalledOnce();
  expect(asked).toBe(before);
});

test("a move that is given up while the piece waits is none", async () => {
  const given = new AbortController();
  const [moved, ended] = [vi.fn(), vi.fn()];
  think(GAME, "club", given.signal).then(moved, ended);
  await vi.advanceTimersByTimeAsync(100);
  given.abort();
  await vi.advanceTimersByTimeAsync(5000);
  expect(moved).not.toHaveBeenCalled();
  expect(ended).toHaveBeenCalledOnce();
});

test("a report that is left asks the engine no more", async () => {
  const given = new AbortController();
  const told = vi.fn((at: number) => at === 1 && given.abort());
  await expect(byEngine("9x9/10", "", MOVES, given.signal, told)).rejects.toThrow();
  expect(told).toHaveBeenCalledTimes(2);
  expect(asked).toBeLessThanOrEqual(3);
});

test("a report ends with the game, and fails with the server", async () => {
  const { signal } = new AbortController();
  says = 400; // the game is over
  expect(await byEngine("9x9/10", "", MOVES, signal, () => undefined)).toEqual(new Map());
  expect(asked).toBe(MOVES.length + 1);
  says = 503;
  await expect(byEngine("9x9/10", "", MOVES, signal, () => undefined)).rejects.toThrow("503");
});
