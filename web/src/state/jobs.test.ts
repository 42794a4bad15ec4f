// SPDX-License-Identifier: MIT
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Job } from "../api";
import { jobs, loadJobs } from "./jobs";

const job = (id: number, state: Job["state"]): Job => ({
  id,
  game: "7x7/3",
  state,
  resumable: false,
  seconds: 0,
  progress: null,
  message: null,
});

/** The event streams that were opened, as a browser counts them. */
class Stream {
  static all: Stream[] = [];
  static readonly open = () => Stream.all.filter((stream) => !stream.closed);
  closed = false;
  onerror = () => undefined as unknown;
  onmessage = (_: { data: string }) => undefined as unknown;
  constructor(readonly url: string) {
    Stream.all.push(this);
  }
  close() {
    this.closed = true;
  }
  say(now: Job) {
    this.onmessage({ data: JSON.stringify(now) });
  }
}

let there: Job[] = [];
let asked = 0;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", Stream);
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.endsWith("/jobs")) asked++;
    return new Response(JSON.stringify({ jobs: there, games: [] }));
  });
  Stream.all = [];
  asked = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a job has one event stream however long it takes, and none when it has ended", async () => {
  there = [job(1, "running")];
  await loadJobs();
  for (let seconds = 0; seconds < 120; seconds += 5) {
    await vi.advanceTimersByTimeAsync(5000);
    Stream.open()[0]?.say(job(1, "running"));
    await loadJobs();
    expect(Stream.open().length, `after ${seconds} s`).toBe(1);
  }
  expect(Stream.all.length).toBe(1);
  there = [job(1, "done")];
  Stream.open()[0]?.say(job(1, "done"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Stream.open().length).toBe(0);
  expect(jobs.value[0]?.state).toBe("done");
});

test("the next job takes the place of the last, and a broken stream is opened again", async () => {
  there = [job(1, "running")];
  await loadJobs();
  there = [job(2, "running"), job(1, "stopped")];
  await loadJobs();
  expect(Stream.open().map(({ url }) => url)).toEqual(["/api/v1/jobs/2/events"]);
  const before = asked;
  Stream.open()[0]?.onerror();
  expect(Stream.open().length).toBe(0);
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toBeGreaterThan(before);
  expect(Stream.open().map(({ url }) => url)).toEqual(["/api/v1/jobs/2/events"]);
  there = [];
  Stream.open()[0]?.say(job(2, "failed"));
  await vi.advanceTimersByTimeAsync(0);
  expect(Stream.open().length).toBe(0);
});
