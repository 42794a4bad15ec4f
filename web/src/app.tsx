// SPDX-License-Identifier: MIT
// The frame around the views: title, navigation, theme, and what went wrong.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Help, HelpButton } from "./parts/help";
import { JobLine } from "./parts/jobs";
import { Link } from "./parts/link";
import { Tool } from "./parts/toolbar";
import { Trouble } from "./parts/trouble";
import { VIEWS, type View } from "./state/address";
import { loadJobs } from "./state/jobs";
import { beside } from "./state/place";
import { address, games, lost, notice, problem, tryAgain, viewAddress } from "./state/session";
import { keepText } from "./state/store";
import { Explore } from "./views/explore";
import { Play } from "./views/play";
import { Puzzles } from "./views/puzzles";
import { Results } from "./views/results";
import { Rules } from "./views/rules";
import { Three } from "./views/three";
import { Transfers } from "./views/transfers";

const TITLES: Record<View, string> = {
  explore: "Explore",
  play: "Play",
  three: "Three players",
  puzzles: "Puzzles",
  transfers: "Transfers",
  rules: "Rules compared",
  results: "Results",
};

const BODIES = {
  explore: Explore,
  play: Play,
  three: Three,
  puzzles: Puzzles,
  transfers: Transfers,
  rules: Rules,
  results: Results,
};

/** Games differ between views: a race of three has no best line, two players no kingmaker. */
const keepsGame = (from: View, to: View): boolean => (from === "three") === (to === "three");

function Theme() {
  const dark = useSignal(document.documentElement.dataset.theme === "dark");
  useEffect(() => {
    if (document.documentElement.dataset.theme) return;
    dark.value = matchMedia("(prefers-color-scheme: dark)").matches;
  }, []);
  const toggle = () => {
    dark.value = !dark.value;
    document.documentElement.dataset.theme = dark.value ? "dark" : "light";
    keepText("theme", dark.value ? "dark" : "light");
  };
  return (
    <Tool
      icon={dark.value ? "sun" : "moon"}
      label={dark.value ? "Light colours" : "Dark colours"}
      onClick={toggle}
    />
  );
}

export function App() {
  const { view } = address.value;
  const Body = BODIES[view];
  useEffect(() => {
    document.title = `${TITLES[view]} · Sternhalma`;
  }, [view]);
  const jobs = games.value?.jobs;
  useEffect(() => {
    if (jobs) loadJobs();
  }, [jobs]);
  return (
    <>
      <header class="top">
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <Link href="/explore">
          <img src={beside("icon.svg")} alt="" width={30} height={30} />
          <b>Sternhalma</b>
        </Link>
        <nav aria-label="Views">
          {VIEWS.map((name) => (
            <Link
              key={name}
              href={keepsGame(view, name) ? viewAddress(name) : `/${name}`}
              current={name === view}
            >
              {TITLES[name].split(" ")[0]}
              <span class="wide">{TITLES[name].slice(TITLES[name].split(" ")[0]?.length)}</span>
            </Link>
          ))}
        </nav>
        <div class="corner">
          <HelpButton />
          <Theme />
        </div>
      </header>
      <JobLine />
      <Trouble />
      <main id="main" tabIndex={-1}>
        <h1 class={view === "results" ? "" : "visually-hidden"}>{TITLES[view]}</h1>
        {lost.value && (
          <p class="problem" role="alert">
            <span>There is no page at {lost.value}.</span>
            <Link href="/explore">To the explorer</Link>
          </p>
        )}
        {problem.value && (
          <p class="problem" role="alert">
            <span>{problem.value}</span>
            <button type="button" onClick={tryAgain}>
              Try again
            </button>
            <Link href={`/${view}`}>Start afresh</Link>
          </p>
        )}
        {notice.value && (
          <p class="problem" role="alert">
            {notice.value}
          </p>
        )}
        <Body key={view} />
      </main>
      <Help />
    </>
  );
}
