// SPDX-License-Identifier: MIT
// Play: people and computers at one board, with clocks, hints, undo and a verdict on every move.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { api, type Ending as Ruling, type Scene, type Thought } from "../api";
import { Playable } from "../board/playable";
import { EndCard } from "../parts/endcard";
import { Graph } from "../parts/graph";
import { Picker } from "../parts/picker";
import { Score } from "../parts/score";
import { ClockChoice, Seats } from "../parts/seats";
import { Tool, Toolbar } from "../parts/toolbar";
import { cellNames, toggleCellNames } from "../state/cellnames";
import * as clock from "../state/clock";
import { think } from "../state/computer";
import { levelOf, PERSON } from "../state/levels";
import { endingOf } from "../state/match";
import { withNewest } from "../state/newest";
import { playerName } from "../state/players";
import { takesDraw } from "../state/score";
import * as session from "../state/session";
import { judgeMove, type Verdict } from "../state/verdicts";
import { spoken } from "../state/words";

const MOST_VERDICTS = 2000;

/** Verdicts on the moves made, from what the table says of the positions they were made in. */
function useVerdicts(scene: Scene | null, solved: boolean) {
  const known = useSignal<ReadonlyMap<string, Verdict>>(new Map());
  const asked = useRef<ReadonlySet<string>>(new Set());
  const { game } = session.address.value;
  const steps = session.line.value.map(({ move }, i) => {
    const before = i === 0 ? session.startPosition.value : session.line.value[i - 1]?.position;
    return { key: `${game} ${before} ${move}`, before: before ?? "", move };
  });
  const judge = (key: string, before: Scene, move: string) => {
    const verdict = judgeMove(before, move);
    if (verdict.text) known.value = withNewest(known.peek(), [[key, verdict]], MOST_VERDICTS);
  };
  useEffect(() => {
    asked.current = new Set();
  }, [session.attempt.value]);
  // Positions that came with the address were never on the board: ask for them.
  useEffect(() => {
    const pending = new Set<string>();
    for (const { key, before, move } of solved ? steps : []) {
      if (known.peek().has(key) || !before) continue;
      pending.add(key);
      if (scene?.position === before && scene.game === game) judge(key, scene, move);
      else if (!asked.current.has(key))
        session.fetchScene(game, before).then(
          (answer) => judge(key, answer, move),
          () => undefined,
        );
    }
    asked.current = pending;
  }, [session.line.value, scene, solved, session.attempt.value]);
  const verdicts = new Map<number, Verdict>();
  steps.forEach(({ key }, i) => {
    const verdict = known.value.get(key);
    if (verdict) verdicts.set(i, verdict);
  });
  return verdicts;
}

/**
 * Whether the rules end the game of the address, and after how many of its moves: null, or how;
 * undefined until they have been asked.
 */
function useRuling(onTrouble: (error: Error) => void): Ruling | null | undefined {
  const known = useSignal<{ of: string; ruling: Ruling | null } | null>(null);
  const { game, start, moves } = session.address.value;
  const of = [game, start, ...moves].join();
  useEffect(() => {
    if (!game) return;
    let current = true;
    api
      .replay(game, start, moves, session.versionOf(game))
      .then((replay) => {
        if (current) known.value = { of, ruling: replay.ending };
      })
      .catch((error: Error) => current && onTrouble(error));
    return () => {
      current = false;
    };
  }, [of, session.attempt.value]);
  return known.value?.of === of ? known.value.ruling : undefined;
}

const turnAt = (i: number): string =>
  (i === 0 ? session.startPosition.value : session.line.value[i - 1]?.position)?.slice(-1) ?? "";

/**
 * The clock of the game of the address, which its moves press. It runs for who is to move at the
 * end of the game, while a person looks at an earlier position, too.
 */
function useClock(letters: string[], running: boolean): void {
  const { game, start, moves } = session.address.value;
  const of = `${game} ${start}`;
  const made = moves.length;
  const player = letters.indexOf(turnAt(made));
  const mover = letters.indexOf(turnAt(made - 1));
  const known = session.line.value.length === made;
  useEffect(() => {
    if (letters.length && known) clock.follow(of, letters.length, made, mover);
  }, [of, letters.length, made, mover, known, clock.chosen.value]);
  useEffect(() => {
    if (!running || made === 0 || player < 0) return;
    let before = performance.now();
    const spend = () => {
      const now = performance.now();
      const out = clock.pass(player, (now - before) / 1000);
      before = now;
      return out;
    };
    const timer = setInterval(() => {
      if (spend()) session.change({ at: made, end: `time-${letters[player]}` });
    }, 200);
    return () => {
      clearInterval(timer);
      spend();
    };
  }, [of, made, player, running]);
}

/** What there is to say of the moves since a person's last one, that one included. */
function Told({ seats, letters, verdicts, over }: ToldProps) {
  const { at } = session.address.value;
  const isOwn = (i: number) => seats[letters.indexOf(turnAt(i))] === PERSON;
  let first = at - 1;
  if (seats.includes(PERSON)) while (first > 0 && !isOwn(first)) first--;
  const told = session.line.value.slice(0, at).map((step, i) => ({ step, i }));
  return (
    <>
      {told.slice(Math.max(first, 0)).map(({ step, i }) => {
        const name = playerName(turnAt(i));
        const verdict = verdicts.get(i);
        if (verdict && !over)
          return (
            <p key={i} class={`last grade-${verdict.grade}`}>
              {name}’s {step.move}: {verdict.text}
            </p>
          );
        if (isOwn(i)) return null;
        return (
          <p key={i} class="visually-hidden">
            {name} moved {spoken(step)}.
          </p>
        );
      })}
    </>
  );
}

interface ToldProps {
  seats: string[];
  letters: string[];
  verdicts: ReadonlyMap<number, Verdict>;
  over: boolean;
}

export function Play() {
  const hint = useSignal("");
  const trouble = useSignal("");
  const offer = useSignal("");
  const scores = useSignal<Readonly<Record<string, Thought["score"]>>>({}); // the computers' last, by letter
  const hinting = useRef<AbortController | null>(null);
  const board = session.board.value;
  const scene = session.scene.value;
  const { flip, game, at, moves, end } = session.address.value;
  const ready = board && scene && board.game === game && scene.game === game;
  const solved = !!session.gameInfo.value?.table;
  const verdicts = useVerdicts(scene, solved);
  const letters = board?.players.map((player) => player.letter) ?? [];
  const levels = session.levels.value;
  const seats = session.seats.value;
  const player = ready ? letters.indexOf(scene.turn) : -1;
  const seat = seats[player] ?? PERSON;
  const current = scene?.position === session.position.value;
  const fail = (error: Error) => {
    trouble.value = error.message;
    if (session.isGone(error)) session.awaitServer();
  };
  const known = useRuling(fail);
  const ruling = known && at < known.moves ? null : known;
  const ending =
    ready && current && ruling !== undefined
      ? endingOf(ruling, scene.turn, at < moves.length ? "" : end, letters)
      : null;
  const over = !!ending;
  const computerToMove = ready && current && seat !== PERSON && ruling === null && !over;
  const waiting = !!computerToMove && at < moves.length;
  const thinks = !!computerToMove && !waiting;

  // A computer waits for whoever has stepped back, and so does its clock.
  const last = turnAt(moves.length);
  const goesOn = known === null && !endingOf(null, last, end, letters);
  const awaited = at === moves.length || seats[letters.indexOf(last)] === PERSON;
  useClock(letters, !!ready && goesOn && awaited);
  useEffect(() => {
    if (at === 0) scores.value = {};
  }, [game, at === 0]);

  useEffect(() => {
    hint.value = "";
    trouble.value = "";
    offer.value = "";
    const giveUpHint = () => hinting.current?.abort();
    if (!thinks || !scene) return giveUpHint;
    const from = scene.position;
    const given = new AbortController();
    think(session.address.peek(), seat, given.signal)
      .then((thought) => {
        if (given.signal.aborted) return;
        scores.value = { ...scores.peek(), [from.slice(-1)]: thought.score };
        session.makeMove(thought.move, from);
      })
      .catch((error: Error) => {
        if (!given.signal.aborted) fail(error);
      });
    return () => {
      giveUpHint();
      given.abort();
    };
  }, [scene, seat, thinks, at, session.attempt.value]);

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
    let best = scene.moves[0];
    if (!solved) {
      hinting.current?.abort();
      hinting.current = new AbortController();
      const { signal } = hinting.current;
      try {
        best = (await think(session.address.peek(), "strongest", signal)).move;
      } catch (error) {
        if (!signal.aborted) fail(error as Error);
        return;
      }
    }
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
              verdicts={verdicts}
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
          <Told seats={seats} letters={letters} verdicts={verdicts} over={over} />
          {trouble.value && (
            <p class="trouble" role="alert">
              {trouble.value}{" "}
              <button type="button" onClick={session.tryAgain}>
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
          sixths={session.sixths.value}
          names={cellNames.value}
          active={mine}
          values={false}
          trail={session.lastMove.value?.path}
          arrow={session.preview.value}
          motion={session.motion.value}
          ahead={session.ahead.value}
          onMove={(move) => session.makeMove(move)}
        />
        <Toolbar>
          <Tool
            icon="names"
            label="Cell names"
            pressed={cellNames.value}
            onClick={toggleCellNames}
          />
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
        <Graph />
        <Score verdicts={verdicts} />
      </div>
    </div>
  );
}
