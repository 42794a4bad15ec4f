// SPDX-License-Identifier: MIT
// Whole games against the computer, to the card at their end.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { close, count, expectAccessible, launch, move, open, press, says, settled, text } from "./browser";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

const ended = (page: Page, words: RegExp) =>
  expect.poll(() => text(page, ".end-card h2")).toMatch(words);

/** Waits for the end of a game of computers, as long as they go on making moves. */
async function playedOut(page: Page, words: RegExp): Promise<void> {
  const [made, over] = [() => count(page, ".score li"), () => count(page, ".end-card")];
  for (let before = await made(); !(await over()); before = await made())
    await expect.poll(async () => (await made()) > before || (await over()) > 0).toBe(true);
  await ended(page, words);
}

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
    await expect.poll(() => text(page, ".game-state h2")).toBe("Blue to move");
    await settled(page);
    await move(page, ...(await best(page)));
    await expect
      .poll(async () => (await count(page, ".score li")) >= moves + 2 || (await count(page, ".end-card")) > 0)
      .toBe(true);
  }
  await ended(page, /Blue wins the game/);
  await says(page, "Rematch");
  await expectAccessible(page);
  await press(page, "Rematch");
  await expect.poll(() => page.url()).toContain("seats=hobbyist,person");
  await expect.poll(() => count(page, ".score li")).toBe(1);
  await press(page, "Resign");
  await ended(page, /Amber resigns: Blue wins/);
  await press(page, "Analyse");
  await expect.poll(() => page.url()).toMatch(/\/explore\?game=4x4\/3&moves=/);
  await close(page);
});

test("two computers play the 121-cell star to the end", async () => {
  const page = await open(browser, "/play?game=star121:2p&seats=club,club");
  await playedOut(page, /wins the game|has been there before/);
  expect(await count(page, ".score li")).toBeGreaterThan(40);
  await close(page);
});

test("six computers play a race to the end, and three", async () => {
  for (const players of [6, 3]) {
    const seats = Array(players).fill("regular").join(",");
    const page = await open(browser, `/play?game=star37:${players}p&seats=${seats}`);
    await playedOut(page, /wins the game|has been there before|has no move/);
    await close(page);
  }
});

test("three computers end a race; a swindler keeps what it has", async () => {
  const page = await open(browser, "/play?game=star13:3p&seats=perfect,perfect,perfect");
  await playedOut(page, /wins the game|has been there before/);
  await page.goto(`${inject("address")}play?game=4x4/3&seats=swindler,beginner`);
  await playedOut(page, /Blue wins the game/);
  expect(await count(page, ".mistakes li")).toBe(0);
  await close(page);
});

/** How low the middle of some cells is drawn. */
const depth = (page: Page, cells: string[]): Promise<number> =>
  page.evaluate((names) => {
    const ys = names.map(
      (name) => document.querySelector(`[data-cell="${name}"]`)?.getBoundingClientRect().y ?? 0,
    );
    return ys.reduce((a, b) => a + b, 0) / ys.length;
  }, cells);

test("whoever is the only person sits at the bottom, with two and with six", async () => {
  const page = await open(browser, "/play");
  await expect.poll(() => page.url()).toContain("game=star121:2p"); // the star is the first board
  for (const [game, seats, person] of [
    ["star121:2p", "person,club", 0],
    ["star121:2p", "club,person", 1],
    ["star121:6p", "club,club,person,club,club,club", 2],
  ] as const) {
    await page.goto(`${inject("address")}play?game=${game}&seats=${seats}`);
    await settled(page);
    const answer = await fetch(`${inject("address")}api/v1/board?game=${game}`);
    const { players } = (await answer.json()) as { players: { camp: string[] }[] };
    const depths = await Promise.all(players.map(({ camp }) => depth(page, camp)));
    expect(depths.indexOf(Math.max(...depths)), `${game} ${seats}`).toBe(person);
  }
  await close(page);
});

test("draws: the computer declines one, people agree on one", async () => {
  const page = await open(browser, "/play?game=star121:2p");
  await settled(page);
  await press(page, "Offer a draw");
  await says(page, "declines: the game has only begun");
  await page.goto(`${inject("address")}play?game=4x4/3&seats=person,person&moves=a1-c1`);
  await settled(page);
  await press(page, "Offer a draw");
  await says(page, "Amber offers a draw");
  await press(page, "Decline");
  await press(page, "Offer a draw");
  await press(page, "Agree");
  await ended(page, /A draw by agreement/);
  await says(page, "Nobody gave value away");
  await close(page);
});

test("a position that comes back is a draw", async () => {
  const page = await open(
    browser,
    "/play?game=star121:2p&seats=person,person&moves=m4-m5,e14-e13,m5-m4",
  );
  await settled(page);
  await move(page, "e13", "e14");
  await ended(page, /A draw: the position has been there before/);
  await close(page);
});

test("a game with a limit ends where somebody has not left its camp, and nobody plays on", async () => {
  const page = await open(browser, "/play?game=star37:3p%2Bleave1&seats=beginner,beginner,beginner");
  await ended(page, /has not left its camp in time and loses/);
  expect(await count(page, ".score li")).toBe(1);
  expect(await count(page, ".trouble")).toBe(0);
  await close(page);
});

test("a clock runs out for who is to move, and goes on after a reload", async () => {
  const page = await open(browser, "/play?game=4x4/3&seats=person,person");
  await settled(page);
  await page.select(".clock-choice select", "1+1");
  await says(page, "1:00");
  await move(page, "a1", "c1"); // the first move is free
  const left = () => text(page, ".seats label:nth-of-type(2) .clock");
  await expect.poll(left).toMatch(/^0:[1-5]\d$/); // a busy machine may not see all of it
  await page.reload();
  await expect.poll(left).toMatch(/^0:[1-5]\d$/);
  await page.evaluate(() => {
    const real = performance.now.bind(performance);
    performance.now = () => real() + 58_000;
  });
  await ended(page, /Amber has no time left: Blue wins/);
  expect(page.url()).toContain("end=time-o");
  await close(page);
});

test("without a table the card says what the engine thinks was given away", async () => {
  const moves = "a3-c3,g9-g7,c3-a3"; // there and back
  const page = await open(browser, `/play?game=9x9/10&seats=person,person&moves=${moves}&end=resign-o`);
  await ended(page, /Amber resigns: Blue wins/);
  await press(page, "Where was value given away?");
  await says(page, /Move 3, c3-a3: Blue gives away about [\d.]+ moves \(estimate\)/);
  await close(page);
});

test("a page of another site starts no search", async () => {
  const foreign = createServer((_, response) => {
    response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><p>elsewhere");
  });
  await new Promise<void>((done) => foreign.listen(0, "127.0.0.1", done));
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`);
  const search = `${inject("address")}api/v1/play?game=star121:2p&level=club`;
  const [answer] = await Promise.all([
    page.waitForNavigation(),
    page.evaluate((action) => {
      const form = Object.assign(document.createElement("form"), { method: "post", action });
      document.body.append(form);
      form.submit();
    }, search),
  ]);
  expect(answer?.status()).toBe(403);
  expect((await page.goto(search))?.status()).toBe(405); // nor by a link
  await context.close();
  foreign.close();
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
  await expect.poll(() => count(page, ".score li")).toBeGreaterThan(0);
  await close(page);
});
