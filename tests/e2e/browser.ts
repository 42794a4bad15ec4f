// SPDX-License-Identifier: MIT
// A browser with a fresh profile, and what the tests do with pages over and over.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type Page, chromium } from "playwright-core";
import { expect, inject } from "vitest";

const ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ARGUMENTS });

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface Options {
  width?: number;
  height?: number;
  dark?: boolean;
  /** Let pieces travel; otherwise they jump, which is faster to test. */
  motion?: boolean;
}

/** Opens an address of the page; anything it logs as an error or asks of another host is a failure. */
export async function open(browser: Browser, path: string, options: Options = {}): Promise<Page> {
  const { width = 1280, height = 860, dark = false, motion = false } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? "dark" : "light",
    reducedMotion: motion ? "no-preference" : "reduce",
  });
  const page = await context.newPage();
  const origin = new URL(inject("address")).origin;
  page.on("console", (message) => {
    if (message.type() === "error") throw new Error(`the page logged: ${message.text()}`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(origin)) throw new Error(`a request left for ${request.url()}`);
  });
  await page.goto(origin + path);
  return page;
}

export const cell = (page: Page, name: string) => page.locator(`[data-cell="${name}"]`);

/** Clicks a cell where it is drawn. */
export const press = (page: Page, name: string) => cell(page, name).locator(".touch").click();

/** Makes a move on the board by clicking. */
export async function move(page: Page, from: string, to: string): Promise<void> {
  await press(page, from);
  await press(page, to);
}

/** Runs axe on the page as it is: nothing serious may be found. */
export async function expectAccessible(page: Page): Promise<void> {
  // The policy forbids inline scripts; the debugging protocol does not mind.
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof import("axe-core") }).axe.run();
    return violations
      .filter((v) => v.impact === "serious" || v.impact === "critical")
      .map((v) => `${v.id}: ${v.nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
  });
  expect(found).toEqual([]);
}
