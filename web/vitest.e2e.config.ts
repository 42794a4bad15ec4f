// SPDX-License-Identifier: MIT
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: "..",
  server: { fs: { strict: false } }, // the tests are outside web/, beside those of the program
  test: {
    include: ["tests/e2e/*.test.ts"],
    globalSetup: "tests/e2e/serve.ts",
    poolOptions: { forks: { minForks: 1, maxForks: 2 } }, // a browser waits about half of its time
    // Tests wait for what is to happen; these limits are for what never does, on a slow machine.
    expect: { poll: { timeout: 100_000 } },
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
