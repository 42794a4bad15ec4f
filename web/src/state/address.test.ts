// SPDX-License-Identifier: MIT
import { expect, test } from "vitest";
import { type Address, formatAddress, HOME, oddities, parseAddress } from "./address";

const roundTrip = (address: Address): Address => {
  const url = new URL(formatAddress(address), "http://localhost");
  return parseAddress(url.pathname, url.search);
};

test("an address survives being written and read", () => {
  const address: Address = {
    view: "play",
    game: "star37/2:3p",
    start: "1/c2a/3/4/b a",
    moves: ["a1-c1", "d5-d3"],
    at: 1,
    flip: true,
    seats: ["person", "club"],
    end: "resign-a",
    kind: "crown",
    number: 7,
  };
  expect(roundTrip(address)).toEqual(address);
  expect(roundTrip(HOME)).toEqual(HOME);
});

test("addresses are readable", () => {
  const url = formatAddress({ ...HOME, game: "7x7/3", moves: ["a1-a2"], at: 1 });
  expect(url).toBe("/explore?game=7x7/3&moves=a1-a2");
});

test("nonsense falls back to something sensible", () => {
  const address = parseAddress("/nowhere", "?at=-5&number=x&moves=a1-a2");
  expect(address.view).toBe("explore");
  expect(address.at).toBe(1);
  expect(address.number).toBe(0);
});

test("at never points beyond the moves", () => {
  expect(parseAddress("/explore", "?moves=a1-a2&at=99").at).toBe(1);
});

test("what an address says that means nothing is told", () => {
  expect(oddities("?game=7x7/3&seats=person,perfect&end=time-o&moves=a1-a2&at=0")).toEqual([]);
  expect(oddities("?seats=,club&moves=a1-a2&at=1")).toEqual([]);
  expect(oddities("?seats=god,person").join()).toContain("no player “god”");
  expect(oddities("?end=checkmate").join()).toContain("“checkmate”");
  expect(oddities("?end=resign-").length).toBe(1);
  for (const at of ["-5", "2", "x", "1.5", ""])
    expect(oddities(`?moves=a1-a2&at=${at}`).join(), at).toContain(`move “${at}”`);
});
