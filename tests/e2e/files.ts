// SPDX-License-Identifier: MIT
// A plain file server: files of a folder, whole or by range, and nothing else.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

export interface Files {
  address: string;
  /** Paths asked for by range so far. */
  ranges: string[];
  /** Files that are answered with 404 all the same. */
  missing: Set<string>;
  close: () => void;
}

export async function serveFiles(folder: string): Promise<Files> {
  const ranges: string[] = [];
  const missing = new Set<string>();
  const server: Server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://localhost").pathname);
    const file = join(folder, path === "/" ? "index.html" : path);
    if (missing.has(path) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const size = statSync(file).size;
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
    const type = { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" };
    if (range) {
      const [start, end] = [Number(range[1]), Math.min(Number(range[2]), size - 1)];
      ranges.push(path);
      response.writeHead(206, { ...type, "Content-Range": `bytes ${start}-${end}/${size}` });
      createReadStream(file, { start, end }).pipe(response);
    } else {
      response.writeHead(200, type);
      createReadStream(file).pipe(response);
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, ranges, missing, close: () => server.close() };
}
