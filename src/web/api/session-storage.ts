/**
 * Where a session outlives a reload: in this tab only, or on this device when the person asked to stay signed in.
 * Invariants: this tab's own session wins over the device's, so tabs of different people do not mix; what pages showed
 * stands beside the session of the person who saw it, and goes with it.
 */
import { isJsonObject } from '#wire/json.ts';
import type { Credentials } from './credentials.ts';
import { isCredentials, secretOf } from './credentials.ts';

export interface StoredSession {
  readonly username: string;
  readonly credentials: Credentials;
  /** "Keep me signed in": survives closing the browser. */
  readonly keep: boolean;
  /** The well-known first password was used: the app asks to change it. */
  readonly defaultPassword: boolean;
}

export interface SessionStorage {
  readonly read: () => StoredSession | null;
  readonly write: (session: StoredSession) => void;
  /** Forgets these credentials wherever they stand; another session on the device is left alone. */
  readonly clear: (credentials: Credentials) => void;
  /** Somebody signed out in this tab: it takes up no other session until somebody signs in here. */
  readonly left: () => boolean;
}

type WebStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Names the server, so that two apps on one origin do not take each other's session. */
export function storageName(server: string): string {
  return `muniment:${server}`;
}

/** The beginning of the names of all that pages last showed this person; without a person, of what they showed anybody. */
export function seenPrefix(name: string, username?: string): string {
  return `${name}:seen:${username === undefined ? '' : `${encodeURIComponent(username)}:`}`;
}

/** The name for the work that this person follows. It is removed with what was seen; encoded names of people hold no "/". */
export function jobsName(name: string, username: string): string {
  return `${seenPrefix(name)}/jobs:${encodeURIComponent(username)}`;
}

export function createSessionStorage(key: string, tab: WebStorage, device: WebStorage): SessionStorage {
  const leftKey = `${key}:left`;
  return {
    read: () => readFrom(tab, key) ?? (tab.getItem(leftKey) === null ? readFrom(device, key) : null),
    write: (session) => {
      const storage = session.keep ? device : tab;
      if (readFrom(storage, key)?.username !== session.username) forgetSeen(storage, key);
      storage.setItem(key, JSON.stringify(session));
      if (session.keep) {
        tab.removeItem(key);
        forgetSeen(tab, key);
      }
      tab.removeItem(leftKey);
    },
    clear: (credentials) => {
      for (const storage of [tab, device]) {
        const stored = readFrom(storage, key);
        const own = stored !== null && secretOf(stored.credentials) === secretOf(credentials);
        if (own) storage.removeItem(key);
        if (own || stored === null) forgetSeen(storage, key);
      }
      tab.setItem(leftKey, 'true');
    },
    left: () => tab.getItem(leftKey) !== null,
  };
}

function forgetSeen(storage: WebStorage, key: string): void {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const name of names) if (name.startsWith(seenPrefix(key))) storage.removeItem(name);
}

export function isStoredSession(value: unknown): value is StoredSession {
  return (
    isJsonObject(value) &&
    typeof value.username === 'string' &&
    typeof value.keep === 'boolean' &&
    typeof value.defaultPassword === 'boolean' &&
    isCredentials(value.credentials)
  );
}

function readFrom(storage: WebStorage, key: string): StoredSession | null {
  const text = storage.getItem(key);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isStoredSession(value) ? value : null;
  } catch {
    return null;
  }
}
