// SPDX-License-Identifier: MIT
// What the engine thinks of a position of which there is no table: an estimate, and called so.
import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Scene, Thought } from "../api";
import type { Address } from "../state/address";
import { think } from "../state/computer";
import { playerName } from "../state/players";
import { scoreInWords } from "../state/score";
import * as session from "../state/session";

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
  const words = thought && scoreInWords(thought.score, playerName(scene.turn));
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
