// SPDX-License-Identifier: MIT
// Puzzles: positions mined from the tables, each with one right answer.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api, type Move, type Puzzle, type Scene } from "../api";
import { Playable } from "../board/playable";
import { JobButton } from "../parts/jobs";
import { Picker } from "../parts/picker";
import { Tool, Toolbar } from "../parts/toolbar";
import { gameName } from "../state/names";
import {
  afterError,
  afterShowing,
  afterSolving,
  DIFFICULTIES,
  difficultyOf,
  ofDay,
  progress,
  today,
  update,
} from "../state/progress";
import {
  type Answer,
  judgeAnswer,
  PUZZLE_TITLES,
  QUIZ_KINDS,
  refutation,
  task,
  why,
} from "../state/quiz";
import * as session from "../state/session";

const REPLY_MS = 700;
/** Puzzles without a distance come behind all others. */
const NO_DISTANCE = 10_000;

/** The puzzles of the current game, and whether more are still being mined. */
function usePuzzles(game: string, solved: boolean) {
  const puzzles = useSignal<Puzzle[] | null>(null);
  useEffect(() => {
    puzzles.value = null;
    if (!solved) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async () => {
      const answer = await api.puzzles(game);
      if (answer.ready) {
        // The easy ones first; who looks for the longest finds it last.
        puzzles.value = answer.puzzles
          .filter((puzzle) => QUIZ_KINDS.includes(puzzle.kind))
          .sort((a, b) => (a.plies ?? NO_DISTANCE) - (b.plies ?? NO_DISTANCE));
      } else {
        timer = setTimeout(load, 700);
      }
    };
    load().catch(() => undefined); // the page says that the server is gone
    return () => clearTimeout(timer);
  }, [game, solved]);
  return puzzles;
}

/** Chooses by how many plies there are to the end. */
function Difficulties({ puzzles, onOpen }: { puzzles: Puzzle[]; onOpen: (i: number) => void }) {
  const found = DIFFICULTIES.map((difficulty) => ({
    ...difficulty,
    first: puzzles.findIndex((puzzle) => difficultyOf(puzzle.plies) === difficulty.id),
  })).filter(({ first }) => first >= 0);
  if (found.length < 2) return null;
  return (
    <div class="chips">
      {found.map(({ id, name, least, most, first }) => (
        <button key={id} type="button" onClick={() => onOpen(first)}>
          {name} ({least === 16 ? "16 plies and more" : `${least} to ${most} plies`})
        </button>
      ))}
    </div>
  );
}

function Kinds({
  puzzles,
  kind,
  onKind,
}: {
  puzzles: Puzzle[];
  kind: string;
  onKind: (kind: string) => void;
}) {
  const kinds = QUIZ_KINDS.filter((k) => puzzles.some((puzzle) => puzzle.kind === k));
  return (
    <div class="chips">
      {kinds.map((k) => (
        <button key={k} type="button" aria-pressed={k === kind} onClick={() => onKind(k)}>
          {PUZZLE_TITLES[k]}
        </button>
      ))}
    </div>
  );
}

/** Puzzles come from tables. */
function NoTable({ game }: { game: string }) {
  const info = session.gameInfo.value;
  const others = session.solvedGames.value;
  return (
    <>
      <p class="caption">
        Puzzles are mined from tables, and there is none of {gameName(game)} here.
        {others.length > 0 ? " Choose a game that has one." : ""}
      </p>
      {info?.job && <JobButton game={game} />}
    </>
  );
}

export function Puzzles() {
  const { game, kind, number, start, flip, moves } = session.address.value;
  const info = session.gameInfo.value;
  const puzzles = usePuzzles(game, !!info?.table);
  const answer = useSignal<Answer | null>(null);
  const more = useSignal(""); // the refutation of a wrong answer, or why the right one is
  const failed = useSignal(false);
  const board = session.board.value;
  const scene = session.scene.value;

  const all = puzzles.value ?? [];
  const chosenKind = all.some((p) => p.kind === kind) ? kind : (all[0]?.kind ?? "");
  const list = all.filter((p) => p.kind === chosenKind);
  const puzzle = list[number % Math.max(list.length, 1)];

  const open = (newKind: string, i: number, how = session.go) => {
    const candidates = all.filter((p) => p.kind === newKind);
    const wrapped = (i + candidates.length) % Math.max(candidates.length, 1);
    const next = candidates[wrapped];
    if (next) how({ kind: newKind, number: wrapped, start: next.position, moves: [], at: 0 });
  };

  // An address that names no puzzle, or one half done before the page was loaded, begins again.
  useEffect(() => {
    if (!puzzle) return;
    answer.value = null;
    failed.value = false;
    more.value = "";
    if (start !== puzzle.position || moves.length > 0) open(chosenKind, number, session.change);
  }, [puzzle?.position, number]);

  const reply = (after: Move) => {
    setTimeout(async () => {
      const then = await session.fetchScene(game, after.position);
      const best = then.moves[0];
      if (best) session.makeMove(best, after.position);
    }, REPLY_MS);
  };

  const onMove = (move: Move) => {
    if (!puzzle || !scene) return;
    const judged = judgeAnswer(puzzle, scene, move);
    answer.value = judged;
    more.value = "";
    if (judged.solved) {
      const daily = puzzle === ofDay(all, today()) ? today() : null;
      update((before) => {
        const after = afterSolving(before, name, daily);
        return failed.value ? { ...after, streak: 0, best: before.best } : after;
      });
    } else if (!judged.right) {
      failed.value = true;
      update(afterError);
    }
    if (judged.right) session.makeMove(move);
    if (judged.right && !judged.solved) reply(move);
    explain(scene, move, judged.right).then(
      (words) => {
        if (answer.peek() === judged) more.value = words;
      },
      () => undefined,
    );
  };

  /** What the other side answers to a wrong move, or what all other moves would have been. */
  const explain = async (before: Scene, move: Move, right: boolean): Promise<string> => {
    const after = await session.fetchScene(game, move.position);
    const best = after.moves[0];
    if (right) return why(before, move);
    return best && !before.control ? refutation(after, best) : "";
  };

  const showSolution = () => {
    const best: Move | undefined =
      puzzle?.kind === "fastest" || !puzzle?.solution
        ? scene?.moves[0]
        : scene?.moves.find((m) => m.move === puzzle.solution);
    if (best) {
      session.preview.value = best;
      update((before) => afterShowing(before, name));
      answer.value = null;
      more.value = `The move is ${best.move}.`;
    }
  };

  const name = `${game} ${puzzle?.position ?? ""}`;
  const ofToday = all.length > 0 ? ofDay(all, today()) : undefined;
  const openDaily = () => {
    if (!ofToday) return;
    const same = all.filter((p) => p.kind === ofToday.kind);
    open(ofToday.kind, same.indexOf(ofToday));
  };
  const { solved, streak, best, days } = progress.value;
  const ready = board && scene && board.game === game && scene.game === game;
  const shown = ready && puzzle && start === puzzle.position;
  return (
    <div class="stage" aria-busy={session.busy.value}>
      <div class="headline">
        <Picker fits={(candidate) => !!candidate.table} />
        {shown && (
          <section class="puzzle" aria-live="polite">
            <h2>{PUZZLE_TITLES[puzzle.kind]}</h2>
            <p>{task(puzzle, puzzle.position.slice(-1))}</p>
            {answer.value && (
              <p class={`answer ${answer.value.right ? "right" : "wrong"}`}>{answer.value.text}</p>
            )}
            {more.value && <p class="why">{more.value}</p>}
            {answer.value?.solved && (
              <button type="button" class="primary" onClick={() => open(chosenKind, number + 1)}>
                Next puzzle
              </button>
            )}
            <p class="caption">
              Puzzle {(number % list.length) + 1} of {list.length} · solved so far: {solved.length}{" "}
              · streak: {streak} (best {best}){days > 1 ? ` · ${days} days in a row` : ""}
              {solved.includes(name)
                ? " · you have solved this one"
                : progress.value.shown.includes(name)
                  ? " · its solution was shown, so it does not count"
                  : ""}
            </p>
          </section>
        )}
      </div>
      <div class="table-top">
        {shown && (
          <Playable
            board={board}
            scene={scene}
            flip={flip}
            values={false}
            active={!answer.value?.solved && toMove(scene, puzzle)}
            trail={session.lastMove.value?.path}
            arrow={session.preview.value}
            motion={session.motion.value}
            ahead={session.ahead.value}
            onMove={onMove}
          />
        )}
        <Toolbar>
          <Tool icon="hint" label="Show the move" disabled={!shown} onClick={showSolution} />
          <Tool
            icon="next"
            label="Next puzzle"
            disabled={!puzzle}
            onClick={() => open(chosenKind, number + 1)}
          />
        </Toolbar>
      </div>
      <div class="side">
        {info?.table && puzzles.value === null && (
          <p class="caption">Mining the table for puzzles…</p>
        )}
        {session.games.value && !info?.table && <NoTable game={game} />}
        {puzzles.value?.length === 0 && (
          <p class="caption">This table holds no puzzles of these kinds. Try a larger game.</p>
        )}
        {ofToday && (
          <div class="chips">
            <button type="button" aria-pressed={puzzle === ofToday} onClick={openDaily}>
              Puzzle of the day{progress.value.day === today() ? " ✓" : ""}
            </button>
          </div>
        )}
        <Kinds puzzles={all} kind={chosenKind} onKind={(k) => open(k, 0)} />
        <Difficulties puzzles={list} onOpen={(i) => open(chosenKind, i)} />
      </div>
    </div>
  );
}

/** It is the solver's turn: the player who was to move when the puzzle began. */
const toMove = (scene: Scene, puzzle: Puzzle): boolean => scene.turn === puzzle.position.slice(-1);
