// SPDX-License-Identifier: MIT
// What has been tried from this start, as a tree to click through.
import { useEffect, useRef } from "preact/hooks";
import { address, change } from "../state/session";
import { type Branch, branches, forgetOthers, keepLine, through, treeOf } from "../state/tree";
import { useRoving } from "./roving";

function Lines({ tree, path, whole }: { tree: Branch[]; path: string[]; whole: Branch[] }) {
  const { moves, at } = address.value;
  const open = (line: string[]) => change({ moves: through(whole, line), at: line.length });
  return (
    <ol>
      {tree.map((branch) => {
        // As far as there is one way only it stands in one row.
        const row = [branch];
        let last = branch;
        while (last.next.length === 1 && last.next[0]) {
          last = last.next[0];
          row.push(last);
        }
        let line = path;
        return (
          <li key={branch.move}>
            {row.map((step) => {
              line = [...line, step.move];
              const here = line;
              const current = at === here.length && here.every((move, i) => move === moves[i]);
              return (
                <button
                  key={here.length}
                  type="button"
                  aria-current={current ? "step" : undefined}
                  onClick={() => open(here)}
                >
                  {step.move.replace("-", "–")}
                </button>
              );
            })}
            {last.next.length > 1 && <Lines tree={last.next} path={line} whole={whole} />}
          </li>
        );
      })}
    </ol>
  );
}

export function Variations() {
  const { game, start, moves } = address.value;
  useEffect(() => keepLine(game, start, moves), [game, start, moves]);
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = useRoving(list);
  const tree = treeOf(game, start);
  if (!branches(tree)) return null;
  return (
    <section class="variations" aria-label="Variations">
      <h3>Variations</h3>
      <div ref={list} role="group" aria-label="Lines" onKeyDown={onKeyDown}>
        <Lines tree={tree} path={[]} whole={tree} />
      </div>
      <button type="button" onClick={() => forgetOthers(game, start, moves)}>
        Keep only this line
      </button>
    </section>
  );
}
