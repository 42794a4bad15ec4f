// SPDX-License-Identifier: MIT
// How far a list of moves can be played, and what is wrong with the next one.
import { ApiError, api } from "../api";

export interface Prefix {
  /** So many moves can be played. */
  good: number;
  /** What is wrong with the move behind them, "" if all can be played. */
  reason: string;
}

/** Does an error say that moves are wrong, or more than an address holds? */
export const isWrong = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 414);

/** Fails where the server is gone, and where not even the start can be shown. */
export async function playablePart(
  game: string,
  start: string,
  moves: string[],
  version: string,
): Promise<Prefix> {
  const fits = (count: number): Promise<string> =>
    api.replay(game, start, moves.slice(0, count), version).then(
      () => "",
      (error: ApiError) => {
        if (!isWrong(error) || count === 0) throw error;
        return error.message;
      },
    );
  await fits(0);
  let reason = await fits(moves.length);
  let [good, bad] = [reason ? 0 : moves.length, moves.length];
  while (reason && bad - good > 1) {
    const middle = (good + bad) >> 1;
    const said = await fits(middle);
    if (said) [bad, reason] = [middle, said];
    else good = middle;
  }
  return { good, reason };
}

/** "Move 3, c1-d4: …" */
export const whereWrong = (moves: string[], { good, reason }: Prefix): string =>
  reason ? `Move ${good + 1}, ${moves[good]}: ${reason}.` : "";
