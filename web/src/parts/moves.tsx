// SPDX-License-Identifier: MIT
// The moves of a position, grouped by what they lead to; pointing at one shows it on the board.
import { useEffect, useRef } from "preact/hooks";
import type { Move, Scene } from "../api";
import { groupMoves, type Tone } from "../state/groups";
import { playerNumber } from "../state/players";
import { preview } from "../state/session";
import { brief, MARKS, spokenWorth } from "../state/words";
import { useRoving } from "./roving";

const toneClass = (tone: Tone): string =>
  tone.startsWith("player-") ? `player-${playerNumber(tone.slice(7))}` : `tone-${tone}`;

interface MoveListProps {
  scene: Scene;
  onMove: (move: Move) => void;
}

export function MoveList({ scene, onMove }: MoveListProps) {
  const groups = groupMoves(scene);
  const list = useRef<HTMLElement>(null);
  const keep = useRef(false);
  const onKeyDown = useRoving(list);
  // A move made from the list keeps the keyboard's place: the next list takes it over.
  useEffect(() => {
    if (!keep.current) return;
    keep.current = false;
    const next = list.current?.querySelector<HTMLElement>("button") ?? list.current;
    next?.focus();
  }, [scene]);
  const make = (move: Move) => {
    keep.current = true;
    onMove(move);
  };
  return (
    <section class="moves" aria-label="Moves" ref={list} tabIndex={-1} onKeyDown={onKeyDown}>
      {groups.map((group) => (
        <div key={group.tone} class={`group ${toneClass(group.tone)}`}>
          <h3>
            <span class="mark" aria-hidden="true">
              {MARKS[group.tone] ?? "★"}
            </span>
            {group.title}
            <span class="count">{group.moves.length}</span>
          </h3>
          <ul onPointerLeave={() => (preview.value = null)}>
            {group.moves.map((move) => (
              <li key={move.move}>
                <button
                  type="button"
                  onClick={() => make(move)}
                  onPointerEnter={() => (preview.value = move)}
                  onFocus={() => (preview.value = move)}
                  onBlur={() => (preview.value = null)}
                >
                  <span>{move.move.replace("-", "–")}</span>
                  {brief(move) && <small aria-hidden="true">{brief(move)}</small>}
                  <span class="visually-hidden">{spokenWorth(move)}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
