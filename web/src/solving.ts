// SPDX-License-Identifier: MIT
// Jobs without a server: a worker of its own solves a game, and the worker that answers inherits it.
// What is solved is kept until the page is closed.
import type { Job } from "./api";
import type { Estate, Round } from "./worker/solver";

/** Gives a solved game to whoever answers. */
type Bequeath = (solved: Estate) => Promise<Response>;
type Listener = (job: Job) => void;

let jobs: Job[] = [];
let count = 0;
let worker: Worker | null = null;
const listeners = new Map<number, Listener[]>();

const reply = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status });
const refuse = (status: number, message: string): Response => reply(status, { error: { message } });

/** Changes a job and tells who follows it; the worker of one that has ended goes with it. */
function update(job: Job, change: Partial<Job>): void {
  Object.assign(job, change);
  if (job.state !== "running") {
    worker?.terminate();
    worker = null;
  }
  for (const listener of listeners.get(job.id) ?? []) listener({ ...job });
}

function start(game: string, bequeath: Bequeath): Job {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  const job: Job = {
    id: ++count,
    game,
    state: "running",
    resumable: false,
    seconds: 0,
    progress: null,
    message: null,
  };
  const fail = (message: string) => update(job, { state: "failed", message, seconds: seconds() });
  jobs = [job, ...jobs.filter((other) => other.game !== game)];
  worker = new Worker("solver.js");
  worker.onmessage = async ({ data }: MessageEvent<Round | Estate | { message: string }>) => {
    if ("message" in data) {
      fail(data.message);
    } else if ("round" in data) {
      const { round, done, total } = data;
      const progress = { phase: "round", round, ...(total ? { done, total } : {}) };
      update(job, { progress, seconds: seconds() });
    } else {
      const answer = await bequeath(data);
      if (job.state !== "running") return; // it was stopped meanwhile
      if (answer.ok) update(job, { state: "done", seconds: seconds() });
      else fail((await answer.json()).error.message);
    }
  };
  worker.onerror = (event) => {
    event.preventDefault();
    fail("The solver has failed: there may not be memory enough.");
  };
  worker.postMessage({ game });
  return job;
}

/** Answers as the server's /jobs does. */
export function answerJobs(url: string, options: RequestInit, bequeath: Bequeath): Response {
  const running = jobs.find((job) => job.state === "running");
  const job = jobs.find(({ id }) => url.endsWith(`/jobs/${id}`));
  if (options.method === "DELETE") {
    if (!job) return refuse(404, "there is no such job");
    if (job === running) update(job, { state: "stopped" });
    return reply(202, job);
  }
  if (options.method !== "POST") return reply(200, { jobs });
  if (running) return refuse(429, `${running.game} is being solved`);
  return reply(202, start(JSON.parse(String(options.body)).game, bequeath));
}

/** Calls `on` with the job whenever it changes, until it ends. Returns what ends it. */
export function follow(id: number, on: Listener): () => void {
  listeners.set(id, [...(listeners.get(id) ?? []), on]);
  return () => {
    const others = (listeners.get(id) ?? []).filter((other) => other !== on);
    if (others.length > 0) listeners.set(id, others);
    else listeners.delete(id);
  };
}

/** Whoever answered is gone, and what was solved with it. */
export const forgetSolved = (): void => {
  jobs = jobs.filter((job) => job.state !== "done");
};
