/**
 * One secret, all ways to read it, all kinds of people: those who may read it see it, the others do not.
 * Invariant: each way gives the secret to somebody, so that no way passes because it asks for nothing.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  annotation,
  collection,
  comment,
  file,
  hiddenCollection,
  open,
  openFile,
  run,
  secret,
  server,
  task,
  vault,
  version,
  workflow,
} from './secret.test-support.ts';
import type { Answer, Asked } from './test-server.ts';
import { addDocument } from './test-server.ts';

interface Way {
  readonly name: string;
  readonly path: string;
  readonly options?: Asked;
}

const get = (path: string, headers: Record<string, string> = {}): Way => ({
  name: `GET ${path} ${Object.values(headers).join(' ')}`.trim(),
  path,
  options: { headers: { properties: '*', ...headers } },
});
const operation = (id: string, input: unknown, params: object = {}): Way => ({
  name: `${id} ${JSON.stringify(params)}`,
  path: `/automation/${id}`,
  options: { json: { input, params }, headers: { properties: '*' } },
});
const query = (nxql: string): string => `/search/lang/NXQL/execute?query=${encodeURIComponent(nxql)}`;
const enriched = (names: string, path: string): Way =>
  get(path, { 'enrichers-document': names, depth: 'max', 'fetch-document': 'properties' });

const ways: readonly Way[] = [
  get(`/id/${file}`),
  get(`/path${open}/vault/${secret}-file`),
  get(`/id/${version}`),
  get(`/id/${vault}`),
  get(`/id/${vault}/@children`),
  get(`/path${open}/@children`),
  get(`/id/${vault}/@search?fullText=${secret}`),
  get(`/id/${openFile}/@search?query=SELECT * FROM File`),
  get(`/id/${vault}/@pp/CURRENT_DOC_CHILDREN`),
  enriched('children', `/path${open}`),
  enriched('breadcrumb, firstAccessibleAncestor', `/id/${file}`),
  enriched('collections', `/id/${openFile}`),
  enriched('tags, audit, pendingTasks, runningWorkflows, acls, renditions, preview', `/id/${file}`),
  get(`/id/${file}/@audit`),
  get(`/id/${file}/@blob/file:content`),
  get(`/id/${file}/@blob/blobholder:0`),
  get(`/id/${version}/@blob/file:content`),
  get(`/nuxeo/nxfile/default/${file}/file:content/x`),
  get(`/id/${file}/@convert?format=html`),
  get(`/id/${file}/@rendition/xmlExport`),
  get(`/id/${file}/@rendition/mainBlob`),
  get(`/path${open}/@rendition/zipTreeExport`),
  get(`/id/${file}/@preview/`),
  get(`/id/${file}/@comment`),
  get(`/id/${file}/@comment/${comment}`),
  get(`/id/${openFile}/@comment/${comment}`),
  get(`/id/${comment}`),
  get(`/id/${file}/@annotation?xpath=file:content`),
  get(`/id/${openFile}/@annotation/${annotation}`),
  get(`/id/${openFile}/@annotation/comments?annotationIds=${annotation}`),
  get(`/bulk;id=${file}`),
  get(query('SELECT * FROM Document')),
  get(query(`SELECT * FROM Document WHERE ecm:fulltext = '${secret}'`)),
  get(query(`SELECT * FROM Document WHERE ecm:uuid = '${file}'`)),
  get(query('SELECT * FROM Comment')),
  get(query('SELECT ecm:uuid, dc:title FROM Document')),
  get(query('SELECT ecm:versionVersionableId FROM Document WHERE ecm:isVersion = 1')),
  get(query(`SELECT * FROM Document WHERE ecm:isVersion = 1`)),
  get('/search/pp/default_search/execute'),
  get(`/search/pp/default_search/execute?ecm_fulltext=${secret}`),
  get('/query?query=SELECT * FROM File'),
  get('/query/NXQL?query=SELECT * FROM File'),
  get(`/workflow/${workflow}`, { 'fetch-workflow': 'attachedDocumentIds' }),
  get(`/id/${file}/@workflow`),
  get(`/id/${file}/@task`, { 'fetch-task': 'targetDocumentIds' }),
  get(`/task/${task}`, { 'fetch-task': 'targetDocumentIds' }),
  get('/task', { 'fetch-task': 'targetDocumentIds' }),
  operation('Document.Fetch', undefined, { value: file }),
  operation('Document.Fetch', undefined, { value: `${open}/vault/${secret}-file` }),
  operation('Document.GetChildren', vault),
  operation('Document.GetChildren', open),
  operation('Document.GetChild', vault, { name: `${secret}-file` }),
  operation('Document.GetParent', file),
  operation('Document.FetchByProperty', undefined, { property: 'dc:source', values: [secret] }),
  operation('Document.Filter', [file, openFile], { types: 'File' }),
  operation('Document.GetVersions', file),
  operation('Document.GetLastVersion', file),
  operation('Proxy.GetSourceDocument', version),
  operation('Repository.Query', undefined, { query: 'SELECT * FROM Document' }),
  operation('Repository.PageProvider', undefined, { providerName: 'default_search' }),
  operation('Repository.ResultSetQuery', undefined, { query: 'SELECT dc:title FROM Document' }),
  operation('Document.GetBlob', file),
  operation('Document.GetBlobs', file),
  operation('Blob.ToPDF', file),
  operation('Blob.BulkDownload', [file]),
  operation('Blob.BulkDownload', [open]),
  operation('Document.Export', file),
  operation('Document.GetRendition', file, { renditionName: 'xmlExport' }),
  operation('Document.GetContainerRendition', vault),
  operation('Document.GetUsersAndGroups', file, { permission: 'Read', 'variable name': 'x' }),
  operation('Collection.GetDocumentsFromCollection', collection),
  operation('Collection.Suggestion', undefined, { searchTerm: secret }),
  operation('User.GetCollections', undefined, { searchTerm: secret }),
  operation('Tag.Suggestion', undefined, { searchTerm: secret }),
  operation('Tag.Suggestion', undefined, { document: file }),
  operation('Search.SuggestersLauncher', undefined, { searchTerm: secret }),
  operation('Document.CopySchema', openFile, { sourceId: file, schema: 'dublincore', save: false }),
  operation('Audit.Query', undefined, { query: `docUUID = '${file}'` }),
  operation('Audit.QueryWithPageProvider', undefined, {}),
];

/** Also looks into headers, which may contain file names. */
async function shows(way: Way, as: string | null): Promise<boolean> {
  const { text, headers } = await server.ask(way.path, { ...way.options, as });
  // An error message may repeat the request.
  const echo = `${way.path} ${JSON.stringify(way.options?.json ?? null)}`.includes(secret);
  const isError = /"entity-type":"exception"/.test(text);
  if (echo && isError) return false;
  return `${text} ${JSON.stringify([...headers])}`.includes(secret);
}

describe('no answer shows it to others', () => {
  for (const way of ways) {
    test(way.name, async () => {
      const shown: string[] = [];
      for (const as of ['Administrator', 'owner', 'reader', 'member', 'stranger', null]) {
        if (await shows(way, as)) shown.push(as ?? 'nobody');
      }
      for (const name of ['member', 'stranger', 'nobody']) {
        assert.ok(!shown.includes(name), `${name} was shown it`);
      }
      assert.ok(shown.length > 0, 'nobody was shown it');
    });
  }
});

describe('others are refused', () => {
  const document = { 'entity-type': 'document', type: 'File', name: 'x' };
  const takeover = { 'entity-type': 'comment', text: 'mine now' };
  for (const [path, method, json] of [
    [`/id/${file}/@rendition/thumbnail`, 'GET'],
    [`/id/${file}/@acl`, 'GET'],
    [`/id/${file}/@emptyWithDefault?type=File`, 'GET'],
    [`/id/${file}`, 'PUT', { ...document, properties: { 'dc:title': 'x' } }],
    [`/id/${file}`, 'DELETE'],
    [`/id/${version}`, 'DELETE'],
    [`/id/${vault}`, 'POST', document],
    [`/id/${file}/@blob/file:content`, 'DELETE'],
    [`/id/${file}/@comment`, 'POST', takeover],
    [`/id/${openFile}/@comment/${comment}`, 'PUT', takeover],
    [`/id/${openFile}/@comment/${comment}`, 'DELETE'],
    [`/id/${comment}`, 'DELETE'],
    [`/id/${openFile}/@annotation/${annotation}`, 'DELETE'],
    [
      `/id/${file}/@workflow`,
      'POST',
      { 'entity-type': 'workflow', workflowModelName: 'SerialDocumentReview' },
    ],
    ['/workflow', 'POST', startOf(file)],
    [`/workflow/${workflow}`, 'DELETE'],
    [`/workflow/${workflow}/graph`, 'GET'],
    [`/task/${task}/cancel`, 'PUT', { 'entity-type': 'task' }],
    [`/task/${task}/reassign?actors=member`, 'PUT', {}],
    [`/task/${task}/delegate?delegatedActors=member`, 'PUT', {}],
    ['/automation/Document.Copy', 'POST', { input: file, params: { target: open } }],
    ['/automation/Document.Move', 'POST', { input: file, params: { target: open } }],
    ['/automation/Document.PublishToSection', 'POST', { input: file, params: { target: open } }],
    ['/automation/Document.CreateLiveProxy', 'POST', { input: file, params: { 'Destination Path': open } }],
    ['/automation/Document.RestoreVersion', 'POST', { input: version, params: {} }],
    [
      '/automation/Document.AddPermission',
      'POST',
      { input: file, params: { users: ['member'], permission: 'Read' } },
    ],
    ['/automation/Document.AddToFavorites', 'POST', { input: file, params: {} }],
    ['/automation/Document.Subscribe', 'POST', { input: file, params: {} }],
    ['/automation/Workflow.GetOpenTasks', 'POST', { input: file, params: {} }],
    ['/automation/Quotas.GetInfo', 'POST', { input: vault, params: {} }],
    ['/automation/Document.Routing.GetGraph', 'POST', { input: file, params: { routeDocId: workflow } }],
    ['/automation/Workflow.SetWorkflowVariables', 'POST', { params: { id: workflow, properties: 'a=b' } }],
    [
      '/automation/Context.SetWorkflowVar',
      'POST',
      { params: { workflowInstanceId: workflow, name: 'a', value: 'b' } },
    ],
    ['/automation/Workflow.ResumeNode', 'POST', { params: { workflowInstanceId: workflow, nodeId: 'x' } }],
    ['/automation/WorkflowInstance.Cancel', 'POST', { params: { id: workflow } }],
    ['/automation/WorkflowTask.Complete', 'POST', { input: task, params: { status: 'cancel' } }],
    ['/automation/Task.Create', 'POST', { input: file, params: { 'task name': 'x' } }],
    ['/automation/Comment.Moderate', 'POST', { input: comment, params: {} }],
    [
      '/automation/Collection.RemoveFromCollection',
      'POST',
      { input: openFile, params: { collection: hiddenCollection } },
    ],
    [
      '/automation/Document.AddToCollection',
      'POST',
      { input: openFile, params: { collection: hiddenCollection } },
    ],
    ['/automation/Collection.GetDocumentsFromCollection', 'POST', { input: hiddenCollection, params: {} }],
    ['/automation/Document.GetLinkedDocuments', 'POST', { input: file, params: { predicate: 'x' } }],
    ['/automation/Quotas.GetStatistics', 'POST', { params: { documentRef: vault } }],
    ['/automation/Audit.LogEvent', 'POST', { input: file, params: { event: 'x' } }],
    ['/automation/Event.Fire', 'POST', { input: file, params: { name: 'x' } }],
    ['/automation/Document.EmptyTrash', 'POST', { params: { parent: vault } }],
    ['/automation/Document.Lock', 'POST', { input: file, params: {} }],
    ['/automation/Context.RestoreDocumentInputFromScript', 'POST', { params: { script: `'${file}'` } }],
    ['/automation/RunOperation', 'POST', { input: file, params: { id: 'Document.GetBlob', parameters: {} } }],
    ['/automation/FileManager.CreateFolder', 'POST', { input: vault, params: { title: 'x' } }],
    ['/automation/Blob.AttachOnDocument', 'POST', { input: addressOf(file), params: { document: openFile } }],
    ['/automation/Services.TagDocument', 'POST', { input: file, params: { tags: 'x' } }],
  ] as const) {
    test(`${method} ${path} ${JSON.stringify(json ?? '')}`.slice(0, 120), async () => {
      for (const as of ['member', 'stranger', null]) {
        const { status, text } = await server.ask(path, { method, as, ...(json ? { json } : {}) });
        assert.ok([401, 403, 404].includes(status), `${as}: ${status} ${text.slice(0, 200)}`);
      }
    });
  }

  test('to take a file by its address, as if it were not there', async () => {
    const json = { ...document, properties: { 'file:content': { data: addressOf(file) } } };
    const { status, text } = await server.ask(`/path${open}`, { as: 'member', json });
    assert.equal(status, 400, text);
  });
});

function startOf(id: string): object {
  return { 'entity-type': 'workflow', workflowModelName: 'SerialDocumentReview', attachedDocumentIds: [id] };
}

function addressOf(id: string): string {
  return `http://localhost:8080/nuxeo/nxfile/default/${id}/file:content/x`;
}

describe('numbers tell nothing either', () => {
  const answerTo = async (path: string, as: string): Promise<Answer> =>
    server.ask(path, {
      as,
      headers: { 'enrichers-document': 'hasContent, hasFolderishChild, publications' },
    });

  test('counts of a search', async () => {
    const path = query(`SELECT * FROM Document WHERE dc:source = '${secret}'`);
    assert.equal((await answerTo(path, 'owner')).body.resultsCount, 2);
    assert.equal((await answerTo(path, 'member')).body.resultsCount, 0);
  });

  test('counts that a query selects', async () => {
    const path = query(`SELECT COUNT(ecm:uuid) FROM Document WHERE dc:source = '${secret}'`);
    assert.notEqual((await answerTo(path, 'owner')).text, (await answerTo(path, 'member')).text);
    assert.equal((await answerTo(path, 'member')).text, (await answerTo(path, 'stranger')).text);
  });

  test('aggregates', async () => {
    const path = `/search/pp/default_search/execute?ecm_path=${open}/vault`;
    assert.match((await answerTo(path, 'owner')).text, /"key":"article","[^}]*docCount":1/);
    assert.doesNotMatch((await answerTo(path, 'member')).text, /"docCount":[1-9]/);
  });

  test('whether a folder has something in it', async () => {
    const shell = await addDocument(server, open, 'Folder', 'shell');
    const inner = await addDocument(server, `${open}/shell`, 'Folder', 'inner');
    const shut = { users: ['owner'], permission: 'Everything', blockInheritance: true };
    await run('Document.AddPermission', inner, shut);
    assert.match(
      (await answerTo(`/id/${shell}`, 'owner')).text,
      /"hasContent":true,"hasFolderishChild":true/,
    );
    assert.match(
      (await answerTo(`/id/${shell}`, 'member')).text,
      /"hasContent":false,"hasFolderishChild":false/,
    );
  });
});

test('a document that is readable in a folder that is not', async () => {
  const inner = await addDocument(server, `${open}/vault`, 'File', 'shown');
  await run('Document.AddPermission', inner, { users: ['member'], permission: 'Read' });
  const headers = {
    properties: '*',
    'enrichers-document': 'breadcrumb, firstAccessibleAncestor, acls, subtypes',
    depth: 'max',
  };
  const read = await server.ask(`/id/${inner}`, { as: 'member', headers });
  assert.equal(read.status, 200);
  assert.ok(!read.text.includes(secret));
  for (const operation of ['Document.GetParent', 'Document.GetVersions']) {
    assert.ok(!(await run(operation, inner, {}, 'member')).text.includes(secret));
  }
});
