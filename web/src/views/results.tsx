// SPDX-License-Identifier: MIT
// Results: what has been counted here beside what was published, and how it was computed.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api, type Game, type Stats, type Table } from "../api";
import { Histogram } from "../parts/histogram";
import { JobButton, JobList } from "../parts/jobs";
import { Link } from "../parts/link";
import { formatAddress, HOME } from "../state/address";
import { gameName } from "../state/names";
import {
  type Counts,
  countsOf,
  type Row,
  STAR13,
  STAR37,
  STRICT,
  TABLE_1,
} from "../state/published";
import { loadResults, results } from "../state/results";
import { games, solvedGames } from "../state/session";

const number = (n: number | null): string => (n === null ? "—" : n.toLocaleString("en"));

function Figure({
  published,
  ours,
}: {
  published: number | null;
  ours: number | null | undefined;
}) {
  const differs = ours != null && published !== null && ours !== published;
  return (
    <td class={ours == null ? "" : differs ? "differs" : "agrees"}>
      {number(published)}
      {ours != null && (
        <small>
          {differs ? `here ${number(ours)}` : "✓"}
          <span class="visually-hidden">{differs ? "" : " the same here"}</span>
        </small>
      )}
    </td>
  );
}

function CountsRow({ row, game }: { row: Row; game: Game | undefined }) {
  const table = game?.table && row.rules === game.table.rules ? game.table : null;
  const ours: Counts | null = table ? countsOf(table) : null;
  const { published } = row;
  return (
    <tr>
      <th scope="row">
        {gameName(row.game)}
        <small> {row.game}</small>
        {row.rules !== "strict" && <small> {row.rules} rules</small>}
      </th>
      <Figure published={published.positions} ours={ours?.positions} />
      <Figure published={published.wins} ours={ours?.wins} />
      <Figure published={published.draws} ours={ours?.draws} />
      <Figure published={published.illegal} ours={ours?.illegal} />
      <td class="action">
        {table ? (
          <span class="here">solved here</span>
        ) : game?.job ? (
          <JobButton game={row.game} brief />
        ) : (
          <small>{row.note === "open" ? "open problem" : ""}</small>
        )}
      </td>
    </tr>
  );
}

function CountsTable({ title, about, rows }: { title: string; about: string; rows: Row[] }) {
  const find = (name: string) => games.value?.games.find((game) => game.game === name);
  return (
    <section>
      <h2>{title}</h2>
      <p>{about}</p>
      <div class="scroll" tabIndex={0} role="region" aria-label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">Game</th>
              <th scope="col">Positions</th>
              <th scope="col">First player wins</th>
              <th scope="col">Draws</th>
              <th scope="col">Illegal</th>
              <th scope="col">Here</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <CountsRow key={`${row.game} ${row.rules}`} row={row} game={find(row.game)} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const TYPES = [
  ["solo_win", "Somebody wins alone"],
  ["kingmaker", "Somebody decides for others"],
  ["spoiler_draw", "Somebody holds a draw"],
  ["terminal", "Somebody has won"],
] as const;

/** The article's control types: published for both boards, counted here where the board is small. */
function ThreePlayers({ stats }: { stats: ReadonlyMap<string, Stats> }) {
  const census = stats.get("star13:3p")?.reachable ?? null;
  return (
    <section>
      <h2>Three players</h2>
      <p>
        How positions of the star divide by who controls them. One marble each: the positions that
        can be reached, published and counted here. Three marbles each: all {number(STAR37.states)}.
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-label="Three players">
        <table>
          <thead>
            <tr>
              <th scope="col">Control</th>
              <th scope="col">star13:3p, reachable</th>
              <th scope="col">star37:3p, all</th>
            </tr>
          </thead>
          <tbody>
            {TYPES.map(([type, words]) => (
              <tr key={type}>
                <th scope="row">{words}</th>
                <Figure published={STAR13.reachable_types[type]} ours={census?.types[type]} />
                <Figure published={STAR37.types[type]} ours={undefined} />
              </tr>
            ))}
            <tr>
              <th scope="row">Solo question, per player: win</th>
              <Figure published={STAR13.reachable_solo_per_player.win} ours={census?.solo.win} />
              <Figure published={STAR37.solo_per_player.win} ours={undefined} />
            </tr>
            <tr>
              <th scope="row">… loss</th>
              <Figure published={STAR13.reachable_solo_per_player.loss} ours={census?.solo.loss} />
              <Figure published={STAR37.solo_per_player.loss} ours={undefined} />
            </tr>
            <tr>
              <th scope="row">… draw</th>
              <Figure published={STAR13.reachable_solo_per_player.draw} ours={census?.solo.draw} />
              <Figure published={STAR37.solo_per_player.draw} ours={undefined} />
            </tr>
          </tbody>
        </table>
      </div>
    </section>
  );
}

const OUTCOMES: Record<string, string> = {
  win: "first player wins",
  loss: "second player wins",
  draw: "draw",
  kingmaker: "nobody alone",
};

/** What this program found of games, table or not; the file comes with it. */
function Further() {
  useEffect(loadResults, []);
  if (results.value.length === 0) return null;
  return (
    <section>
      <h2>Who wins from the start</h2>
      <p>What is known of each game, also without a table of it here, and how.</p>
      <div class="scroll" tabIndex={0} role="region" aria-label="Who wins from the start">
        <table>
          <thead>
            <tr>
              <th scope="col">Game</th>
              <th scope="col">From the start</th>
              <th scope="col" class="how">
                How it is known
              </th>
            </tr>
          </thead>
          <tbody>
            {results.value.map((result) => (
              <tr key={`${result.game} ${result.rules}`}>
                <th scope="row">
                  {gameName(result.game)}
                  <small> {result.game}</small>
                  {result.rules !== "strict" && <small> {result.rules} rules</small>}
                </th>
                <td>
                  {result.open
                    ? "open problem"
                    : result.start
                      ? `${OUTCOMES[result.start.value]}${result.start.plies ? `, ${result.start.plies} plies` : ""}`
                      : "not asked"}
                </td>
                <td class="how">{result.how}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const bytes = (n: number): string =>
  n >= 1e9
    ? `${(n / 1e9).toFixed(1)} GB`
    : n >= 1e6
      ? `${(n / 1e6).toFixed(1)} MB`
      : `${(n / 1e3).toFixed(1)} kB`;

function Facts({ table, longest }: { table: Table; longest: string | null | undefined }) {
  const made = table.created
    ? `, ${new Date(table.created * 1000).toISOString().slice(0, 10)}`
    : "";
  const position = { ...HOME, game: table.game, start: longest ?? "" };
  return (
    <dl class="facts">
      <div>
        <dt>States stored</dt>
        <dd>{number(table.states)}</dd>
      </div>
      <div>
        <dt>File</dt>
        <dd>
          {bytes(table.bytes)} ({((8 * table.bytes) / table.states).toFixed(3)} bit a state)
        </dd>
      </div>
      <div>
        <dt>Made by</dt>
        <dd>
          {table.creator}
          {made}
        </dd>
      </div>
      {table.longest && (
        <div>
          <dt>Longest win</dt>
          <dd>
            {longest ? (
              <Link href={formatAddress(position)}>{table.longest} plies: see it</Link>
            ) : (
              `${table.longest} plies`
            )}
          </dd>
        </div>
      )}
    </dl>
  );
}

export function Results() {
  const stats = useSignal<ReadonlyMap<string, Stats>>(new Map());
  const solved = solvedGames.value;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async () => {
      const answers = await Promise.all(solved.map((game) => api.stats(game.game)));
      stats.value = new Map(answers.map((answer) => [answer.game, answer]));
      const counting = answers.some((a) => a.metric === "dtw" && !a.by_plies);
      if (counting) timer = setTimeout(load, 1500);
    };
    load().catch(() => undefined);
    return () => clearTimeout(timer);
  }, [solved]);
  return (
    <div class="prose">
      <p class="lead">
        Every figure marked ✓ was counted by the tables of this server and agrees with the published
        one.
        {games.value?.jobs &&
          " Small games can be solved here; most of the time goes into writing the table."}
      </p>
      <CountsTable
        title="Two players, as published"
        about="Sturtevant, “On Strongly Solving Chinese Checkers” (2019), Table 1. The first player wins from the start of every game here but the last, which nobody has solved."
        rows={TABLE_1}
      />
      <CountsTable
        title="Two players, the definitions as written"
        about="For six pieces the published rows follow a shortcut of the author’s solver; these rows follow the definitions to the letter."
        rows={STRICT}
      />
      <ThreePlayers stats={stats.value} />
      <Further />
      <JobList />
      <section>
        <h2>The tables here</h2>
        {solved.length === 0 && <p>There are none yet.</p>}
        {solved.map((game) => {
          const counted = stats.value.get(game.game);
          return (
            game.table && (
              <article key={game.game} class="card">
                <h3>
                  {gameName(game.game)} <small>{game.game}</small>
                  <Link
                    href={formatAddress({
                      ...HOME,
                      view: game.players === 3 ? "three" : "explore",
                      game: game.game,
                    })}
                  >
                    explore
                  </Link>
                </h3>
                <Facts table={game.table} longest={counted?.longest?.positions[0]} />
                {!!counted?.by_plies?.length && (
                  <Histogram counts={counted.by_plies} game={game.game} />
                )}
              </article>
            )
          );
        })}
      </section>
    </div>
  );
}
