/**
 * Messages about the session between the tabs of one browser: that credentials were renewed, that somebody signed out, and, for a
 * new tab, who is signed in. Messages stay within the origin and in memory.
 */
import { isJsonObject } from '#wire/json.ts';
import type { Credentials } from './credentials.ts';
import { isCredentials } from './credentials.ts';
import { randomText } from './random.ts';
import { pause } from './retry.ts';
import type { StoredSession } from './session-storage.ts';
import { isStoredSession } from './session-storage.ts';

export type SessionMessage =
  /** `replaces` is the old secret: only for tabs that have it. */
  | { readonly type: 'renewed'; readonly replaces: string; readonly credentials: Credentials }
  /** This person signed out, in any tab. */
  | { readonly type: 'ended'; readonly username: string }
  | { readonly type: 'who-is-there'; readonly asked: string }
  | { readonly type: 'here'; readonly asked: string; readonly session: StoredSession };

export interface SessionChannel {
  readonly post: (message: SessionMessage) => void;
  readonly listen: (listener: (message: SessionMessage) => void) => void;
  /**
   * The session of the other open tabs; null if there is none or they are of several people.
   * @param onLate called with it if busy tabs answer later
   */
  readonly ask: (onLate: (session: StoredSession) => void) => Promise<StoredSession | null>;
}

/** Long enough for a background tab to answer, short enough not to be noticed before the sign-in page. */
const timeoutMs = 150;

export function createSessionChannel(name: string): SessionChannel {
  const channel = new BroadcastChannel(name);
  const post = (message: SessionMessage): void => channel.postMessage(message);
  const listen: SessionChannel['listen'] = (listener) =>
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isSessionMessage(data)) listener(data);
    });
  return {
    post,
    listen,
    // Called once by each page, so the listener need not be removed.
    ask: async (onLate) => {
      const asked = randomText(16);
      const found = new Map<string, StoredSession>();
      const answersWithin = async (ms: number): Promise<StoredSession | null> => {
        await pause(ms);
        const [first] = found.values();
        return (found.size === 1 && first) || null;
      };
      let isLate = false;
      listen((message) => {
        if (message.type !== 'here' || message.asked !== asked) return;
        found.set(message.session.username, message.session);
        if (isLate) void answersWithin(timeoutMs).then((session) => session && onLate(session));
      });
      post({ type: 'who-is-there', asked });
      const session = await answersWithin(timeoutMs);
      isLate = true;
      return session;
    },
  };
}

function isSessionMessage(value: unknown): value is SessionMessage {
  if (!isJsonObject(value)) return false;
  const { type, replaces, username, asked, credentials, session } = value;
  if (type === 'renewed') return typeof replaces === 'string' && isCredentials(credentials);
  if (type === 'ended') return typeof username === 'string';
  if (type === 'who-is-there') return typeof asked === 'string';
  return type === 'here' && typeof asked === 'string' && isStoredSession(session);
}
