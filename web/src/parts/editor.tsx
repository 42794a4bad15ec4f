// SPDX-License-Identifier: MIT
// Setting up a position: lift a piece, put it down elsewhere, say who is to move.
//
// The draft is a set of pieces; what it amounts to is the server's to say. Positions are sent in the
// server's notation, which is put together here from the rows of the board's own start position.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type ApiError, api, type Board as BoardInfo, type Scene } from "../api";
import { Board, type Target } from "../board/board";
import { HOME } from "../state/address";
import { writePosition } from "../state/notation";
import { playerName } from "../state/players";
import { fetchScene, gameInfo, setPosition, sixths, versionOf } from "../state/session";
import { describe } from "../state/words";
import { Evaluation } from "./evaluation";

interface EditorProps {
  board: BoardInfo;
  scene: Scene;
  flip: boolean;
  onDone: () => void;
}

export function Editor({ board, scene, flip, onDone }: EditorProps) {
  const pieces = useSignal(scene.pieces);
  const turn = useSignal(scene.turn);
  const lifted = useSignal<string | null>(null);
  const reason = useSignal("");
  const known = useSignal<Scene | null>(null); // the draft as a position, once it is legal
  const text = writePosition(board, pieces.value, turn.value);

  useEffect(() => {
    let current = true;
    known.value = null;
    const tell = (words: string) => {
      if (current) reason.value = words;
    };
    api
      .position(board.game, text, versionOf(board.game))
      .then(async (answer) => {
        tell(answer.reason ?? "");
        if (answer.reason) return;
        // What it is worth, as soon as it is legal.
        const found = await fetchScene(board.game, text).catch(() => answer);
        if (current) known.value = found;
      })
      .catch((error: ApiError) => tell(error.message));
    return () => {
      current = false;
    };
  }, [text]);

  const worth = known.value && describe(known.value);
  const info = gameInfo.value;
  const occupied = new Set(pieces.value.map((piece) => piece.cell));
  const targets = new Map<string, Target>();
  if (lifted.value) {
    for (const cell of board.cells) {
      if (!occupied.has(cell.name)) {
        targets.set(cell.name, { tone: "open", label: "", spoken: "put it here" });
      }
    }
  }

  const put = (from: string, to: string) => {
    lifted.value = null;
    if (occupied.has(to)) return;
    pieces.value = pieces.value.map((p) => (p.cell === from ? { ...p, cell: to } : p));
  };

  const onCell = (cell: string) => {
    if (lifted.value && !occupied.has(cell)) put(lifted.value, cell);
    else lifted.value = occupied.has(cell) && cell !== lifted.value ? cell : null;
  };

  const use = () => {
    setPosition(text);
    onDone();
  };

  return (
    <div class="editor">
      <Board
        board={board}
        label="Set up a position: lift a piece and put it down elsewhere"
        pieces={pieces.value}
        flip={flip}
        sixths={sixths.value}
        selected={lifted.value}
        sources={occupied}
        targets={targets}
        onCell={onCell}
        onDrag={put}
      />
      <div class="editor-bar">
        <fieldset>
          <legend>To move</legend>
          {board.players.map((player) => (
            <label key={player.letter}>
              <input
                type="radio"
                name="turn"
                checked={turn.value === player.letter}
                onChange={() => (turn.value = player.letter)}
              />
              {playerName(player.letter)}
            </label>
          ))}
        </fieldset>
        <button type="button" class="primary" disabled={reason.value !== ""} onClick={use}>
          Use this position
        </button>
        <button type="button" onClick={onDone}>
          Cancel
        </button>
        <p role="status">
          {reason.value || "A legal position."}
          {worth && (
            <b>
              {" "}
              {worth.headline}, {worth.detail}
            </b>
          )}
        </p>
        {known.value && !info?.table && info?.computer && (
          <Evaluation scene={known.value} of={{ ...HOME, game: board.game, start: text }} />
        )}
      </div>
    </div>
  );
}
