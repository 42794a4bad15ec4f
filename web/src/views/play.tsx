// SPDX-License-Identifier: MIT
// Play: people and tables at one board, with undo, hints and a verdict on every move.
import { useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Scene } from "../api";
import { Playable } from "../board/playable";
import { Graph } from "../parts/graph";
import { Known } from "../parts/known";
import { Picker } from "../parts/picker";
import { Score } from "../parts/score";
import { Tool, Toolbar } from "../parts/toolbar";
import { PlayerTag } from "../parts/verdict";
import { chooseMove, LEVELS, levelOf, PERSON } from "../state/levels";
import { playerName } from "../state/players";
import * as session from "../state/session";
import { judgeMove, type Verdict } from "../state/verdicts";
import { spoken } from "../state/words";

const THINKING_MS = 550;

/** Who sits at each place; by default a person against perfect play, or people only. */
export function seatsFor(seats: string[], players: number, solved: boolean): string[] {
  return Array.from({ length: players }, (_, i) => {
    const seat = seats[i];
    if (!solved) return PERSON;
    if (seat === PERSON || (seat && levelOf(seat))) return seat;
    return i === 0 || players > 2 ? PERSON : "perfect";
  });
}

function Seats({ seats, solved }: { seats: string[]; solved: boolean }) {
  const board = session.board.value;
  const set = (i: number, value: string) =>
    session.change({ seats: seats.map((seat, j) => (i === j ? value : seat)) });
  return (
    <fieldset class="seats">
      <legend>Who plays</legend>
      {board?.players.map((player, i) => (
        <label key={player.letter}>
          <PlayerTag letter={player.letter} />
          <select value={seats[i]} onChange={(event) => set(i, event.currentTarget.value)}>
            <option value={PERSON}>A person</option>
            {solved &&
              LEVELS.map((level) => (
                <option key={level.id} value={level.id}>
                  {level.name}: {level.about}
                </option>
              ))}
          </select>
        </label>
      ))}
      {!solved && <p class="caption">No table of this game is here, so only people can play it.</p>}
    </fieldset>
  );
}

/** Verdicts on the moves made, from what the table says of the positions they were made in. */
function useVerdicts(scene: Scene | null) {
  const scenes = useSignal<ReadonlyMap<string, Scene>>(new Map());
  useEffect(() => {
    if (scene) scenes.value = new Map(scenes.value).set(scene.position, scene);
  }, [scene]);
  const { game, moves } = session.address.value;
  const startPosition = session.startPosition.value;
  // Positions that came with the address were never on the board: ask for them.
  useEffect(() => {
    for (const step of [{ position: startPosition }, ...session.line.peek()]) {
      if (!step.position || scenes.peek().has(step.position)) continue;
      session
        .fetchScene(game, step.position)
        .then((answer) => {
          scenes.value = new Map(scenes.peek()).set(answer.position, answer);
        })
        .catch(() => undefined);
    }
  }, [game, startPosition, moves.length]);
  return useComputed(() => {
    const verdicts = new Map<number, Verdict>();
    session.line.value.forEach((step, i) => {
      const before = i === 0 ? session.startPosition.value : session.line.value[i - 1]?.position;
      const known = before === undefined ? undefined : scenes.value.get(before);
      if (known) verdicts.set(i, judgeMove(known, step.move));
    });
    return verdicts;
  });
}

/** How often the position on the board has come up in the game so far. */
function repetitions(): number {
  const { at } = session.address.value;
  const before = [
    session.startPosition.value,
    ...session.line.value.slice(0, at).map((s) => s.position),
  ];
  return before.filter((text) => text === before[at]).length;
}

const MOST_REPETITIONS = 3;

function status(scene: Scene, seats: string[], letters: string[], waiting: boolean): string {
  if (scene.winner) return `${playerName(scene.winner)} wins the game`;
  if (scene.moves.length === 0) return `${playerName(scene.turn)} has no move and loses`;
  if (repetitions() >= MOST_REPETITIONS) return "A draw: the same position for the third time";
  const seat = seats[letters.indexOf(scene.turn)];
  if (waiting)
    return `${playerName(scene.turn)} (${levelOf(seat ?? "")?.name}) waits: you stepped back`;
  return seat === PERSON
    ? `${playerName(scene.turn)} to move`
    : `${playerName(scene.turn)} (${levelOf(seat ?? "")?.name}) is thinking`;
}

export function Play() {
  const hint = useSignal("");
  const board = session.board.value;
  const scene = session.scene.value;
  const verdicts = useVerdicts(scene);
  const { flip, game, at, moves } = session.address.value;
  const ready = board && scene && board.game === game && scene.game === game;
  const solved = !!session.gameInfo.value?.table;
  const letters = board?.players.map((player) => player.letter) ?? [];
  const seats = seatsFor(session.address.value.seats, letters.length, solved);
  const seat = ready ? seats[letters.indexOf(scene.turn)] : PERSON;
  const current = scene?.position === session.position.value;
  const drawn = ready && current && repetitions() >= MOST_REPETITIONS;
  const computerToMove = ready && current && seat !== PERSON && scene.moves.length > 0 && !drawn;
  const waiting = !!computerToMove && at < moves.length;
  const playOn = () => session.change({ moves: moves.slice(0, at) });

  useEffect(() => {
    hint.value = "";
    const level = levelOf(seat ?? "");
    if (!computerToMove || !level || !scene || at < moves.length) return;
    const timer = setTimeout(() => {
      const move = chooseMove(scene, level, Math.random);
      if (move) session.makeMove(move);
    }, THINKING_MS);
    return () => clearTimeout(timer);
  }, [scene, seat, at, moves.length]);

  if (!ready) return <p class="waiting">…</p>;

  const takeBack = () => {
    // Back to the last position in which a person was to move.
    let to = at - 1;
    const turnAt = (i: number) =>
      (i === 0 ? session.startPosition.value : session.line.value[i - 1]?.position)?.slice(-1) ??
      "";
    while (to > 0 && seats[letters.indexOf(turnAt(to))] !== PERSON) to--;
    session.change({ moves: moves.slice(0, Math.max(to, 0)), at: Math.max(to, 0) });
  };
  const showHint = () => {
    const best = scene.moves[0];
    if (!best) return;
    session.preview.value = best;
    hint.value = `Hint: ${spoken(best)}.`;
  };
  const last = verdicts.value.get(at - 1);
  const lastMover = letters[(letters.indexOf(scene.turn) + letters.length - 1) % letters.length];

  return (
    <div class="stage" aria-busy={session.busy.value}>
      <div class="headline">
        <Picker />
        <section class="game-state" aria-live="polite">
          <h2>{status(scene, seats, letters, waiting)}</h2>
          {waiting && (
            <button type="button" class="primary" onClick={playOn}>
              Play on from here
            </button>
          )}
          {last?.text && (
            <p class={`last grade-${last.grade}`}>
              {playerName(lastMover ?? "")}’s {session.lastMove.value?.move}: {last.text}
            </p>
          )}
          {hint.value && <p class="hint">{hint.value}</p>}
        </section>
      </div>
      <div class="table-top">
        <Playable
          board={board}
          scene={scene}
          flip={flip}
          active={seat === PERSON && !drawn}
          values={false}
          trail={session.lastMove.value?.path}
          arrow={session.preview.value}
          motion={session.motion.value}
          onMove={(move) => session.makeMove(move)}
        />
        <Toolbar>
          <Tool icon="reset" label="Take back" disabled={at === 0} onClick={takeBack} />
          <Tool icon="hint" label="Hint" disabled={!solved || seat !== PERSON} onClick={showHint} />
        </Toolbar>
      </div>
      <div class="side">
        <Seats seats={seats} solved={solved} />
        {!solved && <Known game={game} />}
        <button
          type="button"
          class="primary"
          onClick={() => session.go({ start: "", moves: [], at: 0 })}
        >
          New game
        </button>
        <Graph />
        <Score verdicts={verdicts.value} />
      </div>
    </div>
  );
}
