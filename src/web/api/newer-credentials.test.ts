import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Credentials } from './credentials.ts';
import { newerCredentials } from './newer-credentials.ts';

const oauth = (accessToken: string, expiresAt: number | null): Credentials => ({
  kind: 'bearer',
  accessToken,
  refreshToken: `r-${accessToken}`,
  expiresAt,
});

/** Tabs that answer with these sessions. */
async function amongTabs<T>(
  sessions: readonly (readonly [username: string, credentials: Credentials])[],
  work: (name: string) => Promise<T>,
): Promise<T> {
  const name = `tabs ${crypto.randomUUID()}`;
  const tabs = sessions.map(([username, credentials]) => {
    const tab = new BroadcastChannel(name);
    tab.onmessage = ({ data }) => {
      const session = { username, credentials, keep: false, defaultPassword: false };
      tab.postMessage({ type: 'here', asked: data.asked, session });
    };
    return tab;
  });
  return work(name).finally(() => {
    for (const tab of tabs) tab.close();
  });
}

test('nobody else, other people and tabs that are no further have nothing newer', async () => {
  assert.equal(await amongTabs([], (name) => newerCredentials(name, 'ada', 5)), undefined);
  const others = [
    ['bob', oauth('b', 9)],
    ['ada', oauth('a', 5)],
    ['ada', oauth('older', 4)],
    ['ada', oauth('unknown', null)],
    ['ada', { kind: 'token', token: 't', deviceId: null }],
  ] as const;
  assert.equal(await amongTabs(others, (name) => newerCredentials(name, 'ada', 5)), undefined);
});

test('what the same person was given last is taken, whichever tab has it', async () => {
  const tabs = [
    ['ada', oauth('newest', 9)],
    ['ada', oauth('newer', 7)],
  ] as const;
  assert.deepEqual(await amongTabs(tabs, (name) => newerCredentials(name, 'ada', 5)), oauth('newest', 9));
  assert.deepEqual(
    await amongTabs(tabs.toReversed(), (name) => newerCredentials(name, 'ada', null)),
    oauth('newest', 9),
  );
});
