// SPDX-License-Identifier: MIT
// The worker of a page without a server: it answers what the server would, with the module.
//
// Messages are questions {id, method, url}, or a solved game {id, solved}; answers are {id, status,
// text, took}, the last being the milliseconds that the module worked. A module that has failed is of no use any more: the worker says so and ends, and the page
// starts another.
import { type Answer, type Fetch, Module } from "./module";
import { type Estate, Solved } from "./solver";
import { fetchCode } from "./wasi";
import { fetchWeights } from "./weights";

interface Question {
  id: number;
  method: string;
  url: string;
  solved?: Estate;
}

/** Tables up to this size are fetched as a whole. */
const WHOLE_BYTES = 300_000;

/** Bytes of a file by range. All must be of one version of it; a server that knows no ranges sends
 * it whole, once. */
function ranges(file: string): Fetch {
  let version: string | null = null;
  let whole: Uint8Array | undefined;
  return async (from, size) => {
    if (whole) return whole.subarray(from, from + size);
    const response = await fetch(file, { headers: { Range: `bytes=${from}-${from + size - 1}` } });
    if (!response.ok) throw new Error(`it cannot be fetched: ${response.status}`);
    const { headers, status } = response;
    const now = headers.get("ETag") ?? headers.get("Last-Modified");
    version ??= now;
    if (version !== now) throw new Error("the table was replaced: load the page again");
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (status === 206) return bytes;
    whole = bytes;
    return bytes.subarray(from, from + size);
  };
}

async function fetchWhole(file: string, size: number): Promise<Uint8Array> {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`it cannot be fetched: ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length !== size) throw new Error(`it has ${bytes.length} bytes, not ${size}`);
  return bytes;
}

async function add(module: Module, file: string, size: number): Promise<Answer> {
  if (size > WHOLE_BYTES) return module.addTable(size, ranges(file));
  const whole = await fetchWhole(file, size);
  return module.addAtHand(size, (from, count) => whole.subarray(from, from + count));
}

async function addTables(module: Module): Promise<void> {
  const answer = await fetch("tables/list.json");
  const list = answer.ok ? ((await answer.json()) as { file: string; bytes: number }[]) : [];
  for (const { file, bytes } of list) {
    try {
      const { status, text } = await add(module, `tables/${file}`, bytes);
      if (status !== 200) module.skip(`${file}: ${JSON.parse(text).error.message}`);
    } catch (error) {
      module.skip(`${file}: ${error instanceof Error ? error.message : error}`);
    }
  }
}

const load = async (file: string): Promise<Module> => Module.open(await fetchCode(file));

async function start(): Promise<Module> {
  const module = await load("engine.wasm");
  await addTables(module);
  return module;
}

const module = start();
/** The module could not be had: this worker is of no use. */
let lost = false;
/** The engine for several players, loaded when it is first asked. */
let crowd: Promise<Module> | undefined;

/** Who answers: of the levels those that know a table are with the tables. */
function whoAnswers(url: string): Promise<Module> {
  const several = /^\/api\/v1\/play\?.*game=[^&]*(:|%3A)[3-6]p/.test(url);
  if (!several || /level=(perfect|swindler)/.test(url)) return module;
  crowd ??= load("crowd.wasm");
  return crowd;
}

/** A game that was solved elsewhere in this browser becomes a table. */
async function inherit(estate: Estate): Promise<Answer> {
  const solved = await Solved.open(estate);
  return (await module).addAtHand(solved.size, (from, size) => solved.read(from, size));
}

async function ask(method: string, url: string): Promise<Answer> {
  const answering = await whoAnswers(url);
  await fetchWeights(url);
  return answering.ask(method, url);
}

async function answer({ id, method, url, solved }: Question): Promise<void> {
  try {
    postMessage({ id, ...(solved ? await inherit(solved) : await ask(method, url)) });
  } catch (error) {
    const died = lost || error instanceof WebAssembly.RuntimeError;
    const message = error instanceof Error ? error.message : String(error);
    postMessage({ id, status: 503, text: JSON.stringify({ error: { message } }), died });
    if (died) close();
  }
}

/** One question at a time: the module waits for nobody. */
let last: Promise<void> = module.then(
  () => undefined,
  () => {
    lost = true;
  },
);

addEventListener("message", (event: MessageEvent<Question>) => {
  last = last.then(() => answer(event.data));
});
