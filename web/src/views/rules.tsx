// SPDX-License-Identifier: MIT
// Rules compared: one position, and what each reading of the rules says of it.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api, type Scene } from "../api";
import { Playable } from "../board/playable";
import { Picker } from "../parts/picker";
import { Toolbar } from "../parts/toolbar";
import type { Address } from "../state/address";
import {
  atHome,
  difference,
  READINGS,
  type Reading,
  type Saying,
  USUAL_LIMIT,
  verdictOf,
} from "../state/readings";
import * as session from "../state/session";
import { plural } from "../state/words";

type Example = Pick<Address, "game" | "start" | "moves" | "number"> & { title: string };

const EXAMPLES: Example[] = [
  { title: "The start", game: "4x4/3", start: "", moves: [], number: 0 },
  { title: "A goal filled by both", game: "4x4/3", start: "x3/xo2/3x/2oo o", moves: [], number: 0 },
  {
    title: "A foreign corner",
    game: "star37:2p",
    start: "a/2/7/1aa3/5/6/7/bb/b a",
    moves: [],
    number: 0,
  },
  {
    title: "Who stays in its camp",
    game: "4x4/3",
    start: "",
    moves: ["a1-c1", "c4-c3", "c1-d1"],
    number: 2,
  },
  {
    title: "A squatter among six",
    game: "star37:6p",
    start: "1/2/ff3bb/f3ab/2d1d/e4c/ee3cc/aa/d b",
    moves: [],
    number: 0,
  },
];

/** What a reading says of where the address is, or why it says nothing. */
async function askReading(
  reading: Reading,
  { game, start, moves, at, number }: Address,
  position: string,
): Promise<Saying | string> {
  const name = reading.game(game.replace(/\+.*$/, ""), number || USUAL_LIMIT);
  const solved =
    reading.rules === "strict" && session.solvedGames.peek().some((other) => other.game === name);
  try {
    const [scene, replay] = await Promise.all([
      api.reading(name, reading.rules, position, solved),
      reading.counts ? api.replay(name, start, moves.slice(0, at), "") : null,
    ]);
    return { scene, ending: replay?.ending ?? null };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The answers of all readings, by name. */
function useReadings(address: Address, position: string) {
  const answers = useSignal<ReadonlyMap<string, Saying | string>>(new Map());
  const { game, start, moves, at, number } = address;
  useEffect(() => {
    if (!position) return;
    let current = true;
    const ask = READINGS.filter((reading) => reading.game(game, USUAL_LIMIT)).map(
      async (reading) => [reading.id, await askReading(reading, address, position)] as const,
    );
    Promise.all(ask).then((all) => {
      if (current) answers.value = new Map(all);
    });
    return () => {
      current = false;
    };
  }, [game, start, moves, at, number, position]);
  return answers.value;
}

function Differs({ scene, other }: { scene: Scene; other: Saying | string | undefined }) {
  if (!other || typeof other === "string" || scene === other.scene) return null;
  const { more, fewer } = difference(scene, other.scene);
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

/** The limit of +leaveN, to be changed, and how far the player to move is. */
function Limit({ scene }: { scene: Scene }) {
  const { number, at } = session.address.value;
  const limit = number || USUAL_LIMIT;
  const players = session.board.value?.players ?? [];
  const camp = players.find((player) => player.letter === scene.turn)?.camp ?? [];
  return (
    <p>
      <label>
        N ={" "}
        <input
          type="number"
          min={1}
          max={999}
          value={limit}
          onChange={(event) => {
            const asked = Math.round(event.currentTarget.valueAsNumber);
            session.change({ number: asked >= 1 && asked <= 999 ? asked : 0 });
          }}
        />
      </label>{" "}
      {atHome(scene, camp, Math.floor(at / Math.max(players.length, 1)), limit)}
    </p>
  );
}

export function Rules() {
  const { game, flip } = session.address.value;
  const board = session.board.value;
  const scene = session.scene.value;
  const answers = useReadings(session.address.value, session.position.value);
  if (!board || !scene || board.game !== game || scene.game !== game)
    return <p class="waiting">…</p>;
  return (
    <div class="stage" aria-busy={session.busy.value}>
      <div class="headline">
        <Picker />
        <div class="chips">
          {EXAMPLES.map(({ title, ...example }) => (
            <button
              key={title}
              type="button"
              onClick={() => session.go({ ...example, at: example.moves.length })}
            >
              {title}
            </button>
          ))}
        </div>
      </div>
      <div class="table-top">
        <Playable
          board={board}
          scene={scene}
          flip={flip}
          sixths={session.sixths.value}
          values={false}
          trail={session.lastMove.value?.path}
          motion={session.motion.value}
          ahead={session.ahead.value}
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
                      <b>{verdictOf(answer)}</b>
                      {answer.ending || answer.scene.winner
                        ? "."
                        : `, ${plural(answer.scene.moves.length, "move")}.`}
                      {!answer.ending && (
                        <Differs scene={answer.scene} other={answers.get("strict")} />
                      )}
                    </p>
                  )
                )}
                {reading.counts && <Limit scene={scene} />}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
