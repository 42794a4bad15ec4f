// SPDX-License-Identifier: MIT
// What modules ask of a system: the time, and a turn for other threads.

export const wasi = (memory: () => WebAssembly.Memory) => ({
  clock_time_get(_clock: number, _precision: bigint, at: number): number {
    const now = BigInt(Math.round(performance.now() * 1e6));
    new DataView(memory().buffer).setBigUint64(at, now, true);
    return 0;
  },
  poll_oneoff: () => 52, // there is none
  sched_yield: () => 0, // there is one thread
});

/** The text at a place, up to its 0. */
export function textAt(memory: WebAssembly.Memory, at: number): string {
  const bytes = new Uint8Array(memory.buffer);
  return new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
}

/** Fetches a module; not compiled while it comes, for not every server knows the type of modules. */
export async function fetchCode(file: string): Promise<WebAssembly.Module> {
  const code = await fetch(file);
  if (!code.ok) throw new Error(`${file} cannot be fetched: ${code.status}`);
  return WebAssembly.compile(await code.arrayBuffer());
}
