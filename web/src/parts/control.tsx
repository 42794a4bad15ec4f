// SPDX-License-Identifier: MIT
// Who can force what among three, as a picture: a crown for who can win alone, a ring for who can
// hold a draw, and an arrow from each player to everyone it can hand the win to.
import type { Control } from "../api";
import { joinNames, playerName, playerNumber } from "../state/players";
import { type Power, powersOf } from "../state/powers";

interface ControlProps {
  control: Control;
  turn: string;
  small?: boolean;
}

const RADIUS = 58;

/** Players on a circle, clockwise from the top right: the order in which they sit and move. */
function seat(i: number, count: number): { x: number; y: number } {
  const angle = ((i * 360) / count - 30) * (Math.PI / 180);
  return { x: Math.cos(angle) * RADIUS, y: Math.sin(angle) * RADIUS };
}

/** An arrow that bends to its right, so that two opposite ones keep apart. */
function arrow(from: { x: number; y: number }, to: { x: number; y: number }): string {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy);
  const ux = dx / length;
  const uy = dy / length;
  const bend = 15;
  const shift = 6;
  const a = { x: from.x + ux * 21 - uy * shift, y: from.y + uy * 21 + ux * shift };
  const b = { x: to.x - ux * 25 - uy * shift, y: to.y - uy * 25 + ux * shift };
  const mid = { x: (a.x + b.x) / 2 - uy * bend, y: (a.y + b.y) / 2 + ux * bend };
  const f = (n: number) => n.toFixed(1);
  return `M${f(a.x)} ${f(a.y)}Q${f(mid.x)} ${f(mid.y)} ${f(b.x)} ${f(b.y)}`;
}

const CROWN = "M-9 4 L-11 -6 L-4.5 -1.5 L0 -9 L4.5 -1.5 L11 -6 L9 4 Z";

function power(player: Power, over: boolean, winner: string | null): string {
  if (player.letter === winner) return over ? "has won" : "can force its own win";
  if (over) return "has lost";
  const parts: string[] = [];
  if (player.draws) parts.push("can hold a draw");
  if (player.crowns.length) {
    parts.push(`can hand the win to ${joinNames(player.crowns).replace(" and ", " or ")}`);
  }
  if (parts.length === 0) return winner ? "cannot stop it" : "can be shut out";
  return parts.join(", ");
}

export function ControlDiagram({ control, turn, small = false }: ControlProps) {
  const { winner } = control;
  const players = powersOf(control);
  const over = control.type === "terminal";
  const seats = players.map((_, i) => seat(i, players.length));
  const index = new Map(players.map((player, i) => [player.letter, i]));
  const words = players.map((p) => `${playerName(p.letter)} ${power(p, over, winner)}`).join("; ");
  return (
    <figure class={`control${small ? " small" : ""}`}>
      <svg viewBox="-92 -82 184 164" role="img" aria-label={`Who can force what: ${words}`}>
        <defs>
          {players.map((player) => (
            <marker
              key={player.letter}
              id={`head-${player.letter}`}
              viewBox="0 0 10 10"
              refX="5"
              refY="5"
              markerWidth="4.6"
              markerHeight="4.6"
              orient="auto"
            >
              <path class={`head player-${playerNumber(player.letter)}`} d="M0 0L10 5L0 10Z" />
            </marker>
          ))}
        </defs>
        {players.flatMap((player, i) =>
          (winner ? [] : player.crowns).map((crowned) => {
            const from = seats[i];
            const to = seats[index.get(crowned) ?? 0];
            return (
              from &&
              to && (
                <path
                  key={`${player.letter}${crowned}`}
                  class={`gift player-${playerNumber(player.letter)}`}
                  d={arrow(from, to)}
                  marker-end={`url(#head-${player.letter})`}
                />
              )
            );
          }),
        )}
        {players.map((player, i) => {
          const place = seats[i];
          const wins = player.letter === winner;
          const dim = winner !== null && !wins;
          return (
            place && (
              <g
                key={player.letter}
                class={`node player-${playerNumber(player.letter)}${dim ? " dim" : ""}`}
                transform={`translate(${place.x.toFixed(1)} ${place.y.toFixed(1)})`}
              >
                {player.letter === turn && !over && <circle class="turn" r={20.5} />}
                {player.draws && !over && <circle class="draw" r={24} />}
                <circle class="disc" r={16} />
                {wins ? (
                  <path class="crown" d={CROWN} />
                ) : (
                  <text dy={5.5}>{playerName(player.letter)[0]}</text>
                )}
              </g>
            )
          );
        })}
      </svg>
      <figcaption>
        <ul>
          {players.map((player) => (
            <li key={player.letter}>
              <i class={`player-${playerNumber(player.letter)}`} aria-hidden="true" />
              <span>
                <b>{playerName(player.letter)}</b> {power(player, over, winner)}
                {player.letter === turn && !over && <em> · to move</em>}
              </span>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

/** The same in the size of a word: who is crowned by a move, or who can still be. */
export function ControlGlyph({ control }: { control: Control }) {
  const players = powersOf(control);
  const able = new Set(players.flatMap((player) => player.crowns));
  return (
    <span class="control-glyph" aria-hidden="true">
      {players.map((player) => (
        <i
          key={player.letter}
          class={`player-${playerNumber(player.letter)}${
            control.winner === player.letter
              ? " wins"
              : control.winner
                ? " out"
                : player.draws
                  ? " draws"
                  : able.has(player.letter)
                    ? " able"
                    : " out"
          }`}
        />
      ))}
    </span>
  );
}
