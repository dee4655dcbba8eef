/** A server with a mail server, people, and helpers for tests of mails. */
import assert from 'node:assert/strict';
import { after, beforeEach } from 'node:test';
import { openMailBox, type ReceivedMail } from '#server/adapters/mail/mail-box.test-support.ts';
import { type Answer, portOfAda, startTestServer } from './test-server.ts';

export const box = await openMailBox();
export const server = await startTestServer(
  [
    '--mail-server',
    box.address,
    '--mail-from',
    'papers@example.org',
    '--public-url',
    'https://papers.example',
  ],
  portOfAda,
);
after(() => box.close());

export const workspaces = '/default-domain/workspaces';
export const addUser = async (name: string, properties: object = {}, ...groups: readonly string[]) => {
  const all = { username: name, password: name, email: `${name}@example.org`, groups, ...properties };
  const made = await server.ask('/user', { json: { 'entity-type': 'user', id: name, properties: all } });
  assert.equal(made.status, 201, made.text);
};
export const run = async (operation: string, input: unknown, params: object = {}, as = 'Administrator') => {
  const answer = await server.ask(`/automation/${operation}`, { as, json: { input, params } });
  assert.ok(answer.status < 300, `${operation}: ${answer.status} ${answer.text}`);
  return answer;
};
export const refused = (operation: string, input: unknown, params: object = {}): Promise<Answer> =>
  server.ask(`/automation/${operation}`, { json: { input, params } });

/** The received mails after all jobs have run. */
export async function delivered(): Promise<readonly ReceivedMail[]> {
  await server.runJobs();
  return box.mails.toSorted((one, other) => (one.to[0] ?? '').localeCompare(other.to[0] ?? ''));
}

export const subjectOf = (mail: ReceivedMail | undefined): string => {
  const raw = /^Subject: (.*)$/m.exec(mail?.headers ?? '')?.[1] ?? '';
  return raw.replace(/=\?UTF-8\?Q\?(.*?)\?=\s*/gi, (_, text: string) =>
    decodeURIComponent(text.replaceAll('_', ' ').replaceAll('=', '%')),
  );
};

await addUser('ada', { firstName: 'Ada', lastName: 'Lovelace' }, 'members');
await addUser('bob', {}, 'members');
await addUser('cleo', {}, 'members');
await addUser('quiet', { email: 'no address' }, 'members');
await server.ask('/group', {
  json: { 'entity-type': 'group', groupname: 'keepers', memberUsers: ['bob', 'cleo', 'quiet'] },
});
await run('Document.AddPermission', workspaces, { users: ['ada'], permission: 'Everything' });
await run('Document.AddPermission', workspaces, { users: ['bob'], permission: 'Read' });
await delivered();

beforeEach(async () => {
  await server.runJobs();
  box.mails.length = 0;
});
