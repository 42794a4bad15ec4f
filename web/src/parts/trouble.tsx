// SPDX-License-Identifier: MIT
// What is wrong with tables: the page goes on without them.
import { games, trouble } from "../state/session";

export function Trouble() {
  const { skipped = 0, reason } = games.value ?? {};
  if (!skipped && !trouble.value) return null;
  const which = skipped === 1 ? "A table" : `${skipped} tables`;
  return (
    <p class="problem" role="status">
      {skipped > 0 && (
        <span>
          {which} cannot be used: {reason}
        </span>
      )}
      {trouble.value && <span>{trouble.value}</span>}
    </p>
  );
}
