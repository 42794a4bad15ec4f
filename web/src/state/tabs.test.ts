// SPDX-License-Identifier: MIT
// Two tabs of one browser share what they keep: nothing that one has kept is lost to the other.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const kept = new Map<string, string>();
let listeners: ((event: { key: string }) => void)[] = [];

beforeEach(() => {
  kept.clear();
  listeners = [];
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Loads a module as a tab of its own; `hears` are the events of other tabs that it listens to. */
async function tab<T>(load: () => Promise<T>): Promise<T & { hears: (key: string) => void }> {
  vi.resetModules();
  const own: typeof listeners = [];
  vi.stubGlobal("addEventListener", (_: string, on: (event: { key: string }) => void) => {
    own.push(on);
  });
  const module = await load();
  return { ...module, hears: (key) => own.forEach((on) => void on({ key })) };
}

test("puzzles solved in one tab stay solved when another solves one", async () => {
  const load = () => tab(() => import("./progress"));
  const [one, other] = [await load(), await load()];
  one.update((before) => one.afterSolving(before, "a", 3));
  one.update((before) => one.afterShowing(before, "s"));
  other.update((before) => other.afterSolving(before, "b", 3));
  expect((await load()).progress.value).toMatchObject({ solved: ["a", "b"], shown: ["s"], day: 3 });
  expect(one.progress.value.solved).toEqual(["a"]);
  one.hears("theme");
  expect(one.progress.value.solved).toEqual(["a"]);
  one.hears("progress");
  expect(one.progress.value.solved).toEqual(["a", "b"]);
});

test("where nothing can be kept, what was solved is known until the page is left", async () => {
  vi.stubGlobal("localStorage", undefined);
  const one = await tab(() => import("./progress"));
  one.update((before) => one.afterSolving(before, "a", null));
  one.update((before) => one.afterSolving(before, "b", null));
  expect(one.progress.value).toMatchObject({ solved: ["a", "b"], streak: 2 });
});

test("lines tried in one tab stay when another tries some", async () => {
  const load = () => tab(() => import("./tree"));
  const [one, other] = [await load(), await load()];
  for (const moves of [["a"], ["b"]]) one.keepLine("4x4/3", "", moves);
  for (const moves of [["a", "c"], ["d"]]) other.keepLine("4x4/3", "", moves);
  for (const moves of [["a"], ["b"]]) other.keepLine("5x5/3", "", moves);
  const later = await load();
  expect(later.linesOf(later.treeOf("4x4/3", "")).map(String).sort()).toEqual(["a,c", "b", "d"]);
  one.forgetOthers("4x4/3", "", ["b"]);
  expect(one.linesOf(one.treeOf("4x4/3", ""))).toEqual([["b"]]);
  expect((await load()).treeOf("5x5/3", "").length).toBe(2);
});
