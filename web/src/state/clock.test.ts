// SPDX-License-Identifier: MIT
import { beforeEach, expect, test, vi } from "vitest";

class Kept {
  readonly items = new Map<string, string>();
  getItem = (name: string) => this.items.get(name) ?? null;
  setItem = (name: string, text: string) => this.items.set(name, text);
}

const GAME = "star121:2p ";

beforeEach(() => vi.stubGlobal("localStorage", new Kept()));

/** The clock of a tab, freshly loaded, or loaded again. */
async function load(tab = new Kept()) {
  vi.resetModules();
  vi.stubGlobal("sessionStorage", tab);
  return import("./clock");
}

test("a move presses the clock once, however often it is taken back and made again", async () => {
  const clock = await load();
  clock.choose("1+1");
  clock.follow(GAME, 2, 0, -1);
  expect(clock.left.value).toEqual([60, 60]);
  clock.follow(GAME, 2, 1, 0); // the first is free
  clock.pass(1, 10);
  clock.follow(GAME, 2, 2, 1);
  expect(clock.left.value).toEqual([60, 51]);
  for (let again = 0; again < 20; again++) {
    clock.follow(GAME, 2, 1, 0);
    clock.follow(GAME, 2, 2, 1);
  }
  expect(clock.left.value).toEqual([60, 51]);
  clock.pass(0, 5);
  clock.follow(GAME, 2, 3, 0);
  expect(clock.left.value).toEqual([56, 51]);
});

test("a new game winds the clock, a game that began without one has none", async () => {
  const clock = await load();
  clock.choose("5+3");
  clock.follow(GAME, 2, 0, -1);
  clock.follow(GAME, 2, 1, 0);
  clock.pass(1, 100);
  clock.follow(GAME, 2, 0, -1);
  expect(clock.left.value).toEqual([300, 300]);
  clock.follow("7x7/3 ", 2, 12, 1);
  expect(clock.left.value).toEqual([]);
  expect(clock.pass(0, 1000)).toBe(false);
  clock.follow(GAME, 2, 20, 1); // back to a game whose clock is not known any more
  expect(clock.left.value).toEqual([]);
});

test("another control is that of the next game, and the page can say so", async () => {
  const clock = await load();
  clock.choose("1+1");
  clock.follow(GAME, 2, 0, -1);
  clock.choose("5+3"); // nobody has moved: it is the one
  clock.follow(GAME, 2, 0, -1);
  expect([clock.left.value, clock.later.value]).toEqual([[300, 300], false]);
  clock.follow(GAME, 2, 1, 0);
  clock.choose("15+10");
  clock.follow(GAME, 2, 2, 1);
  expect([clock.left.value, clock.later.value]).toEqual([[300, 303], true]);
  clock.follow(GAME, 2, 0, -1);
  expect([clock.left.value, clock.later.value]).toEqual([[900, 900], false]);
});

test("a tab that is loaded again goes on with its clock, and never with that of another tab", async () => {
  const [own, other] = [new Kept(), new Kept()];
  let clock = await load(own);
  clock.choose("1+1");
  clock.follow(GAME, 2, 0, -1);
  clock.follow(GAME, 2, 1, 0);
  clock.pass(1, 20);
  clock = await load(other);
  clock.follow(GAME, 2, 0, -1);
  clock.follow(GAME, 2, 1, 0);
  clock.pass(1, 50);
  clock = await load(own);
  clock.follow(GAME, 2, 1, 0);
  expect(clock.left.value).toEqual([60, 40]);
  clock = await load(other);
  clock.follow(GAME, 2, 1, 0);
  expect(clock.left.value).toEqual([60, 10]);
});

test("a clock that was kept damaged is none, and time that is no number is none", async () => {
  const tab = new Kept();
  tab.setItem("clock-left", JSON.stringify({ of: GAME, control: "1+1", made: 3, left: [7, null] }));
  let clock = await load(tab);
  clock.follow(GAME, 2, 3, 0);
  expect(clock.left.value).toEqual([7, 0]);
  tab.setItem("clock-left", '{"of":');
  clock = await load(tab);
  clock.follow(GAME, 2, 3, 0);
  expect(clock.left.value).toEqual([]);
});
