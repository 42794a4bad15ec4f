// SPDX-License-Identifier: MIT
// What never moves: the board's plate, the lines, camps, goals and holes.
import type { Board } from "../api";
import { playerNumber } from "../state/players";
import type { Layout } from "./layout";

/** Cells and the lines between them, thick enough to grow together into one shape. */
function Blob(props: { board: Board; layout: Layout; cells: ReadonlySet<string>; size: number }) {
  const { board, layout, cells, size } = props;
  const lines = board.lines
    .map(([a, b]) => [board.cells[a]?.name ?? "", board.cells[b]?.name ?? ""] as const)
    .filter(([a, b]) => cells.has(a) && cells.has(b))
    .map(([a, b]) => {
      const from = layout.at.get(a);
      const to = layout.at.get(b);
      return from && to ? `M${from.x} ${from.y}L${to.x} ${to.y}` : "";
    });
  const dots = [...cells].map((name) => {
    const place = layout.at.get(name);
    return place ? `M${place.x} ${place.y}h0` : "";
  });
  return <path d={lines.concat(dots).join("")} stroke-width={size} />;
}

export function Ground(props: { board: Board; layout: Layout; names: boolean }) {
  const { board, layout } = props;
  const all = new Set(board.cells.map((cell) => cell.name));
  const goalOf = new Map<string, number>();
  for (const player of board.players) {
    for (const cell of player.goal) goalOf.set(cell, playerNumber(player.letter));
  }
  return (
    <g class="ground" aria-hidden="true">
      <g class="rim">
        <Blob board={board} layout={layout} cells={all} size={3.1} />
      </g>
      <g class="plate">
        <Blob board={board} layout={layout} cells={all} size={2.9} />
      </g>
      {board.players.map((player) => (
        <g key={player.letter} class={`camp player-${playerNumber(player.letter)}`}>
          <Blob board={board} layout={layout} cells={new Set(player.camp)} size={1.95} />
        </g>
      ))}
      <g class="lines">
        <Blob board={board} layout={layout} cells={all} size={0.07} />
      </g>
      {board.cells.map((cell) => {
        const place = layout.at.get(cell.name);
        const goal = goalOf.get(cell.name);
        return (
          place && (
            <g key={cell.name} transform={`translate(${place.x} ${place.y})`}>
              <circle class="hole" r={0.56} />
              <circle r={0.56} fill="url(#dimple)" />
              {goal !== undefined && <circle class={`goal player-${goal}`} r={0.9} />}
              {props.names && (
                <text class="name" dy={0.14}>
                  {cell.name}
                </text>
              )}
            </g>
          )
        );
      })}
    </g>
  );
}
