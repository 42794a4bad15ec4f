// SPDX-License-Identifier: MIT
// Verdicts on all moves of a game, by its table, or as the engine sees it.
import { ApiError, type Score } from "../api";
import { ask } from "./computer";
import { lossInWords } from "./score";
import * as session from "./session";
import { judgeMove, type Verdict } from "./verdicts";

/** How long the engine looks at each position. */
const LOOK_MS = 300;

/** Verdicts by what the table says of each position. */
export async function byTable(game: string, positions: string[], moves: string[]) {
  const verdicts = new Map<number, Verdict>();
  const scenes = await Promise.all(
    positions.slice(0, moves.length).map((text) => session.fetchScene(game, text)),
  );
  for (const [i, scene] of scenes.entries()) verdicts.set(i, judgeMove(scene, moves[i] ?? ""));
  return verdicts;
}

/** Verdicts by the engine: what a move lost against what it was worth before. */
export async function byEngine(
  game: string,
  start: string,
  moves: string[],
  signal: AbortSignal,
  told: (n: number) => void,
) {
  const scores: (Score | null)[] = [];
  for (let at = 0; at <= moves.length; at++) {
    const thought = await ask({ game, start, moves, at }, "strongest", LOOK_MS, signal).catch(
      (error) => {
        if (error instanceof ApiError && error.status === 400) return null; // the game is over
        throw error;
      },
    );
    scores.push(thought?.score ?? null);
    told(at);
  }
  const verdicts = new Map<number, Verdict>();
  for (let i = 0; i < moves.length; i++) {
    const [before, after] = [scores[i] ?? null, scores[i + 1] ?? null];
    const text = before && after ? lossInWords(before, after) : "";
    if (text) verdicts.set(i, { grade: "blunder", text });
  }
  return verdicts;
}
