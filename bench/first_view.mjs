// SPDX-License-Identifier: MIT
// node bench/first_view.mjs ADDRESS...: how long after the request the first board and its sentence
// are in the page, in Chromium, each load in a profile of its own, the addresses in turn.
import { createRequire } from "node:module";

const require = createRequire(new URL("../web/package.json", import.meta.url));
const { default: puppeteer } = await import(require.resolve("puppeteer-core"));
const LOADS = 15;
const SETTLE_MS = 700; // a new profile starts with pages of the browser's own

/** Runs in the page, before anything of it: notes when the sentence has appeared. */
function watch() {
  localStorage.setItem("seen", "1");
  new MutationObserver(() => {
    if (!window.usable && document.querySelector(".verdict h2")) window.usable = performance.now();
  }).observe(document, { childList: true, subtree: true });
}

async function load(browser, address) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.evaluateOnNewDocument(watch);
  await new Promise((done) => setTimeout(done, SETTLE_MS));
  await page.goto(address);
  await page.waitForSelector(".verdict h2");
  const usable = await page.evaluate(() => window.usable);
  await context.close();
  return Math.round(usable);
}

const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const addresses = process.argv.slice(2);
const times = addresses.map(() => []);
for (let i = 0; i < LOADS; i++)
  for (const [which, address] of addresses.entries()) times[which].push(await load(browser, address));
for (const [which, address] of addresses.entries()) {
  const sorted = times[which].sort((a, b) => a - b);
  console.log(`${address}: ${sorted.join(" ")} ms, median ${sorted[(LOADS - 1) / 2]}`);
}
await browser.close();
