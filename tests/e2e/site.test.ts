// SPDX-License-Identifier: MIT
// The page without a server: static files (make site) from a plain file server.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { close, count, expectAccessible, launch, move, open, press, says, settled, text } from "./browser";
import { type Files, serveFiles } from "./files";

const SITE = process.env.STERNHALMA_SITE ?? fileURLToPath(new URL("../../build/site", import.meta.url));

let browser: Browser;
let files: Files;
beforeAll(async () => {
  browser = await launch();
  files = await serveFiles(SITE);
});
afterEach(() => {
  files.missing.clear();
  files.spoiled.clear();
  files.tables = "";
  files.changing = false;
});
afterAll(async () => {
  await browser?.close();
  files?.close();
});

const visit = (address: string, options = {}) =>
  open(browser, `/#${address}`, { ...options, origin: files.address });
const headline = (page: Page, words: string) =>
  expect.poll(() => text(page, ".verdict h2")).toBe(words);

/** Size as tools/site.sh prints it. Node packs with a zlib of its own, which differs between its builds. */
const packed = (name: string): number => execFileSync("gzip", ["-9nc", `${SITE}/${name}`]).length;

test("page and modules are small", () => {
  expect(packed("index.html") + packed("worker.js")).toBeLessThanOrEqual(60_000);
  expect(packed("engine.wasm")).toBeLessThanOrEqual(90_000);
  expect(packed("crowd.wasm")).toBeLessThanOrEqual(100_000);
  expect(packed("solver.wasm") + packed("solver.js")).toBeLessThanOrEqual(80_000);
});

test("a table beside the page tells who wins; a larger one is read by ranges", async () => {
  const page = await visit("/explore?game=4x4/3");
  await headline(page, "Blue, to move, wins");
  await settled(page);
  await expectAccessible(page);
  await move(page, "a1", "c1");
  await headline(page, "Amber, to move, loses");
  expect(page.url()).toContain("#/explore?game=4x4/3&moves=a1-c1");
  expect(files.ranges).not.toContain("/tables/4x4-3.shtb");
  await page.goto(`${files.address}/#/explore?game=5x5/3`);
  await page.reload();
  await headline(page, "Blue, to move, wins");
  expect(files.ranges.filter((path) => path === "/tables/5x5-3.shtb").length).toBeGreaterThan(1);
  await close(page);
});

test("a damaged address shows a page that says so", async () => {
  for (const address of ["/%E0%A4%A", "/explore?game=%"]) {
    const page = await visit(address, { errors: true });
    await page.waitForSelector("[role=alert]");
    expect(await text(page, "[role=alert]")).toContain("%");
    await close(page);
  }
});

test("the engine plays in a worker: a whole game, and the star", async () => {
  const page = await visit("/play?game=4x4/3&seats=club,swindler");
  await expect.poll(() => text(page, ".end-card h2")).toMatch(/wins|draw/);
  await page.goto(`${files.address}/#/play?game=star121:2p&seats=strongest,club`);
  await page.reload();
  await expect.poll(() => count(page, ".score li")).toBeGreaterThan(3);
  expect(files.asked.filter((path) => path.endsWith(".weights"))).toEqual([]);
  await page.goto(`${files.address}/#/play?game=7x7/6&seats=strongest,club`);
  await expect.poll(() => files.asked).toContain("/weights/7x7-6.weights"); // the list may be the star's still
  await expect.poll(() => count(page, ".score li")).toBeGreaterThan(0);
  await page.goto(`${files.address}/#/play?game=star121:6p&seats=club,club,club,club,club,club`);
  await expect.poll(() => files.asked).toContain("/weights/star121-6p.weights");
  await expect.poll(() => files.asked).toContain("/crowd.wasm");
  await close(page);
});

/** Solving takes a fifth of a second longer with every report: it does not end before it is stopped. */
const slowly = Buffer.from(`{
  const send = postMessage.bind(self);
  self.postMessage = (...message) => {
    for (const end = performance.now() + 200; performance.now() < end; );
    send(...message);
  };
}`);

test("a game is solved in the browser: two players, three, and one that is stopped", async () => {
  const page = await visit("/explore?game=6x6/3");
  await says(page, "There is no table of this game here");
  expect(files.asked).not.toContain("/solver.wasm");
  await press(page, "Solve it");
  await headline(page, "Blue, to move, wins");
  await says(page, "in 37 plies");
  await settled(page);
  await expectAccessible(page);
  await page.goto(`${files.address}/#/three?game=star37/1:3p`);
  await press(page, "Solve it");
  await headline(page, "Nobody can win alone: somebody decides");
  files.spoiled.set("/solver.js", (bytes) => Buffer.concat([slowly, bytes]));
  await page.goto(`${files.address}/#/explore?game=7x7/3`);
  await press(page, "Solve it");
  await press(page, "Stop");
  await says(page, "There is no table of this game here");
  await page.goto(`${files.address}/#/explore?game=6x6/3`);
  await headline(page, "Blue, to move, wins"); // it is still known
  await close(page);
});

test("tables of a program's server are read by ranges", async () => {
  const program = process.env.STERNHALMA ?? fileURLToPath(new URL("../../build/sternhalma", import.meta.url));
  const server = spawn("setpriv", [
    ...["--pdeathsig", "KILL", "--", program],
    ...["serve", "--tables", `${SITE}/tables`, "--port", "0", "--json"],
  ]);
  const [line] = (await once(createInterface(server.stdout), "line")) as [string];
  files.tables = new URL(JSON.parse(line).address).origin;
  const own = `[{"file":"../api/v1/tables/5x5-3.shtb","bytes":${statSync(`${SITE}/tables/5x5-3.shtb`).size}}]`;
  files.spoiled.set("/tables/list.json", () => Buffer.from(own));
  const page = await visit("/explore?game=5x5/3");
  await headline(page, "Blue, to move, wins");
  expect(files.ranges).toContain("/api/v1/tables/5x5-3.shtb");
  files.spoiled.clear();
  files.tables = "";
  await close(page);
  server.kill("SIGTERM");
  await once(server, "exit");
});

test("a table that is missing, damaged, another or replaced: the page says so and goes on", async () => {
  const without = "There is no table of this game here";
  const table = "/tables/4x4-3.shtb";
  const again = async (address: string) => {
    await page.goto(`${files.address}/#${address}`);
    await page.reload();
  };
  files.missing.add(table);
  const page = await visit("/explore?game=4x4/3", { errors: true });
  await says(page, "A table cannot be used: 4x4-3.shtb: it cannot be fetched: 404");
  await says(page, without);
  files.missing.clear();

  files.spoiled.set(table, (bytes) => bytes.fill(9, 8, 9)); // the version
  await again("/explore?game=4x4/3");
  await says(page, "4x4-3.shtb: this table has format version 9");
  await says(page, without);

  files.spoiled.set(table, (bytes) => bytes.fill(0, bytes.length >> 1)); // its blocks
  await again("/explore?game=4x4/3");
  await says(page, /The table of 4x4.3 does not answer: .*damaged/);
  await move(page, "a1", "c1"); // there are moves all the same
  files.spoiled.clear();

  files.changing = true;
  await again("/explore?game=5x5/3");
  await says(page, "5x5-3.shtb: the table was replaced");
  await close(page);
});

test("a worker that dies is started again", async () => {
  files.missing.add("/engine.wasm");
  const page = await visit("/explore?game=4x4/3", { errors: true });
  await says(page, "engine.wasm cannot be fetched: 404");
  files.missing.clear();
  await press(page, "Try again");
  await headline(page, "Blue, to move, wins");
  // A worker that throws at its third question, and is asked again as it should be.
  const fails = Buffer.from(";let left=3;addEventListener('message',()=>{if(!--left)throw left})");
  let started = 0;
  files.spoiled.set("/worker.js", (bytes) => (started++ ? bytes : Buffer.concat([bytes, fails])));
  await page.reload();
  await headline(page, "Blue, to move, wins");
  await move(page, "a1", "c1");
  await headline(page, "Amber, to move, loses");
  expect(started).toBe(2);
  await close(page);
});
