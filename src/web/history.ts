// The app's addresses: plain or after "#" (base-address.ts), with one question before unsaved work is left. The
// router's lightest mode takes any navigator; this one stands on the browser's own history and nothing else.
// Invariant: while the question is open the page and the address stay as they were.
import { createPath, type Location, NavigationType, type Navigator, type To } from 'react-router-dom';
import { currentAddress, pageBasename, pageRouting } from './base-address.ts';
import { askToLeave, mustAskToLeave } from './frame/leave-guard.ts';

export interface Place {
  readonly action: NavigationType;
  readonly location: Location;
}

export interface AppHistory extends Navigator {
  /** The same object until one goes somewhere. */
  readonly current: () => Place;
  readonly subscribe: (listener: () => void) => () => void;
  /** Two panes have a say in where one goes: a folder opens in one of them. Null = nobody has. */
  readonly arrange: (rule: ((to: To) => To) | null) => void;
}

/** What this file writes into the browser's history entries. */
interface Entry {
  /** What the navigation came with. */
  readonly state: unknown;
  readonly key: string;
  /** How many steps after the first entry; undefined for an address typed after "#". */
  readonly index: number | undefined;
}

export function createAppHistory(): AppHistory {
  const isHash = pageRouting() === 'hash';
  const basename = pageBasename();
  const listeners = new Set<() => void>();
  // Steps of the browser's own that are ours: going back to where the question is asked, and on after "leave".
  let quiet = 0;
  let allowed = false;
  let rule: ((to: To) => To) | null = null;

  const createHref = (to: To): string => {
    const path = typeof to === 'string' ? to : createPath(to);
    if (!isHash) return path;
    // Beside <base>, a mere "#…" would lead to the folder of the app instead of to this page.
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

  /** Unsaved work knows where it is by addresses without the folder that the app is served from. */
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
    // An address typed after "#" is a step forward that has no number of its own.
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
