/**
 * Whatever happens in a restricted folder, other people's answers stay exactly the same: pages, counts, facets, suggestions,
 * enrichers. Sizes are left out: a folder counts everything in it.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentEnrichers } from '#server/http/enrichers/registry.ts';
import { addDocument, addUser, startTestServer } from './test-server.ts';

const server = await startTestServer();
for (const name of ['owner', 'stranger']) await addUser(server, name, 'members');

async function run(operation: string, input?: string, params: object = {}, as = 'Administrator') {
  const answer = await server.ask(`/automation/${operation}`, { as, json: { input, params } });
  assert.ok(answer.status < 300, `${operation}: ${answer.text}`);
  return answer;
}
const file = (text: string) => ({
  'dc:title': `report ${text}`,
  'dc:nature': 'article',
  'dc:subjects': ['art/cinema'],
  'dc:coverage': 'europe/Albania',
  'file:content': { data: `report of ${text}`, name: `${text}.txt`, 'mime-type': 'text/plain' },
});
const everything = { permission: 'Everything' };

const open = '/default-domain/workspaces/open';
const folder = await addDocument(server, '/default-domain/workspaces', 'Workspace', 'open');
const report = await addDocument(server, open, 'File', 'report', file('everybody'));
const vault = await addDocument(server, open, 'Folder', 'vault');
const list = String(
  (await run('Collection.Create', folder, { name: 'report list', description: '' })).body.uid,
);
await run('Services.TagDocument', report, { tags: 'shared' });
await run('Document.AddToCollection', report, { collection: list });
await run('Document.AddPermission', vault, { users: ['owner'], blockInheritance: true, ...everything });
await run('Document.AddPermission', report, { users: ['owner'], ...everything });
await server.runJobs();

const queries = [
  "SELECT * FROM Document WHERE dc:title LIKE 'report%'",
  "SELECT * FROM Document WHERE ecm:fulltext = 'report'",
  "SELECT * FROM Document WHERE ecm:tag IN ('shared', 'hidden')",
  `SELECT * FROM Document WHERE collectionMember:collectionIds/* = '${list}'`,
  `SELECT * FROM Document WHERE ecm:ancestorId = '${folder}' ORDER BY dc:modified DESC`,
  `SELECT * FROM Document WHERE ecm:path STARTSWITH '${open}/vault'`,
  'SELECT COUNT(ecm:uuid), MAX(dc:created) FROM Document WHERE ecm:isVersion = 0',
  'SELECT COUNT(DISTINCT ecm:tag), SUM(file:content/length) FROM File',
  'SELECT DISTINCT dc:title FROM Document ORDER BY dc:title',
  'SELECT * FROM Document WHERE ecm:isTrashed = 1 OR ecm:isVersion = 1 OR ecm:isProxy = 1',
];
const adapters = ['', '/@children', '/@children?pageSize=1', '/@acl', '/@audit', '/@comment', '/@annotation'];
const lists = ['/@search?fullText=report', '/@pp/advanced_document_content', '/@workflow', '/@task'];
const operations: readonly (readonly [name: string, input?: string, params?: object])[] = [
  ['Tag.Suggestion', undefined, { searchTerm: '' }],
  ['Tag.Suggestion', undefined, { searchTerm: 'hid' }],
  ['Collection.Suggestion', undefined, { searchTerm: 'report' }],
  ['Collection.GetDocumentsFromCollection', list],
  ['Search.SuggestersLauncher', undefined, { searchTerm: 'report' }],
  ['Search.SuggestersLauncher', undefined, { searchTerm: 'hidden' }],
  ['Document.GetChildren', folder],
  ['Document.GetLinkedDocuments', report, { predicate: 'like' }],
  ['Workflow.GetOpenTasks', report],
  [
    'Audit.QueryWithPageProvider',
    undefined,
    { providerName: 'DOCUMENT_HISTORY_PROVIDER', queryParams: folder },
  ],
];
const aggregated = { nature: { terms: { field: 'dc:nature' } }, tag: { terms: { field: 'ecm:tag' } } };
const requests: readonly (readonly [path: string, json?: object])[] = [
  ...queries.map((query) => [`/search/lang/NXQL/execute?query=${encodeURIComponent(query)}`] as const),
  ...server.repository.providers
    .names()
    .flatMap((name) => [
      [`/search/pp/${name}/execute?ecm_fulltext=report&queryParams=${folder}`] as const,
      [`/search/pp/${name}/execute?queryParams=report`] as const,
    ]),
  ...[folder, report, list, vault].flatMap((id) =>
    [...adapters, ...lists].map((adapter) => [`/id/${id}${adapter}`] as const),
  ),
  ...operations.map(([name, input, params = {}]) => [`/automation/${name}`, { input, params }] as const),
  ['/nuxeo/site/es/_all/_search', { query: { match: { _all: 'report' } }, aggs: aggregated }],
];

/** Without times of the requests. */
async function allAnswers(): Promise<readonly string[]> {
  const answers: string[] = [];
  for (const [path, json] of requests) {
    const isOfOne = path.startsWith('/id/') && !path.includes('/@');
    const { status, text } = await server.ask(path, {
      as: 'stranger',
      headers: {
        properties: '*',
        ...(isOfOne ? { 'enrichers.document': [...documentEnrichers.keys()].join(',') } : {}),
      },
      ...(json === undefined ? {} : { json }),
    });
    const steady = text.replaceAll(/"((from|to)\w*|took)":\d+(\.\d+)?/g, '');
    answers.push(`${path} ${JSON.stringify(json ?? {})}: ${status} ${steady}`);
  }
  return answers;
}

test('what happens in a closed folder changes no answer to others', async () => {
  const before = await allAnswers();
  const as = 'owner';
  const hidden = await addDocument(server, `${open}/vault`, 'File', 'hidden', file('hidden'));
  const collected = await run('Collection.Create', vault, { name: 'report hidden', description: '' }, as);
  await run('Services.TagDocument', hidden, { tags: 'shared,hidden' }, as);
  await run('Document.AddToCollection', hidden, { collection: String(collected.body.uid) }, as);
  await run('Document.CreateVersion', hidden, { increment: 'Major' }, as);
  await run('Document.AddRelation', hidden, { object: report, predicate: 'like' });
  await run('Document.Lock', hidden, {}, as);
  await run('Document.Subscribe', hidden, {}, as);
  const comment = { 'entity-type': 'comment', text: 'hidden report' };
  assert.equal((await server.ask(`/id/${hidden}/@comment`, { as, json: comment })).status, 201);
  const review = { 'entity-type': 'workflow', workflowModelName: 'SerialDocumentReview' };
  const started = await server.ask('/workflow', { as, json: { ...review, attachedDocumentIds: [hidden] } });
  assert.equal(started.status, 201, started.text);
  const thrown = await addDocument(server, `${open}/vault`, 'File', 'thrown', file('thrown'));
  await run('Document.Trash', thrown, {}, as);
  await server.runJobs();
  const after = await allAnswers();
  for (const [index, answer] of after.entries()) assert.equal(answer, before[index]);
});
