// SPDX-License-Identifier: MIT
// A browser with fresh profiles, and what the tests do with pages over and over. STERNHALMA_BROWSER
// says which: chromium or firefox.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { expect, inject } from "vitest";

const firefox = process.env.STERNHALMA_BROWSER === "firefox";

// Only what never comes takes so long, even on a busy machine.
export const PATIENCE_MS = 100_000;

const CHROMIUM = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const launch = (): Promise<Browser> =>
  firefox
    ? puppeteer.launch({
        browser: "firefox",
        executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
        headless: true,
        timeout: PATIENCE_MS,
        defaultViewport: null, // resize() says it
      })
    : puppeteer.launch({
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        headless: true,
        timeout: PATIENCE_MS,
        args: CHROMIUM,
      });

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface Options {
  width?: number;
  height?: number;
  dark?: boolean;
  /** Let pieces travel; otherwise they jump, which is faster to test. */
  motion?: boolean;
  /** Somebody who has never been here. */
  newcomer?: boolean;
  /** Errors in the log are expected: the server is not there, or the address is none. */
  errors?: boolean;
  /** Another server than the program. */
  origin?: string;
}

/** What the page said that it should not have said. */
const complaints = new WeakMap<Page, string[]>();

/** Gives a page a size. With it puppeteer turns the screen, which Firefox 140 does not know: there the
 * page has its size all the same. */
export async function resize(
  page: Pick<Page, "setViewport" | "waitForFunction">,
  width: number,
  height: number,
): Promise<void> {
  try {
    await page.setViewport({ width, height });
  } catch (error) {
    if (!String(error).includes("setScreenOrientationOverride")) throw error;
    await page.waitForFunction((w) => innerWidth === w, {}, width);
  }
}

/** Opens an address of the page in a profile of its own. */
export async function open(browser: Browser, path: string, options: Options = {}): Promise<Page> {
  const { width = 1280, height = 860, dark = false, motion = false, newcomer = false } = options;
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const origin = options.origin ?? new URL(inject("address")).origin;
  page.setDefaultTimeout(PATIENCE_MS);
  const found: string[] = [];
  complaints.set(page, found);
  page.on("console", (message) => {
    if (message.type() === "error" && !options.errors) found.push(`logged: ${message.text()}`);
  });
  page.on("pageerror", (error) => found.push(`threw: ${error}`));
  page.on("request", (request) => {
    const url = request.url();
    if (/^(https?|wss?):/.test(url) && !url.startsWith(origin)) found.push(`asked for ${url}`);
  });
  await resize(page, width, height);
  await page.evaluateOnNewDocument(
    (theme, still, seen) => {
      try {
        localStorage.setItem("theme", theme);
        if (seen) localStorage.setItem("seen", "1");
      } catch {
        return; // a page without storage is none of ours
      }
      const real = window.matchMedia.bind(window);
      window.matchMedia = (query) =>
        query.includes("reduced-motion")
          ? ({ ...real(query), matches: still, media: query } as MediaQueryList)
          : real(query);
    },
    dark ? "dark" : "light",
    !motion,
    !newcomer,
  );
  await page.goto(path.startsWith("/") ? origin + path : path);
  return page;
}

/** Closes a page; whatever it complained of is a failure. */
export async function close(page: Page): Promise<void> {
  const found = complaints.get(page) ?? [];
  await page.browserContext().close();
  expect(found).toEqual([]);
}

export const text = (page: Page, selector: string): Promise<string | null> =>
  page.evaluate((s) => document.querySelector(s)?.textContent ?? null, selector);

export const count = (page: Page, selector: string): Promise<number> =>
  page.evaluate((s) => document.querySelectorAll(s).length, selector);

export const attribute = (page: Page, selector: string, name: string): Promise<string | null> =>
  page.evaluate((s, n) => document.querySelector(s)?.getAttribute(n) ?? null, selector, name);

/** Waits until the page says something. */
export const says = (page: Page, words: string | RegExp): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.body.innerText))
    .toMatch(typeof words === "string" ? new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")) : words);

/** Waits for the scene that belongs to the address. */
export const settled = (page: Page): Promise<unknown> =>
  page.waitForSelector(".stage[aria-busy=false]");

/** Presses the button or link whose name begins so; another one where the page has drawn it anew. */
export async function press(page: Page, name: string): Promise<void> {
  for (let pressed = false; !pressed; ) {
    const handle = await page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll<HTMLButtonElement>("button, a")].find((element) => {
          const named = element.getAttribute("aria-label") ?? element.textContent ?? "";
          return !element.disabled && named.trim().startsWith(wanted) && element.checkVisibility();
        }),
      {},
      name,
    );
    const element = handle.asElement() as Awaited<ReturnType<Page["$"]>>;
    pressed = await (element as NonNullable<typeof element>).click().then(
      () => true,
      (error: Error) => {
        if (!error.message.includes("detached")) throw error;
        return false;
      },
    );
  }
}

/** Cuts the page off from the server, or lets it through again. */
export const cutOff = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const broken = window as unknown as { real?: typeof fetch };
    broken.real ??= window.fetch;
    window.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
  });
export const reconnect = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.fetch = (window as unknown as { real: typeof fetch }).real;
  });

export const cell = (name: string): string => `[data-cell="${name}"]`;

/** Clicks a cell where it is drawn. */
export async function touch(page: Page, name: string): Promise<void> {
  const at = await middle(page, `${cell(name)} .touch`);
  await page.mouse.click(at.x, at.y);
}

/** The middle of what is drawn. */
export async function middle(page: Page, selector: string): Promise<{ x: number; y: number }> {
  await page.waitForSelector(selector);
  return page.evaluate((s) => {
    const element = document.querySelector(s);
    element?.scrollIntoView({ block: "center", inline: "center" });
    const box = element?.getBoundingClientRect() ?? new DOMRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, selector);
}

/** Makes a move on the board by clicking, as soon as the page knows that the piece can move. */
export async function move(page: Page, from: string, to: string): Promise<void> {
  await page.waitForSelector(`${cell(from)}.source`);
  await touch(page, from);
  await page.waitForSelector(`${cell(to)}.target`);
  await touch(page, to);
}

/** The rules of axe that look at colours: all that another theme can break. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/** Runs axe on the page as it is: nothing may be found. */
export async function expectAccessible(page: Page, rules?: "colours"): Promise<void> {
  // The policy forbids inline scripts; the debugging protocol does not mind.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const found = await page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run({ resultTypes: ["violations"], ...(only && { runOnly: only }) });
    return violations.map(
      (v) => `${v.id}: ${v.nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`,
    );
  }, rules && COLOURS);
  expect(found).toEqual([]);
}

/** On a screen of this size nothing sticks out sideways, and the board is neither cut nor tiny. */
export async function expectFits(page: Page, width: number, height: number): Promise<void> {
  await resize(page, width, height);
  const { inside, outside, board } = await page.evaluate(() => ({
    inside: document.documentElement.scrollWidth,
    outside: document.documentElement.clientWidth,
    board: document.querySelector(".board")?.getBoundingClientRect().height,
  }));
  const where = `${page.url()} at ${width} × ${height}`;
  expect(inside, where).toBeLessThanOrEqual(outside);
  if (board === undefined) return;
  expect(board, where).toBeLessThanOrEqual(height);
  if (height < 500) expect(board, where).toBeGreaterThan(height * 0.45);
  if (width > 2000) expect(board, where).toBeGreaterThan(height * 0.6);
}
