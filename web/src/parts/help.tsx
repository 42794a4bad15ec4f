// SPDX-License-Identifier: MIT
// How the game goes, in twenty seconds: a card at the first visit, and behind "?" at any time. A
// small board plays a step, a hop and a chain over and over.
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Board as BoardInfo } from "../api";
import { wantsMotion } from "../board/animate";
import { Board } from "../board/board";
import { helpOpen } from "../state/help";
import { keepText } from "../state/store";
import { Tool } from "./toolbar";

const SIZE = 4;
const name = (x: number, y: number): string => `${"abcd"[x]}${y + 1}`;
const cells = Array.from({ length: SIZE * SIZE }, (_, i) => {
  const [x, y] = [i % SIZE, Math.floor(i / SIZE)];
  return { name: name(x, y), x: x - y, y: (x + y) * Math.sqrt(3) };
});
const at = (x: number, y: number): number => y * SIZE + x;
const lines = cells.flatMap((_, i): [number, number][] => {
  const [x, y] = [i % SIZE, Math.floor(i / SIZE)];
  const near: [number, number][] = [];
  if (x + 1 < SIZE) near.push([i, at(x + 1, y)]);
  if (y + 1 < SIZE) near.push([i, at(x, y + 1)]);
  if (x + 1 < SIZE && y > 0) near.push([i, at(x + 1, y - 1)]);
  return near;
});

/** A board of its own, drawn like the others; no game is played on it. */
const BOARD: BoardInfo = {
  game: "help",
  rules: "",
  family: "duel",
  shape: "rhombus",
  size: SIZE,
  pieces: 3,
  players: [
    { letter: "x", camp: ["a1", "b1", "a2"], goal: ["d4", "c4", "d3"] },
    { letter: "o", camp: ["d4", "c4", "d3"], goal: ["a1", "b1", "a2"] },
  ],
  cells,
  lines,
  start: "",
};

interface Scene {
  pieces: { cell: string; player: string }[];
  path: string[];
  text: string;
}

const own = (...list: string[]) => list.map((cell) => ({ cell, player: "x" }));
const other = (...list: string[]) => list.map((cell) => ({ cell, player: "o" }));

const SCENES: Scene[] = [
  {
    pieces: [...own("a1", "b1", "b2"), ...other("d3", "c4", "d4")],
    path: ["a2", "b2"],
    text: "A step: to any free neighbour.",
  },
  {
    pieces: [...own("c1", "b1", "b2"), ...other("d3", "c4", "d4")],
    path: ["a1", "c1"],
    text: "A hop: over one piece, yours or not, to the free place behind it. Nothing is taken.",
  },
  {
    pieces: [...own("c3", "b1", "b2"), ...other("b3", "c4", "d4")],
    path: ["c1", "a3", "c3"],
    text: "A chain: as many hops in a row as you like, in one turn.",
  },
  {
    pieces: [...own("d3", "c4", "d4"), ...other("a1", "b1", "b2")],
    path: ["d2", "d4"],
    text: "The goal: the dashed rings of your colour. Who fills them first wins.",
  },
];

const STEP_MS = 2600;

function Demonstration() {
  const frame = useSignal(0);
  useEffect(() => {
    if (!wantsMotion()) return;
    const timer = setInterval(() => {
      frame.value = (frame.value + 1) % SCENES.length;
    }, STEP_MS);
    return () => clearInterval(timer);
  }, []);
  const scene = SCENES[frame.value] ?? SCENES[0];
  if (!scene) return null;
  return (
    <figure class="demonstration" inert>
      <Board
        board={BOARD}
        label="A small board that shows the moves"
        pieces={scene.pieces}
        flip={false}
        selected={null}
        sources={new Set()}
        targets={new Map()}
        trail={scene.path}
        motion={{ path: scene.path, key: frame.value + 1 }}
        onCell={() => undefined}
      />
      <figcaption>{scene.text}</figcaption>
    </figure>
  );
}

export function HelpButton() {
  return <Tool icon="help" label="How it goes (?)" onClick={() => (helpOpen.value = true)} />;
}

export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = helpOpen.value;
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open && dialog.current?.open) dialog.current.close();
  }, [open]);
  // With the page, not after it: keys are pressed as soon as there is something to see.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const field = (event.target as Element | null)?.closest("input, select, textarea");
      if (event.key === "?" && !field) helpOpen.value = true;
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <dialog
      ref={dialog}
      class="help"
      aria-labelledby="help-title"
      onClose={() => {
        helpOpen.value = false;
        keepText("seen", "1");
      }}
    >
      {open && (
        <div class="help-body">
          <h2 id="help-title">Chinese Checkers in twenty seconds</h2>
          <Demonstration />
          <dl>
            <dt>Goal</dt>
            <dd>Bring all your pieces into the dashed rings of your colour, on the other side.</dd>
            <dt>Step, hop, chain</dt>
            <dd>
              Move to a free neighbour, or hop over single pieces, as often as you can in one turn.
            </dd>
            <dt>Ply</dt>
            <dd>One move of one player. “Wins in 7” means: the seventh ply ends the game.</dd>
            <dt>Table</dt>
            <dd>
              A file with the value of every position of a game, computed back from its ends. What
              is said here of a game with a table is certain, not an opinion.
            </dd>
            <dt>Colours</dt>
            <dd>
              <span class="legend tone-win">wins</span> <span class="legend tone-draw">draws</span>{" "}
              <span class="legend tone-loss">loses</span>, for whoever is to move; the number is in
              plies.
            </dd>
          </dl>
          <form method="dialog">
            <button type="submit" class="primary">
              Got it
            </button>
          </form>
        </div>
      )}
    </dialog>
  );
}
