// SPDX-License-Identifier: MIT
// What the browser keeps for the next visit. Where it keeps nothing the page works all the same.

export function recallText(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // storage is switched off
  }
}

export function keepText(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // full, or switched off: it is known until the page is left
  }
}

/** What was kept under a name, or `otherwise` where it is nothing or damaged. */
export function recallJson<T>(name: string, otherwise: T): T {
  try {
    const found = JSON.parse(recallText(name) ?? "null");
    return found ?? otherwise;
  } catch {
    return otherwise;
  }
}
