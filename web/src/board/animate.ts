// SPDX-License-Identifier: MIT
// A piece travelling along its path, hop by hop.
import type { Layout } from "./layout";

const STEP_MS = 170;
const HOP_MS = 230;
const LONGEST_MS = 1400;

export const wantsMotion = (): boolean => !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Animates an SVG element that is drawn at the last cell of the path; resolves when it is there. */
export function travel(element: SVGElement, layout: Layout, path: string[]): Promise<unknown> {
  const points = path.map((cell) => layout.at.get(cell)).filter((p) => p !== undefined);
  const end = points[points.length - 1];
  if (!end || points.length < 2 || !wantsMotion()) return Promise.resolve();
  const frames: Keyframe[] = [];
  const place = (x: number, y: number, scale: number) =>
    `translate(${x - end.x}px, ${y - end.y}px) scale(${scale})`;
  points.forEach((point, i) => {
    const before = points[i - 1];
    if (before) {
      const hop = Math.hypot(point.x - before.x, point.y - before.y) > 2.5;
      frames.push({
        transform: place(
          (point.x + before.x) / 2,
          (point.y + before.y) / 2 - (hop ? 0.5 : 0),
          hop ? 1.18 : 1,
        ),
        easing: "ease-in",
      });
    }
    frames.push({ transform: place(point.x, point.y, 1), easing: "ease-out" });
  });
  const hops = points.length - 1;
  const duration = Math.min(hops === 1 ? STEP_MS + 60 : hops * HOP_MS, LONGEST_MS);
  return element.animate(frames, { duration }).finished.catch(() => undefined);
}
