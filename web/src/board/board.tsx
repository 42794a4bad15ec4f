// SPDX-License-Identifier: MIT
// The board: pieces, targets, selection, keyboard and pointer. It knows no rules: what may be
// picked up and where it may go are given to it.
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Board as BoardInfo } from "../api";
import type { Tone } from "../state/groups";
import { playerName, playerNumber } from "../state/players";
import { travel } from "./animate";
import { Ground } from "./ground";
import { cellTowards, layOut, movePath, nearestCell, type Point } from "./layout";

export interface Target {
  tone: Tone;
  /** A few characters to write into the target: the distance. */
  label: string;
  /** What a screen reader adds to the cell's name. */
  spoken: string;
}

export interface BoardProps {
  board: BoardInfo;
  label: string;
  pieces: { cell: string; player: string }[];
  flip: boolean;
  /** Turned by so many sixths besides. */
  sixths?: number;
  names?: boolean;
  selected: string | null;
  /** Cells that can be picked up. */
  sources: ReadonlySet<string>;
  /** Where the selected piece can go. */
  targets: ReadonlyMap<string, Target>;
  /** What picking up a piece can lead to at best, written on it. */
  worths?: ReadonlyMap<string, Target> | undefined;
  /** The last move, drawn as a trail, and a move to preview, drawn as an arrow. */
  trail?: string[] | undefined;
  arrow?: { path: string[]; tone: Tone } | null | undefined;
  motion?: { path: string[]; key: number } | null | undefined;
  onCell: (cell: string) => void;
  /** A piece dragged from one cell to another. */
  onDrag?: (from: string, to: string) => void;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const toneClass = (tone: Tone): string =>
  tone.startsWith("player-") ? `player-${playerNumber(tone.slice(7))}` : `tone-${tone}`;

export function Board(props: BoardProps) {
  const { board, selected, sources, targets } = props;
  const sixths = ((props.sixths ?? 0) + (props.flip ? 3 : 0)) % 6;
  const layout = useMemo(() => layOut(board, sixths), [board, sixths]);
  const svg = useRef<SVGSVGElement>(null);
  const focus = useSignal(board.cells[0]?.name ?? "");
  const drag = useSignal<(Point & { from: string; moved: boolean; held: boolean }) | null>(null);
  const pieceAt = new Map(props.pieces.map((piece) => [piece.cell, piece.player]));

  // One cell of the board is in the tab order: the one last used, else the first that can move.
  const first = [...sources][0] ?? board.cells[0]?.name ?? "";
  useLayoutEffect(() => {
    const used = svg.current?.contains(document.activeElement);
    if (!layout.at.has(focus.value) || (!used && !sources.has(focus.value))) focus.value = first;
  }, [layout, first]);

  const motionKey = props.motion?.key ?? 0;
  const done = useRef(motionKey);
  useLayoutEffect(() => {
    const path = props.motion?.path;
    const end = path?.[path.length - 1];
    if (!path || !end || done.current === motionKey || !pieceAt.has(end)) return;
    done.current = motionKey;
    const piece = svg.current?.querySelector<SVGElement>(`[data-piece="${end}"]`);
    if (piece) travel(piece, layout, path);
  });

  const pointOf = (event: PointerEvent): Point => {
    const matrix = svg.current?.getScreenCTM();
    const point = new DOMPoint(event.clientX, event.clientY);
    return matrix ? point.matrixTransform(matrix.inverse()) : point;
  };

  const onPointerDown = (event: PointerEvent) => {
    const cell = nearestCell(layout, pointOf(event));
    if (!cell || event.button !== 0) return;
    focus.value = cell;
    if (sources.has(cell)) {
      drag.value = { ...pointOf(event), from: cell, moved: false, held: cell === selected };
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      if (cell !== selected) props.onCell(cell);
    }
  };

  const onPointerMove = (event: PointerEvent) => {
    const now = drag.value;
    if (!now) return;
    const point = pointOf(event);
    const origin = layout.at.get(now.from);
    const far = origin && Math.hypot(point.x - origin.x, point.y - origin.y) > 0.6;
    if (now.moved || far) drag.value = { ...now, x: point.x, y: point.y, moved: true };
  };

  const onPointerUp = (event: PointerEvent) => {
    const now = drag.value;
    drag.value = null;
    const cell = nearestCell(layout, pointOf(event));
    if (now?.moved) {
      if (cell && cell !== now.from) props.onDrag?.(now.from, cell);
    } else if (cell && (!sources.has(cell) || (now?.held && now.from === cell))) {
      props.onCell(cell); // that piece was up before: it is put down
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow) {
      const next = cellTowards(layout, focus.value, arrow[0], arrow[1]);
      if (next) {
        focus.value = next;
        svg.current?.querySelector<SVGElement>(`[data-cell="${next}"]`)?.focus();
      }
    } else if (event.key === "Enter" || event.key === " ") {
      props.onCell(focus.value);
    } else if (event.key === "Escape" && selected) {
      props.onCell(selected);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const cellLabel = (cell: string): string => {
    const player = pieceAt.get(cell);
    const target = targets.get(cell);
    const content = player ? `${playerName(player)} piece` : "empty";
    const best = props.worths?.get(cell)?.spoken;
    const can = best ? `, can move, at best ${best}` : ", can move";
    const state = cell === selected ? ", selected" : sources.has(cell) ? can : "";
    return `${cell}, ${content}${state}${target ? `, ${target.spoken}` : ""}`;
  };

  const marker = (tone: Tone) => `arrow ${toneClass(tone)}`;
  const dragged = drag.value?.moved ? drag.value : null;

  return (
    <svg
      ref={svg}
      class={`board${dragged ? " dragging" : ""}`}
      viewBox={layout.viewBox}
      role="group"
      aria-label={props.label}
      onMouseDown={
        (event) => event.preventDefault() /* the mouse leaves the keyboard's place alone */
      }
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        drag.value = null;
      }}
      onKeyDown={onKeyDown}
    >
      <Ground board={board} layout={layout} names={props.names ?? false} />
      {props.trail && (
        <g class="trail" aria-hidden="true">
          <path d={movePath(layout, props.trail)} />
          {[props.trail[0], props.trail[props.trail.length - 1]].map((cell) => {
            const place = layout.at.get(cell ?? "");
            return place && <circle key={cell} cx={place.x} cy={place.y} r={0.97} />;
          })}
        </g>
      )}
      {board.cells.map(({ name }) => {
        const place = layout.at.get(name);
        const player = pieceAt.get(name);
        const target = targets.get(name);
        const worth = selected === null ? props.worths?.get(name) : undefined;
        if (!place) return null;
        return (
          <g
            key={name}
            class={`cell${sources.has(name) ? " source" : ""}${target ? " target" : ""}${name === selected ? " selected" : ""}`}
            transform={`translate(${place.x} ${place.y})`}
            data-cell={name}
            tabindex={name === focus.value ? 0 : -1}
            role="button"
            aria-label={cellLabel(name)}
            aria-pressed={name === selected}
            onFocus={() => {
              focus.value = name;
            }}
          >
            <circle class="touch" r={0.98} />
            {player && (
              <g
                class={`piece player-${playerNumber(player)}`}
                data-piece={name}
                data-away={dragged?.from === name}
              >
                <circle class="shade" r={0.8} cy={0.09} />
                <circle class="ball" r={0.78} />
                <circle r={0.78} fill="url(#shine)" />
                <ellipse class="glint" cx={-0.24} cy={-0.36} rx={0.24} ry={0.15} />
              </g>
            )}
            {worth && (
              <g class={`worth ${toneClass(worth.tone)}`}>
                <circle cx={0.52} cy={-0.52} r={0.46} />
                <text x={0.52} y={-0.35}>
                  {worth.label}
                </text>
              </g>
            )}
            {name === selected && <circle class="halo" r={0.95} />}
            {target && (
              <g class={`dot ${toneClass(target.tone)}`}>
                <circle r={0.6} />
                <text dy={0.21}>{target.label}</text>
              </g>
            )}
            <circle class="focus-ring" r={0.98} />
          </g>
        );
      })}
      {props.arrow && (
        <g class={marker(props.arrow.tone)} aria-hidden="true">
          <path class="under" d={movePath(layout, props.arrow.path)} />
          <path d={movePath(layout, props.arrow.path)} />
          {props.arrow.path.slice(1, -1).map((cell) => {
            const place = layout.at.get(cell);
            return place && <circle key={cell} cx={place.x} cy={place.y} r={0.16} />;
          })}
          {endOf(props.arrow.path, layout.at)}
        </g>
      )}
      {dragged && (
        <g
          class={`piece lifted player-${playerNumber(pieceAt.get(dragged.from) ?? "x")}`}
          transform={`translate(${dragged.x} ${dragged.y})`}
          aria-hidden="true"
        >
          <circle class="shade" r={0.86} cy={0.2} />
          <circle class="ball" r={0.84} />
          <circle r={0.84} fill="url(#shine)" />
        </g>
      )}
      <defs>
        <radialGradient id="shine" cx="35%" cy="28%" r="80%">
          <stop offset="0" stop-color="#fff" stop-opacity="0.5" />
          <stop offset="0.45" stop-color="#fff" stop-opacity="0.05" />
          <stop offset="1" stop-color="#000" stop-opacity="0.28" />
        </radialGradient>
        <radialGradient id="dimple" cx="58%" cy="66%" r="70%">
          <stop offset="0" stop-color="#fff" stop-opacity="0.22" />
          <stop offset="0.6" stop-color="#000" stop-opacity="0.02" />
          <stop offset="1" stop-color="#000" stop-opacity="0.3" />
        </radialGradient>
      </defs>
    </svg>
  );
}

function endOf(path: string[], at: ReadonlyMap<string, Point>) {
  const last = path[path.length - 1];
  const place = last === undefined ? undefined : at.get(last);
  return place && <circle class="end" cx={place.x} cy={place.y} r={0.42} />;
}
