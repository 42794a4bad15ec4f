// SPDX-License-Identifier: MIT
// The WebAssembly module of rules, tables and engine (web/wasm/module.h), and the tables it reads.
//
// A table is a file beside the page. Its bytes are fetched when the module misses them: it says
// which, they are fetched by range, all at once, and the question is asked again.
import { decompress } from "fzstd";

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  module_open(): number;
  module_room(size: number): number;
  module_free(memory: number): void;
  module_ask(module: number, post: number, target: number): number;
  module_text(module: number): number;
  module_add(module: number, size: number): number;
  module_open_table(module: number, table: number): number;
  module_supply(module: number, table: number, at: number, bytes: number, size: number): void;
  module_wanted(module: number): number;
}

export interface Answer {
  status: number;
  text: string;
}

/** Bytes of a table from some place on. */
export type Fetch = (from: number, size: number) => Promise<Uint8Array>;

/** Questions whose bytes do not come after so many rounds are given up. */
const MOST_ROUNDS = 12;

export class Module {
  private readonly tables: Fetch[] = [];
  private constructor(
    private readonly wasm: Exports,
    private readonly self: number,
  ) {}

  static async open(code: WebAssembly.Module): Promise<Module> {
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
    };
    const instance = await WebAssembly.instantiate(code, {
      host,
      wasi_snapshot_preview1: {
        clock_time_get(_clock: number, _precision: bigint, at: number): number {
          const now = BigInt(Math.round(performance.now() * 1e6));
          new DataView((wasm as Exports).memory.buffer).setBigUint64(at, now, true);
          return 0;
        },
        poll_oneoff: () => 52,
      },
    });
    wasm = instance.exports as unknown as Exports;
    wasm._initialize();
    return new Module(wasm, wasm.module_open());
  }

  private put(bytes: Uint8Array): number {
    const at = this.wasm.module_room(bytes.length);
    new Uint8Array(this.wasm.memory.buffer, at, bytes.length).set(bytes);
    return at;
  }

  private text(): string {
    const at = this.wasm.module_text(this.self);
    const memory = new Uint8Array(this.wasm.memory.buffer);
    return new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at)));
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
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const status = ask();
      if (status) return { status, text: this.text() };
      await this.supply();
    }
    throw new Error("the bytes of the table do not come");
  }

  async ask(method: string, target: string): Promise<Answer> {
    const at = this.put(new TextEncoder().encode(`${target}\0`));
    try {
      return await this.until(() => this.wasm.module_ask(this.self, method === "POST" ? 1 : 0, at));
    } finally {
      this.wasm.module_free(at);
    }
  }

  /** Opens a table of so many bytes; an answer other than 200 says why it cannot be. */
  async addTable(size: number, fetch: Fetch): Promise<Answer> {
    const number = this.wasm.module_add(this.self, size);
    if (number < 0) throw new Error("there is no room for another table");
    this.tables[number] = fetch;
    return this.until(() => this.wasm.module_open_table(this.self, number));
  }
}
