// SPDX-License-Identifier: MIT
// Undo, redo, flip and their like, below the board; with the keys that do the same.
import type { ComponentChildren } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { address, flip, goTo, line, redo, undo } from "../state/session";
import { Icon } from "./icons";

export function Tool(props: {
  icon: Parameters<typeof Icon>[0]["name"];
  label: string;
  onClick: () => void;
  disabled?: boolean;
  pressed?: boolean;
}) {
  const pressed = props.pressed === undefined ? {} : { "aria-pressed": props.pressed };
  return (
    <button
      type="button"
      class="tool"
      title={props.label}
      aria-label={props.label}
      disabled={props.disabled}
      onClick={props.onClick}
      {...pressed}
    >
      <Icon name={props.icon} />
    </button>
  );
}

const KEYS: Record<string, () => void> = {
  ArrowLeft: undo,
  ArrowRight: redo,
  Home: () => goTo(0),
  End: () => goTo(Number.POSITIVE_INFINITY),
  f: flip,
};

/** Moves through the game from anywhere on the page but the board and fields, which have their own keys. */
function useKeys(): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as Element | null;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (target?.closest("input, select, textarea, [role=tablist]")) return;
      KEYS[event.key]?.();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

export function Toolbar({ children }: { children?: ComponentChildren }) {
  useKeys();
  const { at, flip: flipped } = address.value;
  const last = line.value.length;
  return (
    <div class="toolbar" role="toolbar" aria-label="Game">
      <Tool icon="first" label="To the start (Home)" disabled={at === 0} onClick={() => goTo(0)} />
      <Tool icon="undo" label="Undo (left arrow)" disabled={at === 0} onClick={undo} />
      <Tool icon="redo" label="Redo (right arrow)" disabled={at === last} onClick={redo} />
      <Tool
        icon="last"
        label="To the end (End)"
        disabled={at === last}
        onClick={() => goTo(last)}
      />
      <Tool icon="flip" label="Flip the board (f)" pressed={flipped} onClick={flip} />
      {children}
    </div>
  );
}
