// SPDX-License-Identifier: MIT
// Learned weights of the engine (src/play/weights.h): numbers in files beside the page, which are
// fetched before their game is played. Without them it plays as games without weights are played.

const FILES: Record<string, string> = {
  "5x5/6": "5x5-6",
  "7x7/6": "7x7-6",
  "9x9/10": "9x9-10",
  "star121:2p+stand": "star121-2p-stand",
  "star121:2p+pass": "star121-2p-stand",
  "star121:6p": "star121-6p",
};

const known = new Map<string, Int16Array>();

export const weightsOf = (game: string): Int16Array | undefined => known.get(game);

/** Numbers with commas between them, and comments. */
const read = (text: string): Int16Array =>
  Int16Array.from(text.replaceAll(/\/\/.*/g, "").match(/-?\d+/g) ?? [], Number);

/** Fetches what a question about the computer's move will need. */
export async function fetchWeights(url: string): Promise<void> {
  const game = new URL(url, "http://localhost").searchParams.get("game") ?? "";
  const file = FILES[game];
  if (!file || known.has(game) || !url.startsWith("/api/v1/play")) return;
  const answer = await fetch(`weights/${file}.weights`).catch(() => null);
  if (answer?.ok) known.set(game, read(await answer.text()));
}
