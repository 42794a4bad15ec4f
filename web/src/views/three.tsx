// SPDX-License-Identifier: MIT
// Three players: who can force what, what each move gives to whom, and examples to step through.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api, type Puzzle } from "../api";
import { Playable } from "../board/playable";
import { ControlDiagram } from "../parts/control";
import { Graph } from "../parts/graph";
import { JobButton } from "../parts/jobs";
import { Known } from "../parts/known";
import { Legend } from "../parts/legend";
import { MoveList } from "../parts/moves";
import { Picker } from "../parts/picker";
import { Score } from "../parts/score";
import { Toolbar } from "../parts/toolbar";
import { Verdict } from "../parts/verdict";
import { playerName } from "../state/players";
import * as session from "../state/session";

const KINDS = [
  {
    kind: "kingmaker",
    title: "Kingmakers",
    about: "The player to move cannot win, yet picks the winner.",
  },
  {
    kind: "crown",
    title: "One way to crown",
    about: "Exactly one move hands the win to a given player.",
  },
  {
    kind: "spoiler",
    title: "Spoilers",
    about: "Somebody who cannot win can repeat for ever rather than lose.",
  },
];

function Examples({ examples }: { examples: Puzzle[] }) {
  const { kind, number } = session.address.value;
  const kinds = KINDS.filter((k) => examples.some((example) => example.kind === k.kind));
  const chosen = kinds.find((k) => k.kind === kind);
  const list = examples.filter((example) => example.kind === kind);
  const show = (newKind: string, i: number) => {
    const all = examples.filter((example) => example.kind === newKind);
    const wrapped = (i + all.length) % all.length;
    const example = all[wrapped];
    if (example) {
      session.go({ kind: newKind, number: wrapped, start: example.position, moves: [], at: 0 });
    }
  };
  if (kinds.length === 0) return null;
  return (
    <section class="examples" aria-label="Examples from the table">
      <h3>Examples from the table</h3>
      <div class="chips">
        <button
          type="button"
          aria-pressed={!chosen}
          onClick={() => session.go({ kind: "", number: 0, start: "", moves: [], at: 0 })}
        >
          Opening
        </button>
        {kinds.map((k) => (
          <button
            key={k.kind}
            type="button"
            aria-pressed={k.kind === kind}
            onClick={() => show(k.kind, 0)}
          >
            {k.title}
          </button>
        ))}
      </div>
      {chosen && (
        <p class="stepper">
          <button
            type="button"
            onClick={() => show(kind, number - 1)}
            aria-label="Previous example"
          >
            ‹
          </button>
          <span>
            {number + 1} of {list.length}
          </span>
          <button type="button" onClick={() => show(kind, number + 1)} aria-label="Next example">
            ›
          </button>
          <span>
            {chosen.about}
            {chosen.kind === "crown" &&
              list[number] &&
              ` Here: ${playerName(list[number].player)}.`}
          </span>
        </p>
      )}
    </section>
  );
}

export function Three() {
  const examples = useSignal<Puzzle[]>([]);
  const board = session.board.value;
  const scene = session.scene.value;
  const { flip, game } = session.address.value;
  const solved = !!session.gameInfo.value?.table;
  useEffect(() => {
    examples.value = [];
    if (!solved) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async () => {
      const answer = await api.puzzles(game);
      examples.value = answer.puzzles;
      if (!answer.ready) timer = setTimeout(load, 1000);
    };
    load().catch(() => undefined); // the page says that the server is gone
    return () => clearTimeout(timer);
  }, [game, solved]);
  if (!board || !scene || board.game !== game || scene.game !== game)
    return <p class="waiting">…</p>;
  return (
    <div class="stage" aria-busy={session.busy.value}>
      <div class="headline">
        <Picker fits={(candidate) => candidate.players === 3} />
        <Verdict scene={scene} />
        {!solved && <Known game={game} />}
        {!solved && session.gameInfo.value?.job && (
          <p class="caption">
            It can be solved here: <JobButton game={game} />
          </p>
        )}
      </div>
      <div class="table-top">
        <Playable
          board={board}
          scene={scene}
          flip={flip}
          sixths={session.sixths.value}
          names
          trail={session.lastMove.value?.path}
          arrow={session.preview.value}
          motion={session.motion.value}
          ahead={session.ahead.value}
          onMove={(move) => session.makeMove(move)}
        />
        <Toolbar />
      </div>
      <div class="side">
        {scene.control && (
          <ControlDiagram
            control={session.preview.value?.control ?? scene.control}
            turn={session.preview.value?.position.slice(-1) ?? scene.turn}
          />
        )}
        <p class="caption">
          {scene.control
            ? session.preview.value
              ? `After ${session.preview.value.move}.`
              : "Point at a move to see what it changes. An arrow: can hand the win to. A crown: wins alone."
            : "This board has no table here; its moves can still be tried."}
        </p>
        {scene.control && <Legend race />}
        <Examples examples={examples.value} />
        <MoveList scene={scene} onMove={(move) => session.makeMove(move)} />
        <Graph />
        <Score />
        <details class="explain">
          <summary>Why “who wins?” has no answer with three</summary>
          <p>
            A player who can no longer win may still choose which opponent does. So a position has
            no single value; it has a structure of power. Can a player force its own win against the
            other two? Can two of them together force the win of one? Can a lone player repeat for
            ever rather than lose? Whoever cannot win but can make another win is a kingmaker.
          </p>
        </details>
      </div>
    </div>
  );
}
