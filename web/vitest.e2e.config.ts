// SPDX-License-Identifier: MIT
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: "..",
  server: { fs: { strict: false } }, // the tests are outside web/, beside those of the program
  test: {
    include: ["tests/e2e/*.test.ts"],
    globalSetup: "tests/e2e/serve.ts",
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 30_000,
  },
});
