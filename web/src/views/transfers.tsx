// SPDX-License-Identifier: MIT
// Transfers: one army crosses the board in the fewest moves, or two sides help each other; the best
// known solutions step by step, and a board to try.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Playable } from "../board/playable";
import { Score } from "../parts/score";
import { Toolbar } from "../parts/toolbar";
import { JOURNEYS, type Journey } from "../state/journeys";
import * as session from "../state/session";
import { plural } from "../state/words";

const STEP_MS = 800;

const open = (journey: Journey, solution: boolean, how = session.go) =>
  how({
    game: journey.game,
    kind: journey.id,
    start: "",
    moves: solution ? journey.moves : [],
    at: 0,
    end: "",
  });

/** Steps through the moves one after the other while it runs. */
function usePlayback() {
  const running = useSignal(false);
  const { at, moves } = session.address.value;
  const ready = session.line.value.length === moves.length;
  useEffect(() => {
    if (running.value && at === moves.length && ready) running.value = false;
    if (!running.value || !ready) return;
    const timer = setTimeout(session.redo, STEP_MS);
    return () => clearTimeout(timer);
  }, [running.value, at, ready]);
  return running;
}

function Count({ journey, over }: { journey: Journey; over: boolean }) {
  const { at } = session.address.value;
  const record = journey.moves.length;
  if (!over)
    return (
      <p class="counter">
        <b>{plural(at, "move")}</b> · the record is {record},{" "}
        {journey.proved ? "and nobody can do better: that is proved" : "perhaps not the last word"}
      </p>
    );
  const more = at - record;
  return (
    <p class="answer right">
      Done in {plural(at, "move")}:{" "}
      {more === 0 ? "the record!" : more < 0 ? "a new record!" : `${more} more than the record.`}
    </p>
  );
}

export function Transfers() {
  const { kind, game, moves, flip } = session.address.value;
  const running = usePlayback();
  const journey = JOURNEYS.find(({ id }) => id === kind);
  useEffect(() => {
    if (!journey || journey.game !== game)
      open(journey ?? (JOURNEYS[0] as Journey), false, session.change);
  }, [kind, game]);
  const board = session.board.value;
  const scene = session.scene.value;
  const ready = journey && board && scene && board.game === game && scene.game === game;
  const shown = !!journey && moves.join() === journey.moves.join();
  const over = scene?.verdict === "won";
  return (
    <div class="stage" aria-busy={session.busy.value}>
      <div class="headline">
        {ready && (
          <section class="puzzle" aria-live="polite">
            <h2>{journey.title}</h2>
            <p>
              {journey.game.includes(":1p")
                ? "Bring the army into the opposite corner in as few moves as you can."
                : "Both sides help each other: the game is over when one has arrived."}
            </p>
            <Count journey={journey} over={over} />
            <p class="row">
              <button
                type="button"
                class="primary"
                onClick={() => {
                  const next = !shown || session.address.peek().at === moves.length;
                  if (next) open(journey, true);
                  running.value = next || !running.value;
                }}
              >
                {running.value ? "Pause" : "Show the solution"}
              </button>
              <button
                type="button"
                onClick={() => {
                  running.value = false;
                  open(journey, false);
                }}
              >
                Try it yourself
              </button>
            </p>
          </section>
        )}
      </div>
      <div class="table-top">
        {ready && (
          <Playable
            board={board}
            scene={scene}
            flip={flip}
            active={!over && !running.value}
            values={false}
            trail={session.lastMove.value?.path}
            motion={session.motion.value}
            onMove={(move) => session.makeMove(move)}
          />
        )}
        <Toolbar />
      </div>
      <div class="side">
        <div class="chips">
          {JOURNEYS.map((other) => (
            <button
              key={other.id}
              type="button"
              aria-pressed={other.id === kind}
              onClick={() => {
                running.value = false;
                open(other, false);
              }}
            >
              {other.title} ({other.moves.length})
            </button>
          ))}
        </div>
        <Score />
      </div>
    </div>
  );
}
