// SPDX-License-Identifier: MIT
// Where the page is: served by the program, or as files of any server (a site). Of a site only one
// file has an address, so everything behind # is the page's own.

/** Without a server of ours: everything is computed in the browser. */
export const SITE =
  typeof document !== "undefined" && document.documentElement.dataset.site !== undefined;

/** Path and query of an address behind #; one that is damaged is taken as it stands. */
export function behindHash(hash: string): { path: string; query: string } {
  let text = hash.replace(/^#/, "");
  try {
    text = decodeURI(text);
  } catch {
    // a % that begins nothing
  }
  const at = text.indexOf("?");
  if (at < 0) return { path: text || "/", query: "" };
  return { path: text.slice(0, at) || "/", query: text.slice(at + 1) };
}

/** The page's address in the browser: path and query. */
export const here = (): { path: string; query: string } =>
  SITE ? behindHash(location.hash) : { path: location.pathname, query: location.search };

/** An address of the page as the browser shows it. */
export const shown = (address: string): string => (SITE ? `#${address}` : address);

/** A file beside the page. */
export const beside = (file: string): string => (SITE ? file : `/${file}`);
