// SPDX-License-Identifier: MIT
// The whole state of the page as an address, both ways: /explore?game=7x7/3&moves=a2-a3,…&at=1
//
// Whatever can be shared or reloaded stands in an Address; nothing here touches the browser.
import { levelOf, PERSON } from "./levels";

export const VIEWS = [
  "explore",
  "play",
  "three",
  "puzzles",
  "transfers",
  "rules",
  "results",
] as const;
export type View = (typeof VIEWS)[number];

export interface Address {
  view: View;
  game: string;
  /** Position the game began from; "" is the game's own start. */
  start: string;
  moves: string[];
  /** How many of the moves have been made: less than all of them after an undo. */
  at: number;
  flip: boolean;
  /** Play: who sits where, "person" or the name of a level, by player. */
  seats: string[];
  /** Play: how a game ended that the board does not show: "agreed", "resign-x", "time-o". */
  end: string;
  /** Puzzles and examples: which kind, and which of them. */
  kind: string;
  number: number;
}

export const HOME: Address = {
  view: "explore",
  game: "",
  start: "",
  moves: [],
  at: 0,
  flip: false,
  seats: [],
  end: "",
  kind: "",
  number: 0,
};

const isView = (text: string): text is View => (VIEWS as readonly string[]).includes(text);

/** Is there a page at this path? */
export const isKnown = (path: string): boolean => {
  const name = path.replace(/^\/+|\/+$/g, "");
  return name === "" || isView(name);
};

const list = (text: string | null): string[] => (text ? text.split(",") : []);

function whole(text: string | null, otherwise: number): number {
  const number = Number.parseInt(text ?? "", 10);
  return Number.isFinite(number) && number >= 0 ? number : otherwise;
}

export function parseAddress(path: string, query: string): Address {
  const name = path.replace(/^\/+|\/+$/g, "");
  const parameters = new URLSearchParams(query);
  const moves = list(parameters.get("moves"));
  return {
    view: isView(name) ? name : "explore",
    game: parameters.get("game") ?? "",
    start: parameters.get("start") ?? "",
    moves,
    at: Math.min(whole(parameters.get("at"), moves.length), moves.length),
    flip: parameters.get("flip") === "1",
    seats: list(parameters.get("seats")),
    end: parameters.get("end") ?? "",
    kind: parameters.get("kind") ?? "",
    number: whole(parameters.get("number"), 0),
  };
}

const END = /^(agreed|(resign|time)-[xoa-f])$/;

/** What an address says that means nothing, as sentences: the rest of it is shown. */
export function oddities(query: string): string[] {
  const parameters = new URLSearchParams(query);
  const { moves, seats, end } = parseAddress("/", query);
  const odd = seats
    .filter((seat) => seat !== "" && seat !== PERSON && !levelOf(seat))
    .map((seat) => `There is no player “${seat}”: another plays instead.`);
  if (end && !END.test(end)) odd.push(`“${end}” is not a way in which a game ends.`);
  const at = parameters.get("at");
  if (at !== null && !(/^\d+$/.test(at) && Number(at) <= moves.length))
    odd.push(`There is no position after move “${at}”: the game has ${moves.length}.`);
  return odd;
}

export function formatAddress(address: Address): string {
  const parts: [string, string][] = [];
  const add = (name: string, value: string) => value && parts.push([name, value]);
  add("game", address.game);
  add("start", address.start);
  add("moves", address.moves.join(","));
  if (address.at < address.moves.length) parts.push(["at", String(address.at)]);
  if (address.flip) parts.push(["flip", "1"]);
  add("seats", address.seats.join(","));
  add("end", address.end);
  add("kind", address.kind);
  if (address.number) parts.push(["number", String(address.number)]);
  const query = parts
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(value).replace(/%(2F|2C|3A)/g, decodeURIComponent)}`,
    )
    .join("&");
  return `/${address.view}${query ? `?${query}` : ""}`;
}
