// SPDX-License-Identifier: MIT
// What people paste: a link of this page, a position, a game as moves or as `match` records it.
import { type Address, parseAddress } from "./address";

export type Pasted =
  | { kind: "link"; address: Address }
  | { kind: "position"; position: string }
  | { kind: "game"; game: string; start: string; moves: string[] }
  | { kind: "nothing" };

const MOVE = /\b[a-z]+\d+(?:[-–][a-z]+\d+)+\b/g;
const tag = (text: string, name: string): string =>
  new RegExp(`\\[${name} "([^"]*)"\\]`).exec(text)?.[1] ?? "";

export function readPasted(input: string): Pasted {
  const text = input.trim();
  const link = /[#/](explore|play|three|puzzles)\?(\S+)$/.exec(text);
  if (link) return { kind: "link", address: parseAddress(`/${link[1]}`, `?${link[2]}`) };
  if (/^[0-9a-fxo/]+ [a-fxo]$/.test(text) && text.includes("/"))
    return { kind: "position", position: text };
  // The first game of a file; comments and tags are no moves.
  const game = text.split(/\n(?=\[(?:Sum|Game) )/).find((part) => /\[Game /.test(part)) ?? text;
  const body = game
    .replace(/^\[.*\]$/gm, "")
    .replace(/\{[^}]*\}/g, "")
    .replace(/;.*$/gm, "");
  const moves = (body.match(MOVE) ?? []).map((move) => move.replaceAll("–", "-"));
  if (moves.length === 0 && !tag(game, "Game")) return { kind: "nothing" };
  return { kind: "game", game: tag(game, "Game"), start: tag(game, "Start"), moves };
}

/** A game as text that can be pasted again. */
export function writeGame(game: string, start: string, moves: string[], players: number): string {
  const rounds = moves.map((move, i) => (i % players ? move : `${i / players + 1}. ${move}`));
  const tags = [`[Game "${game}"]`, ...(start ? [`[Start "${start}"]`] : [])];
  return `${tags.join("\n")}\n\n${rounds.join(" ")}\n`;
}
