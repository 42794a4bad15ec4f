// SPDX-License-Identifier: MIT
// The value along the game: above the middle the first player is winning, below the second; the
// nearer to the edge, the sooner. In a race of three: a strip with the colour of who wins by force.
import { useEffect, useRef } from "preact/hooks";
import type { Worth } from "../api";
import { playerName, playerNumber } from "../state/players";
import { address, board, gameInfo, goTo, line, startPosition, worthOf } from "../state/session";

const STEP = 14;
const HALF = 34;

/** From −1 (the second player has won) to 1 (the first has), 0 a draw or unknown. */
export function height(worth: Worth | undefined, firstToMove: boolean, longest: number): number {
  if (!worth?.value || worth.value === "draw") return 0;
  const soon = worth.plies == null ? 0.6 : 1 - (0.85 * worth.plies) / Math.max(longest, 1);
  return (worth.value === "win") === firstToMove ? soon : -soon;
}

function label(worth: Worth | undefined, at: number): string {
  const when = at === 0 ? "start" : `after move ${at}`;
  if (worth?.control) {
    const { winner } = worth.control;
    return `${when}: ${winner ? `${playerName(winner)} wins by force` : "nobody wins alone"}`;
  }
  if (!worth?.value) return when;
  return `${when}: ${worth.value} for the player to move${worth.plies == null ? "" : ` in ${worth.plies}`}`;
}

export function Graph() {
  const positions = [startPosition.value, ...line.value.map((step) => step.position)];
  const { at } = address.value;
  const race = board.value?.family === "race";
  const first = board.value?.players[0]?.letter ?? "x";
  const longest = gameInfo.value?.table?.longest ?? 0;
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    // Keep the bar of the current position in sight.
    const box = frame.current;
    if (box) box.scrollLeft = at * STEP - box.clientWidth / 2;
  }, [at, positions.length]);
  if (positions.length < 2) return null;
  const width = positions.length * STEP;
  return (
    <section ref={frame} class="graph" aria-label="Value along the game">
      <svg
        viewBox={`0 ${-HALF} ${width} ${2 * HALF}`}
        height={2 * HALF}
        role="group"
        aria-label="Positions of the game"
      >
        {!race && <line class="axis" x1={0} x2={width} y1={0} y2={0} />}
        {positions.map((text, i) => {
          const worth = worthOf(text);
          const value = height(worth, text.endsWith(` ${first}`), longest);
          const winner = worth?.control?.winner;
          const tone = race
            ? winner
              ? `player-${playerNumber(winner)}`
              : "tone-open"
            : value > 0
              ? "player-0"
              : value < 0
                ? "player-1"
                : "tone-draw";
          const tall = race ? HALF - 6 : Math.max(Math.abs(value) * (HALF - 4), 2);
          return (
            <g
              key={`${i} ${text}`}
              class={`bar ${tone}${i === at ? " now" : ""}`}
              role="button"
              tabIndex={0}
              aria-label={label(worth, i)}
              aria-current={i === at ? "step" : undefined}
              onClick={() => goTo(i)}
              onKeyDown={(event) => event.key === "Enter" && goTo(i)}
            >
              <rect class="touch" x={i * STEP} y={-HALF} width={STEP} height={2 * HALF} />
              <rect
                x={i * STEP + 2}
                width={STEP - 4}
                rx={2.5}
                y={race ? -tall / 2 : value > 0 ? -tall : value < 0 ? 0 : -1}
                height={tall}
              />
            </g>
          );
        })}
      </svg>
    </section>
  );
}
