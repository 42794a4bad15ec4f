// SPDX-License-Identifier: MIT
// What the browser keeps for the next visit. Where it keeps nothing the page works all the same.

/** For all tabs and the next visit, or for one tab only, as long as it is open. */
type Where = "browser" | "tab";

const storage = (where: Where): Storage => (where === "tab" ? sessionStorage : localStorage);

export function recallText(name: string, where: Where = "browser"): string | null {
  try {
    return storage(where).getItem(name);
  } catch {
    return null; // storage is switched off
  }
}

export function keepText(name: string, text: string, where: Where = "browser"): void {
  try {
    storage(where).setItem(name, text);
  } catch {
    // full, or switched off: it is known until the page is left
  }
}

/** What was kept under a name, or `otherwise` where it is nothing or damaged. */
export function recallJson<T>(name: string, otherwise: T, where: Where = "browser"): T {
  try {
    const found = JSON.parse(recallText(name, where) ?? "null");
    return found ?? otherwise;
  } catch {
    return otherwise;
  }
}
