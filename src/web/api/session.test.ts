import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Credentials } from './credentials.ts';
import { secretOf } from './credentials.ts';
import { createSession, type Session, type SessionPorts } from './session.ts';
import type { SessionMessage } from './session-channel.ts';
import { createSessionStorage, type StoredSession } from './session-storage.ts';

class MemoryStorage {
  readonly #values = new Map<string, string>();
  get length(): number {
    return this.#values.size;
  }
  key(index: number): string | null {
    return [...this.#values.keys()][index] ?? null;
  }
  getItem(key: string): string | null {
    return this.#values.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#values.set(key, value);
  }
  removeItem(key: string): void {
    this.#values.delete(key);
  }
}

/** Tabs of one browser: each has its own tab storage, they share the device's and one channel. */
class Browser {
  now = 1_000_000;
  readonly device = new MemoryStorage();
  /** Answers the tab that was opened last, as a busy tab does. */
  answerLate: (session: StoredSession) => void = () => assert.fail('nobody has asked');
  readonly #listeners: { tab: number; listener: (message: SessionMessage) => void }[] = [];
  #tabs = 0;

  open(renew: SessionPorts['renew'] = async () => null, tab = new MemoryStorage()): Session {
    this.#tabs += 1;
    const id = this.#tabs;
    return createSession({
      storage: createSessionStorage('muniment:test', tab, this.device),
      channel: {
        post: (message) => {
          for (const other of this.#listeners) if (other.tab !== id) other.listener(message);
        },
        listen: (listener) => void this.#listeners.push({ tab: id, listener }),
        ask: async (onLate) => {
          this.answerLate = onLate;
          const found: StoredSession[] = [];
          this.#listeners.push({
            tab: id,
            listener: (message) => void (message.type === 'here' && found.push(message.session)),
          });
          for (const other of this.#listeners)
            if (other.tab !== id) other.listener({ type: 'who-is-there', asked: 'a' });
          return found[0] ?? null;
        },
      },
      renew,
      exclusively: (task) => task(),
      now: () => this.now,
    });
  }
}

function oauth(accessToken: string, expiresAt: number | null = null): Credentials {
  return { kind: 'bearer', accessToken, refreshToken: `r-${accessToken}`, expiresAt };
}

function of(username: string, credentials: Credentials, keep = false): StoredSession {
  return { username, credentials, keep, defaultPassword: false };
}

function tokenOf(session: Session): string | null {
  const state = session.getState();
  return state.status === 'signed-out' ? null : secretOf(state.credentials);
}

test('a reload finds the session of its own tab, not of another', async () => {
  const browser = new Browser();
  const [first, second] = [new MemoryStorage(), new MemoryStorage()];
  browser.open(undefined, first).signIn(of('ada', oauth('a')));
  browser.open(undefined, second).signIn(of('bob', oauth('b')));
  const again = browser.open(undefined, first);
  await again.restore();
  assert.equal(tokenOf(again), 'a');
});

test('“keep me signed in” survives closing the browser; without it nothing does', async () => {
  const browser = new Browser();
  browser.open().signIn(of('ada', oauth('a'), true));
  assert.match(browser.device.getItem('muniment:test') ?? '', /"a"/);

  const forgotten = new Browser();
  forgotten.open().signIn(of('ada', oauth('a')));
  assert.equal(forgotten.device.getItem('muniment:test'), null);
});

test('a tab that was just opened takes up the session of the others', async () => {
  const browser = new Browser();
  browser.open().signIn(of('ada', oauth('a')));
  const opened = browser.open();
  await opened.restore();
  assert.equal(tokenOf(opened), 'a');
});

test('the answer of a busy tab is taken up late, where nobody has signed in or out since', async () => {
  const browser = new Browser();
  const opened = browser.open();
  await opened.restore();
  assert.equal(tokenOf(opened), null);
  browser.answerLate(of('ada', oauth('a')));
  assert.equal(tokenOf(opened), 'a');
  browser.answerLate(of('bob', oauth('b')));
  assert.equal(tokenOf(opened), 'a');
  opened.signOut();
  browser.answerLate(of('ada', oauth('a')));
  assert.equal(tokenOf(opened), null);
});

test('two tabs share a renewal', async () => {
  const browser = new Browser();
  const first = browser.open(async () => oauth('fresh'));
  const second = browser.open(async () => assert.fail('the other tab renewed'));
  first.signIn(of('ada', oauth('old')));
  second.signIn(of('ada', oauth('old')));
  await first.renew(oauth('old'));
  assert.equal(tokenOf(second), 'fresh');
  await second.renew(oauth('old'));
  assert.equal(tokenOf(second), 'fresh');
});

test('tabs of different people do not mix', async () => {
  const browser = new Browser();
  const first = browser.open(async () => oauth('fresh'));
  const second = browser.open();
  first.signIn(of('ada', oauth('a')));
  second.signIn(of('bob', oauth('b')));
  await first.renew(oauth('a'));
  assert.equal(tokenOf(second), 'b');
  first.signOut();
  assert.equal(tokenOf(second), 'b');
});

test('signing out signs that person out of every tab, and forgets the credentials', () => {
  const browser = new Browser();
  const [first, second, third] = [browser.open(), browser.open(), browser.open()];
  first.signIn(of('ada', oauth('a'), true));
  second.signIn(of('ada', oauth('b')));
  third.signIn(of('bob', oauth('c')));
  second.signOut();
  assert.equal(first.getState().status, 'signed-out');
  assert.equal(first.lastHere(), 'ada');
  assert.equal(browser.open().lastHere(), undefined);
  assert.equal(browser.device.getItem('muniment:test'), null);
  assert.equal(tokenOf(third), 'c');
});

test('a tab that was left takes up nobody else’s session', async () => {
  const browser = new Browser();
  const tab = new MemoryStorage();
  browser.open().signIn(of('bob', oauth('b'), true));
  const left = browser.open(undefined, tab);
  left.signIn(of('ada', oauth('a')));
  left.signOut();
  const reloaded = browser.open(undefined, tab);
  await reloaded.restore();
  assert.equal(tokenOf(reloaded), null);
});

test('signing in again brings back the other tabs whose session ended too', async () => {
  const browser = new Browser();
  const [first, second] = [browser.open(), browser.open()];
  first.signIn(of('ada', oauth('a')));
  second.signIn(of('ada', oauth('a')));
  await first.renew(oauth('a'));
  await second.renew(oauth('a'));
  assert.equal(second.getState().status, 'expired');
  first.signIn(of('ada', oauth('again')));
  assert.equal(second.getState().status, 'active');
  assert.equal(tokenOf(second), 'again');
});

test('renews shortly before the end, and only then', async () => {
  const browser = new Browser();
  let renewals = 0;
  const session = browser.open(async () => {
    renewals += 1;
    return oauth(`fresh-${renewals}`, browser.now + 3_600_000);
  });
  session.signIn(of('ada', oauth('a', browser.now + 3_600_000)));
  await session.renewIfDue();
  assert.equal(renewals, 0);
  browser.now += 3_590_000;
  assert.equal(secretOf((await session.current()).credentials), 'fresh-1');
});

test('a renewal that cannot reach the server leaves a token that still lasts in use', async () => {
  const browser = new Browser();
  const session = browser.open(async () => Promise.reject(new Error('offline')));
  session.signIn(of('ada', oauth('a', browser.now + 10_000)));
  assert.equal(secretOf((await session.current()).credentials), 'a');
  browser.now += 20_000;
  await assert.rejects(session.current(), { message: 'offline' });
  assert.equal(session.getState().status, 'active');
});

test('a refused renewal ends the session but keeps who it was', async () => {
  const session = new Browser().open(async () => null);
  session.signIn(of('ada', oauth('a')));
  await session.renew(oauth('a'));
  const state = session.getState();
  assert.equal(state.status, 'expired');
  assert.equal(state.status === 'expired' && state.username, 'ada');
});

test('nobody signed in: no credentials', async () => {
  await assert.rejects(new Browser().open().current(), { kind: 'signed-out' });
});
