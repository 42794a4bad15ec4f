// SPDX-License-Identifier: MIT
// A plain file server: files of a folder, whole or by range. What is below /api comes from a server
// of tables, where there is one.
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
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
  /** Paths asked for so far, and those by range. */
  asked: string[];
  ranges: string[];
  /** Files that are answered with 404 all the same. */
  missing: Set<string>;
  /** Files that are changed on their way. */
  spoiled: Map<string, (bytes: Buffer) => Buffer>;
  /** Every answer is of another version of its file. */
  changing: boolean;
  /** Where /api comes from. */
  tables: string;
  close: () => void;
}

/** A range as "bytes=first-last", or all of it. */
function cut(bytes: Buffer, range: string | undefined): [number, Buffer, Record<string, string>] {
  const found = /^bytes=(\d+)-(\d+)$/.exec(range ?? "");
  if (!found) return [200, bytes, {}];
  const [first, last] = [Number(found[1]), Math.min(Number(found[2]), bytes.length - 1)];
  const header = { "Content-Range": `bytes ${first}-${last}/${bytes.length}` };
  return [206, bytes.subarray(first, last + 1), header];
}

async function forward(url: string, range: string | undefined, response: ServerResponse): Promise<void> {
  const answer = await fetch(url, { headers: range ? { Range: range } : {} });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const kept = ["ETag", "Content-Range"].map((name) => [name, answer.headers.get(name) ?? ""]);
  response.writeHead(answer.status, Object.fromEntries(kept)).end(bytes);
}

export async function serveFiles(folder: string): Promise<Files> {
  const server: Server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://localhost").pathname);
    const { range } = request.headers;
    files.asked.push(path);
    if (range) files.ranges.push(path);
    if (path.startsWith("/api/") && files.tables) {
      // A server that ends while a page that is closed still waits for it is no failure.
      await forward(files.tables + path, range, response).catch(() => response.destroy());
      return;
    }
    const file = join(folder, path === "/" ? "index.html" : path);
    if (files.missing.has(path) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const spoil = files.spoiled.get(path) ?? ((bytes: Buffer) => bytes);
    const [status, bytes, header] = cut(spoil(readFileSync(file)), range);
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    const own = { "Content-Type": type, ETag: `"${files.changing ? files.asked.length : 0}"`, "Cache-Control": "no-store" };
    response.writeHead(status, { ...own, ...header }).end(bytes);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const files: Files = {
    address: `http://127.0.0.1:${port}`,
    asked: [],
    ranges: [],
    missing: new Set(),
    spoiled: new Map(),
    changing: false,
    tables: "",
    close: () => server.close(),
  };
  return files;
}
