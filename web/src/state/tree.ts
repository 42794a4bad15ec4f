// SPDX-License-Identifier: MIT
// Lines of play from one start as a tree: what was tried stays when something else is tried, and
// when the page is loaded again.
import { signal } from "@preact/signals";
import { withNewest } from "./newest";
import { keepText, recallJson } from "./store";

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

/** The lines of a tree from its root to each of its ends. */
export const linesOf = (tree: Branch[]): string[][] =>
  tree.flatMap(({ move, next }) =>
    next.length === 0 ? [[move]] : linesOf(next).map((line) => [move, ...line]),
  );

type Trees = ReadonlyMap<string, Branch[]>;

/** What is kept: for each game and start its lines, moves joined by commas; the last used last. */
type Kept = [string, string[]][];
const MOST_TREES = 30;
const MOST_LINES = 300;

/** Of the trees those that branch: a single line is in the address. */
export const writeTrees = (trees: Trees): Kept =>
  [...trees]
    .filter(([, tree]) => branches(tree))
    .slice(-MOST_TREES)
    .map(([name, tree]) => [name, linesOf(tree).slice(-MOST_LINES).map(String)]);

/** Reads what was kept; what is damaged is left out. */
export function readTrees(kept: unknown): Trees {
  const trees = new Map<string, Branch[]>();
  for (const entry of Array.isArray(kept) ? kept : []) {
    const [name, lines] = Array.isArray(entry) ? entry : [];
    if (typeof name !== "string" || !Array.isArray(lines)) continue;
    const whole = lines.filter((line) => typeof line === "string" && line !== "");
    trees.set(
      name,
      whole.reduce((tree: Branch[], line: string) => addLine(tree, line.split(",")), []),
    );
  }
  return trees;
}

/** What has been tried, by game and start. */
const trees = signal<Trees>(readTrees(recallJson("variations", [])));
const key = (game: string, start: string): string => `${game} ${start}`;

/** Changes one tree among those that this tab and all others have kept. */
function changeTree(name: string, change: (before: Branch[]) => Branch[]): void {
  const own = trees.peek().get(name) ?? [];
  const kept = readTrees(recallJson("variations", []));
  const before = (kept.get(name) ?? []).reduce(
    (tree, branch) => linesOf([branch]).reduce(addLine, tree),
    own,
  );
  const after = change(before);
  if (after === own) return;
  const all = withNewest(trees.peek(), [...kept, [name, after]], MOST_TREES);
  trees.value = all;
  keepText("variations", JSON.stringify(writeTrees(all)));
}

export const treeOf = (game: string, start: string): Branch[] =>
  trees.value.get(key(game, start)) ?? [];

export const keepLine = (game: string, start: string, moves: string[]): void =>
  changeTree(key(game, start), (before) => addLine(before, moves));

/** Forgets what was tried but this line. */
export const forgetOthers = (game: string, start: string, moves: string[]): void =>
  changeTree(key(game, start), () => addLine([], moves));
