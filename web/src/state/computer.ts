// SPDX-License-Identifier: MIT
// Asking for the computer's moves: the answer is waited for, and asked for again when the server is
// busy.
import { ApiError, api, type Thought } from "../api";
import type { Address } from "./address";

/** How long a level may think, in milliseconds: what it promises. */
export const PATIENCE = 1000;
/** How long the piece waits before it moves, so that people can follow. */
const PAUSE_MS = 550;
const AGAIN_MS = 1500;

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", () => clearTimeout(timer));
  });

const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The computer's move in the position of an address, unless it is given up before. */
export async function think(
  { game, start, moves, at }: Address,
  level: string,
  signal: AbortSignal,
): Promise<Thought> {
  const pause = wait(isStill() ? 0 : PAUSE_MS, signal);
  for (;;) {
    try {
      const thought = await api.play(game, start, moves.slice(0, at), level, PATIENCE, signal);
      await pause;
      return thought;
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiError) || error.status !== 429) throw error;
      await wait(AGAIN_MS, signal);
    }
  }
}
