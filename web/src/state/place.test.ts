// SPDX-License-Identifier: MIT
import { expect, test } from "vitest";
import { isKnown, parseAddress } from "./address";
import { behindHash } from "./place";

test("an address behind # has a path and a query", () => {
  expect(behindHash("")).toEqual({ path: "/", query: "" });
  expect(behindHash("#/play?game=7x7/3")).toEqual({ path: "/play", query: "game=7x7/3" });
  expect(behindHash("#/explore?start=a%201?b")).toEqual({ path: "/explore", query: "start=a 1?b" });
});

test("a damaged address is shown as far as it can be read, and never fails", () => {
  for (const hash of ["#%", "#/%E0%A4%A", "#/explore?game=%", "#%%%?%%%"]) {
    const { path, query } = behindHash(hash);
    expect(path + query, hash).toContain("%");
    expect(() => parseAddress(path, query)).not.toThrow();
  }
  expect(isKnown(behindHash("#/%").path)).toBe(false);
  expect(parseAddress("/explore", behindHash("#/explore?game=7x7/3&kind=%").query).game).toBe(
    "7x7/3",
  );
});
