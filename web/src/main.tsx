// SPDX-License-Identifier: MIT
// Entry of the page.
import { render } from "preact";
import { App } from "./app";
import { greet } from "./state/help";
import { startSession } from "./state/session";
import "./style/theme.css";
import "./style/layout.css";
import "./style/board.css";
import "./style/parts.css";
import "./style/prose.css";

const theme = localStorage.getItem("theme");
if (theme) document.documentElement.dataset.theme = theme;

startSession();
greet();
const root = document.getElementById("app");
if (root) render(<App />, root);
