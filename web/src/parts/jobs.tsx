// SPDX-License-Identifier: MIT
// Solving a game from the page: a button, then its progress.
import { useSignal } from "@preact/signals";
import { api, type Job } from "../api";
import { refreshGames } from "../state/session";

function describe(job: Job): string {
  if (job.state === "failed") return `failed: ${job.message ?? "the solver stopped"}`;
  if (job.state === "stopped") return "stopped";
  const { phase, round } = job.progress ?? {};
  const where = phase ? `${phase}${round ? ` ${round}` : ""}` : "starting";
  return `${where}, ${job.seconds.toFixed(1)} s`;
}

export function JobButton({ game }: { game: string }) {
  const job = useSignal<Job | null>(null);
  const refusal = useSignal("");
  const start = async () => {
    refusal.value = "";
    try {
      job.value = await api.startJob(game);
      api.watchJob(job.value.id, (now) => {
        job.value = now;
        if (now.state === "done") refreshGames();
      });
    } catch (error) {
      refusal.value = error instanceof Error ? error.message : String(error);
    }
  };
  const now = job.value;
  if (now && now.state !== "failed" && now.state !== "stopped") {
    return (
      <span class="job" role="status">
        <progress aria-label={`Solving ${game}`} />
        {describe(now)}
        <button type="button" onClick={() => api.stopJob(now.id)}>
          Stop
        </button>
      </span>
    );
  }
  return (
    <>
      <button type="button" onClick={start}>
        Solve it
      </button>
      {(refusal.value || now) && (
        <small role="status">{refusal.value || (now && describe(now))}</small>
      )}
    </>
  );
}
