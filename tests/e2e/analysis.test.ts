// SPDX-License-Identifier: MIT
// Analysis: variations stay, games come in and go out as text, reports, rules side by side, journeys.
import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { cell, close, count, expectAccessible, launch, move, open, press, says, settled, touch } from "./browser";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

const type = (page: Page, text: string) =>
  page.evaluate((value) => {
    const field = document.querySelector("textarea") as HTMLTextAreaElement;
    (field.closest("details") as HTMLDetailsElement).open = true;
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }, text);

test("variations are kept as a tree", async () => {
  const page = await open(browser, "/explore?game=4x4/3&moves=a1-c1,c4-c3");
  await settled(page);
  await press(page, "Undo");
  await settled(page);
  await move(page, "d4", "b4");
  await expect.poll(() => count(page, ".variations ol ol li"), { timeout: 8000 }).toBe(2);
  await press(page, "c4–c3");
  await expect.poll(() => page.url(), { timeout: 8000 }).toMatch(/moves=a1-c1,c4-c3$/);
  await expectAccessible(page);
  await close(page);
});

test("a pasted game is shown as far as it goes, and where it goes wrong", async () => {
  const page = await open(browser, "/explore?game=4x4/3", { errors: true });
  await settled(page);
  await type(page, "1. a1-c1 c4-c3 2. c1-d4 a1-a2");
  await press(page, "Show it");
  await says(page, /Move 3, c1-d4: /);
  await expect.poll(() => page.url()).toContain("moves=a1-c1,c4-c3");
  await type(page, "xx2/x3/3o/2o1 x");
  await press(page, "Show it");
  await says(page, /pieces/);
  await type(page, "hello");
  await press(page, "Show it");
  await says(page, "no link, position or game");
  await press(page, "Where was value given away?");
  await says(page, /No move of this game gave value away|Move \d/);
  await close(page);
});

test("the editor tells the value at once; the engine's is called an estimate", async () => {
  const page = await open(browser, "/explore?game=4x4/3");
  await settled(page);
  await press(page, "Set up a position");
  await touch(page, "a1");
  await touch(page, "b2");
  await says(page, /A legal position. Blue, to move, wins/);
  await page.goto(`${inject("address")}explore?game=star121:2p`);
  await settled(page);
  await page.click(".evaluation input");
  await says(page, "Estimate, no proof");
  await close(page);
});

test("readings of the rules differ on a goal that both have filled", async () => {
  const page = await open(browser, "/rules?game=4x4/3");
  await press(page, "A goal filled by both");
  await expect.poll(() => count(page, ".readings li"), { timeout: 8000 }).toBe(4);
  await says(page, "Blue has won");
  await says(page, "Amber to move");
  await expectAccessible(page);
  await close(page);
});

test("a journey is shown step by step, and tried with a counter", async () => {
  const page = await open(browser, "/transfers");
  await says(page, "the record is 16");
  await settled(page);
  await press(page, "Show the solution");
  await expect.poll(() => count(page, ".score li:not(.ahead)"), { timeout: 8000 }).toBeGreaterThan(1);
  await press(page, "To the end");
  await says(page, "Done in 16 moves: the record!");
  await press(page, "Try it yourself");
  await expect.poll(() => count(page, ".score li"), { timeout: 8000 }).toBe(0);
  await says(page, "0 moves");
  await settled(page);
  // The board may be drawn anew between two touches: then the piece is picked up again.
  await expect
    .poll(
      async () => {
        await touch(page, (await count(page, `${cell("d4")}.target`)) ? "d4" : "b2");
        return page.evaluate(() => document.body.innerText);
      },
      { timeout: 20_000, interval: 400 },
    )
    .toContain("1 move · the record is 16");
  await expectAccessible(page);
  await close(page);
});

test("puzzles: a wrong answer is refuted, the right one explained, and the browser remembers", async () => {
  const page = await open(browser, "/puzzles?game=4x4/3&kind=only-win");
  await says(page, "Only one move wins");
  await expect.poll(() => page.url()).toContain("start=");
  await settled(page);
  const start = encodeURIComponent(new URL(page.url()).searchParams.get("start") ?? "");
  const { moves } = await (
    await fetch(`${inject("address")}api/v1/probe?game=4x4/3&position=${start}`)
  ).json();
  await move(page, moves.at(-1).path[0], moves.at(-1).path.at(-1));
  await says(page, /Refuted: \w+ answers/);
  await move(page, moves[0].path[0], moves[0].path.at(-1));
  await says(page, /Of the \d+ other moves/);
  await press(page, "Puzzle of the day");
  await says(page, "Puzzle of the day");
  await close(page);
});
