// SPDX-License-Identifier: MIT
// The moves of a position, grouped by what they lead to; pointing at one shows it on the board.
import type { Move, Scene } from "../api";
import { groupMoves, type Tone } from "../state/groups";
import { playerNumber } from "../state/players";
import { preview } from "../state/session";
import { brief, spokenWorth } from "../state/words";

const toneClass = (tone: Tone): string =>
  tone.startsWith("player-") ? `player-${playerNumber(tone.slice(7))}` : `tone-${tone}`;

const MARKS: Record<string, string> = { win: "✓", draw: "=", loss: "✕", open: "·" };

interface MoveListProps {
  scene: Scene;
  onMove: (move: Move) => void;
}

export function MoveList({ scene, onMove }: MoveListProps) {
  const groups = groupMoves(scene);
  if (groups.length === 0) return null;
  return (
    <section class="moves" aria-label="Moves">
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
                  onClick={() => onMove(move)}
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
