// SPDX-License-Identifier: MIT
// Play: people and computers at one board, with clocks, hints, undo and a verdict on every move.
import { useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api, type Ending as Ruling, type Scene, type Thought } from "../api";
import { Playable } from "../board/playable";
import { EndCard } from "../parts/endcard";
import { Graph } from "../parts/graph";
import { Known } from "../parts/known";
import { Picker } from "../parts/picker";
import { Score } from "../parts/score";
import { ClockChoice, Seats } from "../parts/seats";
import { Tool, Toolbar } from "../parts/toolbar";
import * as clock from "../state/clock";
import { think } from "../state/computer";
import { levelOf, levelsFor, PERSON } from "../state/levels";
import { endingOf, seatsFor, turnedFor } from "../state/match";
import { playerName } from "../state/players";
import { takesDraw } from "../state/score";
import * as session from "../state/session";
import { judgeMove, type Verdict } from "../state/verdicts";
import { spoken } from "../state/words";

/** Verdicts on the moves made, from what the table says of the positions they were made in. */
function useVerdicts(scene: Scene | null, solved: boolean) {
  const scenes = useSignal<ReadonlyMap<string, Scene>>(new Map());
  useEffect(() => {
    if (scene) scenes.value = new Map(scenes.value).set(scene.position, scene);
  }, [scene]);
  const { game, moves } = session.address.value;
  const startPosition = session.startPosition.value;
  // Positions that came with the address were never on the board: ask for them.
  useEffect(() => {
    for (const step of solved ? [{ position: startPosition }, ...session.line.peek()] : []) {
      if (!step.position || scenes.peek().has(step.position)) continue;
      session
        .fetchScene(game, step.position)
        .then((answer) => {
          scenes.value = new Map(scenes.peek()).set(answer.position, answer);
        })
        .catch(() => undefined);
    }
  }, [game, startPosition, moves.length, solved]);
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

/**
 * Whether the rules end the game at the position on the board: null, or how; undefined until they
 * have been asked. `attempt` asks again.
 */
function useRuling(attempt: number, onTrouble: (text: string) => void): Ruling | null | undefined {
  const known = useSignal<{ of: string; ruling: Ruling | null } | null>(null);
  const { game, start, moves, at } = session.address.value;
  const of = [game, start, ...moves.slice(0, at)].join();
  useEffect(() => {
    if (!game) return;
    let current = true;
    api
      .replay(game, start, moves.slice(0, at), session.versionOf(game))
      .then((replay) => {
        if (current) known.value = { of, ruling: replay.ending };
      })
      .catch((error: Error) => current && onTrouble(error.message));
    return () => {
      current = false;
    };
  }, [of, attempt]);
  return known.value?.of === of ? known.value.ruling : undefined;
}

const turnAt = (i: number): string =>
  (i === 0 ? session.startPosition.value : session.line.value[i - 1]?.position)?.slice(-1) ?? "";

/** Lets the time of who is to move pass, while the game goes on. */
function useClock(player: number, running: boolean, letters: string[]): void {
  useEffect(() => {
    if (!running || player < 0) return;
    let before = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      if (clock.pass(player, (now - before) / 1000))
        session.change({ end: `time-${letters[player]}` });
      before = now;
    }, 200);
    return () => {
      clearInterval(timer);
      clock.pass(player, (performance.now() - before) / 1000);
      clock.press(player);
    };
  }, [player, running]);
}

export function Play() {
  const hint = useSignal("");
  const trouble = useSignal("");
  const offer = useSignal("");
  const scores = useSignal<Readonly<Record<string, Thought["score"]>>>({}); // the computers' last, by letter
  const attempt = useSignal(0);
  const board = session.board.value;
  const scene = session.scene.value;
  const { flip, game, at, moves, end, start } = session.address.value;
  const ready = board && scene && board.game === game && scene.game === game;
  const info = session.gameInfo.value;
  const solved = !!info?.table;
  const verdicts = useVerdicts(scene, solved);
  const letters = board?.players.map((player) => player.letter) ?? [];
  // A game that is not on the list can be played all the same where others can.
  const computer = info?.computer ?? session.games.value?.games.some((g) => g.computer);
  const levels = computer ? levelsFor(solved) : [];
  const seats = seatsFor(session.address.value.seats, letters.length, levels);
  const player = ready ? letters.indexOf(scene.turn) : -1;
  const seat = seats[player] ?? PERSON;
  const current = scene?.position === session.position.value;
  const ruling = useRuling(attempt.value, (text) => {
    trouble.value = text;
  });
  const ending =
    ready && current && ruling !== undefined
      ? endingOf(ruling, scene.turn, at < moves.length ? "" : end, letters)
      : null;
  const over = !!ending;
  const computerToMove = ready && current && seat !== PERSON && ruling === null && !over;
  const waiting = !!computerToMove && at < moves.length;
  const thinks = !!computerToMove && !waiting;

  useClock(player, !!ready && current && !over && at > 0 && at === moves.length, letters);
  useEffect(() => {
    if (!letters.length) return;
    if (at === 0) scores.value = {};
    if (at === 0) clock.wind(`${game} ${start}`, letters.length);
    else clock.resume(`${game} ${start}`, letters.length);
  }, [game, start, at === 0, letters.length, clock.chosen.value]);

  useEffect(() => {
    hint.value = "";
    trouble.value = "";
    offer.value = "";
    if (!thinks || !scene) return;
    const from = scene.position;
    const given = new AbortController();
    think(session.address.peek(), seat, given.signal)
      .then((thought) => {
        if (given.signal.aborted) return;
        scores.value = { ...scores.peek(), [from.slice(-1)]: thought.score };
        session.makeMove(thought.move, from);
      })
      .catch((error: Error) => {
        if (!given.signal.aborted) trouble.value = error.message;
      });
    return () => given.abort();
  }, [scene, seat, thinks, at, attempt.value]);

  if (!ready) return <p class="waiting">…</p>;

  const newGame = (order = seats) =>
    session.go({ start: "", moves: [], at: 0, end: "", seats: order });
  const takeBack = () => {
    // Back to the last position in which a person was to move.
    let to = at - 1;
    while (to > 0 && seats[letters.indexOf(turnAt(to))] !== PERSON) to--;
    session.change({ moves: moves.slice(0, Math.max(to, 0)), at: Math.max(to, 0), end: "" });
  };
  const showHint = async () => {
    const best = solved
      ? scene.moves[0]
      : (
          await think(session.address.peek(), "strongest", new AbortController().signal).catch(
            () => null,
          )
        )?.move;
    if (!best || session.position.peek() !== scene.position) return;
    session.preview.value = best;
    hint.value = `Hint: ${spoken(best)}${solved ? "" : " (the engine’s choice, no proof)"}.`;
  };
  const offerDraw = () => {
    const computers = letters.filter((_, i) => seats[i] !== PERSON);
    const against = computers.find(
      (letter) => !takesDraw(scores.peek()[letter] ?? null, letters.length),
    );
    if (against)
      hint.value = `${playerName(against)} declines: ${
        scores.peek()[against] === undefined ? "the game has only begun" : "it wants to win"
      }.`;
    else if (letters.length - computers.length > 1) offer.value = scene.turn;
    else session.change({ end: "agreed" });
  };
  const settle = (agreed: boolean) => {
    offer.value = "";
    if (agreed) session.change({ end: "agreed" });
  };
  const last = verdicts.value.get(at - 1);
  const level = levelOf(seat)?.name;
  const name = playerName(scene.turn);
  const status = ending
    ? ending.text
    : waiting
      ? `${name} (${level}) waits: you stepped back`
      : seat === PERSON
        ? `${name} to move`
        : `${name} (${level}) is thinking`;
  const mine = seat === PERSON && ruling === null && !over;

  return (
    <div class="stage" aria-busy={session.busy.value}>
      <div class="headline">
        <Picker />
        <section class="game-state" aria-live="polite">
          {ending && at === moves.length ? (
            <EndCard
              ending={ending}
              verdicts={verdicts.value}
              solved={solved}
              mover={turnAt}
              onRematch={() => newGame(letters.length === 2 ? [...seats].reverse() : seats)}
            />
          ) : (
            <h2>{status}</h2>
          )}
          {waiting && (
            <button
              type="button"
              class="primary"
              onClick={() => session.change({ moves: moves.slice(0, at), end: "" })}
            >
              Play on from here
            </button>
          )}
          {last?.text && !over && (
            <p class={`last grade-${last.grade}`}>
              {playerName(turnAt(at - 1))}’s {session.lastMove.value?.move}: {last.text}
            </p>
          )}
          {trouble.value && (
            <p class="trouble" role="alert">
              {trouble.value}{" "}
              <button type="button" onClick={() => attempt.value++}>
                Ask again
              </button>
            </p>
          )}
          {offer.value && (
            <p>
              {playerName(offer.value)} offers a draw.{" "}
              <button type="button" onClick={() => settle(true)}>
                Agree
              </button>{" "}
              <button type="button" onClick={() => settle(false)}>
                Decline
              </button>
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
          sixths={turnedFor(board, seats)}
          active={mine}
          values={false}
          trail={session.lastMove.value?.path}
          arrow={session.preview.value}
          motion={session.motion.value}
          onMove={(move) => session.makeMove(move)}
        />
        <Toolbar>
          <Tool icon="reset" label="Take back" disabled={at === 0} onClick={takeBack} />
          <Tool
            icon="hint"
            label="Hint"
            disabled={!mine || levels.length === 0}
            onClick={showHint}
          />
          <Tool icon="draw" label="Offer a draw" disabled={!mine} onClick={offerDraw} />
          <Tool
            icon="resign"
            label="Resign"
            disabled={!mine}
            onClick={() => session.change({ end: `resign-${scene.turn}` })}
          />
        </Toolbar>
      </div>
      <div class="side">
        <Seats seats={seats} levels={levels} />
        <div class="row">
          <button type="button" class="primary" onClick={() => newGame()}>
            New game
          </button>
          <ClockChoice />
        </div>
        {!solved && <Known game={game} />}
        <Graph />
        <Score verdicts={verdicts.value} />
      </div>
    </div>
  );
}
