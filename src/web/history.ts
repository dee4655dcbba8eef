// The app's addresses, plain or after "#" (base-address.ts), and the question before unsaved work is left. It is the `navigator`
// of the router's plain `Router`, over the browser's own history. Invariant: while the question is open the page and the address
// stay as they were.
import { createPath, type Location, NavigationType, type Navigator, type To } from 'react-router-dom';
import { currentAddress, pageBasename, pageRouting } from './base-address.ts';
import { askToLeave, mustAskToLeave } from './frame/leave-guard.ts';

export interface Place {
  readonly action: NavigationType;
  readonly location: Location;
}

export interface AppHistory extends Navigator {
  /** The same object until the next navigation. */
  readonly current: () => Place;
  readonly subscribe: (listener: () => void) => () => void;
  /** With two panes side by side, a rule changes where links lead: a folder opens in one of them. Null = no rule. */
  readonly arrange: (rule: ((to: To) => To) | null) => void;
}

/** What this file writes into the browser's history entries. */
interface Entry {
  /** The state passed with the navigation. */
  readonly state: unknown;
  readonly key: string;
  /** Steps after the first entry; undefined for an address typed after "#". */
  readonly index: number | undefined;
}

export function createAppHistory(): AppHistory {
  const isHash = pageRouting() === 'hash';
  const basename = pageBasename();
  const listeners = new Set<() => void>();
  // `popstate` events to ignore, which come from going back while the question is open; `allowed`: the next one follows the
  // answer "leave".
  let quiet = 0;
  let allowed = false;
  let rule: ((to: To) => To) | null = null;

  const createHref = (to: To): string => {
    const path = typeof to === 'string' ? to : createPath(to);
    if (!isHash) return path;
    // With a <base>, a mere "#…" would lead to the folder of the app instead of to this page.
    return `${location.href.split('#', 1)[0]}#${path}`;
  };

  const shown = (): Location => {
    const { state, key } = entryOf(history.state);
    return { ...currentAddress(), state, key };
  };

  const first = entryOf(history.state);
  if (first.index === undefined) history.replaceState({ ...first, index: 0 }, '');
  let index = first.index ?? 0;
  let current: Place = { action: NavigationType.Pop, location: shown() };
  const arrive = (action: NavigationType): void => {
    current = { action, location: shown() };
    for (const listener of listeners) listener();
  };

  /** Unsaved work is registered by addresses without the folder that the app is served from. */
  const mustAsk = (pathname: string): boolean =>
    mustAskToLeave(
      `${pathname}/`.startsWith(`${basename}/`) ? pathname.slice(basename.length) || '/' : pathname,
    );

  const confirmLeave = (to: To, go: (href: string) => void): void => {
    const href = createHref(rule?.(to) ?? to);
    const pathname = typeof to === 'string' ? to.split(/[?#]/)[0] : to.pathname;
    if (!mustAsk(pathname || current.location.pathname)) go(href);
    else void askToLeave().then((leave) => leave && go(href));
  };

  addEventListener('popstate', () => {
    if (quiet > 0) {
      quiet -= 1;
      return;
    }
    const arrived = entryOf(history.state).index;
    // An address typed after "#" is a step forward without an index.
    const delta = arrived === undefined ? 1 : arrived - index;
    const leave = (): void => {
      index = arrived ?? index + 1;
      if (arrived === undefined) history.replaceState({ ...entryOf(history.state), index }, '');
      arrive(NavigationType.Pop);
    };
    if (delta === 0 || allowed || !mustAsk(shown().pathname)) {
      allowed = false;
      leave();
      return;
    }
    quiet += 1;
    history.go(-delta);
    void askToLeave().then((wanted) => {
      if (!wanted) return;
      allowed = true;
      history.go(delta);
    });
  });

  return {
    current: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    createHref,
    arrange: (next) => {
      rule = next;
    },
    go: (delta) => history.go(delta),
    push: (to, state) =>
      confirmLeave(to, (href) => {
        index += 1;
        history.pushState({ state: state ?? null, key: newKey(), index }, '', href);
        arrive(NavigationType.Push);
      }),
    replace: (to, state) =>
      confirmLeave(to, (href) => {
        history.replaceState({ state: state ?? null, key: newKey(), index }, '', href);
        arrive(NavigationType.Replace);
      }),
  };
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}

function entryOf(value: unknown): Entry {
  const entry = typeof value === 'object' && value !== null ? value : {};
  return {
    state: 'state' in entry ? entry.state : null,
    key: 'key' in entry && typeof entry.key === 'string' ? entry.key : 'default',
    index: 'index' in entry && typeof entry.index === 'number' ? entry.index : undefined,
  };
}
