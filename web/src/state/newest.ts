// SPDX-License-Identifier: MIT
// Maps that remember what was met last and forget the oldest.

/** The map with these entries, which count as the newest, and of all at most so many. */
export function withNewest<K, V>(
  map: ReadonlyMap<K, V>,
  entries: Iterable<readonly [K, V]>,
  most: number,
): Map<K, V> {
  const next = new Map(map);
  for (const [key, value] of entries) {
    next.delete(key);
    next.set(key, value);
  }
  for (const key of next.keys()) {
    if (next.size <= most) break;
    next.delete(key);
  }
  return next;
}
