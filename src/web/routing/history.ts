// The app's addresses: plain or after "#" (base-address.ts), with one question before unsaved work is left. It stands on
// the browser's own history and nothing else.
// Invariants: addresses given and taken begin at the app, not at the folder it is served from; while the question is
// open the page and the address stay as they were.
import { type Address, currentAddress, pageBasename, pageRouting } from '../base-address.ts';
import { askToLeave, mustAskToLeave } from '../frame/leave-guard.ts';
import type { Navigate } from './address.ts';

export interface Location extends Address {
  /** Of this step of the history; another one each time that one goes somewhere. */
  readonly key: string;
}

export interface AppHistory {
  /** The same object until one goes somewhere. */
  readonly current: () => Location;
  readonly subscribe: (listener: () => void) => () => void;
  readonly hrefOf: (to: string) => string;
  readonly navigate: Navigate;
}

/** What this file writes into the browser's history entries. */
interface Entry {
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

  // Beside <base>, a mere "#…" would lead to the folder of the app instead of to this page.
  const hrefOf = (to: string): string =>
    isHash ? `${location.href.split('#', 1)[0]}#${to}` : `${basename}${to}`;

  const shown = (): Location => {
    const address = currentAddress();
    const inside = `${address.pathname}/`.startsWith(`${basename}/`);
    const pathname = inside ? address.pathname.slice(basename.length) || '/' : address.pathname;
    return { ...address, pathname, key: entryOf(history.state).key };
  };

  const first = entryOf(history.state);
  if (first.index === undefined) history.replaceState({ ...first, index: 0 }, '');
  let index = first.index ?? 0;
  let current = shown();
  const arrive = (): void => {
    current = shown();
    for (const listener of listeners) listener();
  };

  const go = (to: string, replace: boolean): void => {
    if (!replace) index += 1;
    const entry: Entry = { key: newKey(), index };
    if (replace) history.replaceState(entry, '', hrefOf(to));
    else history.pushState(entry, '', hrefOf(to));
    arrive();
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
      arrive();
    };
    if (delta === 0 || allowed || !mustAskToLeave(shown().pathname)) {
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
    hrefOf,
    navigate: (to, { replace = false } = {}) => {
      if (typeof to === 'number') return history.go(to);
      const [pathname = ''] = to.split(/[?#]/);
      if (!mustAskToLeave(pathname)) go(to, replace);
      else void askToLeave().then((leave) => leave && go(to, replace));
    },
  };
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}

function entryOf(value: unknown): Entry {
  const entry = typeof value === 'object' && value !== null ? value : {};
  return {
    key: 'key' in entry && typeof entry.key === 'string' ? entry.key : 'default',
    index: 'index' in entry && typeof entry.index === 'number' ? entry.index : undefined,
  };
}
