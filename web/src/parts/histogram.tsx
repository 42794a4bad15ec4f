// SPDX-License-Identifier: MIT
// How many positions are won and lost in how many plies.
const HEIGHT = 110;

/** `counts` by distance: odd ones are wins of the player to move, even ones losses. */
export function Histogram({ counts, game }: { counts: number[]; game: string }) {
  const most = Math.max(1, ...counts);
  const peak = counts.indexOf(most);
  const width = counts.length * 10;
  const ticks = Array.from({ length: Math.floor(counts.length / 10) + 1 }, (_, i) => i * 10);
  return (
    <figure class="histogram">
      <svg
        viewBox={`0 0 ${width + 4} ${HEIGHT + 18}`}
        role="img"
        aria-label={`Positions of ${game} by distance in plies; most, ${most.toLocaleString("en")}, at ${peak}`}
      >
        {counts.map((count, plies) => {
          const tall = (count / most) * HEIGHT;
          return (
            <rect
              key={plies}
              class={plies % 2 ? "tone-win" : "tone-loss"}
              x={plies * 10 + 2}
              y={HEIGHT - tall}
              width={7.5}
              height={tall}
              rx={1.5}
            >
              <title>{`${plies} plies: ${count.toLocaleString("en")}`}</title>
            </rect>
          );
        })}
        {ticks.map((tick) => (
          <text key={tick} x={tick * 10 + 6} y={HEIGHT + 14}>
            {tick}
          </text>
        ))}
      </svg>
      <figcaption>
        Positions by plies to the end: <span class="tone-win">wins</span> for the player to move at
        odd distances, <span class="tone-loss">losses</span> at even ones.
      </figcaption>
    </figure>
  );
}
