// SPDX-License-Identifier: MIT
// Every view does its job, in a real browser.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { cell, expectAccessible, launch, move, open, press } from "./browser";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

const headline = (page: Page) => page.locator(".verdict h2");

/** The best move of a position, from the API. */
async function bestMove(game: string, position = ""): Promise<{ path: string[]; move: string }> {
  const query = `game=${game}${position && `&position=${encodeURIComponent(position)}`}`;
  const answer = await fetch(`${inject("address")}api/v1/probe?${query}`);
  return (await answer.json()).moves[0];
}

const ends = ({ path }: { path: string[] }): [string, string] => [path[0] ?? "", path.at(-1) ?? ""];

test("explore: the first view is usable within 300 ms", async () => {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 12 && best > 300; attempt++) {
    const page = await open(browser, "/");
    await headline(page).waitFor();
    const [mark] = await page.evaluate(() =>
      performance.getEntriesByName("usable").map((entry) => entry.startTime),
    );
    best = Math.min(best, mark ?? best);
    await page.close();
  }
  expect(best).toBeLessThan(300);
});

test("the page is small", async () => {
  const { origin } = new URL(inject("address"));
  const html = await (await fetch(origin)).text();
  const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]);
  expect(files.length).toBeGreaterThan(2);
  let bytes = html.length;
  for (const file of files) {
    const answer = await fetch(origin + file, { headers: { "Accept-Encoding": "gzip" } });
    bytes += Number(answer.headers.get("content-length"));
  }
  expect(bytes).toBeLessThan(120_000);
});

test("explore: a piece travels along its path", async () => {
  const page = await open(browser, "/explore?game=4x4/3", { motion: true });
  await headline(page).waitFor();
  await move(page, ...ends(await bestMove("4x4/3")));
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBeGreaterThan(0);
  await page.close();
});

test("explore: click, targets, undo, redo, flip, and the address holds it all", async () => {
  const page = await open(browser, "/explore?game=4x4/3");
  await expect.poll(() => headline(page).textContent()).toBe("Blue, to move, wins");
  const [from, to] = ends(await bestMove("4x4/3"));
  await press(page, from);
  expect(await page.locator(".cell.target").count()).toBeGreaterThan(0);
  await press(page, to);
  await expect.poll(() => headline(page).textContent()).toBe("Amber, to move, loses");
  await expect.poll(() => page.url()).toContain(`moves=${from}-${to}`);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => headline(page).textContent()).toBe("Blue, to move, wins");
  await page.getByRole("button", { name: "Redo" }).click();
  await expect.poll(() => headline(page).textContent()).toBe("Amber, to move, loses");
  await page.getByRole("button", { name: "Flip" }).click();
  expect(page.url()).toContain("flip=1");
  const url = page.url();
  const labels = await page.locator(".cell").evaluateAll((all) => all.map((c) => c.getAttribute("aria-label")));
  await page.goto("about:blank");
  await page.goto(url);
  await expect.poll(() => headline(page).textContent()).toBe("Amber, to move, loses");
  const again = await page.locator(".cell").evaluateAll((all) => all.map((c) => c.getAttribute("aria-label")));
  expect(again).toEqual(labels);
  await page.close();
});

test("explore: drag a piece", async () => {
  const page = await open(browser, "/explore?game=4x4/3");
  await headline(page).waitFor();
  const [from, to] = ends(await bestMove("4x4/3"));
  const a = await cell(page, from).locator(".touch").boundingBox();
  const b = await cell(page, to).locator(".touch").boundingBox();
  if (!a || !b) throw new Error("cells are not drawn");
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => page.url()).toContain(`moves=${from}-${to}`);
  await page.close();
});

test("explore: the list shows moves on the board, the line plays them, the graph jumps", async () => {
  const page = await open(browser, "/explore?game=4x4/3");
  const first = page.locator(".group button").first();
  await first.hover();
  await page.locator(".arrow").waitFor();
  await page.getByRole("button", { name: "Best line from here" }).click();
  await expect.poll(() => page.locator(".score li").count()).toBeGreaterThan(5);
  await page.getByRole("button", { name: "To the end" }).click();
  await expect.poll(() => headline(page).textContent()).toBe("Blue has won");
  await page.locator(".bar").first().click();
  await expect.poll(() => headline(page).textContent()).toBe("Blue, to move, wins");
  await page.close();
});

test("explore: set up a position, and be told when it is not legal", async () => {
  const page = await open(browser, "/explore?game=4x4/3");
  await headline(page).waitFor();
  await page.getByRole("button", { name: "Set up a position" }).click();
  await move(page, "a1", "b2");
  await page.getByText("A legal position.").waitFor();
  await page.getByRole("button", { name: "Use this position" }).click();
  await expect.poll(() => page.url()).toContain("start=1x2");
  await headline(page).waitFor();
  await page.close();
});

test("explore: the keyboard alone makes a move", async () => {
  const page = await open(browser, "/explore?game=4x4/3");
  await headline(page).waitFor();
  await cell(page, "a1").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => cell(page, "a1").getAttribute("aria-pressed")).toBe("true");
  const target = page.locator(".cell.target").first();
  await target.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).toContain("moves=a1-");
  await page.close();
});

test("a bad address says what is wrong", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${inject("address")}explore?game=chess`);
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("alert").textContent()).toContain("chess");
  await context.close();
});

test("play: perfect play answers, verdicts fall, hints help, moves can be taken back", async () => {
  const page = await open(browser, "/play?game=4x4/3");
  await page.getByText("Blue to move").waitFor();
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByText(/^Hint: /).waitFor();
  await move(page, ...ends(await bestMove("4x4/3")));
  await expect.poll(() => page.locator(".score li").count()).toBe(2);
  await expect.poll(() => page.locator(".score .grade-best").count()).toBe(2);
  await page.getByRole("button", { name: "Take back" }).click();
  await expect.poll(() => page.locator(".score li").count()).toBe(0);
  await page.close();
});

test("play: a table beats a table, and people play without one", async () => {
  const page = await open(browser, "/play?game=4x4/3&seats=perfect,perfect");
  await expect
    .poll(() => page.locator(".score li").count(), { timeout: 6000 })
    .toBeGreaterThan(1);
  await page.goto(`${inject("address")}play?game=star121:3p`);
  await page.getByText("only people can play it").waitFor();
  await page.locator(".cell.source").first().locator(".touch").click();
  await page.locator(".cell.target").first().locator(".touch").click();
  await page.getByText("Amber to move").waitFor();
  await page.close();
});

test("three players: the diagram, what moves give, and a kingmaker to step through", async () => {
  const page = await open(browser, "/three?game=star13:3p");
  await expect.poll(() => page.locator(".control .gift").count()).toBe(6);
  await page.getByRole("button", { name: "Kingmakers" }).click();
  await page.getByRole("heading", { name: /Hands the win to/ }).first().waitFor();
  expect(await page.getByRole("heading", { name: /Hands the win to/ }).count()).toBeGreaterThan(1);
  await page.getByRole("button", { name: "Next example" }).click();
  await page.getByText("2 of ").waitFor();
  await page.locator(".stage[aria-busy=false]").waitFor();
  await page.locator(".group:not(.tone-open) button").first().click();
  await expect.poll(() => headline(page).textContent()).toMatch(/can force the win|has won/);
  await page.close();
});

test("puzzles: a wrong move is refused, the right one praised", async () => {
  const page = await open(browser, "/puzzles?game=4x4/3&kind=only-win");
  await page.getByText("Only one move wins").waitFor();
  const position = new URL(page.url()).searchParams.get("start") ?? "";
  const probe = await fetch(
    `${inject("address")}api/v1/probe?game=4x4/3&position=${encodeURIComponent(position)}`,
  );
  const { moves } = await probe.json();
  await move(page, ...ends(moves.at(-1)));
  await page.getByText("Try again").waitFor();
  await move(page, ...ends(moves[0]));
  await page.getByText("Right!").waitFor();
  await page.locator(".puzzle").getByRole("button", { name: "Next puzzle" }).click();
  await expect.poll(() => page.url()).toContain("number=1");
  await page.close();
});

test("results: our counts agree with the published ones", async () => {
  const page = await open(browser, "/results");
  const row = page.locator("tr", { hasText: "7x7/2" });
  await row.getByText("solved here").waitFor();
  expect(await row.locator(".agrees").count()).toBe(4);
  expect(await page.locator(".differs").count()).toBe(0);
  await page.locator(".histogram").first().waitFor();
  await page.close();
});

test.each(["explore?game=4x4/3", "play?game=4x4/3", "three?game=star13:3p", "puzzles?game=4x4/3", "results"])(
  "%s is accessible, light and dark, and fits a phone",
  async (path) => {
    for (const dark of [false, true]) {
      const page = await open(browser, `/${path}`, { width: 390, height: 844, dark });
      await page.locator(".board, table").first().waitFor();
      await page.waitForLoadState("networkidle");
      await expectAccessible(page);
      const [inside, outside] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        innerWidth,
      ]);
      expect(inside).toBeLessThanOrEqual(outside ?? 0);
      await page.close();
    }
  },
);
