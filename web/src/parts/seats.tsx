// SPDX-License-Identifier: MIT
// Who plays, at which level, and with which clock.
import { CONTROLS, choose, chosen, later, left, show } from "../state/clock";
import { type Level, PERSON } from "../state/levels";
import * as session from "../state/session";
import { PlayerTag } from "./verdict";

interface SeatsProps {
  seats: string[];
  levels: Level[];
}

export function Seats({ seats, levels }: SeatsProps) {
  const board = session.board.value;
  const set = (i: number, value: string) =>
    session.change({ seats: seats.map((seat, j) => (i === j ? value : seat)) });
  return (
    <fieldset class="seats">
      <legend>Who plays</legend>
      {board?.players.map((player, i) => (
        <label key={player.letter}>
          <PlayerTag letter={player.letter} />
          <select value={seats[i]} onChange={(event) => set(i, event.currentTarget.value)}>
            <option value={PERSON}>A person</option>
            {levels.map((level) => (
              <option key={level.id} value={level.id}>
                {level.name}: {level.about}
              </option>
            ))}
          </select>
          {left.value.length > 0 && <span class="clock">{show(left.value[i] ?? 0)}</span>}
        </label>
      ))}
      {levels.length === 0 && (
        <p class="caption">The computer cannot play this game here, so only people can.</p>
      )}
    </fieldset>
  );
}

/** The clock of the next game. */
export function ClockChoice() {
  return (
    <>
      <label class="clock-choice">
        <span class="visually-hidden">Clock of a new game</span>
        <select value={chosen.value} onChange={(event) => choose(event.currentTarget.value)}>
          {CONTROLS.map((control) => (
            <option key={control.id} value={control.id}>
              {control.name}
            </option>
          ))}
        </select>
      </label>
      <small role="status">{later.value && "This clock starts with the next game."}</small>
    </>
  );
}
