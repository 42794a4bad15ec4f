// SPDX-License-Identifier: MIT
// Every path of docs/openapi.json is asked, and every answer must have the shape it promises.
import { readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020";
import { expect, inject, test } from "vitest";

const address = inject("apiAddress").replace(/\/$/, "");
const readJson = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"));
const contract = readJson("docs/openapi.json");
const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema(readJson("docs/schema.json"), "schema.json");

/** Asks, and checks the answer against what the contract says of this path, method and status. */
async function ask(path: string, query = "", options: RequestInit = {}, template = path) {
  const response = await fetch(`${address}/api/v1${path}${query}`, options);
  const method = (options.method ?? "GET").toLowerCase();
  const promised = contract.paths[template][method].responses[response.status];
  expect(promised, `${method} ${path} answered ${response.status}`).toBeDefined();
  const body = await response.json();
  const validate = ajv.compile(promised.content["application/json"].schema);
  expect(validate(body), ajv.errorsText(validate.errors)).toBe(true);
  for (const [name, header] of Object.entries<{ schema: { const: string } }>(promised.headers ?? {})) {
    expect(response.headers.get(name)).toBe(header.schema.const);
  }
  return { status: response.status, body };
}

const DUEL = "?game=4x4/3";
const RACE = "?game=star13:3p";

test("games, tables and boards", async () => {
  const { body: games } = await ask("/games");
  expect(games.games.map((game: { game: string }) => game.game)).toContain("7x7/3");
  const { body: first } = await ask("/first");
  expect(first.games).toEqual(games);
  const [explored, played] = [`?game=${first.explore.game}`, "?game=star121:2p"];
  expect(first.explore.board).toEqual((await ask("/board", explored)).body);
  expect(first.explore.scene).toEqual((await ask("/probe", explored)).body);
  expect(first.play.game).toBe("star121:2p");
  expect(first.play.board).toEqual((await ask("/board", played)).body);
  expect(first.play.scene).toEqual((await ask("/position", played)).body);
  expect(first.three).toEqual({ game: "star13:3p", board: null, scene: null });
  const { body: tables } = await ask("/tables");
  expect(tables.tables.length).toBeGreaterThan(1);
  const file = `${address}/api/v1/tables/${tables.tables[0].file}`;
  const part = await fetch(file, { headers: { Range: "bytes=0-7" } });
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 8]);
  expect((await ask("/tables/none.shtb", "", {}, "/tables/{file}")).status).toBe(404);
  for (const query of [DUEL, RACE, "?game=star121:6p", "?game=9x9/10&rules=published"]) {
    const { body: board } = await ask("/board", query);
    expect(board.cells.length).toBeGreaterThan(12);
  }
});

test("positions, legal and not", async () => {
  const { body: start } = await ask("/position", DUEL);
  expect(start.moves).toHaveLength(6);
  const { body: illegal } = await ask("/position", `${DUEL}&position=oo2/o3/3x/2xx x`);
  expect(illegal.verdict).toBe("illegal-filled");
  expect(illegal.reason).toBeTruthy();
  expect((await ask("/position", `${DUEL}&position=nonsense`)).status).toBe(400);
});

test("a probe sorts moves from the mover's side, and each leads where it says", async () => {
  const { body: start } = await ask("/probe", DUEL);
  expect(start.value).toBe("win");
  expect(start.plies).toBe(start.moves[0].plies);
  const order = { win: 0, draw: 1, loss: 2 };
  const ranks = start.moves.map((move: { value: keyof typeof order }) => order[move.value]);
  expect(ranks).toEqual([...ranks].sort());
  for (const move of start.moves) {
    const { body: next } = await ask("/probe", `${DUEL}&position=${encodeURIComponent(move.position)}`);
    expect(next.plies).toBe(move.plies - 1);
    expect(next.value).toBe(move.value === "win" ? "loss" : "win");
  }
});

test("the best line has the length the distance promises", async () => {
  const { body: start } = await ask("/probe", DUEL);
  const { body: line } = await ask("/line", DUEL);
  expect(line.steps).toHaveLength(start.plies);
  const last = line.steps[line.steps.length - 1].position;
  const { body: end } = await ask("/position", `${DUEL}&position=${encodeURIComponent(last)}`);
  expect(end.verdict).toBe("won");
});

test("a game is replayed with the worth of every position", async () => {
  const { body: line } = await ask("/line", DUEL);
  const moves = line.steps.slice(0, 4).map((step: { move: string }) => step.move);
  const { body: replay } = await ask("/replay", `${DUEL}&moves=${moves.join(",")}`);
  const distances = [replay.start, ...replay.steps].map((step) => step.plies);
  expect(distances).toEqual(distances.map((_, i) => distances[0] - i));
  expect((await ask("/replay", `${DUEL}&moves=a1-d4`)).status).toBe(400);
});

test("three players: the opening is pure kingmaker, and its census is the published one", async () => {
  const published = readJson("tests/golden/three_player.json")["star13:3p"];
  const { body: start } = await ask("/probe", RACE);
  expect(start.control.type).toBe("kingmaker");
  expect(start.control.kingmaker).toHaveLength(6);
  await expect
    .poll(async () => (await ask("/stats", RACE)).body.reachable?.positions)
    .toBe(published.reachable);
  const { body: stats } = await ask("/stats", RACE);
  expect(stats.reachable.types).toEqual({ ...published.reachable_types, other: 0, illegal: 0 });
  expect(stats.reachable.solo).toEqual(published.reachable_solo_per_player);
});

test("puzzles are what they claim to be", async () => {
  await expect
    .poll(async () => (await ask("/puzzles", DUEL)).body.ready)
    .toBe(true);
  const { body } = await ask("/puzzles", DUEL);
  const only = body.puzzles.filter((puzzle: { kind: string }) => puzzle.kind === "only-win");
  expect(only.length).toBeGreaterThan(0);
  for (const puzzle of only.slice(0, 5)) {
    const query = `${DUEL}&position=${encodeURIComponent(puzzle.position)}`;
    const { body: probed } = await ask("/probe", query);
    const wins = probed.moves.filter((move: { value: string }) => move.value === "win");
    expect(wins.map((move: { move: string }) => move.move)).toEqual([puzzle.solution]);
  }
});

test("no table is 404, no such thing 400, each with a reason", async () => {
  for (const path of ["/probe", "/line", "/stats", "/puzzles"]) {
    expect((await ask(path, "?game=9x9/10")).status).toBe(404);
    expect((await ask(path, "?game=chess")).status).toBe(400);
  }
  expect((await ask("/line", RACE)).status).toBe(400);
});

test("jobs: refused, started, watched to the end, and the table is there", async () => {
  const post = (game: string) =>
    ask("/jobs", "", { method: "POST", body: JSON.stringify({ game }) });
  expect((await post("7x7/6")).status).toBe(400);
  expect((await ask("/jobs", "", { method: "POST", body: "not json" })).status).toBe(400);
  const { status, body: job } = await post("7x7/1");
  expect(status).toBe(202);
  const events = await fetch(`${address}/api/v1/jobs/${job.id}/events`);
  expect(events.headers.get("content-type")).toBe("text/event-stream");
  const text = await events.text();
  const last = JSON.parse(text.trimEnd().split("data: ").at(-1) ?? "");
  expect(last.state, text).toBe("done");
  expect((await ask("/probe", "?game=7x7/1")).status).toBe(200);
  const { body: list } = await ask("/jobs");
  expect(list.jobs[0].id).toBe(job.id);
  expect((await ask(`/jobs/${job.id}`, "", {}, "/jobs/{id}")).body.state).toBe("done");
  expect((await ask("/jobs/99", "", {}, "/jobs/{id}")).status).toBe(404);
});

test("the computer's move: a table's, the engine's, and no other site's page may ask", async () => {
  const play = (query: string, headers = {}) => ask("/play", query, { method: "POST", headers });
  const { body: perfect } = await play(`${DUEL}&level=perfect`);
  const { body: start } = await ask("/probe", DUEL);
  expect(perfect.by).toBe("table");
  expect(perfect.score).toMatchObject({ kind: "table", amount: 1, plies: start.plies });
  const { body: first } = await play("?game=star121:2p&level=club");
  expect(first.by).toBe("engine");
  const { body: second } = await play(`?game=star121:2p&level=club&moves=${first.move.move}`);
  expect(second.position).toBe(first.move.position);
  expect((await play(`${RACE}&level=perfect`)).body.move.control.type).toBe("kingmaker");
  expect((await play("?game=star121:2p&level=perfect")).status).toBe(404);
  expect((await play("?game=star121:6p&level=perfect")).status).toBe(404);
  expect((await play("?game=star121:6p&level=club")).body.by).toBe("engine");
  expect((await play(`${DUEL}&level=club&moves=a1-d4`)).status).toBe(400);
  expect((await play(`${DUEL}&level=wizard`)).status).toBe(400);
  expect((await play(`${DUEL}&level=club&milliseconds=60000`)).status).toBe(400);
  const { body: line } = await ask("/line", DUEL);
  const moves = line.steps.map((step: { move: string }) => step.move).join(",");
  expect((await play(`${DUEL}&level=club&moves=${moves}`)).status).toBe(400);
  expect((await play(`${DUEL}&level=club`, { Origin: "https://example.org" })).status).toBe(403);
});
