// SPDX-License-Identifier: MIT
// What is known of a game that has no table here.
import { useEffect } from "preact/hooks";
import { knownStart, loadResults } from "../state/results";

export function Known({ game }: { game: string }) {
  useEffect(loadResults, []);
  return <p class="caption known">{knownStart(game)}</p>;
}
