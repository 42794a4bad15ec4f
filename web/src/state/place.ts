// SPDX-License-Identifier: MIT
// Where the page is: served by the program, or as files of any server (a site). Of a site only one
// file has an address, so everything behind # is the page's own.

/** Without a server of ours: everything is computed in the browser. */
export const SITE =
  typeof document !== "undefined" && document.documentElement.dataset.site !== undefined;

/** The page's address in the browser: path and query. */
export function here(): { path: string; query: string } {
  if (!SITE) return { path: location.pathname, query: location.search };
  const [path = "/", query = ""] = decodeURI(location.hash.slice(1)).split("?");
  return { path: path || "/", query };
}

/** An address of the page as the browser shows it. */
export const shown = (address: string): string => (SITE ? `#${address}` : address);

/** A file beside the page. */
export const beside = (file: string): string => (SITE ? file : `/${file}`);
