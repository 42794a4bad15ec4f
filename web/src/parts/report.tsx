// SPDX-License-Identifier: MIT
// The report on a game: which moves gave something away, by the table, or as the engine sees it.
import { useSignal } from "@preact/signals";
import { api, type Score } from "../api";
import { mistakes } from "../state/match";
import { playerName } from "../state/players";
import { lossInWords } from "../state/score";
import * as session from "../state/session";
import { judgeMove, type Verdict } from "../state/verdicts";

const SECOND_MS = 300;

/** Verdicts by what the table says of each position. */
async function byTable(game: string, positions: string[], moves: string[]) {
  const verdicts = new Map<number, Verdict>();
  const scenes = await Promise.all(
    positions.slice(0, moves.length).map((text) => session.fetchScene(game, text)),
  );
  for (const [i, scene] of scenes.entries()) verdicts.set(i, judgeMove(scene, moves[i] ?? ""));
  return verdicts;
}

/** Verdicts by the engine: what a move lost against what it was worth before. */
async function byEngine(game: string, start: string, moves: string[], told: (n: number) => void) {
  const scores: (Score | null)[] = [];
  for (let i = 0; i <= moves.length; i++) {
    const thought = await api
      .play(game, start, moves.slice(0, i), "strongest", SECOND_MS)
      .catch(() => null); // the game is over
    scores.push(thought?.score ?? null);
    told(i);
  }
  const verdicts = new Map<number, Verdict>();
  for (let i = 0; i < moves.length; i++) {
    const [before, after] = [scores[i] ?? null, scores[i + 1] ?? null];
    const text = before && after ? lossInWords(before, after) : "";
    if (text) verdicts.set(i, { grade: "blunder", text });
  }
  return verdicts;
}

export function Report() {
  const verdicts = useSignal<ReadonlyMap<number, Verdict> | null>(null);
  const done = useSignal(-1);
  const { game, start, moves } = session.address.value;
  const info = session.gameInfo.value;
  const players = session.board.value?.players.length ?? 2;
  if (moves.length === 0) return null;
  if (!info?.table && (!info?.computer || players > 2))
    return <p class="caption">Without a table nobody can say here who gave what away.</p>;
  const check = async () => {
    verdicts.value = null;
    done.value = 0;
    const positions = [session.startPosition.value, ...session.line.value.map((s) => s.position)];
    const found = info.table
      ? byTable(game, positions, moves)
      : byEngine(game, start, moves, (n) => (done.value = n));
    verdicts.value = await found.catch(() => null);
    done.value = -1;
  };
  const found = verdicts.value && mistakes(verdicts.value);
  const mover = (i: number) =>
    (i === 0 ? session.startPosition.value : session.line.value[i - 1]?.position)?.slice(-1) ?? "";
  return (
    <section class="report" aria-label="Report">
      <button type="button" disabled={done.value >= 0} onClick={check}>
        {done.value >= 0 && !info.table
          ? `Checking move ${done.value} of ${moves.length}`
          : "Where was value given away?"}
      </button>
      {found?.length === 0 && (
        <p>No move of this game gave {info.table ? "value" : "much"} away.</p>
      )}
      {found && found.length > 0 && (
        <ul class="mistakes">
          {found.map(([i, verdict]) => (
            <li key={i}>
              <button type="button" onClick={() => session.goTo(i)}>
                Move {i + 1}, {moves[i]}: {playerName(mover(i))} {verdict.text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
