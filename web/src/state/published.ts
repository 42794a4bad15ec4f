// SPDX-License-Identifier: MIT
// The published figures, from the same files the tests read, beside what the tables here count.
import threePlayer from "../../../tests/golden/three_player.json";
import twoPlayer from "../../../tests/golden/two_player.json";
import type { Table } from "../api";

/** A row of Table 1: both turns counted, wins those of the first player. */
export interface Counts {
  positions: number | null;
  wins: number | null;
  draws: number | null;
  illegal: number | null;
}

export interface Row {
  game: string;
  rules: string;
  published: Counts;
  note: string;
}

interface PaperRow extends Partial<Counts> {
  game: string;
  profile?: string;
  positions: number | null;
  open?: boolean;
  note?: string;
}

const rows = (list: PaperRow[], rules: string): Row[] =>
  list.map((row) => ({
    game: row.game,
    rules: row.profile ?? rules,
    published: {
      positions: row.positions,
      wins: row.wins ?? null,
      draws: row.draws ?? null,
      illegal: row.illegal ?? null,
    },
    note: row.open ? "open" : (row.note ?? ""),
  }));

export const TABLE_1: Row[] = rows(twoPlayer.paper_table1, "strict");
export const STRICT: Row[] = rows(twoPlayer.strict, "strict");

export const STAR13 = threePlayer["star13:3p"];
export const STAR37 = threePlayer["star37:3p"];

/** What a table of ours counts, in the paper's convention. */
export function countsOf(table: Table): Counts {
  const { wins, losses, draws, illegal } = table;
  if (wins === null || losses === null || draws === null || illegal === null) {
    return { positions: null, wins: null, draws: null, illegal: null };
  }
  return {
    positions: 2 * (wins + losses + draws + illegal),
    wins: wins + losses,
    draws: 2 * draws,
    illegal: 2 * illegal,
  };
}
