// SPDX-License-Identifier: MIT
// Copying and pasting: links, positions, games; a file of a game.
import { useSignal } from "@preact/signals";
import { api } from "../api";
import type { Address } from "../state/address";
import { readPasted, writeGame } from "../state/gametext";
import { playablePart, whereWrong } from "../state/prefix";
import * as session from "../state/session";

/** Shows a game as far as it can be played; what is wrong with the next move, or "". */
async function takeGame(to: Partial<Address> & { game: string; start: string; moves: string[] }) {
  const { game, start, moves } = to;
  const part = await playablePart(game, start, moves, session.versionOf(game));
  session.go({
    ...to,
    moves: moves.slice(0, part.good),
    at: Math.min(to.at ?? part.good, part.good),
  });
  return whereWrong(moves, part);
}

/** Shows what was pasted. Resolves to what is wrong with it, "" if nothing is. */
async function take(text: string): Promise<string> {
  const pasted = readPasted(text);
  const current = session.address.peek();
  switch (pasted.kind) {
    case "nothing":
      return "That is no link, position or game. A move looks like a1-a2, a position like the one below.";
    case "link":
      return (
        (await takeGame({ ...pasted.address, game: pasted.address.game || current.game })) ||
        pasted.odd
      );
    case "position": {
      const { game } = current;
      const answer = await api.position(game, pasted.position, session.versionOf(game));
      if (!answer.reason) session.setPosition(pasted.position);
      return answer.reason ?? "";
    }
    case "game": {
      const { start, moves, junk } = pasted;
      const wrong = await takeGame({ game: pasted.game || current.game, start, moves });
      const last = `Move ${moves.length + 1}: “${junk.slice(0, 40)}” is no move; one looks like a1-a2.`;
      return wrong || (junk && last);
    }
  }
}

export function Exchange() {
  const said = useSignal("");
  const field = useSignal("");
  const { game, start, moves } = session.address.value;
  const players = session.board.value?.players.length ?? 2;
  const copy = async (what: string, text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      said.value = `${what} copied.`;
    } catch {
      field.value = text; // no clipboard here: it can be copied from the field
      said.value = `${what} put into the field: it can be copied from there.`;
    }
  };
  const paste = (text: string) =>
    take(text)
      .then((reason) => {
        said.value = reason;
        if (!reason) field.value = "";
      })
      .catch((error: Error) => (said.value = error.message));
  const upload = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (file) await paste(await file.text());
    input.value = "";
  };
  return (
    <details class="exchange">
      <summary>Copy, paste, open a game</summary>
      <p class="row">
        <button type="button" onClick={() => copy("Link", location.href)}>
          Copy link
        </button>
        <button type="button" onClick={() => copy("Position", session.position.value)}>
          Copy position
        </button>
        <button type="button" onClick={() => copy("Game", writeGame(game, start, moves, players))}>
          Copy game
        </button>
      </p>
      <label>
        A link, a position or moves
        <textarea
          rows={3}
          value={field.value}
          onInput={(event) => (field.value = event.currentTarget.value)}
        />
      </label>
      <p class="row">
        <button type="button" disabled={!field.value.trim()} onClick={() => paste(field.value)}>
          Show it
        </button>
        <label class="file">
          or a file <input type="file" onChange={(event) => upload(event.currentTarget)} />
        </label>
      </p>
      <p role="status">{said.value}</p>
    </details>
  );
}
