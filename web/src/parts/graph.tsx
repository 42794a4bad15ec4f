// SPDX-License-Identifier: MIT
// The value along the game: above the middle the first player is winning, below the second; the
// nearer to the edge, the sooner. In a race of three: a strip with the colour of who wins by force.
import type { Worth } from "../api";
import { playerName, playerNumber } from "../state/players";
import { address, board, gameInfo, goTo, line, startPosition, worthOf } from "../state/session";

const HALF = 34;
const WIDTH = 360;
const LEFT = 44;
const WIDEST = 18;

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
  const second = board.value?.players[1]?.letter ?? "o";
  const longest = gameInfo.value?.table?.longest ?? 0;
  const known = (text: string) => worthOf(text)?.value ?? worthOf(text)?.control;
  if (positions.length < 2 || !positions.some(known)) return null;
  const step = Math.min(WIDEST, (WIDTH - LEFT) / positions.length);
  const gap = step > 6 ? 2 : step * 0.2;
  const every = [1, 2, 5, 10, 20, 50, 100, 200].find((n) => n * step >= 24) ?? 500;
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: line.value.length }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    goTo(to);
  };
  const onClick = (event: MouseEvent) => {
    const bar = (event.target as Element).closest("[data-at]");
    if (bar) goTo(Number(bar.getAttribute("data-at")));
  };
  return (
    <section class="graph" aria-label="Value along the game">
      <div
        role="slider"
        tabIndex={0}
        aria-label="Position in the game"
        aria-valuemin={0}
        aria-valuemax={line.value.length}
        aria-valuenow={at}
        aria-valuetext={label(worthOf(positions[at] ?? ""), at)}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <svg viewBox={`0 ${-HALF - 4} ${WIDTH} ${2 * HALF + 22}`} aria-hidden="true">
          {race ? null : (
            <g class="axis">
              <line x1={LEFT} x2={WIDTH} y1={0} y2={0} />
              <text x={LEFT - 4} y={-HALF / 2}>
                {playerName(first)}
              </text>
              <text x={LEFT - 4} y={HALF / 2 + 6}>
                {playerName(second)}
              </text>
            </g>
          )}
          <g class="axis ticks">
            {positions.map(
              (text, i) =>
                i % every === 0 && (
                  <text key={`${i} ${text}`} x={LEFT + (i + 0.5) * step} y={HALF + 14}>
                    {i}
                  </text>
                ),
            )}
          </g>
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
              <g key={`${i} ${text}`} class={`bar ${tone}${i === at ? " now" : ""}`} data-at={i}>
                <title>{label(worth, i)}</title>
                <rect class="touch" x={LEFT + i * step} y={-HALF} width={step} height={2 * HALF} />
                <rect
                  x={LEFT + i * step + gap}
                  width={step - 2 * gap}
                  rx={Math.min(2.5, step / 4)}
                  y={race ? -tall / 2 : value > 0 ? -tall : value < 0 ? 0 : -1}
                  height={tall}
                />
              </g>
            );
          })}
        </svg>
      </div>
    </section>
  );
}
