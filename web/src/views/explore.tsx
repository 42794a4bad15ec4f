// SPDX-License-Identifier: MIT
// Explore: any position of any game, what it is worth, and what each move leads to.
import { useSignal } from "@preact/signals";
import { api } from "../api";
import { Playable } from "../board/playable";
import { ControlDiagram } from "../parts/control";
import { Editor } from "../parts/editor";
import { Evaluation } from "../parts/evaluation";
import { Exchange } from "../parts/exchange";
import { Graph } from "../parts/graph";
import { JobButton } from "../parts/jobs";
import { Known } from "../parts/known";
import { Legend } from "../parts/legend";
import { MoveList } from "../parts/moves";
import { Picker } from "../parts/picker";
import { Report } from "../parts/report";
import { Score } from "../parts/score";
import { Tool, Toolbar } from "../parts/toolbar";
import { Variations } from "../parts/variations";
import { Verdict } from "../parts/verdict";
import { cellNames, toggleCellNames } from "../state/cellnames";
import * as session from "../state/session";

export function Explore() {
  const editing = useSignal(false);
  const board = session.board.value;
  const scene = session.scene.value;
  const { flip, game } = session.address.value;
  const info = session.gameInfo.value;
  if (!board || !scene || board.game !== game || scene.game !== game)
    return <p class="waiting">…</p>;

  const showLine = async () => {
    const answer = await api.line(game, scene.position, session.versionOf(game));
    session.appendLine(answer.steps);
    session.redo();
  };
  const canShowLine = scene.value === "win" || scene.value === "loss";
  const best = scene.value || scene.control ? scene.moves[0] : undefined;

  return (
    <div class="stage" aria-busy={session.busy.value}>
      <div class="headline">
        <Picker />
        {!editing.value && <Verdict scene={scene} />}
        {!info?.table && !editing.value && <Known game={game} />}
        {info?.job && !info.table && (
          <p class="caption">
            It can be solved here: <JobButton game={game} />
          </p>
        )}
      </div>
      <div class="table-top">
        {editing.value ? (
          <Editor board={board} scene={scene} flip={flip} onDone={() => (editing.value = false)} />
        ) : (
          <Playable
            board={board}
            scene={scene}
            flip={flip}
            sixths={session.sixths.value}
            names={cellNames.value}
            trail={session.lastMove.value?.path}
            arrow={session.preview.value}
            motion={session.motion.value}
            ahead={session.ahead.value}
            onMove={(move) => session.makeMove(move)}
          />
        )}
        <Toolbar>
          <Tool
            icon="names"
            label="Cell names"
            pressed={cellNames.value}
            onClick={toggleCellNames}
          />
          <Tool
            icon="edit"
            label="Set up a position"
            pressed={editing.value}
            onClick={() => (editing.value = !editing.value)}
          />
          <Tool
            icon="best"
            label="Best move"
            disabled={!best || editing.value}
            pressed={!!best && session.preview.value === best}
            onClick={() =>
              (session.preview.value = session.preview.value === best ? null : (best ?? null))
            }
          />
          <Tool
            icon="line"
            label="Best line from here"
            disabled={!canShowLine || scene.moves.length === 0 || editing.value}
            onClick={showLine}
          />
        </Toolbar>
      </div>
      {editing.value ? (
        <div class="side">
          <p class="caption">
            Lift a piece and put it down elsewhere. Below the board it says whether that is a legal
            position.
          </p>
        </div>
      ) : (
        <div class="side">
          {scene.control && <ControlDiagram control={scene.control} turn={scene.turn} small />}
          {(scene.value || scene.control) && <Legend race={!!scene.control} />}
          {!info?.table && info?.computer && <Evaluation scene={scene} />}
          <Graph />
          <MoveList scene={scene} onMove={(move) => session.makeMove(move)} />
          <Score />
          <Report key={session.address.value.moves.join()} />
          <Variations />
          <Exchange />
          <p class="notation">
            <span class="visually-hidden">Position in notation: </span>
            <code>{scene.position}</code>
          </p>
        </div>
      )}
    </div>
  );
}
