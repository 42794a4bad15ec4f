// SPDX-License-Identifier: MIT
// Copying and pasting: links, positions, games; a file of a game.
import { useSignal } from "@preact/signals";
import { api } from "../api";
import { readPasted, writeGame } from "../state/gametext";
import * as session from "../state/session";

/** The longest beginning of the moves that can be played, and what is wrong with the next one. */
async function playable(game: string, start: string, moves: string[]) {
  const version = session.versionOf(game);
  const fits = (count: number) =>
    api.replay(game, start, moves.slice(0, count), version).then(
      () => "",
      (error: Error) => error.message,
    );
  let reason = await fits(moves.length);
  let [good, bad] = [reason ? 0 : moves.length, moves.length];
  while (reason && bad - good > 1) {
    const middle = (good + bad) >> 1;
    const said = await fits(middle);
    if (said) [bad, reason] = [middle, said];
    else good = middle;
  }
  return { good, reason };
}

async function take(text: string): Promise<string> {
  const pasted = readPasted(text);
  const current = session.address.peek();
  if (pasted.kind === "nothing") return "That is no link, position or game.";
  if (pasted.kind === "link") {
    session.go(pasted.address);
    return "";
  }
  if (pasted.kind === "position") {
    const answer = await api.position(
      current.game,
      pasted.position,
      session.versionOf(current.game),
    );
    if (answer.reason) return answer.reason;
    session.setPosition(pasted.position);
    return "";
  }
  const game = pasted.game || current.game;
  const { good, reason } = await playable(game, pasted.start, pasted.moves);
  session.go({ game, start: pasted.start, moves: pasted.moves.slice(0, good), at: good });
  return reason ? `Move ${good + 1}, ${pasted.moves[good]}: ${reason}` : "";
}

export function Exchange() {
  const said = useSignal("");
  const field = useSignal("");
  const { game, start, moves } = session.address.value;
  const players = session.board.value?.players.length ?? 2;
  const copy = (what: string, text: string) =>
    navigator.clipboard.writeText(text).then(
      () => (said.value = `${what} copied.`),
      () => (field.value = text), // no clipboard here: it can be copied from the field
    );
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
