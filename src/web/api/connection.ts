/**
 * Whether the server answers. Every call reports its outcome here; while there is no answer this sends requests of its own, at
 * growing intervals, and tells when the next one is due, so that a band on the page can show it.
 */
import { createStore } from 'zustand/vanilla';

export type ConnectionState =
  | { readonly status: 'connected' }
  | {
      readonly status: 'lost';
      /** Time of the last answer, in ms since the epoch. */
      readonly since: number;
      /** Time of the next attempt, in ms since the epoch; null during an attempt. */
      readonly nextTryAt: number | null;
    };

const firstPause = 2_000;
const longestPause = 60_000;

export interface Connection {
  readonly getState: () => ConnectionState;
  readonly subscribe: (listener: (state: ConnectionState) => void) => () => void;
  /**
   * Reports any answer to a call.
   * @param begun when the call began, in ms since the epoch
   */
  readonly answered: (begun?: number) => void;
  /** Reports a call that did not reach the server. */
  readonly failed: () => void;
  readonly retryNow: () => Promise<void>;
  /** Sends a request, because the network has changed. */
  readonly check: () => Promise<void>;
}

/** @param probe resolves when the server answers anything at all */
export function createConnection(probe: () => Promise<void>): Connection {
  const store = createStore<ConnectionState>(() => ({ status: 'connected' }));
  let lastAnswer = Date.now();
  let lostAt = 0;
  let pause = firstPause;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const schedule = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void retryNow(), pause);
    store.setState({ status: 'lost', since: lastAnswer, nextTryAt: Date.now() + pause }, true);
    pause = Math.min(pause * 2, longestPause);
  };

  const answered = (begun?: number): void => {
    lastAnswer = Date.now();
    // A call that began before the connection was lost says nothing about now; the next attempt will.
    if (store.getState().status === 'connected' || (begun && begun <= lostAt)) return;
    clearTimeout(timer);
    pause = firstPause;
    store.setState({ status: 'connected' }, true);
  };

  const failed = (): void => {
    if (store.getState().status === 'lost') return;
    lostAt = Date.now();
    schedule();
  };

  const retryNow = async (): Promise<void> => {
    clearTimeout(timer);
    store.setState({ status: 'lost', since: lastAnswer, nextTryAt: null }, true);
    await probe().then(() => answered(), schedule);
  };

  return {
    getState: store.getState,
    subscribe: (listener) => store.subscribe(listener),
    answered,
    failed,
    retryNow,
    check: () =>
      store.getState().status === 'connected' ? probe().then(() => answered(), failed) : retryNow(),
  };
}
