// SPDX-License-Identifier: MIT
// Starts the program for all browser tests, and once more each for the API and for jobs, which would
// be in the way: a page tells of a job that runs. Small tables are solved on the spot.
//
// STERNHALMA names the program (build/sternhalma otherwise); STERNHALMA_TABLES a folder of tables to
// copy instead of solving.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    address: string;
    apiAddress: string;
    jobsAddress: string;
    jobsFolder: string; // of its tables
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

/** A server of a folder of tables: its address, and how to end it. */
async function start(folder: string): Promise<{ address: string; stop: () => Promise<void> }> {
  const server = spawn(
    "setpriv", // the server ends with the tests, even if they are killed
    ["--pdeathsig", "KILL", "--", program, "serve", "--tables", folder].concat([
      "--port",
      "0",
      "--json",
      "--allow-jobs",
    ]),
    // Jobs are slower without vectors: slow enough to be stopped.
    { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, STERNHALMA_CPU: "generic" } },
  );
  const [line] = (await once(createInterface(server.stdout), "line")) as [string];
  const stop = async () => {
    server.kill("SIGTERM");
    await once(server, "exit");
  };
  return { address: JSON.parse(line).address, stop };
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "sternhalma-e2e-"));
  const given = process.env.STERNHALMA_TABLES;
  const [pages, api, jobs] = [join(folder, "pages"), join(folder, "api"), join(folder, "jobs")];
  mkdirSync(pages);
  if (given) cpSync(given, pages, { recursive: true });
  else solve(pages);
  for (const other of [api, jobs]) cpSync(pages, other, { recursive: true });
  const servers = await Promise.all([start(pages), start(api), start(jobs)]);
  project.provide("address", servers[0].address);
  project.provide("apiAddress", servers[1].address);
  project.provide("jobsAddress", servers[2].address);
  project.provide("jobsFolder", jobs);
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
}
