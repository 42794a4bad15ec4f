// SPDX-License-Identifier: MIT
// The sentence above the moves: who wins, and how soon.
import type { Scene } from "../api";
import { playerName, playerNumber } from "../state/players";
import { describe } from "../state/words";

function badge(scene: Scene): { mark: string; tone: string } {
  if (scene.verdict.startsWith("illegal")) return { mark: "!", tone: "tone-loss" };
  const winner = scene.winner ?? scene.control?.winner;
  if (winner) return { mark: "★", tone: `player-${playerNumber(winner)}` };
  if (scene.control) return { mark: "?", tone: "tone-open" };
  if (scene.value === "win")
    return { mark: scene.plies == null ? "✓" : `${scene.plies}`, tone: "tone-win" };
  if (scene.value === "loss")
    return { mark: scene.plies == null ? "✕" : `${scene.plies}`, tone: "tone-loss" };
  if (scene.value === "draw") return { mark: "=", tone: "tone-draw" };
  return { mark: "", tone: `player-${playerNumber(scene.turn)}` };
}

export function Verdict({ scene }: { scene: Scene }) {
  const { headline, detail } = describe(scene);
  const { mark, tone } = badge(scene);
  return (
    <section class="verdict" aria-live="polite" aria-atomic="true">
      <span class={`badge ${tone}`} aria-hidden="true">
        {mark}
      </span>
      <div>
        <h2>{headline}</h2>
        <p>{detail}</p>
      </div>
    </section>
  );
}

/** A coloured disc with a player's name. */
export function PlayerTag({ letter }: { letter: string }) {
  return (
    <span class="player-tag">
      <i class={`player-${playerNumber(letter)}`} aria-hidden="true" />
      {playerName(letter)}
    </span>
  );
}
