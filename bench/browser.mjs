// SPDX-License-Identifier: MIT
// node bench/browser.mjs SITE [chromium|firefox]…: times of the page without a server, in browsers:
// solving, probing a table by ranges, and the computer's move with a quarter of the CPU.
//
// SITE is a folder of `make site` with a table of 7x7/3 with distances (make site TABLES=DIR). The
// worker is asked as the page asks it. "in the module" leaves out what was waited for bytes.
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";

const require = createRequire(new URL("../web/package.json", import.meta.url));
const { default: puppeteer } = await import(require.resolve("puppeteer-core"));
const [site, ...wanted] = process.argv.slice(2);
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};
const PROBES = 200;
const THROTTLE = 4;
const SLICE_MS = 5; // that a throttled process runs at a time

function serve() {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://localhost").pathname);
    const file = join(site, path === "/" ? "index.html" : path);
    if (!existsSync(file)) return response.writeHead(404).end();
    const size = statSync(file).size;
    const type = { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" };
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
    if (!range) return createReadStream(file).pipe(response.writeHead(200, type));
    const [start, end] = [Number(range[1]), Math.min(Number(range[2]), size - 1)];
    response.writeHead(206, { ...type, "Content-Range": `bytes ${start}-${end}/${size}` });
    return createReadStream(file, { start, end }).pipe(response);
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server)));
}

/** Runs in the page: `ask` a worker as the page does, and solve games as it does. */
function prepare() {
  const worker = new Worker("worker.js");
  const waiting = new Map();
  let count = 0;
  worker.onmessage = ({ data }) => waiting.get(data.id)(data);
  const send = (message, transfer = []) =>
    new Promise((done) => {
      const began = performance.now();
      waiting.set(++count, (data) => done({ ...data, ms: performance.now() - began }));
      worker.postMessage({ id: count, ...message }, transfer);
    });
  window.ask = (url, method = "GET") => send({ method, url: `/api/v1/${url}` });
  /** Until the game can be asked; and of that without the start of the worker and its module. */
  window.solve = (game) =>
    new Promise((done) => {
      const began = performance.now();
      const solver = new Worker("solver.js");
      solver.onmessage = async ({ data }) => {
        if (!data.memory) return;
        const solved = performance.now();
        await send({ method: "", url: "", solved: data }, [data.memory]);
        solver.terminate();
        done({ all: performance.now() - began, solving: data.took, handed: performance.now() - solved });
      };
      solver.postMessage({ game });
    });
}

const mean = (list) => list.reduce((sum, x) => sum + x, 0) / list.length;
const at = (list, part) => list.toSorted((a, b) => a - b)[Math.floor(part * (list.length - 1))];
const show = (list, digits = 2) =>
  `mean ${mean(list).toFixed(digits)}, 99 % ${at(list, 0.99).toFixed(digits)}, most ${Math.max(...list).toFixed(digits)} ms`;

/** Any positions of 7x7/3, of which hardly two are in one block. */
function draw(many) {
  let seed = 1;
  const below = (count) => {
    seed = (seed * 48271) % 2147483647;
    return seed % count;
  };
  return Array.from({ length: many }, () => {
    const cells = Array(49).fill(" ");
    for (const piece of "xxxooo") {
      let at = below(49);
      while (cells[at] !== " ") at = below(49);
      cells[at] = piece;
    }
    const rows = cells.join("").match(/.{7}/g);
    return `${rows.map((row) => row.replaceAll(/ +/g, (gap) => gap.length)).join("/")} x`;
  });
}

async function probe(page, what, positions) {
  const times = { module: [], all: [] };
  for (const position of positions) {
    const { took, ms, status } = await page.evaluate(
      (w, p) => window.ask(`${w}?game=7x7/3&position=${encodeURIComponent(p)}`),
      what,
      position,
    );
    if (status === 400) continue; // not a legal one
    if (status !== 200) throw new Error(`${what} of ${position} was answered with ${status}`);
    times.module.push(took);
    times.all.push(ms);
  }
  return times;
}

/** Processes below one. */
function below(pid) {
  const parents = new Map();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry)))
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 4).split(" ")[0]));
    } catch {
      // it has ended
    }
  const found = [pid];
  for (const parent of found)
    for (const [child, of] of parents) if (of === parent) found.push(child);
  return found.slice(1);
}

/** Lets processes run for a quarter of the time until it is told to end. */
function throttle(pids) {
  let on = true;
  const signal = (name) => {
    for (const pid of pids)
      try {
        process.kill(pid, name);
      } catch {
        // it has ended
      }
  };
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const ended = (async () => {
    while (on) {
      signal("SIGSTOP");
      await pause(SLICE_MS * (THROTTLE - 1));
      signal("SIGCONT");
      await pause(SLICE_MS);
    }
  })();
  return async () => {
    on = false;
    await ended;
  };
}

const spin = (page) =>
  page.evaluate(() => {
    const began = performance.now();
    let sum = 0;
    for (let i = 0; i < 1e8; i++) sum = (sum + i * i) | 0;
    return performance.now() - began + sum * 0;
  });

async function think(page, pid) {
  const free = await spin(page);
  const stop = throttle(below(pid));
  try {
    const slowed = (await spin(page)) / free;
    console.log(`  throttled: the CPU is ${slowed.toFixed(1)} times slower`);
    for (const level of ["hobbyist", "club", "strongest"]) {
      const times = [];
      let moves = "";
      for (let i = 0; i < 6; i++) {
        const { ms, text } = await page.evaluate(
          (l, m) => window.ask(`play?game=star121:2p&moves=${m}&level=${l}&milliseconds=1000`, "POST"),
          level,
          moves,
        );
        times.push(Math.round(ms));
        moves += `${moves ? "," : ""}${JSON.parse(text).move.move}`;
      }
      console.log(`  star121:2p, ${level}, at most 1000 ms promised: moves in ${times.join(", ")} ms`);
    }
  } finally {
    await stop();
  }
}

async function measure(name, address) {
  const firefox = name === "firefox";
  const browser = await puppeteer.launch({
    browser: firefox ? "firefox" : "chrome",
    executablePath: firefox
      ? (process.env.FIREFOX ?? "/usr/bin/firefox-esr")
      : (process.env.CHROMIUM ?? "/usr/bin/chromium"),
    args: firefox ? [] : ["--no-sandbox", "--disable-gpu"],
    headless: true,
    protocolTimeout: 180_000,
  });
  console.log(`${name} ${await browser.version()}`);
  const page = await browser.newPage();
  await page.goto(`${address}/results.json`); // no page that asks on its own
  await page.evaluate(prepare);
  const { ms: opened } = await page.evaluate(() => window.ask("tables"));
  console.log(`  worker, module and tables there: ${opened.toFixed(0)} ms`);
  const positions = draw(2 * PROBES);
  const single = await probe(page, "replay", positions.slice(0, PROBES));
  console.log(`  7x7/3, one position, in the module: ${show(single.module)}; with bytes: ${show(single.all)}`);
  const every = await probe(page, "probe", positions.slice(PROBES));
  console.log(`  7x7/3, all moves, in the module: ${show(every.module)}; with bytes: ${show(every.all)}`);
  for (const game of ["6x6/3", "7x7/3", "star37/2:3p"]) {
    const { all, solving, handed } = await page.evaluate((g) => window.solve(g), game);
    console.log(
      `  ${game} solved: ${(solving / 1000).toFixed(2)} s; ready after ${(all / 1000).toFixed(2)} s, of which handing over ${handed.toFixed(0)} ms`,
    );
  }
  const solved = await probe(page, "probe", positions.slice(0, PROBES));
  console.log(`  7x7/3 as solved, all moves: ${show(solved.all)}`);
  await think(page, browser.process().pid);
  await browser.close();
}

const server = await serve();
for (const name of wanted.length ? wanted : ["chromium", "firefox"])
  await measure(name, `http://127.0.0.1:${server.address().port}`);
server.close();
