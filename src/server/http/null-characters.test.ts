/** U+0000 is removed from all incoming texts, because not every store accepts it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, type Asked, addDocument, startTestServer } from '#server/testing/test-server.ts';

const server = await startTestServer();
const workspaces = '/default-domain/workspaces';
const file = await addDocument(server, workspaces, 'File', 'file');
const nul = 'one\0two';

const run = (operation: string, params: object): Promise<Answer> =>
  server.ask(`/automation/${operation}`, { json: { input: file, params } });

const takes: Readonly<Record<string, () => Promise<Answer>>> = {
  'a property': () =>
    server.ask(`/id/${file}`, {
      method: 'PUT',
      json: { 'entity-type': 'document', uid: file, properties: { 'dc:title': nul, 'dc:rights': nul } },
    }),
  'the name of a property of properties': () =>
    run('Document.Update', { properties: { 'dc:\0source': nul }, save: true }),
  'a comment': () =>
    server.ask(`/id/${file}/@comment`, { json: { 'entity-type': 'comment', parentId: file, text: nul } }),
  'a tag': () => run('Services.TagDocument', { tags: nul }),
  'a collection': () => run('Collection.Create', { name: nul, description: nul }),
  'a comment for a permission': () =>
    run('Document.AddPermission', { users: ['members'], permission: 'Read', comment: nul }),
  'an entry of the audit': () => run('Audit.LogEvent', { event: nul, comment: nul }),
  'a directory entry': () =>
    server.ask('/directory/nature', {
      json: {
        'entity-type': 'directoryEntry',
        directoryName: 'nature',
        properties: { id: nul, label: nul, obsolete: 0, ordering: 1 },
      },
    }),
  'a person': () =>
    server.ask('/user', {
      json: { 'entity-type': 'user', id: nul, properties: { username: nul, firstName: nul, password: nul } },
    }),
  'variables of a workflow': () =>
    server.ask(`/id/${file}/@workflow`, {
      json: {
        'entity-type': 'workflow',
        workflowModelName: 'SerialDocumentReview',
        variables: { initiatorComment: nul, participants: ['user:Administrator'] },
      },
    }),
  'a form': () =>
    server.ask('/automation/Services.TagDocument', {
      body: new URLSearchParams({ jsondata: JSON.stringify({ input: file, params: { tags: nul } }) }),
    }),
  'a part of a form': () => {
    const form = new FormData();
    form.append('params', JSON.stringify({ params: { document: file } }));
    form.append('input', new File(['x'], nul, { type: 'text/plain' }));
    return server.ask('/automation/Blob.AttachOnDocument', { body: form });
  },
};

for (const [name, ask] of Object.entries(takes)) {
  test(`${name}: left out`, async () => {
    const answer = await ask();
    assert.ok(answer.status >= 200 && answer.status < 300, `${answer.status} ${answer.text}`);
    assert.doesNotMatch(answer.text, /\\u0000|\0/);
  });
}

test('what was left out leaves the rest', async () => {
  const { body } = await server.ask(`/id/${file}`, { headers: { properties: '*' } });
  assert.match(JSON.stringify(body), /"dc:title":"onetwo"/);
  const { text } = await server.ask('/directory/nature/onetwo');
  assert.match(text, /"label":"onetwo"/);
});

const refuses: Readonly<Record<string, readonly [string, number, Asked?]>> = {
  'in an address': [`/path${workspaces}/a%00b`, 400],
  'in a query string': ['/user/search?q=a%00b', 400],
  'in a name that signs in': [
    '/me',
    401,
    { as: null, headers: { Authorization: `Basic ${btoa('Administrator\0:Administrator')}` } },
  ],
};

for (const [name, [path, status, options]] of Object.entries(refuses)) {
  test(`${name}: ${status}`, async () => {
    assert.equal((await server.ask(path, options)).status, status);
  });
}
