// SPDX-License-Identifier: MIT
// The page without a server: static files (make site) from a plain file server.
import { gzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { close, count, expectAccessible, launch, move, open, says, settled, text } from "./browser";
import { type Files, serveFiles } from "./files";

const SITE = process.env.STERNHALMA_SITE ?? fileURLToPath(new URL("../../build/site", import.meta.url));

let browser: Browser;
let files: Files;
beforeAll(async () => {
  browser = await launch();
  files = await serveFiles(SITE);
});
afterAll(async () => {
  await browser?.close();
  files?.close();
});

const visit = (address: string, options = {}) =>
  open(browser, `/#${address}`, { ...options, origin: files.address });
const headline = (page: Page, words: string) =>
  expect.poll(() => text(page, ".verdict h2"), { timeout: 20_000 }).toBe(words);

const packed = (name: string): number => gzipSync(readFileSync(`${SITE}/${name}`), { level: 9 }).length;

test("page and modules are small", () => {
  expect(packed("index.html") + packed("worker.js")).toBeLessThanOrEqual(60_000);
  expect(packed("engine.wasm")).toBeLessThanOrEqual(90_000);
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

test("the engine plays in a worker: a whole game, and the star", async () => {
  const page = await visit("/play?game=4x4/3&seats=club,swindler");
  await expect.poll(() => text(page, ".end-card h2"), { timeout: 30_000 }).toMatch(/wins|draw/);
  await page.goto(`${files.address}/#/play?game=star121:2p&seats=strongest,club`);
  await page.reload();
  await expect.poll(() => count(page, ".score li"), { timeout: 20_000 }).toBeGreaterThan(3);
  await close(page);
});

test("a table that is missing or damaged is left out, and the page goes on", async () => {
  files.missing.add("/tables/4x4-3.shtb");
  const page = await visit("/explore?game=4x4/3", { errors: true });
  await says(page, "There is no table of this game here");
  files.missing.clear();
  await close(page);
});
