// SPDX-License-Identifier: MIT
// Jobs of the server, as they are now: whoever started them, and before the page was loaded.
import { signal } from "@preact/signals";
import { ApiError, api, type Job } from "../api";
import { refreshGames } from "./session";

export const jobs = signal<Job[]>([]);
/** Why the last wish was refused, "" if it was not. */
export const refusal = signal("");

const AGAIN_MS = 2000;
/** The job that is followed: browsers allow few connections, so there is one stream at most. */
let followed: { id: number; close: () => void } | null = null;

function take(job: Job): void {
  const others = jobs.peek().filter((other) => other.id !== job.id);
  jobs.value = [job, ...others].sort((a, b) => b.id - a.id);
  if (job.state === "done") refreshGames().catch(() => undefined);
}

function unfollow(): void {
  followed?.close();
  followed = null;
}

function watch(job: Job): void {
  if (followed?.id === job.id) return;
  unfollow();
  const changed = (now: Job) => {
    take(now);
    if (now.state === "running") return;
    unfollow();
    loadJobs();
  };
  // A stream that broke is not the end of the job.
  const broken = () => {
    unfollow();
    setTimeout(loadJobs, AGAIN_MS);
  };
  followed = { id: job.id, close: api.watchJob(job.id, changed, broken) };
}

/** Asks for all jobs, and follows the one that runs. */
export async function loadJobs(): Promise<void> {
  try {
    jobs.value = (await api.jobs()).jobs;
  } catch (error) {
    // Not allowed here; or the server is gone, which others say, and one that ran may run yet.
    const gone = error instanceof ApiError && error.status === 0;
    if (gone && jobs.peek().some((job) => job.state === "running")) setTimeout(loadJobs, AGAIN_MS);
    return;
  }
  const running = jobs.value.find((job) => job.state === "running");
  if (running) watch(running);
}

async function wish(act: () => Promise<Job>): Promise<void> {
  refusal.value = "";
  try {
    take(await act());
  } catch (error) {
    refusal.value = error instanceof Error ? error.message : String(error);
  }
  await loadJobs();
}

export const startJob = (game: string): Promise<void> => wish(() => api.startJob(game));
/** Stops a running job; a stopped one forgets its checkpoint. */
export const stopJob = (job: Job): Promise<void> => wish(() => api.stopJob(job.id));

/** How far a job is, from 0 to 1, or null while nobody can say. */
export function share(job: Job): number | null {
  const { done, total } = job.progress ?? {};
  return done !== undefined && total ? done / total : null;
}

const PHASES: Record<string, string> = {
  round: "solving, round",
  solve: "solving",
  write: "writing the table",
  verify: "checking",
};

export function describeJob(job: Job): string {
  if (job.state === "done") return `done in ${job.seconds.toFixed(0)} s`;
  if (job.state === "failed") return `failed: ${job.message ?? "the solver stopped"}`;
  if (job.state === "stopped") return job.resumable ? "stopped; it can go on" : "stopped";
  const { phase, round, left } = job.progress ?? {};
  if (!phase) return "starting";
  const name = PHASES[phase] ?? phase;
  const part = share(job);
  const percent = part === null ? (round ? ` ${round}` : "") : ` ${Math.floor(100 * part)} %`;
  return `${name}${percent}${left ? `, about ${Math.ceil(left)} s left` : ""}`;
}
