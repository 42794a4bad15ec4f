// SPDX-License-Identifier: MIT
// The worker that solves one game. It is told {game} and says {round, done, total} after rounds,
// then the solved game as {code, self, memory} and how long it {took}, or {message}: why not. Who
// wants to stop it ends it.
import { type Round, solve } from "./solver";
import { fetchCode } from "./wasi";

/** Rounds of small games come faster than anybody looks. */
const REPORT_MS = 60;

let reported = 0;

function report(round: Round): void {
  const now = performance.now();
  if (now - reported < REPORT_MS) return;
  reported = now;
  postMessage(round);
}

addEventListener("message", async ({ data }: MessageEvent<{ game: string }>) => {
  try {
    const code = await fetchCode("solver.wasm");
    const began = performance.now();
    const solved = await solve(code, data.game, report);
    const took = performance.now() - began;
    (self as unknown as Worker).postMessage({ ...solved, took }, [solved.memory]);
  } catch (error) {
    postMessage({ message: error instanceof Error ? error.message : String(error) });
  }
});
