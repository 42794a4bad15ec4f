// SPDX-License-Identifier: MIT
// The worker of a page without a server: it answers what the server would, with the module.
//
// Messages are questions {id, method, url}; answers are {id, status, text}. A module that has failed
// is of no use any more: the worker says so and ends, and the page starts another.
import { type Fetch, Module } from "./module";

interface Question {
  id: number;
  method: string;
  url: string;
}

/** Tables up to this size are fetched as a whole. */
const WHOLE_BYTES = 300_000;

const skipped: string[] = [];

async function fetchRange(file: string, from: number, size: number): Promise<Uint8Array> {
  const response = await fetch(file, { headers: { Range: `bytes=${from}-${from + size - 1}` } });
  if (!response.ok) throw new Error(`${file} cannot be fetched: ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  // A server that knows no ranges sends it all.
  return response.status === 206 ? bytes : bytes.subarray(from, from + size);
}

/** Bytes of a file: of a small one all at the first question. */
function bytesOf(file: string, size: number): Fetch {
  let whole: Promise<Uint8Array> | undefined;
  return async (from, count) => {
    if (size > WHOLE_BYTES) return fetchRange(file, from, count);
    whole ??= fetch(file).then(async (answer) => new Uint8Array(await answer.arrayBuffer()));
    return (await whole).subarray(from, from + count);
  };
}

async function addTables(module: Module): Promise<void> {
  const answer = await fetch("tables/list.json");
  const list = answer.ok ? ((await answer.json()) as { file: string; bytes: number }[]) : [];
  for (const { file, bytes } of list) {
    try {
      const { status, text } = await module.addTable(bytes, bytesOf(`tables/${file}`, bytes));
      if (status !== 200) skipped.push(`${file}: ${JSON.parse(text).error.message}`);
    } catch (error) {
      skipped.push(`${file}: ${error instanceof Error ? error.message : error}`);
    }
  }
}

async function load(file: string): Promise<Module> {
  const code = await fetch(file);
  if (!code.ok) throw new Error(`${file} cannot be fetched: ${code.status}`);
  // Not compileStreaming: not every server knows the type of modules.
  return Module.open(await WebAssembly.compile(await code.arrayBuffer()));
}

async function start(): Promise<Module> {
  const module = await load("engine.wasm");
  await addTables(module);
  return module;
}

const module = start();
/** The engine for several players, loaded when it is first asked. */
let crowd: Promise<Module> | undefined;

/** Who answers: of the levels those that know a table are with the tables. */
function whoAnswers(url: string): Promise<Module> {
  const several = /^\/api\/v1\/play\?.*game=[^&]*(:|%3A)[3-6]p/.test(url);
  if (!several || /level=(perfect|swindler)/.test(url)) return module;
  crowd ??= load("crowd.wasm");
  return crowd;
}

/** One question at a time: the module waits for nobody. */
let last: Promise<unknown> = module;

async function answer({ id, method, url }: Question): Promise<void> {
  try {
    const { status, text } = await (await whoAnswers(url)).ask(method, url);
    const told = url.startsWith("/api/v1/tables") && skipped.length > 0;
    const body = told
      ? JSON.stringify({ ...JSON.parse(text), skipped: skipped.length, reason: skipped.at(-1) })
      : text;
    postMessage({ id, status, text: body });
  } catch (error) {
    const died = error instanceof WebAssembly.RuntimeError;
    const message = error instanceof Error ? error.message : String(error);
    postMessage({ id, status: 503, text: JSON.stringify({ error: { message } }), died });
    if (died) close();
  }
}

addEventListener("message", (event: MessageEvent<Question>) => {
  last = last.then(() => answer(event.data));
});
