// SPDX-License-Identifier: MIT
// The WebAssembly module of rules, tables and engine (web/wasm/module.h), and the tables it reads.
//
// A table is a file beside the page or a game solved in this browser. The bytes of a file are fetched
// when the module misses them: it says which, they are fetched by range, all at once, and the
// question is asked again. Those of a small file or a solved game are at hand.
import { decompress } from "fzstd";
import { textAt, wasi } from "./wasi";
import { weightsOf } from "./weights";

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  module_open(): number;
  module_room(size: number): number;
  module_free(memory: number): void;
  module_ask(module: number, post: number, target: number): number;
  module_text(module: number): number;
  module_add(module: number, size: number, atHand: number): number;
  module_open_table(module: number, table: number): number;
  module_supply(module: number, table: number, at: number, bytes: number, size: number): void;
  module_wanted(module: number): number;
  module_skip(module: number, reason: number): void;
}

export interface Answer {
  status: number;
  text: string;
  /** Milliseconds that the module worked. */
  took: number;
}

/** Bytes of a table from some place on: such that have to be fetched, or such that are at hand. */
export type Fetch = (from: number, size: number) => Promise<Uint8Array>;
export type Read = (from: number, size: number) => Uint8Array | null;

/** Questions whose bytes do not come after so many rounds are given up. */
const MOST_ROUNDS = 12;

export class Module {
  private readonly tables: Fetch[] = [];
  private constructor(
    private readonly wasm: Exports,
    private readonly self: number,
    private readonly atHand: Map<number, Read>,
  ) {}

  static async open(code: WebAssembly.Module): Promise<Module> {
    const atHand = new Map<number, Read>();
    let wasm: Exports | undefined;
    const view = (at: number, size: number) =>
      new Uint8Array((wasm as Exports).memory.buffer, at, size);
    const host = {
      unpack(from: number, size: number, to: number, room: number): number {
        try {
          const bytes = decompress(view(from, size).slice());
          if (bytes.length > room) return -1;
          view(to, bytes.length).set(bytes);
          return bytes.length;
        } catch {
          return -1;
        }
      },
      read(table: number, from: number, to: number, size: number): number {
        const bytes = atHand.get(table)?.(from >>> 0, size);
        if (bytes) view(to, size).set(bytes);
        return bytes ? 1 : 0;
      },
      weights(game: number, to: number, most: number): number {
        const { memory } = wasm as Exports;
        const numbers = weightsOf(textAt(memory, game));
        if (!numbers || numbers.length > most) return 0;
        new Int16Array(memory.buffer, to).set(numbers);
        return numbers.length;
      },
    };
    const instance = await WebAssembly.instantiate(code, {
      host,
      wasi_snapshot_preview1: wasi(() => (wasm as Exports).memory),
    });
    wasm = instance.exports as unknown as Exports;
    wasm._initialize();
    return new Module(wasm, wasm.module_open(), atHand);
  }

  private put(bytes: Uint8Array): number {
    const at = this.wasm.module_room(bytes.length);
    new Uint8Array(this.wasm.memory.buffer, at, bytes.length).set(bytes);
    return at;
  }

  private putText(text: string): number {
    return this.put(new TextEncoder().encode(`${text}\0`));
  }

  private text(): string {
    return textAt(this.wasm.memory, this.wasm.module_text(this.self));
  }

  private async supply(): Promise<void> {
    const at = this.wasm.module_wanted(this.self);
    const numbers = new Uint32Array(this.wasm.memory.buffer, at).slice(0, 1 + 3 * 128);
    const runs = Array.from({ length: numbers[0] ?? 0 }, (_, i) =>
      numbers.slice(1 + 3 * i, 4 + 3 * i),
    );
    await Promise.all(
      runs.map(async ([table = 0, from = 0, size = 0]) => {
        const bytes = await this.tables[table]?.(from, size);
        if (!bytes || bytes.length < size) throw new Error("the table is cut off");
        const place = this.put(bytes);
        this.wasm.module_supply(this.self, table, from, place, bytes.length);
        this.wasm.module_free(place);
      }),
    );
  }

  /** Asks until nothing is missing. */
  private async until(ask: () => number): Promise<Answer> {
    let took = 0;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const began = performance.now();
      const status = ask();
      took += performance.now() - began;
      if (status) return { status, text: this.text(), took };
      await this.supply();
    }
    throw new Error("the bytes of the table do not come");
  }

  /** Takes note of a table that cannot be used. */
  skip(reason: string): void {
    const at = this.putText(reason);
    this.wasm.module_skip(this.self, at);
    this.wasm.module_free(at);
  }

  async ask(method: string, target: string): Promise<Answer> {
    const at = this.putText(target);
    try {
      return await this.until(() => this.wasm.module_ask(this.self, method === "POST" ? 1 : 0, at));
    } finally {
      this.wasm.module_free(at);
    }
  }

  private add(size: number, atHand: boolean): number {
    const number = this.wasm.module_add(this.self, size, atHand ? 1 : 0);
    if (number < 0) throw new Error("there is no room for another table");
    return number;
  }

  private openTable(number: number): Promise<Answer> {
    return this.until(() => this.wasm.module_open_table(this.self, number));
  }

  /** Opens a table of so many bytes; an answer other than 200 says why it cannot be. */
  addTable(size: number, fetch: Fetch): Promise<Answer> {
    const number = this.add(size, false);
    this.tables[number] = fetch;
    return this.openTable(number);
  }

  /** The same with bytes at hand. */
  addAtHand(size: number, read: Read): Promise<Answer> {
    const number = this.add(size, true);
    this.atHand.set(number, read);
    return this.openTable(number);
  }
}
