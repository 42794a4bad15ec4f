// SPDX-License-Identifier: MIT
// Solving a game from the page: a button, the job that runs, and the list of all.
import type { Job } from "../api";
import { HOME } from "../state/address";
import { describeJob, jobs, refusal, share, startJob, stopJob } from "../state/jobs";
import { gameName } from "../state/names";
import { SITE } from "../state/place";
import { games, go } from "../state/session";

const open = (game: string): void => {
  const three = games.value?.games.find((g) => g.game === game)?.players === 3;
  go({ ...HOME, view: three ? "three" : "explore", game });
};

function Running({ job }: { job: Job }) {
  const part = share(job);
  return (
    <span class="job" role="status">
      <progress aria-label={`Solving ${job.game}`} {...(part === null ? {} : { value: part })} />
      <span>{describeJob(job)}</span>
      <button type="button" onClick={() => stopJob(job)}>
        Stop
      </button>
    </span>
  );
}

/** Solves one game, or shows how far that is. */
export function JobButton({ game, brief = false }: { game: string; brief?: boolean }) {
  const own = jobs.value.find((job) => job.game === game);
  const busy = jobs.value.find((job) => job.state === "running");
  if (own?.state === "running") return <Running job={own} />;
  return (
    <span class="job">
      <button type="button" disabled={!!busy} onClick={() => startJob(game)}>
        {own?.resumable ? "Go on solving" : "Solve it"}
      </button>
      <small hidden={brief}>
        {busy
          ? `after ${busy.game}, which is being solved`
          : own?.state === "failed"
            ? describeJob(own)
            : SITE
              ? "in this browser, where it is kept until the page is closed"
              : "most of the time goes into writing the table"}
      </small>
    </span>
  );
}

/** The job that runs, wherever one is on the page. */
export function JobLine() {
  const running = jobs.value.find((job) => job.state === "running");
  if (!running && !refusal.value) return null;
  return (
    <section class="job-line" aria-label="Solving">
      {running && <b>Solving {gameName(running.game)}</b>}
      {running && <Running job={running} />}
      {refusal.value && <span role="alert">{refusal.value}</span>}
    </section>
  );
}

/** All jobs that the server remembers. */
export function JobList() {
  if (jobs.value.length === 0) return null;
  return (
    <section aria-label="Jobs">
      <h2>Solving</h2>
      <ul class="jobs">
        {jobs.value.map((job) => (
          <li key={job.id}>
            <b>{gameName(job.game)}</b>
            {job.state === "running" ? <Running job={job} /> : <span>{describeJob(job)}</span>}
            {job.state === "done" && (
              <button type="button" onClick={() => open(job.game)}>
                Look at it
              </button>
            )}
            {job.resumable && (
              <>
                <button type="button" onClick={() => startJob(job.game)}>
                  Go on
                </button>
                <button type="button" onClick={() => stopJob(job)}>
                  Forget it
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
