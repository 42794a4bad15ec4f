// SPDX-License-Identifier: MIT
// The server's answers (docs/openapi.json) and how to ask for them.
//
// Everything about the game comes from here: which moves there are, where they lead, how cells are
// drawn, what a position is worth. The page knows no rules. Without a server a worker answers the
// same questions (offline.ts).
import { ask } from "./offline";
import { follow } from "./solving";
import { SITE } from "./state/place";

export type Outcome = "win" | "draw" | "loss";

export interface Cell {
  name: string;
  x: number;
  y: number;
}

export interface Board {
  game: string;
  rules: string;
  family: "duel" | "race" | "halma";
  shape: "rhombus" | "star" | "square" | "checkers";
  size: number;
  pieces: number;
  players: { letter: string; camp: string[]; goal: string[] }[];
  cells: Cell[];
  lines: [number, number][];
  start: string;
}

export interface Control {
  type: "illegal" | "terminal" | "solo_win" | "spoiler_draw" | "kingmaker" | "other";
  /** Who has won or can force its own win. */
  winner: string | null;
  solo: string[];
  draw: string[];
  shut_out: string[];
  /** Pairs of letters: the first can make the second win. */
  enables: string[];
  kingmaker: string[];
}

/** What a table says of a position, from the side of the player to move in it. */
export interface Worth {
  value?: Outcome;
  plies?: number | null;
  control?: Control;
}

export interface Move extends Worth {
  move: string;
  path: string[];
  position: string;
}

export interface Scene extends Worth {
  game: string;
  position: string;
  turn: string;
  verdict: "ongoing" | "won" | "illegal-filled" | "illegal-blocked";
  winner: string | null;
  pieces: { cell: string; player: string }[];
  reason?: string | null;
  moves: Move[];
}

/** How a game ended: a goal filled, no move left, a position again, a camp not left in time. */
export interface Ending {
  how: "won" | "stuck" | "repetition" | "camp";
  winner: string | null;
  /** After so many moves. */
  moves: number;
}

export interface Replay {
  game: string;
  start: Worth & { position: string };
  steps: Move[];
  ending: Ending | null;
}

export interface Table {
  game: string;
  rules: string;
  metric: "wdl" | "dtw" | "control";
  states: number;
  /** Counts of the mover; null in a race. */
  wins: number | null;
  losses: number | null;
  draws: number | null;
  illegal: number | null;
  longest: number | null;
  bytes: number;
  created: number | null;
  creator: string;
  checksum: string;
}

export interface Game {
  game: string;
  players: number;
  pieces: number;
  cells: number;
  job: boolean;
  /** The computer can play it, with a table or without. */
  computer: boolean;
  v: string;
  table: Table | null;
}

/** The views that begin with a game of their own; all others begin with that of explore. */
export type FirstViews = "explore" | "play" | "three";

/** What a view begins with; the board and the start may have to be asked for. */
interface FirstView {
  game: string;
  board: Board | null;
  scene: Scene | null;
}

export interface First extends Record<FirstViews, FirstView> {
  games: Games;
}

export interface Games {
  version: string;
  jobs: boolean;
  games: Game[];
  /** Tables that cannot be used, and what is wrong with the last. */
  skipped: number;
  reason: string | null;
}

export interface Reachable {
  positions: number;
  types: Record<Control["type"], number>;
  solo: { win: number; loss: number; draw: number };
}

export interface Stats {
  game: string;
  metric: "wdl" | "dtw" | "control";
  /** Of a small race. */
  reachable?: Reachable | null;
  /** Positions of a duel by plies to the end: odd ones won by the mover, even ones lost. */
  by_plies?: number[] | null;
  longest?: { plies: number; states: number; positions: string[] } | null;
}

export type PuzzleKind =
  | "only-win"
  | "fastest"
  | "only-draw"
  | "zugzwang"
  | "longest-win"
  | "kingmaker"
  | "crown"
  | "spoiler";

export interface Puzzle extends Worth {
  kind: PuzzleKind;
  position: string;
  solution: string | null;
  player: string;
}

export interface Puzzles {
  game: string;
  ready: boolean;
  puzzles: Puzzle[];
}

export interface Progress {
  phase?: string;
  round?: number;
  done?: number;
  total?: number;
  left?: number;
}

export interface Job {
  id: number;
  game: string;
  state: "running" | "done" | "failed" | "stopped";
  /** It has left a checkpoint to go on from. */
  resumable: boolean;
  seconds: number;
  progress: Progress | null;
  message: string | null;
}

/** What is known of a game without its table. Counts are over both turns, wins the first player's. */
export interface Result {
  game: string;
  rules: string;
  open: boolean;
  start: { value: Outcome | "kingmaker"; plies: number | null } | null;
  positions: number | null;
  wins: number | null;
  draws: number | null;
  illegal: number | null;
  /** How it is known. */
  how: string;
}

/**
 * What a position is worth to the player to move. The amount is an estimate in hundredths of a
 * move, a share of the win in hundredths, the moves by which a race is won, or 1, 0 or -1 of a
 * proof or a table.
 */
export interface Score {
  kind: "none" | "estimate" | "share" | "race" | "proof" | "table";
  amount: number;
  /** To the end of the game; null where that is not known. */
  plies: number | null;
}

/** The computer's move, and what it thinks of the position from its own side. */
export interface Thought {
  game: string;
  position: string;
  level: string;
  by: "table" | "engine";
  move: Move;
  score: Score;
  line: string[];
  depth: number;
  nodes: number;
  seconds: number;
}

/** A refusal of the server, with its reason. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function read<T>(response: Response): Promise<T> {
  const body = await response.json().catch(() => null);
  if (!response.ok) {
    const unsaid =
      response.status === 414
        ? "an address holds no more moves"
        : `the server said ${response.status}`;
    throw new ApiError(response.status, body?.error?.message ?? unsaid);
  }
  return body as T;
}

export function address(path: string, parameters: Record<string, string>): string {
  const query = Object.entries(parameters)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%2F", "/")}`)
    .join("&");
  return `/api/v1/${path}${query ? `?${query}` : ""}`;
}

const ROOM = 400;
const kept = new Map<string, Promise<unknown>>();

/** Asks for something that never changes; the last answers are kept in memory. */
function recall<T>(path: string, parameters: Record<string, string>): Promise<T> {
  const url = address(path, parameters);
  const known = kept.get(url);
  if (known) return known as Promise<T>;
  const answer = reach(url).then((response) => read<T>(response));
  kept.set(url, answer);
  answer.catch(() => kept.delete(url));
  const oldest = kept.keys().next();
  if (kept.size > ROOM && !oldest.done) kept.delete(oldest.value);
  return answer;
}

/** Asks the server; that it does not answer at all is an error with a name of its own. */
async function reach(url: string, options?: RequestInit): Promise<Response> {
  try {
    return await (SITE ? ask(url, options) : fetch(url, options));
  } catch {
    throw new ApiError(0, "The server does not answer.");
  }
}

const fresh = <T>(path: string, parameters: Record<string, string> = {}): Promise<T> =>
  reach(address(path, parameters)).then((response) => read<T>(response));

/** Keeps an answer as if it had been asked for. */
const keep = (path: string, parameters: Record<string, string>, answer: unknown): void => {
  kept.set(address(path, parameters), Promise.resolve(answer));
};

/** What the page needs first, in one answer: the games, and those its views begin with. */
async function first(): Promise<First> {
  const answer = await fresh<First>("first");
  for (const { game, board, scene } of [answer.explore, answer.play, answer.three]) {
    const info = answer.games.games.find((other) => other.game === game);
    const v = info?.v ?? "";
    if (board) keep("board", { game, v }, board);
    if (scene) keep(info?.table ? "probe" : "position", { game, position: "", v }, scene);
  }
  return answer;
}

export const api = {
  first,
  games: () => fresh<Games>("games"),
  /** `version` names the table and program that answer, so that browsers may keep answers for good. */
  board: (game: string, version: string) => recall<Board>("board", { game, v: version }),
  position: (game: string, position: string, version: string) =>
    recall<Scene>("position", { game, position, v: version }),
  /** The position under a reading of the rules, with what its table says where there is one. */
  reading: (game: string, rules: string, position: string, solved: boolean) =>
    fresh<Scene>(solved ? "probe" : "position", { game, rules, position }).catch((error) => {
      if (!solved) throw error;
      return fresh<Scene>("position", { game, rules, position }); // illegal: it says why
    }),
  probe: (game: string, position: string, version: string) =>
    recall<Scene>("probe", { game, position, v: version }),
  /** Each move of a game makes another answer, as long as the game: none is kept in memory. */
  replay: (game: string, position: string, moves: string[], version: string) =>
    fresh<Replay>("replay", { game, position, moves: moves.join(","), v: version }),
  line: (game: string, position: string, version: string) =>
    recall<{ steps: Move[] }>("line", { game, position, v: version }),
  /** The move of a level after these moves. */
  play: (
    game: string,
    position: string,
    moves: string[],
    level: string,
    milliseconds: number,
    signal?: AbortSignal,
  ) =>
    reach(
      address("play", {
        game,
        position,
        moves: moves.join(","),
        level,
        milliseconds: String(milliseconds),
        seed: String(Math.floor(Math.random() * 1e9)),
      }),
      { method: "POST", ...(signal ? { signal } : {}) },
    ).then((response) => read<Thought>(response)),
  results: () => fresh<{ results: Result[] }>("results.json"),
  jobs: () => fresh<{ jobs: Job[] }>("jobs"),
  stats: (game: string) => fresh<Stats>("stats", { game }),
  puzzles: (game: string) => fresh<Puzzles>("puzzles", { game }),
  startJob: (game: string) =>
    reach("/api/v1/jobs", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ game }),
    }).then((response) => read<Job>(response)),
  stopJob: (id: number) =>
    reach(`/api/v1/jobs/${id}`, { method: "DELETE" }).then((response) => read<Job>(response)),
  /** Calls `on` with the job whenever it changes, until it ends, and `broken` if the connection
   * breaks before. Returns what ends it. */
  watchJob(id: number, on: (job: Job) => void, broken: () => void): () => void {
    if (SITE) return follow(id, on);
    const events = new EventSource(`/api/v1/jobs/${id}/events`);
    events.onerror = () => {
      events.close();
      broken();
    };
    events.onmessage = (event) => {
      const job = JSON.parse(event.data) as Job;
      if (job.state !== "running") events.close();
      on(job);
    };
    return () => events.close();
  },
};
