// SPDX-License-Identifier: MIT
// The page's few icons, as strokes on a 24-unit grid.
const PATHS = {
  first: "M18 6l-8 6 8 6M6 6v12",
  undo: "M15 5l-8 7 8 7",
  redo: "M9 5l8 7-8 7",
  last: "M6 6l8 6-8 6M18 6v12",
  flip: "M7 4v14m0 0l-3-3m3 3l3-3M17 20V6m0 0l-3 3m3-3l3 3",
  names: "M5 19L11 5h2l6 14M7.5 14h9",
  edit: "M4 20l1-4L16 5l3 3L8 19z",
  line: "M5 18c3-9 5 2 8-6 2-5 4-6 6-6M19 6l-4 0M19 6v4",
  hint: "M9 17h6M10 20h4M12 4a5.5 5.5 0 0 0-3 10v1h6v-1a5.5 5.5 0 0 0-3-10z",
  share: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  sun: "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5",
  moon: "M20 14.5A8 8 0 1 1 9.5 4a6.5 6.5 0 0 0 10.5 10.5z",
  next: "M5 12h13m0 0l-5-5m5 5l-5 5",
  help: "M9 9.2a3 3 0 1 1 4.4 2.7c-.9.5-1.4 1-1.4 2.1M12 17.6v.4M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  best: "M4 20L17 7M17 7h-6M17 7v6M20 4v0",
  draw: "M5 9h14M5 15h14",
  resign: "M6 21V4m0 0h11l-3 4 3 4H6",
  reset: "M5 12a7 7 0 1 0 2.5-5.4M5 4v4h4",
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
