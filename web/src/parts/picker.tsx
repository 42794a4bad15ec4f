// SPDX-License-Identifier: MIT
// Choosing a game: those with a table first.
import type { Game } from "../api";
import { gameName } from "../state/names";
import { address, games, setGame } from "../state/session";

interface PickerProps {
  /** Which games to offer; all by default. */
  fits?: (game: Game) => boolean;
}

const describe = (game: Game): string =>
  gameName(game.game) === game.game ? game.game : `${gameName(game.game)} · ${game.game}`;

export function Picker({ fits = () => true }: PickerProps) {
  const list = games.value?.games.filter(fits) ?? [];
  const solved = list.filter((game) => game.table);
  const open = list.filter((game) => !game.table);
  const current = address.value.game;
  const known = list.some((game) => game.game === current);
  const option = (game: Game) => (
    <option key={game.game} value={game.game} selected={game.game === current}>
      {describe(game)}
    </option>
  );
  return (
    <label class="picker">
      <span class="visually-hidden">Game</span>
      <select value={current} onChange={(event) => setGame(event.currentTarget.value)}>
        {!known && current && <option value={current}>{gameName(current)}</option>}
        {solved.length > 0 && <optgroup label="Solved here">{solved.map(option)}</optgroup>}
        {open.length > 0 && <optgroup label="Without a table">{open.map(option)}</optgroup>}
      </select>
    </label>
  );
}
