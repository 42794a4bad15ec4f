// SPDX-License-Identifier: MIT
// Starts the program once for all browser and API tests, with small tables solved on the spot.
//
// STERNHALMA names the program (build/sternhalma otherwise); STERNHALMA_TABLES a folder of tables to
// use instead of solving.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    address: string;
    folder: string; // of the tables
  }
}

const GAMES = ["4x4/3", "4x4/6", "7x7/2", "star13:3p"];

const program =
  process.env.STERNHALMA ?? fileURLToPath(new URL("../../build/sternhalma", import.meta.url));

function solve(folder: string): void {
  for (const game of GAMES) {
    const file = join(folder, `${game.replaceAll(/[/:]/g, "-")}.shtb`);
    const metric = game.endsWith("3p") ? [] : ["--metric", "dtw"];
    execFileSync(program, ["solve", game, "--out", file, ...metric], { stdio: "ignore" });
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "sternhalma-e2e-"));
  const given = process.env.STERNHALMA_TABLES;
  if (!given) solve(folder);
  const server = spawn(
    program,
    ["serve", "--tables", given ?? folder, "--port", "0", "--json", "--allow-jobs"],
    // Jobs are slower without vectors: slow enough to be stopped.
    { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, STERNHALMA_CPU: "generic" } },
  );
  const [line] = (await once(createInterface(server.stdout), "line")) as [string];
  project.provide("address", JSON.parse(line).address);
  project.provide("folder", given ?? folder);
  return async () => {
    server.kill("SIGTERM");
    await once(server, "exit");
    rmSync(folder, { recursive: true, force: true });
  };
}
