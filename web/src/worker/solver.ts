// SPDX-License-Identifier: MIT
// The WebAssembly module that solves a small game (web/wasm/solver.h), in its two lives: it solves
// in a worker of its own, then a copy of its memory is a table for the worker that answers.
import { textAt, wasi } from "./wasi";

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  solver_room(size: number): number;
  solver_open(): number;
  solver_solve(solver: number, game: number): number;
  solver_text(solver: number): number;
  solver_size(solver: number): number;
  solver_read(solver: number, first: number, bytes: number, count: number): number;
}

export interface Round {
  round: number;
  done: number;
  /** 0: not known. */
  total: number;
}

/** A solver that has solved its game, to be sent to another worker. */
export interface Estate {
  code: WebAssembly.Module;
  self: number;
  memory: ArrayBuffer;
}

const ROOM_BYTES = 4096;
const PAGE_BYTES = 65536;

async function start(code: WebAssembly.Module, report: (round: Round) => void): Promise<Exports> {
  let wasm: Exports | undefined;
  const { exports } = await WebAssembly.instantiate(code, {
    host: {
      report: (round: number, done: number, total: number) => report({ round, done, total }),
    },
    wasi_snapshot_preview1: wasi(() => (wasm as Exports).memory),
  });
  wasm = exports as unknown as Exports;
  wasm._initialize();
  return wasm;
}

/** Solves a game; what cannot be solved is an error with the reason. */
export async function solve(
  code: WebAssembly.Module,
  game: string,
  report: (round: Round) => void,
): Promise<Estate> {
  const wasm = await start(code, report);
  const self = wasm.solver_open();
  const name = wasm.solver_room(game.length + 1);
  new Uint8Array(wasm.memory.buffer).set(new TextEncoder().encode(`${game}\0`), name);
  if (!wasm.solver_solve(self, name)) throw new Error(textAt(wasm.memory, wasm.solver_text(self)));
  return { code, self, memory: wasm.memory.buffer.slice(0) };
}

/** The table of a solved game, of which bytes can be read at once. */
export class Solved {
  private readonly room: number;
  private constructor(
    private readonly wasm: Exports,
    private readonly self: number,
  ) {
    this.room = wasm.solver_room(ROOM_BYTES);
  }

  static async open({ code, self, memory }: Estate): Promise<Solved> {
    const wasm = await start(code, () => undefined);
    wasm.memory.grow((memory.byteLength - wasm.memory.buffer.byteLength) / PAGE_BYTES);
    new Uint8Array(wasm.memory.buffer).set(new Uint8Array(memory));
    return new Solved(wasm, self);
  }

  get size(): number {
    return this.wasm.solver_size(this.self) >>> 0;
  }

  /** Some bytes, which are to be copied before the next are asked for; null where there are none. */
  read(first: number, count: number): Uint8Array | null {
    if (count > ROOM_BYTES) return null;
    const found = this.wasm.solver_read(this.self, first, this.room, count);
    return found ? new Uint8Array(this.wasm.memory.buffer, this.room, count) : null;
  }
}
