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

/** Waits, and fails as soon as that is given up. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((done) => {
    if (signal.aborted) done();
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      done();
    });
  });
  signal.throwIfAborted();
}

const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The computer's move in the position of an address, unless it is given up before. */
export async function ask(
  { game, start, moves, at }: Pick<Address, "game" | "start" | "moves" | "at">,
  level: string,
  milliseconds: number,
  signal: AbortSignal,
): Promise<Thought> {
  for (;;) {
    try {
      return await api.play(game, start, moves.slice(0, at), level, milliseconds, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ApiError) || error.status !== 429) throw error;
      await wait(AGAIN_MS, signal);
    }
  }
}

/** The same, not so soon that nobody can follow. */
export async function think(
  address: Address,
  level: string,
  signal: AbortSignal,
): Promise<Thought> {
  const pause = wait(isStill() ? 0 : PAUSE_MS, signal);
  const [thought] = await Promise.all([ask(address, level, PATIENCE, signal), pause]);
  return thought;
}
