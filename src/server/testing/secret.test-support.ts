/**
 * A server with one secret in every place that can contain text: a restricted folder, its file, a version, a tag, comments, a
 * workflow, collections. `owner` made it, `reader` may read it; `member` has all rights everywhere else.
 */
import assert from 'node:assert/strict';
import type { Answer } from './test-server.ts';
import { addDocument, addUser, startTestServer } from './test-server.ts';

export const secret = 'zyxsecret';
export const server = await startTestServer();
for (const name of ['owner', 'reader', 'member']) await addUser(server, name, 'members');
await addUser(server, 'stranger');

export const open = '/default-domain/workspaces/open';
export const run = (
  operation: string,
  input: unknown,
  params: object = {},
  as = 'Administrator',
): Promise<Answer> =>
  server.ask(`/automation/${operation}`, { as, json: { input, params }, headers: { properties: '*' } });

await addDocument(server, '/default-domain/workspaces', 'Workspace', 'open');
export const openFile = await addDocument(server, open, 'File', 'plain');
// All rights beside the secret, so that refusals are due to the secret.
await run('Document.AddPermission', open, { users: ['member'], permission: 'Everything' });
export const vault = await addDocument(server, open, 'Folder', 'vault', { 'dc:title': `${secret} vault` });
await run('Document.AddPermission', vault, {
  users: ['owner'],
  permission: 'Everything',
  blockInheritance: true,
});
await run('Document.AddPermission', vault, { users: ['reader'], permission: 'Read' });

export async function make(as: string, path: string, body: object): Promise<string> {
  const made = await server.ask(path, { as, json: body });
  assert.ok([200, 201].includes(made.status), `${path}: ${made.text}`);
  return String(made.body.uid ?? made.body.id);
}

export const file = await make('owner', `/id/${vault}`, {
  'entity-type': 'document',
  type: 'File',
  name: `${secret}-file`,
  properties: {
    'dc:title': `${secret} title`,
    'dc:source': secret,
    'dc:nature': 'article',
    'file:content': { data: `the ${secret} text`, name: `${secret}.txt`, 'mime-type': 'text/plain' },
  },
});
export const version = await run('Document.CreateVersion', file, { increment: 'Major' }, 'owner').then(
  async () => {
    const versions = await run('Document.GetLastVersion', file, {}, 'owner');
    return String(versions.body.uid);
  },
);
await run('Services.TagDocument', file, { tags: `${secret}-tag` }, 'owner');
export const comment = await make('owner', `/id/${file}/@comment`, {
  'entity-type': 'comment',
  text: `${secret} said`,
});
export const annotation = await make('owner', `/id/${file}/@annotation`, {
  'entity-type': 'annotation',
  xpath: 'file:content',
  text: `${secret} noted`,
});
await make('owner', `/id/${annotation}/@comment`, { 'entity-type': 'comment', text: `${secret} replied` });
export const workflow = await make('owner', '/workflow', {
  'entity-type': 'workflow',
  workflowModelName: 'SerialDocumentReview',
  attachedDocumentIds: [file],
  variables: { initiatorComment: secret, participants: ['user:owner', 'user:reader'] },
});
export const collection = String(
  (await run('Collection.Create', open, { name: 'everybody', description: '' })).body.uid,
);
await run('Document.AddToCollection', file, { collection });
await run('Document.AddToCollection', openFile, { collection });
export const hiddenCollection = String(
  (await run('Collection.Create', vault, { name: `${secret} list`, description: '' }, 'owner')).body.uid,
);
await run('Document.AddToCollection', openFile, { collection: hiddenCollection });
await server.runJobs();
export const task = /"id":"([\w-]{36})"/.exec((await server.ask('/task', { as: 'owner' })).text)?.[1] ?? '';
