// SPDX-License-Identifier: MIT
// Lists that the page repeats are those of the program.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isKnown, VIEWS } from "./address";
import { JOURNEYS } from "./journeys";
import { LEVELS } from "./levels";
import { joinNames, playerName, playerNumber } from "./players";

const root = new URL("../../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");

/** What stands between two marks of a source. */
function part(path: string, from: string, to: string): string {
  const text = read(path);
  const start = text.indexOf(from);
  expect(start, `${path} has no ${from}`).toBeGreaterThanOrEqual(0);
  return text.slice(start, text.indexOf(to, start + from.length));
}
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? "");

test("levels are those of the server's players, the weakest first", () => {
  const opponents = all(part("src/play/opponent.c", "STRENGTHS[] =", "};"), /\{"(\w+)"/g);
  expect(opponents.length).toBeGreaterThan(10);
  const ids = LEVELS.map(({ id }) => id);
  expect(ids.filter((id) => id !== "swindler")).toEqual(opponents);
  expect(read("src/play/seat.c")).toContain('"swindler"'); // no opponent, but it can sit down
  for (const { id, table } of LEVELS)
    expect(!!table, id).toBe(["swindler", "perfect"].includes(id));
});

test("weights are fetched for the games that the program has weights of", () => {
  const source = read("src/play/weights.c");
  const file = new Map(
    [
      ...source.matchAll(/int16_t (\w+)\[\] = \{\s*#include "play\/weights\/([^"]+)\.weights"/g),
    ].map(([, name, path]) => [name, path]),
  );
  const games = [...source.matchAll(/EMBEDDED\("([^"]+)", (\w+)\)/g)];
  const known = games.map(([, game, name]) => [game, file.get(name)]);
  expect(known.length).toBeGreaterThan(4);
  const page = part("web/src/worker/weights.ts", "FILES", "};").matchAll(/"([^"]+)": "([^"]+)"/g);
  expect([...page].map(([, game, path]) => [game, path]).sort()).toEqual(known.sort());
  const there = readdirSync(new URL("src/play/weights", root)).map((name) => name.split(".")[0]);
  expect(new Set(known.map(([, path]) => path))).toEqual(new Set(there));
});

test("every player that a board can have has a letter, a colour and a name", () => {
  const most = Number(/#define SH_MAX_PLAYERS (\d+)/.exec(read("include/sternhalma/game.h"))?.[1]);
  expect(most).toBeGreaterThan(2);
  const letters = Array.from({ length: most }, (_, i) => String.fromCharCode(97 + i));
  const names = letters.map(playerName);
  expect(new Set(names).size).toBe(most);
  for (const [i, name] of names.entries()) expect(name, "it has no name").not.toBe(letters[i]);
  expect(["x", "o"].map(playerNumber)).toEqual([0, 1]);
  expect(joinNames(["x", "o"])).toBe(joinNames(["a", "b"]));
  const style = read("web/src/style/theme.css");
  for (const i of letters.keys()) expect(style).toContain(`.player-${i} {`);
});

test("journeys show a solution of every transfer of which a certificate has one", () => {
  const files = readdirSync(new URL("docs/certificates", root));
  const texts = files.map((name) => read(`docs/certificates/${name}`));
  const solved = texts.filter((text) => /^solution/m.test(text) && /^kind transfer$/m.test(text));
  expect(solved.length).toBeGreaterThan(3);
  const shown = JOURNEYS.map(({ game }) => game);
  for (const text of solved) expect(shown).toContain(`${/^puzzle (\S+)$/m.exec(text)?.[1]}:1p`);
});

test("the server has a page at the address of every view, and at no other", () => {
  const served = all(part("src/server/assets.c", "VIEWS[] =", "};"), /"(\/\w*)"/g);
  expect(served.filter((path) => path !== "/").sort()).toEqual(VIEWS.map((v) => `/${v}`).sort());
  for (const path of served) expect(isKnown(path), path).toBe(true);
});

test("a page without a server answers all that it asks, and nothing else than a server would", () => {
  const server = all(part("src/server/api.c", "sh_api_routes[] =", "};"), /\{"(\/\w+)"/g);
  const module = all(part("web/wasm/routes.c", "module_routes[] =", "};"), /\{"(\/\w+)"/g);
  for (const route of module) expect(server, route).toContain(route);
  const api = read("web/src/api.ts");
  const asked = all(api, /(?:recall|fresh)(?:<[^(]*>)?\(\s*(?:solved \? )?"(\w+)/g);
  expect(asked.length).toBeGreaterThan(7);
  // Files, jobs and moves are answered elsewhere; statistics stand in results only, which has none.
  const elsewhere = ["results", "jobs", "play", "stats"];
  for (const route of new Set(asked))
    if (!elsewhere.includes(route)) expect(module, route).toContain(`/${route}`);
});
