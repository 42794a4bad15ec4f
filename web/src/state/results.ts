// SPDX-License-Identifier: MIT
// What is known of games that this server has no table of: the results file that comes with it.
import { signal } from "@preact/signals";
import { api, type Result } from "../api";

export const results = signal<Result[]>([]);

let asked = false;

/** Fetches the file once. */
export function loadResults(): void {
  if (asked) return;
  asked = true;
  api
    .results()
    .then((answer) => {
      results.value = answer.results;
    })
    .catch(() => {
      asked = false;
    });
}

export const resultOf = (game: string): Result | undefined =>
  results.value.find((result) => result.game === game && result.rules === "strict");

/** What is known of the start of a game without a table, as a sentence. */
export function knownStart(game: string): string {
  const result = resultOf(game);
  if (!result) return "Who wins is not known to this program.";
  if (result.open) return "Nobody knows who wins: it is an open problem.";
  const start = result.start;
  if (!start) return "It is solved, but not who wins from the start.";
  if (start.value === "kingmaker") {
    return `From the start nobody can win alone: any player can hand the win to another. ${result.how}`;
  }
  const plies = start.plies ? ` in ${start.plies} plies` : "";
  const words = {
    win: "the first player wins",
    loss: "the second player wins",
    draw: "it is a draw",
  };
  return `From the start, with best play, ${words[start.value]}${plies}. ${result.how}`;
}
