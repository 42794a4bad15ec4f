// SPDX-License-Identifier: MIT
// The one state of the page: the address, and what the server says about it.
//
// `address` is the source of truth. Effects fetch the board of its game, replay its moves and probe
// its position; views read signals and call the actions below. Answers that arrive late, for an
// address already left, are dropped.
import { batch, computed, effect, signal } from "@preact/signals";
import {
  ApiError,
  api,
  type Board,
  type First,
  type Games,
  type Move,
  type Replay,
  type Scene,
  type Worth,
} from "../api";
import {
  type Address,
  formatAddress,
  HOME,
  isKnown,
  oddities,
  parseAddress,
  type View,
} from "./address";
import { type Level, levelsFor } from "./levels";
import { seatsFor, turnedFor } from "./match";
import { withNewest } from "./newest";
import { here, shown } from "./place";
import { isWrong, playablePart, whereWrong } from "./prefix";

export const address = signal<Address>(HOME);
export const games = signal<Games | null>(null);
/** What the views begin with, as the server says. */
const firsts = signal<First | null>(null);
/** The game that was chosen from the list. */
let picked = "";
export const board = signal<Board | null>(null);
export const scene = signal<Scene | null>(null);
/** Who answered with the scene: a table that was solved meanwhile knows more. */
let sceneVersion = "";
export const problem = signal("");
/** What is wrong with an address of which the rest can be shown. */
export const notice = signal("");
/** Why the table of the game on the board does not answer, "" if it does. */
export const trouble = signal("");
/** The path in the browser's address if there is no page at it, else "". */
export const lost = signal("");
/** Grows whenever the server is to be asked again: what waits for an answer then asks for it. */
export const attempt = signal(0);

/** Positions of the game so far: the start and one more for each move. */
export const line = signal<Move[]>([]);
export const startPosition = signal("");
/** Which game and start the two above belong to: until they are replaced, the address may be ahead. */
const replayed = signal({ game: "", start: "" });

/** The move being shown without being made: hovered in a list, or a hint. */
export const preview = signal<Move | null>(null);
/** The move to animate, with a number that makes each one new. */
export const motion = signal<{ path: string[]; key: number } | null>(null);

/** What is known of positions by now, for the graph: of those that were met last. */
const worths = signal<ReadonlyMap<string, Worth>>(new Map());
export const MOST_WORTHS = 4000;

/** The position on the board, "" while it is not known yet. */
export const position = computed(() => {
  const { at, game, start } = address.value;
  if (replayed.value.game !== game || replayed.value.start !== start) return "";
  return at === 0 ? startPosition.value : (line.value[at - 1]?.position ?? "");
});

/** The scene shown is still that of another position. */
export const busy = computed(
  () => scene.value?.position !== position.value || scene.value?.game !== address.value.game,
);

/** The move that was made while its position is being asked for: the piece has moved already. */
export const ahead = computed(() => {
  const { at, game } = address.value;
  const before = at === 1 ? startPosition.value : line.value[at - 2]?.position;
  const next = busy.value && scene.value?.game === game && scene.value.position === before;
  return next ? (line.value[at - 1] ?? null) : null;
});

export const lastMove = computed(() => line.value[address.value.at - 1] ?? null);

export const gameInfo = computed(() =>
  games.value?.games.find((game) => game.game === address.value.game),
);

/** The levels that can play the game of the address; one that is not on the list can be played where
 * others can. */
export const levels = computed((): Level[] => {
  const info = gameInfo.value;
  const computer = info?.computer ?? games.value?.games.some((game) => game.computer);
  return computer ? levelsFor(!!info?.table) : [];
});

/** Who sits where when the game is played: as the address says, or as usual. */
export const seats = computed((): string[] => {
  const { seats: given, game } = address.value;
  const players = board.value?.game === game ? board.value.players.length : 0;
  return seatsFor(given, players, levels.value);
});

/** By how many sixths the board is turned: the only person sits at the bottom, in Play and where a
 * game from there is looked at. */
export const sixths = computed((): number => {
  const { seats: given, game, view } = address.value;
  if (board.value?.game !== game || (view !== "play" && given.length === 0)) return 0;
  return turnedFor(board.value, seats.value);
});

const infoOf = (game: string) => games.peek()?.games.find((g) => g.game === game);

/** Names who answers about a game, "" if that is not known: answers of others have other addresses. */
export const versionOf = (game: string): string => infoOf(game)?.v ?? "";

export const solvedGames = computed(() => games.value?.games.filter((game) => game.table) ?? []);

/** Only what a position is worth, without what else came with it. */
const worthAlone = ({ value, plies, control }: Worth): Worth => ({
  ...(value && { value }),
  ...(plies !== undefined && { plies }),
  ...(control && { control }),
});

function remember(entries: [string, Worth][]): void {
  const known = entries
    .filter(([, { value, control }]) => value || control)
    .map(([key, worth]): [string, Worth] => [key, worthAlone(worth)]);
  if (known.length > 0) worths.value = withNewest(worths.peek(), known, MOST_WORTHS);
}

/** What is known of a position of the current game. */
export const worthOf = (text: string): Worth | undefined =>
  worths.value.get(`${address.value.game} ${text}`);

/** Fetches a position with what is known of it. */
export function fetchScene(game: string, text: string): Promise<Scene> {
  const version = versionOf(game);
  return infoOf(game)?.table ? api.probe(game, text, version) : api.position(game, text, version);
}

// --- changing the address ------------------------------------------------------------------------

function show(next: Address, how: "push" | "replace"): void {
  const url = lost.peek() && how === "replace" ? location.href : shown(formatAddress(next));
  if (how === "push") history.pushState(null, "", url);
  else history.replaceState(null, "", url);
  batch(() => {
    address.value = next;
    preview.value = null;
    notice.value = "";
    if (how === "push") lost.value = "";
  });
}

/** Changes part of the address in place: steps within a game do not fill the browser's history. */
export const change = (part: Partial<Address>): void =>
  show({ ...address.peek(), ...part }, "replace");

/** Goes somewhere else: the browser's back button returns. */
export const go = (part: Partial<Address>): void => show({ ...address.peek(), ...part }, "push");

/** The address of another view of the same game and line of play, for links. */
export function viewAddress(view: View): string {
  const { game, start, moves, at, flip: flipped, view: from, seats: given } = address.value;
  if (from === "transfers" || view === "transfers") return formatAddress({ ...HOME, view });
  const puzzle = from === "puzzles"; // its line is its own
  const untouched = game !== picked && !start && moves.length === 0;
  if (untouched && game === firstGame(from) && game !== firstGame(view))
    return formatAddress({ ...HOME, view }); // each view begins with its own
  if (view === "puzzles" || view === "results" || puzzle || from === "results") {
    return formatAddress({ ...HOME, view, game });
  }
  const side = from === "play" ? seats.value : given;
  return formatAddress({ ...HOME, view, game, start, moves, at, flip: flipped, seats: side });
}

const RETRY_MS = 3000;
let retry: ReturnType<typeof setTimeout> | undefined;

function askAgain(): void {
  clearTimeout(retry);
  retry = undefined;
  refreshGames()
    .then(() =>
      batch(() => {
        problem.value = "";
        attempt.value++;
      }),
    )
    .catch(fail);
}

/** The server does not answer: it is asked now and then, and what waits for it goes on by itself. */
export function awaitServer(): void {
  retry ??= setTimeout(askAgain, RETRY_MS);
}

/** Asks again for what could not be had. */
export function tryAgain(): void {
  problem.value = "";
  askAgain();
}

export function setGame(game: string): void {
  picked = game;
  const three = games.peek()?.games.find((g) => g.game === game)?.players === 3;
  const { view } = address.peek();
  go({
    view: view === "three" && !three ? "explore" : view,
    game,
    start: "",
    moves: [],
    at: 0,
    kind: "",
    number: 0,
    seats: [],
    end: "",
  });
}

/** Shows a position as the start of a new line. */
export const setPosition = (start: string): void => go({ start, moves: [], at: 0 });

// --- making and taking back moves ----------------------------------------------------------------

let motions = 0;

/** Makes a move of the position `from`; nothing happens if that is no longer on the board. */
export function makeMove(move: Move, from = scene.peek()?.position): void {
  if (from !== position.peek()) return;
  const { moves, at } = address.peek();
  const same = moves[at] === move.move; // a move that was undone, made again
  batch(() => {
    if (!same) line.value = [...line.peek().slice(0, at), move];
    motion.value = { path: move.path, key: ++motions };
    change({ moves: same ? moves : [...moves.slice(0, at), move.move], at: at + 1 });
  });
}

/** Goes to the position after `at` moves; one step forth or back is animated. */
export function goTo(at: number): void {
  const now = address.peek().at;
  const to = Math.max(0, Math.min(at, line.peek().length));
  if (to === now) return;
  const step = to === now + 1 ? line.peek()[now] : to === now - 1 ? line.peek()[to] : undefined;
  const path = step && (to > now ? step.path : [...step.path].reverse());
  batch(() => {
    motion.value = path ? { path, key: ++motions } : null;
    change({ at: to });
  });
}

export const undo = (): void => goTo(address.peek().at - 1);
export const redo = (): void => goTo(address.peek().at + 1);
export const flip = (): void => change({ flip: !address.peek().flip });

/** Adds moves after the current position without making them: the best line, to step through. */
export function appendLine(steps: Move[]): void {
  const { moves, at } = address.peek();
  batch(() => {
    line.value = [...line.peek().slice(0, at), ...steps];
    remember(steps.map((step) => [`${address.peek().game} ${step.position}`, step]));
    change({ moves: [...moves.slice(0, at), ...steps.map((step) => step.move)] });
  });
}

// --- following the address -----------------------------------------------------------------------

export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

function fail(error: unknown): void {
  problem.value = error instanceof Error ? error.message : String(error);
  if (isGone(error)) awaitServer();
}

/** The game a view begins with when the address names none; "" while that is not known. */
function firstGame(view: View): string {
  const found = firsts.value?.[view === "play" || view === "three" ? view : "explore"];
  return found?.game ?? "";
}

function takeReplay(game: string, start: string, first: Replay["start"], steps: Move[]): void {
  const entries = [first, ...steps].map((step): [string, Worth] => [
    `${game} ${step.position}`,
    step,
  ]);
  batch(() => {
    replayed.value = { game, start };
    startPosition.value = first.position;
    line.value = steps;
    remember(entries);
  });
}

/** Is the line we hold that of the address? Then moves were added by makeMove and are known. */
function lineMatches({ game, start, moves }: Address): boolean {
  return (
    replayed.peek().game === game &&
    replayed.peek().start === start &&
    moves.length === line.peek().length &&
    line.peek().every((step, i) => step.move === moves[i])
  );
}

/** Is this still the game and line that the page is to show? */
function isCurrent({ game, start, moves }: Address): boolean {
  const now = address.peek();
  return now.game === game && now.start === start && now.moves === moves;
}

function followGame(): void {
  const { game } = address.value;
  attempt.value;
  if (!game || !games.value || board.peek()?.game === game) return;
  api
    .board(game, versionOf(game))
    .then((answer) => {
      if (address.peek().game === game) board.value = answer;
    })
    .catch(fail);
}

/** Without moves the scene says all: one question instead of two. */
function followStart(now: Address): void {
  const { game, start } = now;
  const current = () => isCurrent(now);
  askScene(game, start)
    .then((answer) => {
      if (!current()) return;
      batch(() => {
        takeReplay(game, start, answer, []);
        takeScene(game, answer);
      });
    })
    .catch((error) => current() && fail(error));
}

function followLine(): void {
  const now = address.value;
  attempt.value;
  const { game, start, moves } = now;
  if (!game || !games.value || lineMatches(now)) return;
  problem.value = "";
  if (moves.length === 0) {
    followStart(now);
    return;
  }
  api
    .replay(game, start, moves, versionOf(game))
    .then((replay) => {
      if (isCurrent(now)) takeReplay(game, start, replay.start, replay.steps);
    })
    .catch((error) => stopBefore(now, error));
}

/** Shows a game with a move that is none up to that move, and says what is wrong with it. */
async function stopBefore(now: Address, error: unknown): Promise<void> {
  const { game, start, moves, at } = now;
  if (!isWrong(error)) return fail(error);
  try {
    const part = await playablePart(game, start, moves, versionOf(game));
    if (!isCurrent(now)) return;
    change({ moves: moves.slice(0, part.good), at: Math.min(at, part.good) });
    notice.value = whereWrong(moves, part);
  } catch (worse) {
    if (isCurrent(now)) fail(worse); // the game or its start is none
  }
}

/** A position with what is known of it; one that is only illegal comes with the reason. Where the
 * table is damaged the page says so and goes on without. */
async function askScene(game: string, text: string): Promise<Scene> {
  try {
    const answer = await fetchScene(game, text);
    trouble.value = "";
    return answer;
  } catch (error) {
    if (isGone(error)) throw error;
    const answer = await api.position(game, text, versionOf(game));
    const told = error instanceof ApiError && error.status !== 404 && !answer.reason;
    trouble.value = told ? `The table of ${game} does not answer: ${error.message}` : "";
    return answer;
  }
}

function takeScene(game: string, answer: Scene): void {
  problem.value = "";
  scene.value = answer;
  sceneVersion = versionOf(game);
  if (answer.value || answer.control) remember([[`${game} ${answer.position}`, answer]]);
}

function followPosition(): void {
  const { game } = address.value;
  attempt.value;
  const text = position.value;
  if (!game || !text || !games.value) return;
  const known = scene.peek()?.game === game && scene.peek()?.position === text;
  if (known && sceneVersion === versionOf(game)) return;
  const current = () => address.peek().game === game && position.peek() === text;
  askScene(game, text)
    .then((answer) => current() && batch(() => takeScene(game, answer)))
    .catch((error) => current() && fail(error));
}

function takeGames(now: Games): void {
  if (JSON.stringify(now) !== JSON.stringify(games.peek())) games.value = now;
}

async function askFirst(): Promise<void> {
  const answer = await api.first();
  batch(() => {
    firsts.value = answer;
    takeGames(answer.games);
  });
}

/** Asks again which games and tables there are: jobs add some, and other programs may. */
export async function refreshGames(): Promise<void> {
  if (firsts.peek()) takeGames(await api.games());
  else await askFirst();
}

const REFRESH_MS = 15_000;

/** Starts everything: reads the browser's address and follows it from then on. Resolves once the
 * first answer has been taken in, or has failed. */
export function startSession(): Promise<void> {
  const read = () => {
    const { path, query } = here();
    address.value = parseAddress(path, query);
    notice.value = oddities(query).join(" ");
    lost.value = isKnown(path) ? "" : path;
  };
  read();
  addEventListener("popstate", read);
  addEventListener("online", () => retry !== undefined && askAgain());
  const first = askFirst().catch(fail);
  setInterval(() => document.hidden || refreshGames().catch(() => undefined), REFRESH_MS);
  effect(() => {
    const { view, game } = address.value;
    const begin = firstGame(view);
    if (!begin || game) return;
    const said = notice.peek();
    change({ game: begin });
    notice.value = said;
  });
  // The view of three players is for them only.
  effect(() => {
    const { view, game } = address.value;
    const players =
      games.value?.games.find((g) => g.game === game)?.players ??
      (board.value?.game === game ? board.value.players.length : 3);
    if (view === "three" && game && players !== 3) change({ view: "explore" });
  });
  effect(followGame);
  effect(followLine);
  effect(followPosition);
  return first;
}
