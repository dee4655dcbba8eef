/**
 * Where a session outlives a reload: in this tab only, or on this device when the person asked to stay signed in.
 * Invariant: this tab's own session wins over the device's, so tabs of different people do not mix.
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

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** @param key names the server, so that two apps on one origin do not take each other's session */
export function createSessionStorage(key: string, tab: Place, device: Place): SessionStorage {
  const leftKey = `${key}:left`;
  return {
    read: () => readFrom(tab, key) ?? (tab.getItem(leftKey) === null ? readFrom(device, key) : null),
    write: (session) => {
      (session.keep ? device : tab).setItem(key, JSON.stringify(session));
      if (session.keep) tab.removeItem(key);
      tab.removeItem(leftKey);
    },
    clear: (credentials) => {
      for (const place of [tab, device]) {
        const stored = readFrom(place, key);
        if (stored !== null && secretOf(stored.credentials) === secretOf(credentials)) place.removeItem(key);
      }
      tab.setItem(leftKey, 'true');
    },
    left: () => tab.getItem(leftKey) !== null,
  };
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

function readFrom(place: Place, key: string): StoredSession | null {
  const text = place.getItem(key);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isStoredSession(value) ? value : null;
  } catch {
    return null;
  }
}
