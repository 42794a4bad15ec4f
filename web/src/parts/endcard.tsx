// SPDX-License-Identifier: MIT
// The card at the end of a game: how it ended, where value was given away, and what next.
import { type Ending, mistakes } from "../state/match";
import { playerName } from "../state/players";
import * as session from "../state/session";
import type { Verdict } from "../state/verdicts";
import { Report } from "./report";

interface EndCardProps {
  ending: Ending;
  /** Verdicts by number of the move, and whether a table gave them. */
  verdicts: ReadonlyMap<number, Verdict>;
  solved: boolean;
  mover: (move: number) => string;
  onRematch: () => void;
}

function Mistakes({ verdicts, mover }: Pick<EndCardProps, "verdicts" | "mover">) {
  const found = mistakes(verdicts);
  if (found.length === 0) return <p>Nobody gave value away.</p>;
  return (
    <ul class="mistakes">
      {found.slice(0, 6).map(([move, verdict]) => (
        <li key={move}>
          <button type="button" onClick={() => session.goTo(move)}>
            Move {move + 1}: {playerName(mover(move))} {verdict.text}
          </button>
        </li>
      ))}
    </ul>
  );
}

export function EndCard({ ending, verdicts, solved, mover, onRematch }: EndCardProps) {
  const analyse = () => session.go({ view: "explore", seats: session.seats.peek(), end: "" });
  return (
    <section class="end-card" aria-label="The game is over">
      <h2>{ending.text}</h2>
      {solved ? <Mistakes verdicts={verdicts} mover={mover} /> : <Report />}
      <p class="row">
        <button type="button" class="primary" onClick={onRematch}>
          Rematch
        </button>
        <button type="button" onClick={analyse}>
          Analyse
        </button>
      </p>
    </section>
  );
}
