// SPDX-License-Identifier: MIT
// What the engine thinks of a position of which there is no table: an estimate, and called so.
import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Scene, Thought } from "../api";
import type { Address } from "../state/address";
import { think } from "../state/computer";
import { playerName } from "../state/players";
import * as session from "../state/session";

/** What kind of knowledge it is, and what it says: "Blue is about 1.2 moves ahead." */
export function inWords(thought: Thought, turn: string): { how: string; text: string } {
  const name = playerName(turn);
  if (thought.plies) {
    const verb = thought.score > 0 ? "wins" : "loses";
    return {
      how: "Seen to the end by the search, no table:",
      text: `${name} ${verb} in ${thought.plies} plies.`,
    };
  }
  const how = "Estimate, no proof:";
  const moves = Math.abs(thought.score) / 100;
  if (moves < 0.3) return { how, text: "about even." };
  const side = thought.score > 0 ? "ahead" : "behind";
  return { how, text: `${name} is about ${moves.toFixed(1)} moves ${side}.` };
}

/** Is the engine asked? Whoever wants that wants it for the next position, too. */
const on = signal(false);

interface EvaluationProps {
  scene: Scene;
  /** The game to this position; that of the page where nothing else is said. */
  of?: Address;
}

export function Evaluation({ scene, of }: EvaluationProps) {
  const found = useSignal<Thought | null>(null);
  const { at } = session.address.value;
  useEffect(() => {
    found.value = null;
    if (!on.value || scene.moves.length === 0) return;
    const given = new AbortController();
    think(of ?? session.address.peek(), "strongest", given.signal)
      .then((thought) => (found.value = thought))
      .catch(() => undefined); // the game is over by repetition, or the server is gone
    return () => given.abort();
  }, [scene, at, on.value]);
  const thought = found.value?.position === scene.position ? found.value : null;
  const words = thought && inWords(thought, scene.turn);
  return (
    <section class="evaluation" aria-label="Engine">
      <label>
        <input
          type="checkbox"
          checked={on.value}
          onChange={(event) => (on.value = event.currentTarget.checked)}
        />{" "}
        Ask the engine
      </label>
      {thought && (
        <p aria-live="polite">
          <b>{words?.how}</b> {words?.text}{" "}
          <small>
            depth {thought.depth}, {thought.nodes.toLocaleString("en")} positions:{" "}
            {thought.line.slice(0, 6).join(" ")}
          </small>
        </p>
      )}
    </section>
  );
}
