// SPDX-License-Identifier: MIT
// Analysis: variations stay, games come in and go out as text, reports, rules side by side, journeys.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, ElementHandle, Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { JOURNEYS } from "../../web/src/state/journeys";
import { cell, close, count, expectAccessible, launch, move, open, press, says, settled, text, touch } from "./browser";

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

const variations = (page: Page) =>
  expect.poll(() => count(page, ".variations ol ol li"));

test("variations are kept as a tree, over a reload too, until they are dropped", async () => {
  const page = await open(browser, "/explore?game=4x4/3&moves=a1-c1,c4-c3");
  await settled(page);
  await press(page, "Undo");
  await settled(page);
  await move(page, "d4", "b4");
  await variations(page).toBe(2);
  await press(page, "c4–c3");
  await expect.poll(() => page.url()).toMatch(/moves=a1-c1,c4-c3$/);
  await expectAccessible(page);
  await page.reload();
  await variations(page).toBe(2);
  await press(page, "Keep only this line");
  await variations(page).toBe(0);
  await page.reload();
  await settled(page);
  await variations(page).toBe(0);
  await close(page);
});

const paste = async (page: Page, words: string): Promise<void> => {
  await type(page, words);
  await press(page, "Show it");
};

test("what is pasted is shown as far as it goes, and where it goes wrong", async () => {
  const page = await open(browser, "/explore?game=4x4/3", { errors: true });
  await settled(page);
  await paste(page, "1. a1-c1 c4-c3 2. c1-d4 a1-a2");
  await says(page, /Move 3, c1-d4: /);
  await expect.poll(() => page.url()).toMatch(/moves=a1-c1,c4-c3$/);
  await paste(page, "1. a1-c1 hello 2. c4-c3");
  await says(page, "Move 2: “hello” is no move");
  await expect.poll(() => page.url()).toMatch(/moves=a1-c1$/);
  await paste(page, `${inject("address")}explore?game=4x4/3&moves=a1-c1,c4-c3,d4-d1`);
  await says(page, /Move 3, d4-d1: /);
  await expect.poll(() => page.url()).toMatch(/moves=a1-c1,c4-c3$/);
  for (const [position, words] of [
    ["xx2/x3/3o/2o1 x", /o has 2 pieces/],
    ["xx2/x2/3o/2oo x", /row 2 of the position has 3 cells/],
    ["xx2/q3/3o/2oo x", /'q'/],
    ["xx2/x3/3o/2oo", /must end with a space and the side to move/],
  ] as const) {
    await paste(page, position);
    await says(page, words);
  }
  await paste(page, "hello");
  await says(page, "no link, position or game");
  await paste(page, '[Game "chess"]\n\n1. e2-e4');
  await says(page, "'chess' is not a game");
  await close(page);
});

test("link, position and game that were copied can be pasted", async () => {
  const page = await open(browser, "/explore?game=4x4/3");
  for (const [what, shown] of [
    ["Link", /moves=a1-c1,c4-c3$/],
    ["Position", /start=1xx1/],
    ["Game", /moves=a1-c1,c4-c3$/],
  ] as const) {
    await page.goto(`${inject("address")}explore?game=4x4/3&moves=a1-c1,c4-c3`);
    await settled(page);
    await page.click(".exchange summary");
    await page.evaluate(() => {
      const writeText = async (words: string) => Object.assign(window, { copied: words });
      Object.defineProperty(navigator, "clipboard", { value: { writeText } });
    });
    await press(page, `Copy ${what.toLowerCase()}`);
    await says(page, `${what} copied.`);
    const copied = await page.evaluate(() => (window as unknown as { copied: string }).copied);
    await page.goto(`${inject("address")}explore?game=4x4/3`);
    await settled(page);
    await paste(page, copied);
    await expect.poll(() => page.url()).toMatch(shown);
  }
  await close(page);
});

test("an address with a move that is none is shown up to it", async () => {
  const page = await open(browser, "/explore?game=4x4/3&moves=a1-c1,c4-c3,c1-d4,a1-a2", { errors: true });
  await says(page, /Move 3, c1-d4: /);
  await expect.poll(() => page.url()).toMatch(/moves=a1-c1,c4-c3$/);
  await settled(page);
  await press(page, "Undo");
  await expect.poll(() => count(page, "[role=alert]")).toBe(0);
  await close(page);
});

test("a file of a game is opened and its blunders are reported", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sternhalma-game-"));
  const file = join(folder, "game.txt");
  // The first move wins, then both give something away.
  const { moves } = await (await fetch(`${inject("address")}api/v1/probe?game=4x4/3`)).json();
  const worst = moves.at(-1);
  writeFileSync(file, `[Game "4x4/3"]\n\n1. ${worst.move}\n`);
  const page = await open(browser, "/explore?game=7x7/2");
  await settled(page);
  await page.click(".exchange summary");
  const field = (await page.$("input[type=file]")) as ElementHandle<HTMLInputElement>;
  await field.uploadFile(file);
  await expect.poll(() => page.url()).toContain(`game=4x4/3&moves=${worst.move}`);
  await settled(page);
  await press(page, "Where was value given away?");
  const lost = worst.value === "win" ? /No move of this game gave value away/ : /throws the win away/;
  await says(page, lost);
  await close(page);
  rmSync(folder, { recursive: true });
});

test("a piece stays picked up when the same position is drawn again", async () => {
  const page = await open(browser, "/transfers?kind=p6_8move_16");
  await says(page, "the record is 16");
  await press(page, "Show the solution");
  await press(page, "To the end");
  await says(page, "Done in 16 moves");
  await page.evaluate(() => {
    const slow = window as unknown as { real: typeof fetch; come: number };
    slow.real = window.fetch;
    slow.come = 0;
    window.fetch = async (url, options) => {
      if (String(url).includes("position=")) await new Promise((done) => setTimeout(done, 500));
      const answer = await slow.real(url, options);
      slow.come++;
      return answer;
    };
  });
  await press(page, "Try it yourself");
  await settled(page);
  await touch(page, "b2");
  await page.waitForSelector(`${cell("b2")}.selected`);
  await page.waitForFunction(() => (window as unknown as { come: number }).come > 0);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  expect(await count(page, `${cell("b2")}.selected`)).toBe(1);
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
  await press(page, "Set up a position");
  await touch(page, "m4");
  await touch(page, "k9");
  await says(page, "A legal position");
  await expect
    .poll(() => text(page, ".editor .evaluation"))
    .toContain("Estimate, no proof: Blue is about");
  await close(page);
});

const readings = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll(".readings li")].map((item) => [
        item.querySelector("h2")?.textContent,
        item.querySelector("b")?.textContent,
      ]),
    ),
  );

test("readings of the rules differ on a goal that both have filled, and on who stays at home", async () => {
  const page = await open(browser, "/rules?game=4x4/3");
  await press(page, "A goal filled by both");
  await expect
    .poll(() => readings(page))
    .toMatchObject({
      Strict: "Blue has won The goal is filled.",
      "Plain Halma (+halma)": "Amber to move",
      "Leave your camp (+leaveN)": "Amber to move",
      "Swap (+swap)": "Amber to move",
    });
  await press(page, "Who stays in its camp");
  await expect
    .poll(() => readings(page))
    .toMatchObject({
      "Plain Halma (+halma)": "Amber to move",
      "Leave your camp (+leaveN)": "Amber has won: the other has not left its camp",
    });
  await page.click(".readings input", { count: 3 });
  await page.keyboard.type("3\n");
  await expect
    .poll(async () => (await readings(page))["Leave your camp (+leaveN)"])
    .toBe("Amber to move");
  await says(page, "Amber has made 1 of 3 moves and has 2 pieces in its camp");
  await expectAccessible(page);
  await press(page, "A squatter among six");
  await expect
    .poll(() => readings(page))
    .toEqual({
      Strict: "Blue has won",
      "Plain Halma (+halma)": "Amber to move",
      "Leave your camp (+leaveN)": "Blue has won",
      "Swap (+swap)": "Amber to move",
      "Corners to pass (+pass)": "Blue has won",
      "Open corners (+stand)": "Blue has won",
    });
  await close(page);
});

test("every journey is a game that ends with its last move, and not before", async () => {
  for (const { game, moves, title } of JOURNEYS) {
    const query = new URLSearchParams({ game, moves: moves.join() });
    const { ending } = await (await fetch(`${inject("address")}api/v1/replay?${query}`)).json();
    expect(ending, title).toMatchObject({ how: "won", moves: moves.length });
  }
});

test("a journey is shown step by step, and tried with a counter", async () => {
  const page = await open(browser, "/transfers?kind=p6_8move_16");
  await says(page, "the record is 16");
  await settled(page);
  await press(page, "Show the solution");
  await expect.poll(() => count(page, ".score li:not(.ahead)")).toBeGreaterThan(1);
  await press(page, "To the end");
  await says(page, "Done in 16 moves: the record!");
  await press(page, "Try it yourself");
  await expect.poll(() => count(page, ".score li")).toBe(0);
  await says(page, "0 moves");
  await settled(page);
  await move(page, "b2", "d4");
  await says(page, "1 move · the record is 16");
  await press(page, "Show the solution"); // although the first of its moves is made
  await expect.poll(() => count(page, ".score li")).toBe(16);
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
