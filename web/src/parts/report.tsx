// SPDX-License-Identifier: MIT
// The report on a game: which moves gave something away, by the table, or as the engine sees it.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { mistakes } from "../state/match";
import { playerName } from "../state/players";
import { byEngine, byTable } from "../state/review";
import * as session from "../state/session";
import type { Verdict } from "../state/verdicts";

export function Report() {
  const verdicts = useSignal<ReadonlyMap<number, Verdict> | null>(null);
  const done = useSignal(-1);
  const trouble = useSignal("");
  const given = useRef<AbortController | null>(null);
  useEffect(() => () => given.current?.abort(), []); // whoever leaves it needs no answer
  const { game, start, moves } = session.address.value;
  const info = session.gameInfo.value;
  const players = session.board.value?.players.length ?? 2;
  if (moves.length === 0) return null;
  if (!info?.table && (!info?.computer || players > 2))
    return <p class="caption">Without a table nobody can say here who gave what away.</p>;
  const check = async () => {
    verdicts.value = null;
    trouble.value = "";
    done.value = 0;
    given.current = new AbortController();
    const { signal } = given.current;
    const positions = [session.startPosition.value, ...session.line.value.map((s) => s.position)];
    const found = info.table
      ? byTable(game, positions, moves)
      : byEngine(game, start, moves, signal, (n) => (done.value = n));
    verdicts.value = await found.catch((error: Error) => {
      if (!signal.aborted) trouble.value = error.message;
      return null;
    });
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
      {trouble.value && <p role="alert">{trouble.value}</p>}
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
