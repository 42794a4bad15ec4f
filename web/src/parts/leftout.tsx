// SPDX-License-Identifier: MIT
// Files of tables that could not be used, and why: damaged, of another version, not to be had.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api } from "../api";
import { plural } from "../state/words";

export function LeftOut() {
  const found = useSignal<{ skipped: number; reason: string | null } | null>(null);
  useEffect(() => {
    api.tables().then(
      (answer) => {
        found.value = answer;
      },
      () => undefined, // the page says that the server is gone
    );
  }, []);
  if (!found.value?.skipped) return null;
  return (
    <p class="caption left-out">
      {plural(found.value.skipped, "file")} of tables {found.value.skipped === 1 ? "was" : "were"}{" "}
      left out: {found.value.reason}.
    </p>
  );
}
