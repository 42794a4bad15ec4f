// SPDX-License-Identifier: MIT
import { createHash } from "node:crypto";
import { defineConfig, type Plugin } from "vite";

const sum = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * Puts script and style into the page itself: one request instead of three until the first view.
 * The server's policy allows them by their sums (policy.txt, tools/embed.sh).
 */
const inline: Plugin = {
  name: "inline",
  enforce: "post",
  generateBundle(_, bundle) {
    const page = bundle["index.html"];
    if (page?.type !== "asset") throw new Error("there is no index.html");
    let html = String(page.source);
    const sums = { script: "", style: "" };
    for (const [name, file] of Object.entries(bundle)) {
      const script = file.type === "chunk";
      if (!script && !name.endsWith(".css")) continue;
      const text = (script ? file.code : String(file.source))
        .trim()
        .replaceAll("</script", "<\\/script");
      const tag = new RegExp(`<(script|link)[^>]*"/${name}"[^>]*>(</script>)?`);
      if (!tag.test(html)) throw new Error(`the page does not name ${name}`);
      html = html.replace(tag, "");
      html = script
        ? html.replace("</body>", () => `<script type="module">${text}</script></body>`)
        : html.replace("</head>", () => `<style>${text}</style></head>`);
      sums[script ? "script" : "style"] = sum(text);
      delete bundle[name];
    }
    page.source = html;
    const source = `script-src ${sums.script}; style-src ${sums.style}`;
    this.emitFile({ type: "asset", fileName: "policy.txt", source });
  },
};

export default defineConfig({
  plugins: [inline],
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  server: { proxy: { "/api": "http://127.0.0.1:7121" } },
  test: { include: ["src/**/*.test.ts"] },
} as Parameters<typeof defineConfig>[0]);
