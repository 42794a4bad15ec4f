// SPDX-License-Identifier: MIT
// A list of buttons that is one stop of the tab key: arrows, Home and End go along it.
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

const buttonsOf = (list: Element | null): HTMLButtonElement[] => [
  ...(list?.querySelectorAll("button") ?? []),
];

/** Of the buttons this one is in the tab order. */
function stopAt(buttons: HTMLButtonElement[], one: HTMLButtonElement | undefined): void {
  for (const button of buttons) button.tabIndex = button === one ? 0 : -1;
}

/** Which button a key leads to, by number; undefined for other keys. */
export function alongTo(key: string, at: number, count: number): number | undefined {
  const to: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    Home: 0,
    End: count - 1,
  };
  const wanted = to[key];
  return wanted === undefined ? undefined : Math.max(0, Math.min(wanted, count - 1));
}

/** Makes the buttons in `list` one stop; it begins at the current one, or at the first. */
export function useRoving(list: RefObject<HTMLElement>): (event: KeyboardEvent) => void {
  useLayoutEffect(() => {
    const buttons = buttonsOf(list.current);
    const used = buttons.find((button) => button === document.activeElement);
    stopAt(buttons, used ?? buttons.find((b) => b.hasAttribute("aria-current")) ?? buttons[0]);
  });
  return (event) => {
    const buttons = buttonsOf(list.current);
    const at = buttons.findIndex((button) => button === event.target);
    const to = at < 0 ? undefined : alongTo(event.key, at, buttons.length);
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    stopAt(buttons, buttons[to]);
    buttons[to]?.focus();
  };
}
