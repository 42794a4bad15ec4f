// SPDX-License-Identifier: MIT
// A link within the page: a real address, followed without loading the page again.
import type { ComponentChildren } from "preact";
import { parseAddress } from "../state/address";
import { shown } from "../state/place";
import { go } from "../state/session";

interface LinkProps {
  href: string;
  current?: boolean;
  children: ComponentChildren;
}

export function Link({ href, current = false, children }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const url = new URL(href, location.origin);
    go(parseAddress(url.pathname, url.search));
    scrollTo(0, 0);
  };
  return (
    <a href={shown(href)} onClick={follow} aria-current={current ? "page" : undefined}>
      {children}
    </a>
  );
}
