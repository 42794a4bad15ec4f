// SPDX-License-Identifier: MIT
// Lines of play from one start as a tree: what was tried stays when something else is tried.
import { signal } from "@preact/signals";

export interface Branch {
  move: string;
  next: Branch[];
}

/** The tree with one more line. The tree given is not changed; a line that is there changes nothing. */
export function addLine(tree: Branch[], [move, ...rest]: string[]): Branch[] {
  if (move === undefined) return tree;
  const known = tree.find((branch) => branch.move === move);
  if (!known) return [...tree, { move, next: addLine([], rest) }];
  const next = addLine(known.next, rest);
  return next === known.next
    ? tree
    : tree.map((branch) => (branch === known ? { move, next } : branch));
}

export const branches = (tree: Branch[]): boolean =>
  tree.length > 1 || tree.some((branch) => branches(branch.next));

/** The longest line through these moves: the first branch where nothing else is said. */
export function through(tree: Branch[], moves: string[]): string[] {
  const line: string[] = [];
  let now = tree;
  while (now.length > 0) {
    const branch = now.find(({ move }) => move === moves[line.length]) ?? now[0];
    if (!branch || (line.length < moves.length && branch.move !== moves[line.length])) break;
    line.push(branch.move);
    now = branch.next;
  }
  return line;
}

/** What has been tried, by game and start. */
const trees = signal<ReadonlyMap<string, Branch[]>>(new Map());
const key = (game: string, start: string): string => `${game} ${start}`;

export const treeOf = (game: string, start: string): Branch[] =>
  trees.value.get(key(game, start)) ?? [];

export function keepLine(game: string, start: string, moves: string[]): void {
  const before = trees.peek().get(key(game, start)) ?? [];
  const after = addLine(before, moves);
  if (after !== before) trees.value = new Map(trees.peek()).set(key(game, start), after);
}
