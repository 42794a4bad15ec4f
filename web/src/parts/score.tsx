// SPDX-License-Identifier: MIT
// The moves of the game so far, with a verdict on each where one is known.
import { useRef } from "preact/hooks";
import { playerNumber } from "../state/players";
import { address, board, goTo, line } from "../state/session";
import type { Verdict } from "../state/verdicts";
import { useRoving } from "./roving";

const MARKS: Record<Verdict["grade"], string> = {
  best: "✓",
  good: "",
  slip: "?!",
  blunder: "??",
  gift: "?!",
  none: "",
};

export function Score({ verdicts }: { verdicts?: ReadonlyMap<number, Verdict> }) {
  const list = useRef<HTMLElement>(null);
  const onKeyDown = useRoving(list);
  const { at } = address.value;
  const players = board.value?.players ?? [];
  if (line.value.length === 0) return null;
  const mover = (i: number) => {
    const after = line.value[i]?.position.slice(-1) ?? "";
    const next = players.findIndex((player) => player.letter === after);
    return players[(next + players.length - 1) % players.length]?.letter ?? "x";
  };
  return (
    <section class="score" aria-label="Game so far" ref={list} onKeyDown={onKeyDown}>
      <ol>
        {line.value.map((step, i) => {
          const verdict = verdicts?.get(i);
          return (
            <li key={`${i} ${step.move}`} class={i >= at ? "ahead" : ""}>
              <button
                type="button"
                aria-current={i + 1 === at ? "step" : undefined}
                title={verdict?.text}
                onClick={() => goTo(i + 1)}
              >
                <i class={`player-${playerNumber(mover(i))}`} aria-hidden="true" />
                {step.move.replace("-", "–")}
                {verdict && MARKS[verdict.grade] && (
                  <b class={`grade-${verdict.grade}`}>{MARKS[verdict.grade]}</b>
                )}
                {verdict?.text && <span class="visually-hidden">, {verdict.text}</span>}
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
