// SPDX-License-Identifier: MIT
// Every view is reachable by keyboard, clean for axe in light and dark, and fits every screen.
import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  attribute,
  cell,
  close,
  count,
  expectAccessible,
  expectFits,
  launch,
  open,
  press,
  resize,
  says,
  settled,
} from "./browser";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

const focused = (page: Page, name: string): Promise<string | null> =>
  page.evaluate((n) => document.activeElement?.getAttribute(n) ?? null, name);

test("the board is one stop of the tab key, and arrows move in it", async () => {
  const page = await open(browser, "/explore?game=4x4/3");
  await settled(page);
  expect(await count(page, ".board [tabindex='0']")).toBe(1);
  const named = await page.evaluate(
    () => [...document.querySelectorAll(".cell")].filter((c) => c.hasAttribute("tabindex")).length,
  );
  expect(named).toBe(16);
  let stops = 0;
  while ((await focused(page, "data-cell")) === null && stops < 25) {
    await page.keyboard.press("Tab");
    stops++;
  }
  const from = await focused(page, "data-cell");
  expect(from).not.toBeNull();
  expect(await attribute(page, cell(from ?? ""), "class")).toContain("source");
  await page.keyboard.press("Enter");
  await page.waitForSelector(`${cell(from ?? "")}.selected`);
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press(step % 2 ? "ArrowDown" : "ArrowRight");
    const at = await focused(page, "data-cell");
    if (at && (await attribute(page, cell(at), "class"))?.includes("target")) break;
  }
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).toContain(`moves=${from}-`);
  await close(page);
});

test("a move made from the list keeps the keyboard's place in the list", async () => {
  const page = await open(browser, "/explore?game=4x4/3");
  await settled(page);
  await page.focus(".group button");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).toContain("moves=");
  await settled(page);
  await expect
    .poll(() => page.evaluate(() => !!document.activeElement?.closest(".moves")))
    .toBe(true);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).toMatch(/moves=[a-d0-9-]+,/);
  await close(page);
});

test("lists of moves are one stop of the tab key each, and arrows go along them", async () => {
  const page = await open(browser, "/explore?game=star121:2p&moves=m4-m5,e14-e13");
  await settled(page);
  await page.waitForSelector(".score [aria-current]");
  await page.waitForSelector(".group button");
  const stops = (list: string) =>
    page.evaluate(
      (s) => [...document.querySelectorAll<HTMLElement>(`${s} button`)].filter((b) => b.tabIndex === 0).length,
      list,
    );
  expect(await count(page, ".moves button")).toBeGreaterThan(10);
  expect([await stops(".moves"), await stops(".score")]).toEqual([1, 1]);
  await page.focus(".moves button");
  const url = page.url();
  await page.keyboard.press("ArrowRight");
  const second = () =>
    page.evaluate(() => [...document.querySelectorAll(".moves button")].findIndex((b) => b === document.activeElement));
  expect(await second()).toBe(1);
  expect(page.url()).toBe(url); // the arrow is the list's, not the game's
  await page.keyboard.press("End");
  expect(await second()).toBe((await count(page, ".moves button")) - 1);
  expect(await stops(".moves")).toBe(1);
  expect(await page.evaluate(() => document.querySelectorAll("a[href], button:not([disabled]):not([tabindex='-1']), select, input, textarea, summary, [tabindex='0']").length)).toBeLessThan(50);
  await close(page);
});

/** Every view, and what opens in it: pressed in this order. */
const PAGES: [string, ...string[]][] = [
  ["explore?game=4x4/3&moves=a1-c1,c4-c3", "Where was value given away?"],
  ["explore?game=4x4/3&moves=a1-c1&at=0", "Set up a position"],
  ["explore?game=7x7/4"],
  ["explore?game=star121:2p"],
  ["play?game=4x4/3"],
  ["play?game=4x4/3&seats=person,person&moves=a1-c1,c4-c3&end=resign-x"],
  ["play?game=star121:6p&seats=person,person,person,person,person,person"],
  ["three?game=star13:3p"],
  ["puzzles?game=4x4/3", "Show the move"],
  ["puzzles?game=9x9/10"],
  ["transfers"],
  ["rules?game=4x4/3"],
  ["rules?game=star37:6p"],
  ["results"],
  ["nonsense"],
];

const SCREENS: [number, number][] = [
  [320, 568],
  [390, 844],
  [667, 375],
  [844, 390],
  [1024, 768],
  [1366, 768],
  [1920, 1080],
  [2560, 1440],
];

/** Waits until colours and pieces have come to rest. */
const atRest = (page: Page): Promise<unknown> =>
  page.evaluate(() => Promise.allSettled(document.getAnimations().map((a) => a.finished)));

test.each(PAGES)("%s is clean for axe, light and dark, and fits every screen", async (path, ...names) => {
  const page = await open(browser, `/${path}`, { errors: true });
  await page.waitForSelector(".board, table, .caption");
  if (!path.startsWith("results")) await settled(page);
  for (const name of names) await press(page, name);
  for (const [width, height] of SCREENS) await expectFits(page, width, height);
  await resize(page, 1280, 860);
  await atRest(page);
  await expectAccessible(page);
  await press(page, "Dark colours");
  await atRest(page);
  await expectAccessible(page, "colours");
  expect(await count(page, "h1")).toBe(1);
  await close(page);
});

test("the card for newcomers is clean for axe, light and dark", async () => {
  for (const dark of [false, true]) {
    const page = await open(browser, "/", { dark, newcomer: true });
    await page.waitForSelector("dialog[open]");
    await settled(page);
    await expectAccessible(page);
    await close(page);
  }
});

test("results can be read on a phone", async () => {
  const page = await open(browser, "/results", { width: 320, height: 640 });
  await page.waitForSelector("table");
  await says(page, "Who wins from the start");
  const sizes = await page.evaluate(() =>
    [...document.querySelectorAll("th[scope=row]")].map((head) => {
      const style = getComputedStyle(head);
      return { size: Number.parseFloat(style.fontSize), sticky: style.position };
    }),
  );
  for (const { size, sticky } of sizes) {
    expect(size).toBeGreaterThanOrEqual(12);
    expect(sticky).toBe("sticky");
  }
  await close(page);
});
