/**
 * Where a session is stored to survive a reload: in this tab only, or on this device if the person asked to stay signed in.
 * Invariants: this tab's own session takes precedence over the device's, so tabs of different people do not mix; answers shown to
 * a person are stored beside the session, and removed with it.
 */
import { isJsonObject } from '#wire/json.ts';
import type { Credentials } from './credentials.ts';
import { isCredentials, secretOf } from './credentials.ts';

export interface StoredSession {
  readonly username: string;
  readonly credentials: Credentials;
  /** "Keep me signed in": survives closing the browser. */
  readonly keep: boolean;
  /** The well-known initial password was used: the app asks to change it. */
  readonly defaultPassword: boolean;
}

export interface SessionStorage {
  readonly read: () => StoredSession | null;
  readonly write: (session: StoredSession) => void;
  /** Removes these credentials wherever they are stored; another session on the device stays. */
  readonly clear: (credentials: Credentials) => void;
  /** Whether somebody signed out in this tab: it then takes no other session until somebody signs in here. */
  readonly left: () => boolean;
}

type WebStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Includes the server, so that two apps on one origin do not use each other's session. */
export function storageName(server: string): string {
  return `muniment:${server}`;
}

/** Start of the storage names of answers shown to this person; without a person, to anybody. */
export function seenPrefix(name: string, username?: string): string {
  return `${name}:seen:${username === undefined ? '' : `${encodeURIComponent(username)}:`}`;
}

/**
 * Storage name of the jobs that this person follows. Under the prefix of answers, so that it is removed with them; encoded logins
 * have no "/".
 */
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
