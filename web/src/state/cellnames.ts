// SPDX-License-Identifier: MIT
// Whether boards show the names of their cells: moves, hints and reports are written with them.
import { signal } from "@preact/signals";
import { keepText, recallText } from "./store";

export const cellNames = signal(recallText("cell-names") !== "no");

export function toggleCellNames(): void {
  cellNames.value = !cellNames.value;
  keepText("cell-names", cellNames.value ? "yes" : "no");
}
