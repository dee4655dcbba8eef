/**
 * Asks the person's other tabs for newer credentials. A tab that was asleep, or was reopened, has missed renewals; and a server
 * takes a refresh token that was replaced long ago for a stolen one, and signs out all tabs.
 */
import { isJsonObject } from '#wire/json.ts';
import type { Credentials } from './credentials.ts';
import { randomText } from './random.ts';
import type { SessionMessage } from './session-channel.ts';
import { isStoredSession } from './session-storage.ts';

/** Long enough for a background tab to answer. */
const timeoutMs = 150;

/** @param name channel of the tabs (session-channel.ts) */
export async function newerCredentials(
  name: string,
  username: string,
  expiresAt: number | null,
): Promise<Credentials | undefined> {
  const channel = new BroadcastChannel(name);
  const asked = randomText(16);
  let newest: Credentials | undefined;
  let latest = expiresAt ?? 0;
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isJsonObject(data) || data.type !== 'here' || data.asked !== asked) return;
    const { session } = data;
    if (!isStoredSession(session) || session.username !== username) return;
    const { credentials } = session;
    if (credentials.kind !== 'bearer' || (credentials.expiresAt ?? 0) <= latest) return;
    newest = credentials;
    latest = credentials.expiresAt ?? 0;
  };
  channel.postMessage({ type: 'who-is-there', asked } satisfies SessionMessage);
  await new Promise((resolve) => {
    setTimeout(resolve, timeoutMs);
  });
  channel.close();
  return newest;
}
