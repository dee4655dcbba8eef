/**
 * Whether the server answers. Every call tells it how it went; while nothing answers it asks by itself, less and
 * less often, and says when it asks next, so that a band on the page can tell people the truth.
 */
import { createStore } from 'zustand/vanilla';

export type ConnectionState =
  | { readonly status: 'connected' }
  | {
      readonly status: 'lost';
      /** When the last answer came, in ms since the epoch. */
      readonly since: number;
      /** When it tries next, in ms since the epoch; null while a try is under way. */
      readonly nextTryAt: number | null;
    };

const firstPause = 2_000;
const longestPause = 60_000;

export interface Connection {
  readonly getState: () => ConnectionState;
  readonly subscribe: (listener: (state: ConnectionState) => void) => () => void;
  /** A call that began then, in ms since the epoch, was answered, whatever the answer. */
  readonly answered: (begun?: number) => void;
  /** A call could not reach the server. */
  readonly failed: () => void;
  readonly retryNow: () => Promise<void>;
  /** Asks whether the server answers: the network has changed. */
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
    // What was on its way when the connection went says nothing of now; the next try will.
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
