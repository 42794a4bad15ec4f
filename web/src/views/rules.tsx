// SPDX-License-Identifier: MIT
// Rules compared: one position, and what each reading of the rules says of it.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api, type Scene } from "../api";
import { Playable } from "../board/playable";
import { Picker } from "../parts/picker";
import { Toolbar } from "../parts/toolbar";
import { difference, READINGS, verdictOf } from "../state/readings";
import * as session from "../state/session";
import { plural } from "../state/words";

const EXAMPLES = [
  { title: "The start", game: "4x4/3", start: "" },
  { title: "A goal filled by both", game: "4x4/3", start: "x3/xo2/3x/2oo o" },
  { title: "A foreign corner", game: "star37:2p", start: "a/2/7/1aa3/5/6/7/bb/b a" },
];

/** The answers of all readings, by name; a reading without an answer says why. */
function useReadings(game: string, position: string) {
  const answers = useSignal<ReadonlyMap<string, Scene | string>>(new Map());
  useEffect(() => {
    if (!position) return;
    let current = true;
    const base = game.replace(/\+.*$/, "");
    const ask = READINGS.filter((reading) => reading.game(base)).map(async (reading) => {
      const name = reading.game(base);
      const solved =
        reading.rules === "strict" &&
        session.solvedGames.peek().some((candidate) => candidate.game === name);
      const answer = await api
        .reading(name, reading.rules, position, solved)
        .catch((error: Error) => error.message);
      return [reading.id, answer] as const;
    });
    Promise.all(ask).then((all) => {
      if (current) answers.value = new Map(all);
    });
    return () => {
      current = false;
    };
  }, [game, position]);
  return answers.value;
}

function Differs({ scene, other }: { scene: Scene; other: Scene | string | undefined }) {
  if (!other || typeof other === "string" || scene === other) return null;
  const { more, fewer } = difference(scene, other);
  const list = (moves: string[]) =>
    moves.slice(0, 5).join(", ") + (moves.length > 5 ? ` and ${moves.length - 5} more` : "");
  return (
    <small>
      {more.length > 0 && <> Also allows {list(more)}.</>}
      {fewer.length > 0 && <> Does not allow {list(fewer)}.</>}
      {more.length + fewer.length === 0 && <> The same moves as under the strict reading.</>}
    </small>
  );
}

export function Rules() {
  const { game, flip } = session.address.value;
  const board = session.board.value;
  const scene = session.scene.value;
  const answers = useReadings(game, session.position.value);
  if (!board || !scene || board.game !== game || scene.game !== game)
    return <p class="waiting">…</p>;
  return (
    <div class="stage" aria-busy={session.busy.value}>
      <div class="headline">
        <Picker fits={(candidate) => candidate.players === 2} />
        <div class="chips">
          {EXAMPLES.map((example) => (
            <button
              key={example.title}
              type="button"
              onClick={() =>
                session.go({ game: example.game, start: example.start, moves: [], at: 0 })
              }
            >
              {example.title}
            </button>
          ))}
        </div>
      </div>
      <div class="table-top">
        <Playable
          board={board}
          scene={scene}
          flip={flip}
          values={false}
          trail={session.lastMove.value?.path}
          motion={session.motion.value}
          onMove={(move) => session.makeMove(move)}
        />
        <Toolbar />
      </div>
      <div class="side">
        <ul class="readings">
          {READINGS.filter((reading) => answers.has(reading.id)).map((reading) => {
            const answer = answers.get(reading.id);
            return (
              <li key={reading.id}>
                <h2>{reading.name}</h2>
                <p class="caption">{reading.about}</p>
                {typeof answer === "string" ? (
                  <p>{answer}</p>
                ) : (
                  answer && (
                    <p>
                      <b>{verdictOf(answer)}</b>, {plural(answer.moves.length, "move")}.
                      <Differs scene={answer} other={answers.get("strict")} />
                    </p>
                  )
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
