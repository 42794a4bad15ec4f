// SPDX-License-Identifier: MIT
// What the marks on pieces and targets mean.
export function Legend({ race }: { race: boolean }) {
  return (
    <p class="legend-line">
      <span class="legend tone-win">{race ? "★" : "7"}</span>
      {race ? "wins for the mover" : "wins in 7 plies"}
      {!race && (
        <>
          <span class="legend tone-draw">=</span>
          draws
          <span class="legend tone-loss">8</span>
          loses in 8
        </>
      )}
      {race && (
        <>
          <span class="legend tone-open">·</span>
          leaves it open
          <span class="legend player-1">A</span>
          hands the win to Amber
        </>
      )}
    </p>
  );
}
