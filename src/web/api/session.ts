/**
 * The session: who is signed in in this tab, with which credentials, and what happens when they become invalid. Invariant:
 * credentials are renewed by one tab at a time, and a request that meets an ended session waits until the same person signs in
 * again; it is never sent as somebody else.
 */
import { createStore } from 'zustand/vanilla';
import { ApiError } from './api-error.ts';
import type { Credentials } from './credentials.ts';
import { secretOf } from './credentials.ts';
import type { SessionChannel } from './session-channel.ts';
import type { SessionStorage, StoredSession } from './session-storage.ts';

export type SessionState =
  | { readonly status: 'signed-out' }
  /** `expired`: the page stays as it is below the sign-in layer. */
  | ({ readonly status: 'active' | 'expired' } & StoredSession);

export interface SessionPorts {
  readonly storage: SessionStorage;
  readonly channel: SessionChannel;
  /** New credentials, the same ones if they are still valid, or null if the server no longer accepts them. */
  readonly renew: (credentials: Credentials, username: string) => Promise<Credentials | null>;
  /** Runs one task at a time among all tabs. */
  readonly exclusively: (task: () => Promise<void>) => Promise<void>;
  readonly now: () => number;
}

/** Credentials that end within this time (ms) are renewed before use. */
const renewalMargin = 60_000;

/** Credentials and their owner, so that what one person began is not completed as another. */
export type Grant = Pick<StoredSession, 'username' | 'credentials'>;

export interface Session {
  readonly getState: () => SessionState;
  /** The person who was last signed in on this page, even if nobody is now; undefined if nobody was. */
  readonly lastHere: () => string | undefined;
  readonly subscribe: (listener: (state: SessionState, previous: SessionState) => void) => () => void;
  /** Uses the session from storage or from another open tab, if there is one. */
  readonly restore: () => Promise<void>;
  readonly signIn: (session: StoredSession) => void;
  /** Notes that the well-known initial password was changed. */
  readonly passwordChanged: () => void;
  readonly signOut: () => void;
  /**
   * The credentials to send now; waits while the session has ended.
   * @param username rejects if somebody else is signed in by now
   */
  readonly current: (signal?: AbortSignal, username?: string) => Promise<Grant>;
  /** Call it if the server refused these; resolves when it is worth calling `current` again. */
  readonly renew: (refused: Credentials) => Promise<void>;
  /** Renews credentials that end soon; called on a timer, so it works after sleep and with throttled timers. */
  readonly renewIfDue: () => Promise<void>;
}

export function createSession(ports: SessionPorts): Session {
  const store = createStore<SessionState>(() => ({ status: 'signed-out' }));
  let renewal: Promise<void> | undefined;
  let lastHere: string | undefined;

  const activate = (session: StoredSession): void => {
    lastHere = session.username;
    ports.storage.write(session);
    store.setState({ status: 'active', ...session }, true);
  };

  /** Uses a session that another tab sent late, unless somebody has signed in or out here since. */
  const takeUpLate = (session: StoredSession): void => {
    if (lastHere === undefined) activate(session);
  };

  const replace = (credentials: Credentials): void => {
    const state = store.getState();
    if (state.status !== 'signed-out') activate({ ...storedPart(state), credentials });
  };

  const end = (): void => {
    const state = store.getState();
    if (state.status !== 'signed-out') ports.storage.clear(state.credentials);
    store.setState({ status: 'signed-out' }, true);
  };

  const renewOnce = async (refused: Credentials): Promise<void> => {
    const state = store.getState();
    if (state.status !== 'active' || secretOf(state.credentials) !== secretOf(refused)) return;
    const stored = ports.storage.read();
    if (stored?.username === state.username && secretOf(stored.credentials) !== secretOf(refused)) {
      replace(stored.credentials);
      return;
    }
    const fresh = await ports.renew(refused, state.username);
    const now = store.getState();
    if (now.status !== 'active' || secretOf(now.credentials) !== secretOf(refused)) return;
    if (fresh === null) {
      store.setState({ ...now, status: 'expired' }, true);
    } else if (secretOf(fresh) !== secretOf(refused)) {
      replace(fresh);
      ports.channel.post({ type: 'renewed', replaces: secretOf(refused), credentials: fresh });
    }
  };

  const renew = (refused: Credentials): Promise<void> => {
    renewal ??= ports
      .exclusively(() => renewOnce(refused))
      .finally(() => {
        renewal = undefined;
      });
    return renewal;
  };

  const renewIfDue = async (): Promise<void> => {
    const state = store.getState();
    if (state.status !== 'active' || state.credentials.kind !== 'bearer') return;
    const { expiresAt, refreshToken } = state.credentials;
    if (expiresAt === null || refreshToken === null || expiresAt - ports.now() > renewalMargin) return;
    await renew(state.credentials).catch((error: unknown) => {
      // The server cannot be reached: the current credentials may still be valid, and the next call tries again.
      if (expiresAt <= ports.now()) throw error;
    });
  };

  const current = async (signal?: AbortSignal, username?: string): Promise<Grant> => {
    await renewIfDue();
    const before = store.getState();
    if (before.status === 'signed-out') throw signedOutError();
    const owner = username ?? before.username;
    if (before.username !== owner) throw signedOutError();
    if (before.status === 'active') return before;
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        unsubscribe();
        signal?.removeEventListener('abort', onAbort);
        act();
      };
      const onAbort = (): void => settle(() => reject(signal?.reason));
      const unsubscribe = store.subscribe((state) => {
        if (state.status === 'expired') return;
        const same = state.status === 'active' && state.username === owner;
        settle(() => (same ? resolve(state) : reject(signedOutError())));
      });
      signal?.addEventListener('abort', onAbort);
    });
  };

  ports.channel.listen((message) => {
    const state = store.getState();
    if (message.type === 'who-is-there') {
      if (state.status === 'active')
        ports.channel.post({ type: 'here', asked: message.asked, session: storedPart(state) });
      return;
    }
    if (message.type === 'here' || state.status === 'signed-out') return;
    if (message.type === 'ended') {
      if (message.username === state.username) end();
    } else if (secretOf(state.credentials) === message.replaces) {
      replace(message.credentials);
    }
  });

  return {
    getState: store.getState,
    lastHere: () => lastHere,
    subscribe: store.subscribe,
    restore: async () => {
      const found =
        ports.storage.read() ?? (ports.storage.left() ? null : await ports.channel.ask(takeUpLate));
      if (found !== null) activate(found);
    },
    signIn: (session) => {
      const before = store.getState();
      activate(session);
      if (before.status === 'signed-out' || before.username !== session.username) return;
      // Other tabs whose session ended together with this one continue with the new credentials.
      const { credentials } = session;
      ports.channel.post({ type: 'renewed', replaces: secretOf(before.credentials), credentials });
    },
    passwordChanged: () => {
      const state = store.getState();
      if (state.status === 'signed-out') return;
      ports.storage.write({ ...storedPart(state), defaultPassword: false });
      store.setState({ ...state, defaultPassword: false }, true);
    },
    signOut: () => {
      const state = store.getState();
      if (state.status !== 'signed-out') ports.channel.post({ type: 'ended', username: state.username });
      end();
    },
    current,
    renew,
    renewIfDue,
  };
}

function storedPart(state: StoredSession): StoredSession {
  const { username, credentials, keep, defaultPassword } = state;
  return { username, credentials, keep, defaultPassword };
}

function signedOutError(): ApiError {
  return new ApiError({ kind: 'signed-out', message: 'Nobody is signed in.' });
}
