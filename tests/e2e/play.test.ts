// SPDX-License-Identifier: MIT
// Whole games against the computer, to the card at their end.
import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { close, count, expectAccessible, launch, move, open, press, says, settled, text } from "./browser";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

const ended = (page: Page, words: RegExp, timeout = 50_000) =>
  expect.poll(() => text(page, ".end-card h2"), { timeout }).toMatch(words);

/** The best move of the position on the page, by the table. */
async function best(page: Page): Promise<[string, string]> {
  const url = new URL(page.url());
  const [game, moves] = [url.searchParams.get("game"), url.searchParams.get("moves") ?? ""];
  const api = `${inject("address")}api/v1`;
  const { start, steps } = await (await fetch(`${api}/replay?game=${game}&moves=${moves}`)).json();
  const position = encodeURIComponent(steps.at(-1)?.position ?? start.position);
  const { path } = (await (await fetch(`${api}/probe?game=${game}&position=${position}`)).json()).moves[0];
  return [path[0], path.at(-1)];
}

test("a person wins a whole game against the computer; rematch and analysis follow", async () => {
  const page = await open(browser, "/play?game=4x4/3&seats=person,hobbyist");
  for (let moves = 0; !(await count(page, ".end-card")) && moves < 60; moves += 2) {
    await expect.poll(() => text(page, ".game-state h2"), { timeout: 8000 }).toBe("Blue to move");
    await settled(page);
    await move(page, ...(await best(page)));
    await expect
      .poll(async () => (await count(page, ".score li")) >= moves + 2 || (await count(page, ".end-card")) > 0, { timeout: 8000 })
      .toBe(true);
  }
  await ended(page, /Blue wins the game/);
  await says(page, "Rematch");
  await expectAccessible(page);
  await press(page, "Rematch");
  await expect.poll(() => page.url()).toContain("seats=hobbyist,person");
  await expect.poll(() => count(page, ".score li"), { timeout: 8000 }).toBe(1);
  await press(page, "Resign");
  await ended(page, /Amber resigns: Blue wins/);
  await press(page, "Analyse");
  await expect.poll(() => page.url()).toMatch(/\/explore\?game=4x4\/3&moves=/);
  await close(page);
});

test("two computers play the 121-cell star to the end", async () => {
  const page = await open(browser, "/play?game=star121:2p&seats=club,club");
  await ended(page, /wins the game|has been there before/);
  expect(await count(page, ".score li")).toBeGreaterThan(40);
  await close(page);
});

test("six computers play a race to the end, and three", async () => {
  for (const players of [6, 3]) {
    const seats = Array(players).fill("regular").join(",");
    const page = await open(browser, `/play?game=star37:${players}p&seats=${seats}`);
    await ended(page, /wins the game|has been there before|has no move/, 100_000);
    await close(page);
  }
}, 210_000);

test("three computers end a race; a swindler keeps what it has", async () => {
  const page = await open(browser, "/play?game=star13:3p&seats=perfect,perfect,perfect");
  await ended(page, /wins the game|has been there before/);
  await page.goto(`${inject("address")}play?game=4x4/3&seats=swindler,beginner`);
  await ended(page, /Blue wins the game/);
  expect(await count(page, ".mistakes li")).toBe(0);
  await close(page);
});

test("the person sits at the bottom, may offer a draw, and loses when the clock runs out", async () => {
  const page = await open(browser, "/play?game=star121:2p");
  await settled(page);
  const [camp, goal] = await page.evaluate(() => {
    const y = (name: string) =>
      document.querySelector(`[data-cell="${name}"]`)?.getBoundingClientRect().y ?? 0;
    return [y("m1"), y("e17")];
  });
  expect(camp).toBeGreaterThan(goal ?? 0);
  await press(page, "Offer a draw");
  await says(page, "The computer declines");
  await page.goto(`${inject("address")}play?game=4x4/3&seats=person,person&moves=a1-c1&end=time-o`);
  await ended(page, /Amber has no time left: Blue wins/);
  await page.goto(`${inject("address")}play?game=4x4/3&seats=person,person&moves=a1-c1`);
  await settled(page);
  await press(page, "Offer a draw");
  await says(page, "Amber offers a draw");
  await press(page, "Agree");
  await ended(page, /A draw by agreement/);
  await close(page);
});

test("a server that is gone says so, and can be asked again", async () => {
  const page = await open(browser, "/explore?game=4x4/3", { errors: true });
  await settled(page);
  await press(page, "Play");
  await settled(page);
  // Only now: what the page needs to show the board is there.
  await page.evaluate(() => {
    const broken = window as unknown as { real: typeof fetch };
    broken.real = window.fetch;
    window.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
    const seat = document.querySelector<HTMLSelectElement>(".seats select");
    if (seat) seat.value = "club";
    seat?.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await says(page, "The server does not answer");
  await page.evaluate(() => {
    window.fetch = (window as unknown as { real: typeof fetch }).real;
  });
  await press(page, "Ask again");
  await expect.poll(() => count(page, ".score li"), { timeout: 8000 }).toBeGreaterThan(0);
  await close(page);
});
