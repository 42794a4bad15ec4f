// SPDX-License-Identifier: MIT
// Entry of the page.
import { render } from "preact";
import { App } from "./app";
import { greet } from "./state/help";
import { startSession } from "./state/session";
import { recallText } from "./state/store";
import "./style/theme.css";
import "./style/layout.css";
import "./style/board.css";
import "./style/parts.css";
import "./style/prose.css";

const theme = recallText("theme");
if (theme) document.documentElement.dataset.theme = theme;

/** A page without its first answer is drawn after this long: drawing twice takes longer. */
const PATIENCE_MS = 200;

const session = startSession();
greet();
const root = document.getElementById("app");
await Promise.race([session, new Promise((done) => setTimeout(done, PATIENCE_MS))]);
if (root) render(<App />, root);
