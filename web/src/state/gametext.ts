// SPDX-License-Identifier: MIT
// What people paste: a link of this page, a position, a game as moves or as `match` records it.
import { type Address, oddities, parseAddress, VIEWS } from "./address";

export type Pasted =
  /** `odd` is what in it means nothing. */
  | { kind: "link"; address: Address; odd: string }
  | { kind: "position"; position: string }
  /** `junk` is the first word that is no move; what comes behind it is not read. */
  | { kind: "game"; game: string; start: string; moves: string[]; junk: string }
  | { kind: "nothing" };

const LINK = new RegExp(`[#/](${VIEWS.join("|")})\\?(\\S+)$`);
const MOVE = /^[a-z]+\d+(?:-[a-z]+\d+)+$/;
/** Rows with / between them and who is to move; what is wrong in it is the server's to say. */
const POSITION = /^[^\s/-]+(?:\/[^\s/-]*)+\s+\S+$|^[^\s/-]+(?:\/[^\s/-]*){2,}$/;
/** How records say who won. */
const RESULT = /^(?:\*|=|\d+(?:\/\d+)?(?:-\d+(?:\/\d+)?)+)$/;

const tag = (text: string, name: string): string =>
  new RegExp(`\\[${name} "([^"]*)"\\]`).exec(text)?.[1] ?? "";

/** The words of a game without comments, tags, numbers of moves and results. */
const wordsOf = (game: string): string[] =>
  game
    .replace(/^\[.*\]$/gm, "")
    .replace(/\{[^}]*\}/g, " ")
    .replace(/;.*$/gm, "")
    .replaceAll("–", "-")
    .split(/[\s,]+/)
    .map((word) => word.replace(/^\d+\.+/, ""))
    .filter((word) => word !== "" && !RESULT.test(word));

export function readPasted(input: string): Pasted {
  const text = input.trim();
  const link = LINK.exec(text);
  if (link) {
    const [path, query] = [`/${link[1]}`, `?${link[2]}`];
    return { kind: "link", address: parseAddress(path, query), odd: oddities(query).join(" ") };
  }
  if (POSITION.test(text) && !text.includes(":")) return { kind: "position", position: text };
  // The first game of a file.
  const game = text.split(/\n(?=\[(?:Sum|Game) )/).find((part) => /\[Game /.test(part)) ?? text;
  const words = wordsOf(game);
  if (!words.some((word) => MOVE.test(word)) && !tag(game, "Game")) return { kind: "nothing" };
  const bad = words.findIndex((word) => !MOVE.test(word));
  return {
    kind: "game",
    game: tag(game, "Game"),
    start: tag(game, "Start"),
    moves: bad < 0 ? words : words.slice(0, bad),
    junk: words[bad] ?? "",
  };
}

/** A game as text that can be pasted again. */
export function writeGame(game: string, start: string, moves: string[], players: number): string {
  const rounds = moves.map((move, i) => (i % players ? move : `${i / players + 1}. ${move}`));
  const tags = [`[Game "${game}"]`, ...(start ? [`[Start "${start}"]`] : [])];
  return `${tags.join("\n")}\n\n${rounds.join(" ")}\n`;
}
