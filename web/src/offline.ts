// SPDX-License-Identifier: MIT
// Answers without a server: questions go to a worker, which is started again when it dies.
import { answerJobs, forgetSolved } from "./solving";
import type { Estate } from "./worker/solver";

interface Waiting {
  message: { method: string; url: string; solved?: Estate };
  done: (response: Response) => void;
  /** It was asked before, of a worker that died. */
  again: boolean;
}

let worker: Worker | null = null;
let count = 0;
const waiting = new Map<number, Waiting>();

const refuse = (message: string): Response =>
  new Response(JSON.stringify({ error: { message } }), { status: 503 });

function post(entry: Waiting): void {
  const { message } = entry;
  const id = ++count;
  waiting.set(id, entry);
  worker ??= start();
  worker.postMessage({ id, ...message }, message.solved ? [message.solved.memory] : []);
}

/** The worker is gone: another is asked what this one had not answered, once. */
function bury(): void {
  worker?.terminate();
  worker = null;
  forgetSolved();
  const lost = [...waiting.values()];
  waiting.clear();
  for (const entry of lost) {
    if (entry.again || entry.message.solved) entry.done(refuse("The worker has failed."));
    else post({ ...entry, again: true });
  }
}

function start(): Worker {
  const started = new Worker("worker.js");
  started.onmessage = ({ data }) => {
    waiting.get(data.id)?.done(new Response(data.text, { status: data.status }));
    waiting.delete(data.id);
    if (data.died) bury();
  };
  started.onerror = (event) => {
    event.preventDefault();
    bury();
  };
  return started;
}

function send(message: Waiting["message"], signal?: AbortSignal | null): Promise<Response> {
  return new Promise((done, fail) => {
    post({ message, done, again: false });
    signal?.addEventListener("abort", () => {
      for (const [id, other] of waiting) if (other.done === done) waiting.delete(id);
      fail(new DOMException("given up", "AbortError"));
    });
  });
}

const bequeath = (solved: Estate): Promise<Response> => send({ method: "", url: "", solved });

/** As fetch, for addresses of the API. */
export async function ask(url: string, options: RequestInit = {}): Promise<Response> {
  if (url.endsWith("/results.json")) return fetch("results.json");
  if (url.startsWith("/api/v1/jobs")) return answerJobs(url, options, bequeath);
  return send({ method: options.method ?? "GET", url }, options.signal);
}
