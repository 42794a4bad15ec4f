// SPDX-License-Identifier: MIT
// A position in the server's notation: rows from the top, a letter for a piece, a number for a run of
// empty cells, then who is to move. Rows are cells whose names end in the same number.
import type { Board } from "../api";

const rowOf = (cell: string): string => cell.replace(/^[a-z]+/, "");

export function writePosition(
  board: Board,
  pieces: { cell: string; player: string }[],
  turn: string,
): string {
  const playerAt = new Map(pieces.map((piece) => [piece.cell, piece.player]));
  const rows: string[] = [];
  let row = "";
  let empty = 0;
  const flush = () => {
    row += empty ? String(empty) : "";
    empty = 0;
  };
  board.cells.forEach((cell, i) => {
    const player = playerAt.get(cell.name);
    if (player) {
      flush();
      row += player;
    } else {
      empty++;
    }
    const next = board.cells[i + 1];
    if (!next || rowOf(next.name) !== rowOf(cell.name)) {
      flush();
      rows.push(row);
      row = "";
    }
  });
  return `${rows.join("/")} ${turn}`;
}
