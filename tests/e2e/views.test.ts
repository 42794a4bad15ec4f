// SPDX-License-Identifier: MIT
// Every view does its job, in a real browser.
import { spawnSync } from "node:child_process";
import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import {
  attribute,
  cell,
  close,
  count,
  cutOff,
  expectAccessible,
  launch,
  middle,
  move,
  open,
  press,
  reconnect,
  says,
  settled,
  text,
  touch,
} from "./browser";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

const HEADLINE = ".verdict h2";
const headline = (page: Page, words: string) =>
  expect.poll(() => text(page, HEADLINE)).toBe(words);

interface Probed {
  value: string;
  moves: { path: string[]; move: string; position: string; value: string }[];
}

async function probe(game: string, position = ""): Promise<Probed> {
  const query = `game=${game}${position && `&position=${encodeURIComponent(position)}`}`;
  return (await fetch(`${inject("address")}api/v1/probe?${query}`)).json();
}

const ends = (made: { path: string[] } | undefined): [string, string] => [
  made?.path[0] ?? "",
  made?.path.at(-1) ?? "",
];
const best = async (game: string) => ends((await probe(game)).moves[0]);

/** What a page asks the API for until its board can be used, by route. */
async function asksFor(path: string, board: string): Promise<Set<string>> {
  const page = await open(browser, "about:blank");
  const asked = new Set<string>();
  page.on("request", (request) => {
    const [, route] = /\/api\/v1\/(\w+)/.exec(request.url()) ?? [];
    if (route) asked.add(route);
  });
  await page.goto(inject("address") + path);
  await page.waitForSelector(board);
  await settled(page);
  await close(page);
  return asked;
}

test("one answer has all that the first view needs, of explore and of play", async () => {
  const [explore, play] = [await asksFor("", HEADLINE), await asksFor("play", ".seats")];
  for (const asked of [explore, play]) {
    expect(asked).toContain("first");
    for (const route of ["games", "board", "position", "probe"]) expect(asked).not.toContain(route);
  }
});

test("Play begins with the star for two, unless another game was chosen", async () => {
  const page = await open(browser, "/");
  await headline(page, "Blue, to move, wins");
  const explored = new URL(page.url()).searchParams.get("game") ?? "";
  expect(explored).not.toBe("");
  await press(page, "Play");
  await expect.poll(() => page.url()).toContain("/play?game=star121:2p");
  await settled(page);
  await press(page, "Explore");
  await expect.poll(() => page.url()).toContain(`/explore?game=${explored}`);
  await page.select(".picker select", "4x4/3");
  await expect.poll(() => page.url()).toContain("game=4x4/3");
  await press(page, "Play");
  await expect.poll(() => page.url()).toContain("/play?game=4x4/3");
  await press(page, "Explore");
  await page.select(".picker select", explored);
  await expect.poll(() => page.url()).toContain(`game=${explored}`);
  await press(page, "Play");
  await expect.poll(() => page.url()).toContain(`/play?game=${explored}`);
  await close(page);
});

test("the page is small: at most 60 kB, packed", async () => {
  const { origin } = new URL(inject("address"));
  const packed = async (path: string) => {
    const answer = await fetch(origin + path, { headers: { "Accept-Encoding": "gzip" } });
    return Number(answer.headers.get("content-length"));
  };
  const html = await (await fetch(origin)).text();
  const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? "");
  expect(files.length).toBeGreaterThan(1); // script and style are in the page itself
  const sizes = await Promise.all(["/", ...files].map(packed));
  expect(sizes.reduce((a, b) => a + b)).toBeLessThan(60_000);
});

test("a newcomer is told how it goes, and anybody who asks", async () => {
  const page = await open(browser, "/", { newcomer: true, motion: true });
  await page.waitForSelector("dialog[open]");
  await says(page, "in twenty seconds");
  for (const word of ["Goal", "Step, hop, chain", "Ply", "Table"]) await says(page, word);
  await expect
    .poll(() => page.evaluate(() => document.getAnimations().length))
    .toBeGreaterThan(0);
  await press(page, "Got it");
  await expect.poll(() => count(page, "dialog[open]")).toBe(0);
  await page.reload();
  await page.waitForSelector(HEADLINE);
  expect(await count(page, "dialog[open]")).toBe(0);
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open]");
  await page.keyboard.press("Escape");
  await expect.poll(() => count(page, "dialog[open]")).toBe(0);
  await close(page);
});

test("explore: names for people, and cell names beside a list of moves", async () => {
  const page = await open(browser, "/explore?game=4x4/3");
  await page.waitForSelector(HEADLINE);
  expect(await text(page, ".picker option[selected], .picker option:checked")).toContain("4×4, three pieces");
  expect(await count(page, ".board .name")).toBe(16);
  await close(page);
});

test("explore: every piece that can move shows its best outcome, and there is a legend", async () => {
  const page = await open(browser, "/explore?game=4x4/3");
  await page.waitForSelector(HEADLINE);
  const { moves } = await probe("4x4/3");
  const pieces = new Set(moves.map((m) => m.path[0]));
  await expect.poll(() => count(page, ".worth")).toBe(pieces.size);
  expect(await text(page, `${cell(moves[0]?.path[0] ?? "")} .worth`)).toBe("21");
  expect(await count(page, ".legend-line .legend")).toBe(3);
  expect(await count(page, ".arrow")).toBe(0);
  await press(page, "Best move");
  await page.waitForSelector(".arrow");
  await press(page, "Best move");
  await expect.poll(() => count(page, ".arrow")).toBe(0);
  await close(page);
});

test("explore: a piece travels along its path, and the last move is marked", async () => {
  const page = await open(browser, "/explore?game=4x4/3", { motion: true });
  await page.waitForSelector(HEADLINE);
  // They are counted as they begin: one may be over before a busy machine looks for it.
  await page.evaluate(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
      document.body.dataset.travels = "1";
      return animate.apply(this, how);
    };
  });
  await move(page, ...(await best("4x4/3")));
  await page.waitForSelector("[data-travels]");
  await expect.poll(() => count(page, ".trail circle")).toBe(2);
  await close(page);
});

test("explore: click, targets, undo, redo, flip, and the address holds it all", async () => {
  const page = await open(browser, "/explore?game=4x4/3");
  await headline(page, "Blue, to move, wins");
  const [from, to] = await best("4x4/3");
  await touch(page, from);
  await page.waitForSelector(".cell.target");
  await touch(page, to);
  await headline(page, "Amber, to move, loses");
  expect(page.url()).toContain(`moves=${from}-${to}`);
  await page.keyboard.press("ArrowLeft");
  await headline(page, "Blue, to move, wins");
  await press(page, "Redo");
  await headline(page, "Amber, to move, loses");
  await press(page, "Flip");
  await expect.poll(() => page.url()).toContain("flip=1");
  const url = page.url();
  const labels = () =>
    page.evaluate(() => [...document.querySelectorAll(".cell")].map((c) => c.getAttribute("aria-label")));
  const before = await labels();
  await page.goto("about:blank");
  await page.goto(url);
  await headline(page, "Amber, to move, loses");
  await settled(page);
  expect(await labels()).toEqual(before);
  await close(page);
});

test("explore: drag a piece", async () => {
  const page = await open(browser, "/explore?game=4x4/3");
  await page.waitForSelector(HEADLINE);
  const [from, to] = await best("4x4/3");
  const a = await middle(page, `${cell(from)} .touch`);
  const b = await middle(page, `${cell(to)} .touch`);
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
  await page.mouse.move(b.x, b.y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => page.url()).toContain(`moves=${from}-${to}`);
  await close(page);
});

test("explore: the list shows moves on the board, the line plays them, the graph jumps", async () => {
  const page = await open(browser, "/explore?game=4x4/3");
  await page.waitForSelector(".group button");
  await page.hover(".group button");
  await page.waitForSelector(".arrow");
  await press(page, "Best line from here");
  await expect.poll(() => count(page, ".score li")).toBeGreaterThan(5);
  await press(page, "To the end");
  await headline(page, "Blue has won");
  const fits = await page.evaluate(() => {
    const graph = document.querySelector(".graph");
    return graph !== null && graph.scrollWidth <= graph.clientWidth;
  });
  expect(fits).toBe(true);
  expect(await count(page, ".graph .axis text")).toBeGreaterThan(3);
  const bar = await middle(page, ".bar .touch");
  await page.mouse.click(bar.x, bar.y);
  await headline(page, "Blue, to move, wins");
  await close(page);
});

test("explore: set up a position; nothing of the old one is played meanwhile", async () => {
  const page = await open(browser, "/explore?game=4x4/3");
  await page.waitForSelector(HEADLINE);
  await press(page, "Set up a position");
  await expect.poll(() => count(page, ".group button")).toBe(0);
  expect(await count(page, ".verdict")).toBe(0);
  await touch(page, "a1");
  await touch(page, "b2");
  await says(page, "A legal position.");
  await press(page, "Use this position");
  await expect.poll(() => page.url()).toContain("start=1x2");
  await page.waitForSelector(HEADLINE);
  await close(page);
});

test("explore: what is known of games without a table is said, and only open problems are open", async () => {
  const page = await open(browser, "/explore?game=7x7/4");
  await says(page, "the first player wins");
  for (const [game, words] of [
    ["5x5/6", "the first player wins in 55 plies"],
    ["6x6/6", "the first player wins"],
    ["6x6/5", "the first player wins"],
    ["star37:3p", "any player can hand the win"],
    ["7x7/6", "open problem"],
  ]) {
    await page.goto(`${inject("address")}explore?game=${game}`);
    await says(page, words ?? "");
    const said = await page.evaluate(() => document.body.innerText);
    if (game !== "7x7/6") expect(said).not.toMatch(/nobody knows/i);
  }
  await close(page);
});

test("three players: a game of two is not shown as one of three", async () => {
  const page = await open(browser, "/three?game=4x4/3");
  await expect.poll(() => new URL(page.url()).pathname).toBe("/explore");
  await headline(page, "Blue, to move, wins");
  await close(page);
});

test("views keep the moves of a game", async () => {
  const page = await open(browser, "/explore?game=4x4/3&moves=a1-c1,c4-c3");
  await settled(page);
  await press(page, "Play");
  await expect.poll(() => page.url()).toMatch(/\/play\?.*moves=a1-c1,c4-c3/);
  await press(page, "Explore");
  await expect.poll(() => page.url()).toMatch(/\/explore\?.*moves=a1-c1,c4-c3/);
  await close(page);
});

test("play: perfect play answers, verdicts fall, hints help, moves can be taken back", async () => {
  const page = await open(browser, "/play?game=4x4/3&seats=person,perfect");
  await says(page, "Blue to move");
  await press(page, "Hint");
  await says(page, /^Hint: /m);
  await move(page, ...(await best("4x4/3")));
  await expect.poll(() => count(page, ".score li")).toBe(2);
  await expect.poll(() => count(page, ".score .grade-best")).toBe(2);
  await press(page, "Take back");
  await expect.poll(() => count(page, ".score li")).toBe(0);
  await close(page);
});

test("play: stepping back onto the computer's turn leaves a way on", async () => {
  const page = await open(browser, "/play?game=4x4/3");
  await says(page, "Blue to move");
  await move(page, ...(await best("4x4/3")));
  await expect.poll(() => count(page, ".score li")).toBe(2);
  await press(page, "Undo");
  await says(page, "waits: you stepped back");
  await press(page, "Play on from here");
  await expect.poll(() => count(page, ".score li:not(.ahead)")).toBe(2);
  await says(page, "Blue to move");
  await close(page);
});

test("play: a table beats a table, and people play without one", async () => {
  const page = await open(browser, "/play?game=4x4/3&seats=perfect,perfect");
  await expect.poll(() => count(page, ".score li")).toBeGreaterThan(1);
  await page.goto(`${inject("address")}play?game=star121:3p&seats=person,person,person`);
  await says(page, "Blue to move");
  await page.waitForSelector(".cell.source");
  const from = await attribute(page, ".cell.source", "data-cell");
  await touch(page, from ?? "");
  await page.waitForSelector(".cell.target");
  await touch(page, (await attribute(page, ".cell.target", "data-cell")) ?? "");
  await says(page, "Amber to move");
  await close(page);
});

/** A drawn position of 4x4/6, from its puzzles. */
async function drawnPosition(): Promise<string> {
  const ask = async () => (await fetch(`${inject("address")}api/v1/puzzles?game=4x4/6`)).json();
  await expect.poll(async () => (await ask()).ready).toBe(true);
  const { puzzles } = await ask();
  const draw = puzzles.find((puzzle: { value: string }) => puzzle.value === "draw");
  expect(draw).toBeDefined();
  return draw.position;
}

test("play: two perfect players in a drawn position do not go on for ever", async () => {
  const start = encodeURIComponent(await drawnPosition());
  const page = await open(browser, `/play?game=4x4/6&seats=perfect,perfect&start=${start}`);
  await expect
    .poll(() => text(page, ".game-state h2"))
    .toMatch(/has been there before/);
  const moves = await count(page, ".score li");
  await page.waitForNetworkIdle({ idleTime: 300 }); // nobody is asked for a move any more
  expect(await count(page, ".score li")).toBe(moves);
  await close(page);
});

test("play: a computer that cannot win takes a draw", async () => {
  const start = await drawnPosition();
  const seats = start.endsWith("x") ? "perfect,person" : "person,perfect";
  const page = await open(
    browser,
    `/play?game=4x4/6&seats=${seats}&start=${encodeURIComponent(start)}`,
  );
  await expect.poll(() => count(page, ".score li")).toBe(1);
  await press(page, "Offer a draw");
  await says(page, "A draw by agreement");
  await close(page);
});

test("three players: the diagram, what moves give, and a kingmaker to step through", async () => {
  const page = await open(browser, "/three?game=star13:3p");
  await expect.poll(() => count(page, ".control .gift")).toBe(6);
  await press(page, "Kingmakers");
  await says(page, "Hands the win to");
  await press(page, "Next example");
  await says(page, /2 of \d+/);
  await settled(page);
  await page.click(".group:not(.tone-open) button");
  await expect.poll(() => text(page, HEADLINE)).toMatch(/can force the win|has won/);
  await close(page);
});

test("puzzles: a wrong move is refused, the right one praised; Back comes back", async () => {
  const page = await open(browser, "/puzzles?game=4x4/3&kind=only-win");
  await says(page, "Only one move wins");
  await expect.poll(() => page.url()).toContain("start=");
  const position = new URL(page.url()).searchParams.get("start") ?? "";
  const { moves } = await probe("4x4/3", position);
  await settled(page);
  await move(page, ...ends(moves.at(-1)));
  await says(page, "Try again");
  await move(page, ...ends(moves[0]));
  await says(page, "Right!");
  await says(page, "solved so far: 1");
  await page.reload(); // a puzzle half done begins again
  await says(page, "Only one move wins");
  await expect.poll(() => page.url()).not.toContain("moves=");
  await settled(page);
  await press(page, "Next puzzle");
  await expect.poll(() => page.url()).toContain("number=1");
  await page.goBack();
  await expect.poll(() => page.url()).not.toContain("number=1");
  await says(page, "Only one move wins");
  await close(page);
});

test("puzzles: a move that was shown does not count", async () => {
  const page = await open(browser, "/puzzles?game=4x4/3&kind=only-win");
  await says(page, "Only one move wins");
  await expect.poll(() => page.url()).toContain("start=");
  const position = new URL(page.url()).searchParams.get("start") ?? "";
  const { moves } = await probe("4x4/3", position);
  await settled(page);
  await press(page, "Show the move");
  await says(page, "The move is");
  await move(page, ...ends(moves[0]));
  await says(page, "Right!");
  await says(page, "solved so far: 0");
  await page.reload(); // nor does it later
  await says(page, "its solution was shown, so it does not count");
  await expect.poll(() => page.url()).not.toContain("moves=");
  await settled(page);
  await move(page, ...ends(moves[0]));
  await says(page, "Right!");
  await says(page, "solved so far: 0");
  await close(page);
});

test("puzzles: without a table it says so", async () => {
  const page = await open(browser, "/puzzles?game=9x9/10");
  await says(page, "Puzzles are mined from tables");
  expect(await page.evaluate(() => document.body.innerText)).not.toContain("Mining");
  await close(page);
});

test("results: our counts agree with the published ones, and open rows are called open", async () => {
  const page = await open(browser, "/results");
  await says(page, "solved here");
  const agreeing = () =>
    page.evaluate(() => {
      const row = [...document.querySelectorAll("tr")].find((r) => r.textContent?.includes("7x7/2"));
      return row?.querySelectorAll(".agrees").length;
    });
  await expect.poll(agreeing).toBe(4);
  expect(await count(page, ".differs")).toBe(0);
  await page.waitForSelector(".histogram");
  const said = await page.evaluate(() => document.body.innerText);
  expect(said).toContain("every game here but the last");
  expect(said).not.toContain("Every one is a win");
  await close(page);
});

const OFTEN = { interval: 20 };

/** Sends a signal to the solver of a job, if there is one. */
const tell = (signal: "STOP" | "CONT"): boolean =>
  spawnSync("pkill", [`-${signal}`, "-f", `solve 7x7/3 --out ${inject("jobsFolder")}`]).status === 0;

/** Holds the solver of a job still, as soon as it is there, so that it cannot end before it is stopped;
 * it works in short spells until the page shows how far it is. */
async function hold(page: Page): Promise<void> {
  await expect.poll(() => tell("STOP"), OFTEN).toBe(true);
  const shown = async () => {
    if (await count(page, "progress[value]")) return true;
    tell("CONT");
    await new Promise((done) => setTimeout(done, 20));
    tell("STOP");
    return false;
  };
  await expect.poll(shown, { interval: 100 }).toBe(true);
}

async function stopHeld(page: Page): Promise<void> {
  await press(page, "Stop");
  tell("CONT");
  await says(page, "stopped; it can go on");
}

test("jobs: one that runs is found again after a reload, with a way to stop it", async () => {
  const { origin } = new URL(inject("jobsAddress"));
  const page = await open(browser, "/explore?game=7x7/3", { origin });
  await says(page, "writing the table");
  await press(page, "Solve it");
  await hold(page);
  await page.goto(`${origin}/results`);
  await page.waitForSelector(".job-line");
  await says(page, /Solving 7×7, three pieces/);
  await expectAccessible(page);
  await expect.poll(() => count(page, "progress[value]"), OFTEN).toBeGreaterThan(0);
  await stopHeld(page);
  await press(page, "Go on");
  await hold(page);
  await stopHeld(page);
  await press(page, "Forget it");
  await expect
    .poll(() => page.evaluate(() => document.body.innerText))
    .not.toContain("it can go on");
  await close(page);
});

test("addresses that are none say so on a page", async () => {
  const page = await open(browser, "/nonsense?x", { errors: true });
  await says(page, "There is no page at /nonsense");
  await page.goto(`${inject("address")}explore/?game=4x4/3&fbclid=IwAR0&a&b&c&d&e&f&g&h&i`);
  await headline(page, "Blue, to move, wins");
  await page.goto(`${inject("address")}explore?game=chess`);
  await page.waitForSelector("[role=alert]");
  expect(await text(page, "[role=alert]")).toContain("chess");
  await close(page);
});

/** A game of so many moves, there and back. */
const longGame = (moves: number): string[] => {
  const there = ["a3-c3", "g9-g7", "c3-a3", "g7-g9"];
  return Array.from({ length: moves }, (_, i) => there[i % 4] ?? "");
};

test("a game longer than an address is shown as far as it goes, pasted or opened", async () => {
  const page = await open(browser, "/explore?game=9x9/10", { errors: true });
  await settled(page);
  await page.evaluate((moves) => {
    document.querySelector(".exchange")?.setAttribute("open", "");
    const field = document.querySelector<HTMLTextAreaElement>(".exchange textarea");
    if (field) field.value = moves;
    field?.dispatchEvent(new Event("input", { bubbles: true }));
  }, longGame(3000).join(" "));
  await press(page, "Show it");
  await says(page, /Move \d+, [a-g\d-]+: (the address is longer|more than 1000 moves)/);
  await expect.poll(() => count(page, ".score li")).toBeGreaterThan(500);
  await page.goto(`${inject("address")}explore?game=9x9/10&moves=${longGame(1500)}`);
  await says(page, /Move \d+, [a-g\d-]+: (the address is longer|more than 1000 moves)/);
  await expect.poll(() => count(page, ".score li")).toBeGreaterThan(500);
  await close(page);
});

test("what an address says that means nothing is told, and the rest is shown", async () => {
  const page = await open(browser, "/play?game=4x4/3&seats=god,person&moves=a1-c1&at=-5");
  await settled(page);
  await says(page, "There is no player “god”");
  await says(page, "There is no position after move “-5”");
  await close(page);
});

test("a second click puts a piece down", async () => {
  const page = await open(browser, "/explore?game=4x4/3");
  await settled(page);
  for (let twice = 0; twice < 2; twice++) {
    await touch(page, "a1");
    await page.waitForSelector(`${cell("a1")}.selected`);
    await touch(page, "a1");
    await expect.poll(() => count(page, ".cell.selected")).toBe(0);
  }
  await close(page);
});

test("a server that is gone can be asked again", async () => {
  const page = await open(browser, "/explore?game=4x4/3", { errors: true });
  await headline(page, "Blue, to move, wins");
  await page.evaluate(() => {
    window.setTimeout = (() => 0) as unknown as typeof setTimeout; // nothing is tried by itself
  });
  await cutOff(page);
  await move(page, ...(await best("4x4/3")));
  await says(page, "The server does not answer.");
  await reconnect(page);
  await press(page, "Try again");
  await headline(page, "Amber, to move, loses");
  await close(page);
});
