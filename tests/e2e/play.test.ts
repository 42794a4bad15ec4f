// SPDX-License-Identifier: MIT
// Whole games against the computer, to the card at their end.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import {
  cell,
  close,
  count,
  cutOff,
  expectAccessible,
  launch,
  move,
  open,
  press,
  reconnect,
  says,
  settled,
  text,
} from "./browser";

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

/** The seconds on the clock of a player, by number. */
const secondsLeft = async (page: Page, player: number): Promise<number> => {
  const [minutes, seconds] = ((await text(page, `.seats label:nth-of-type(${player + 1}) .clock`)) ?? "").split(":");
  return Number(minutes) * 60 + Number(seconds);
};

test("nobody wins time by stepping through the game, and another clock is for the next game", async () => {
  const page = await open(browser, "/play?game=4x4/3&seats=person,person");
  await settled(page);
  await page.select(".clock-choice select", "15+10");
  await says(page, "15:00");
  await move(page, "a1", "c1");
  await says(page, "Amber to move");
  await move(page, "c4", "c3");
  await says(page, "Blue to move");
  await expect.poll(() => secondsLeft(page, 0)).toBeLessThan(900); // it runs
  await page.evaluate(() => {
    const real = performance.now.bind(performance);
    performance.now = () => real() + 100_000;
  });
  await expect.poll(() => secondsLeft(page, 0)).toBeLessThan(805);
  const before = [await secondsLeft(page, 0), await secondsLeft(page, 1)];
  for (let again = 0; again < 5; again++) {
    await press(page, "Undo");
    await says(page, "Amber to move");
    await press(page, "Redo");
    await says(page, "Blue to move");
  }
  await press(page, "To the start");
  await expect.poll(() => page.url()).toContain("at=0");
  await press(page, "To the end");
  await expect.poll(() => page.url()).not.toContain("at=");
  const after = [await secondsLeft(page, 0), await secondsLeft(page, 1)];
  for (const player of [0, 1]) expect(after[player]).toBeLessThanOrEqual(before[player] ?? 0);
  await page.select(".clock-choice select", "5+3");
  await says(page, "This clock starts with the next game.");
  expect(await secondsLeft(page, 0)).toBeLessThan(805);
  await press(page, "New game");
  await says(page, "5:00");
  await close(page);
});

test("the verdict on one's own move stays beside the answer", async () => {
  const page = await open(browser, "/play?game=4x4/3&seats=person,perfect");
  await settled(page);
  const [from, to] = await best(page);
  await move(page, from, to);
  await expect.poll(() => count(page, ".score li")).toBe(2);
  await says(page, "Blue to move");
  await expect.poll(() => count(page, ".game-state .last")).toBe(2);
  const said = await text(page, ".game-state");
  expect(said).toContain(`Blue’s ${from}-`);
  expect(said).toMatch(/Amber’s [a-d1-4-]+: best/);
  await close(page);
});

test("without a table the computer's move is told to those who do not see the board", async () => {
  const page = await open(browser, "/play?game=star121:2p&seats=person,beginner");
  await settled(page);
  await move(page, "m4", "m5");
  await expect.poll(() => count(page, ".score li")).toBe(2);
  const { moves } = Object.fromEntries(new URL(page.url()).searchParams);
  const [from, to] = [moves?.split(/[,-]/)[2], moves?.split("-").at(-1)];
  await expect
    .poll(() => text(page, ".game-state[aria-live=polite]"))
    .toContain(`Amber moved ${from} to ${to}`);
  expect(await page.evaluate(() => document.body.innerText)).not.toContain("Nobody knows");
  await close(page);
});

test("cells have names on the board, and Analyse keeps its side", async () => {
  const page = await open(browser, "/play?game=4x4/3&seats=person,club&moves=a1-c1");
  await settled(page);
  expect(await count(page, ".board .name")).toBe(16);
  await press(page, "Cell names");
  await expect.poll(() => count(page, ".board .name")).toBe(0);
  await press(page, "Cell names");
  const camp = ["b1", "a2"];
  const side = async () => (await depth(page, camp)) > (await depth(page, ["d3", "c4"]));
  expect(await side()).toBe(true);
  await says(page, "Blue to move");
  await press(page, "Resign");
  await press(page, "Analyse");
  await expect.poll(() => new URL(page.url()).pathname).toBe("/explore");
  await settled(page);
  expect(await side()).toBe(true);
  await press(page, "Play");
  await expect.poll(() => new URL(page.url()).pathname).toBe("/play");
  await settled(page);
  expect(await side()).toBe(true);
  await close(page);
});

test("a report that is left asks the engine no more", async () => {
  const there = ["a3-c3", "g9-g7", "c3-a3", "g7-g9"];
  const moves = Array.from({ length: 30 }, (_, i) => there[i % 4]).join();
  const page = await open(browser, `/explore?game=9x9/10&moves=${moves}`, { errors: true });
  await settled(page);
  type Held = { asked: number; release: () => void };
  await page.evaluate(() => {
    const [held, real] = [window as unknown as Held, window.fetch];
    const released = new Promise<void>((release) => {
      held.release = release;
    });
    held.asked = 0;
    window.fetch = async (input, init) => {
      if (String(input).includes("/api/v1/play") && ++held.asked > 2) await released;
      return real(input, init);
    };
  });
  const asked = () => page.evaluate(() => (window as unknown as Held).asked);
  await press(page, "Where was value given away?");
  await expect.poll(asked).toBe(3); // of 31 positions; the third waits
  await press(page, "Results");
  await page.evaluate(() => (window as unknown as Held).release());
  await page.waitForNetworkIdle({ idleTime: 2000 });
  expect(await asked()).toBe(3);
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

test("a server that is gone says so; the move is on the board, and the game goes on when it is back", async () => {
  const page = await open(browser, "/play?game=4x4/3&seats=person,person", { errors: true });
  await settled(page);
  await cutOff(page);
  await move(page, "a1", "c1");
  await says(page, "The server does not answer");
  expect(await count(page, `${cell("c1")} .piece`)).toBe(1);
  expect(await count(page, `${cell("a1")} .piece`)).toBe(0);
  await reconnect(page);
  await expect.poll(() => count(page, ".problem, .trouble")).toBe(0);
  await settled(page);
  await says(page, "Amber to move");
  await move(page, "c4", "c3");
  await says(page, "Blue to move");
  await close(page);
});

test("a computer whose server is gone moves when it is back", async () => {
  const page = await open(browser, "/explore?game=4x4/3", { errors: true });
  await settled(page);
  await press(page, "Play");
  await settled(page);
  await cutOff(page); // only now: what the page needs to show the board is there
  await page.select(".seats select", "club");
  await says(page, "The server does not answer");
  await reconnect(page);
  await expect.poll(() => count(page, ".score li")).toBeGreaterThan(0);
  await close(page);
});
