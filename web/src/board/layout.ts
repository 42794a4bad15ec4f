// SPDX-License-Identifier: MIT
// From the server's drawn coordinates to places in an SVG picture.
import type { Board } from "../api";

export interface Point {
  x: number;
  y: number;
}

export interface Layout {
  /** Where each cell is, by name; neighbours are two units apart. */
  at: ReadonlyMap<string, Point>;
  viewBox: string;
  width: number;
  height: number;
}

const MARGIN = 1.9;

/** Turns a point about the origin by sixths of a turn, clockwise as it is drawn. */
export function turn({ x, y }: Point, sixths: number): Point {
  const [cos, sin] = [Math.cos((sixths * Math.PI) / 3), Math.sin((sixths * Math.PI) / 3)];
  const near = (value: number) => Math.round(value * 1e6) / 1e6;
  return { x: near(x * cos - y * sin), y: near(x * sin + y * cos) };
}

/** `sixths` of a turn map a star onto itself; other boards take three or none of them. */
export function layOut(board: Board, sixths: number): Layout {
  const xs = board.cells.map((cell) => cell.x);
  const ys = board.cells.map((cell) => cell.y);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  const right = Math.max(...xs);
  const bottom = Math.max(...ys);
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
  const at = new Map<string, Point>();
  for (const cell of board.cells) {
    const place = turn({ x: cell.x - middle.x, y: cell.y - middle.y }, sixths);
    at.set(cell.name, { x: middle.x + place.x, y: middle.y + place.y });
  }
  const width = right - left + 2 * MARGIN;
  const height = bottom - top + 2 * MARGIN;
  return { at, width, height, viewBox: `${left - MARGIN} ${top - MARGIN} ${width} ${height}` };
}

/** The cell nearest to a point, if it is nearer than `reach`. */
export function nearestCell(layout: Layout, point: Point, reach = 1.1): string | null {
  let best: string | null = null;
  let least = reach;
  for (const [name, place] of layout.at) {
    const distance = Math.hypot(place.x - point.x, place.y - point.y);
    if (distance < least) {
      least = distance;
      best = name;
    }
  }
  return best;
}

/** The cell an arrow key leads to: the nearest within 50° of the arrow's direction. */
export function cellTowards(layout: Layout, from: string, dx: number, dy: number): string | null {
  const origin = layout.at.get(from);
  if (!origin) return null;
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [name, place] of layout.at) {
    const x = place.x - origin.x;
    const y = place.y - origin.y;
    const distance = Math.hypot(x, y);
    if (distance === 0) continue;
    const along = (x * dx + y * dy) / distance;
    if (along < 0.64) continue;
    const cost = distance * (2 - along);
    if (cost < least - 1e-9) {
      least = cost;
      best = name;
    }
  }
  return best;
}

/** An SVG path through the cells of a move: a straight step, or hops drawn as low arcs. */
export function movePath(layout: Layout, cells: string[]): string {
  const points = cells.map((cell) => layout.at.get(cell)).filter((p) => p !== undefined);
  const [first, ...rest] = points;
  if (!first) return "";
  let path = `M${first.x} ${first.y}`;
  let from = first;
  for (const to of rest) {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const bend = length > 2.5 ? 0.18 : 0;
    const x = (from.x + to.x) / 2 + (to.y - from.y) * bend;
    const y = (from.y + to.y) / 2 - (to.x - from.x) * bend;
    path += `Q${round(x)} ${round(y)} ${to.x} ${round(to.y)}`;
    from = to;
  }
  return path;
}

const round = (x: number): number => Math.round(x * 100) / 100;
