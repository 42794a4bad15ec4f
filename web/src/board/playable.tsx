// SPDX-License-Identifier: MIT
// A board on which the moves of a scene can be made: picking a piece up shows where it can go.
import { useSignal } from "@preact/signals";
import type { Board as BoardInfo, Move, Scene } from "../api";
import { toneOf } from "../state/groups";
import { playerName } from "../state/players";
import { brief, MARKS, spoken, spokenWorth } from "../state/words";
import { Board, type Target } from "./board";

interface PlayableProps {
  board: BoardInfo;
  scene: Scene;
  flip: boolean;
  sixths?: number;
  names?: boolean;
  /** False while it is not a person's turn. */
  active?: boolean;
  /** Show what each target leads to; otherwise all look the same. */
  values?: boolean;
  /** Write on each piece what it can lead to at best, too. */
  worths?: boolean;
  trail?: string[] | undefined;
  arrow?: Move | null;
  motion?: { path: string[]; key: number } | null;
  /** A move made in this scene whose position is not known yet. */
  ahead?: Move | null;
  onMove: (move: Move) => void;
}

/** The pieces after a move. */
function moved(pieces: Scene["pieces"], { path }: Move): Scene["pieces"] {
  const [from, to] = [path[0], path[path.length - 1] ?? ""];
  return pieces.map((piece) => (piece.cell === from ? { ...piece, cell: to } : piece));
}

export function Playable(props: PlayableProps) {
  const { scene, values = true, active = true, ahead } = props;
  // A piece stays picked up as long as the position is the same, however often that is drawn.
  const held = useSignal({ position: "", cell: "" });
  const pick = (cell: string | null) => {
    held.value = { position: scene.position, cell: cell ?? "" };
  };

  const moves = active && !ahead ? scene.moves : [];
  const sources = new Set(moves.map((move) => move.path[0] ?? ""));
  const targets = new Map<string, Target>();
  const from =
    held.value.position === scene.position && sources.has(held.value.cell) ? held.value.cell : null;
  for (const move of moves) {
    if (from === null || move.path[0] !== from) continue;
    const worth = values ? move : { move: move.move, path: move.path, position: move.position };
    targets.set(move.path[move.path.length - 1] ?? "", {
      tone: values ? toneOf(move, scene.turn) : "open",
      label: values ? shortLabel(move, scene.turn) : "",
      spoken: spoken(worth),
    });
  }

  const worths = new Map<string, Target>();
  for (const move of values && props.worths !== false ? moves : []) {
    const cell = move.path[0] ?? "";
    if (worths.has(cell) || (!move.value && !move.control)) continue; // the best comes first
    worths.set(cell, {
      tone: toneOf(move, scene.turn),
      label: shortLabel(move, scene.turn) || (MARKS[toneOf(move, scene.turn)] ?? ""),
      spoken: spokenWorth(move).replace(/^, /, "") || "open",
    });
  }

  const find = (a: string, b: string) =>
    moves.find((move) => move.path[0] === a && move.path[move.path.length - 1] === b);

  const play = (a: string, b: string) => {
    const move = find(a, b);
    pick(null);
    if (move) props.onMove(move);
  };

  const onCell = (cell: string) => {
    if (from !== null && targets.has(cell)) play(from, cell);
    else pick(sources.has(cell) && cell !== from ? cell : null);
  };

  const { arrow } = props;
  return (
    <Board
      board={props.board}
      label={`Board of ${props.board.game}, ${playerName(ahead?.position.slice(-1) ?? scene.turn)} to move`}
      pieces={ahead ? moved(scene.pieces, ahead) : scene.pieces}
      flip={props.flip}
      sixths={props.sixths ?? 0}
      names={props.names ?? false}
      selected={from}
      sources={sources}
      targets={targets}
      worths={worths}
      trail={props.trail}
      arrow={arrow && { path: arrow.path, tone: values ? toneOf(arrow, scene.turn) : "open" }}
      motion={props.motion}
      onCell={onCell}
      onDrag={play}
    />
  );
}

/** What fits into a target: a distance, or the initial of the player who gets the win. */
function shortLabel(move: Move, mover: string): string {
  if (move.control) {
    const winner = move.control.winner;
    return winner ? (winner === mover ? "★" : (playerName(winner)[0] ?? "")) : "";
  }
  return move.plies == null ? "" : brief(move);
}
