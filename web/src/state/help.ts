// SPDX-License-Identifier: MIT
// Whether the card that explains the game is open: at the first visit it is.
import { signal } from "@preact/signals";
import { recallText } from "./store";

export const helpOpen = signal(false);

/** Opens it for somebody who has not seen it. */
export function greet(): void {
  if (!recallText("seen")) helpOpen.value = true;
}
