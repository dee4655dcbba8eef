/** The most used operations over HTTP: first refusals, then successes. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { type Answer, addDocument, addUser, startTestServer } from '#server/testing/test-server.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';

const config = await mkdtemp(join(tmpdir(), 'muniment-operations-'));
after(() => rm(config, { recursive: true }));
await writeFile(
  join(config, 'own.yaml'),
  `operations:
  Scripting.ReturnDocumentTitle:
    input: document
    output: string
    returns: expr:Document["dc:title"]
  Scripting.Token:
    output: json
    returns: { entity-type: custom, userId: "1" }
  Own.TitleTwice:
    input: document
    output: document
    params: { word: string }
    steps:
      - run: Document.SetProperty
        params: { xpath: dc:title, value: expr:ChainParameters.word }
      - run: Document.SetProperty
        params: { xpath: dc:description, value: "expr:@{Document.title} again" }
  Own.Endless:
    steps: [Own.Endless]
`,
);
const server = await startTestServer(['--config', config]);
await addUser(server, 'leela', 'members');
const workspaces = '/default-domain/workspaces';

function run(id: string, json: object, as = 'Administrator', headers = {}): Promise<Answer> {
  return server.ask(`/automation/${id}`, { as, json, headers: { 'X-NXproperties': '*', ...headers } });
}

function properties({ body }: Answer): JsonObject {
  return isJsonObject(body.properties) ? body.properties : {};
}

function parsed({ text }: Answer): Json {
  const value: Json = JSON.parse(text);
  return value;
}

let made = 0;
const newFile = (): Promise<string> => addDocument(server, workspaces, 'File', `file-${++made}`);
const blob = (content: string, name = 'a.txt') => ({ content, name, 'mime-type': 'text/plain' });

describe('parameters', () => {
  test('the call’s variables stand in for those that were not sent', async () => {
    const input = await newFile();
    const context = { version: 'major' };
    const sent = await run('Document.CheckIn', { input, params: { version: 'minor' }, context });
    assert.equal(properties(sent)['uid:minor_version'], 1);
    await run('Document.CheckOut', { input });
    const absent = await run('Document.CheckIn', { input, params: { version: null }, context });
    assert.equal(properties(absent)['uid:major_version'], 1);
  });

  test('properties sent as null are none', async () => {
    const input = await newFile();
    const refused = await run('Document.Update', { input });
    assert.equal(refused.status, 500);
    assert.equal((await run('Document.Update', { input, params: { properties: null } })).status, 200);
  });
});

describe('what a call says when it fails', () => {
  test('a list where one document is wanted', async () => {
    const id = await newFile();
    const refused = await run('Document.GetVersions', { input: [id, id] });
    assert.equal(refused.status, 500);
    assert.equal(refused.body.code, 'java.lang.ClassCastException');
  });

  test('a missing parameter, under the main id', async () => {
    const refused = await run('Document.SetLifeCycle', { input: await newFile() });
    assert.equal(refused.status, 500);
    assert.equal(
      refused.body.message,
      "Failed to invoke operation: Document.FollowLifecycleTransition, Failed to inject parameter 'value'. Seems it is missing from the context. Operation: Document.FollowLifecycleTransition",
    );
  });

  test('no document, no right', async () => {
    const missing = await run('Document.Fetch', { params: { value: '/nowhere' } });
    assert.equal(missing.status, 404);
    assert.equal(missing.body.message, 'Failed to invoke operation: Repository.GetDocument, /nowhere');
    const id = await newFile();
    const refused = await run(
      'Document.SetProperty',
      { input: id, params: { xpath: 'dc:title', value: 'x' } },
      'leela',
    );
    assert.equal(refused.status, 403);
  });

  test('an administrator’s operation is nothing to others, inside another one too', async () => {
    const direct = await run('Directory.Entries', { params: { directoryName: 'nature' } }, 'leela');
    assert.deepEqual([direct.status, direct.text], [404, '']);
    const nested = await run(
      'RunOperation',
      { params: { id: 'Directory.Entries', parameters: { directoryName: 'nature' } } },
      'leela',
    );
    assert.equal(nested.status, 404);
  });

  test('nothing of a failed chain stays', async () => {
    const id = await newFile();
    const refused = await run('RunOperationOnList', {
      context: { all: [1, 2] },
      params: { id: 'RunOperation', list: 'all', parameters: { id: 'No.Such' } },
      input: id,
    });
    assert.equal(refused.status, 404);
  });
});

describe('documents', () => {
  test('lists in, lists out, properties as text', async () => {
    const ids = [await newFile(), await newFile()];
    const updated = await run('Document.Update', {
      input: `docs:${ids.join(',')}`,
      params: { properties: 'dc:subjects=art,sciences\ndc:description=a\\\nb' },
    });
    assert.equal(updated.body['entity-type'], 'documents');
    const one = await run('Document.Fetch', { params: { value: ids[1] ?? '' } });
    assert.equal(properties(one)['dc:description'], 'a\nb');
    assert.deepEqual(properties(one)['dc:subjects'], ['art', 'sciences']);
  });

  test('a filter keeps what meets it', async () => {
    const input = [await newFile(), workspaces];
    const filtered = await run('Document.Filter', { input, params: { types: 'File,Note' } });
    assert.deepEqual(Array.isArray(filtered.body.entries) && filtered.body.entries.length, 1);
    const none = await run('Document.Filter', { input, params: { condition: 'Document.title == "no"' } });
    assert.deepEqual(none.body.entries, []);
  });

  test('single entries of lists', async () => {
    const id = await newFile();
    const add = (value: string) =>
      run('Document.AddEntryToMultivaluedProperty', { input: id, params: { xpath: 'dc:subjects', value } });
    await add('art');
    await add('art');
    assert.deepEqual(properties(await add('sciences'))['dc:subjects'], ['art', 'sciences']);
    const left = await run('Document.RemoveItemFromListProperty', {
      input: id,
      params: { xpath: 'dc:subjects', index: 0 },
    });
    assert.deepEqual(properties(left)['dc:subjects'], ['sciences']);
    const secured = await run(
      'Document.SetProperty',
      { input: id, params: { xpath: 'dc:contributors/0', value: 'me' } },
      'leela',
    );
    assert.match(String(secured.body.message), /contributors since it is readonly/);
  });

  test('nobody unknown is granted anything', async () => {
    const grant = (users: string) =>
      run('Document.AddPermission', {
        input: workspaces,
        params: { users, permission: 'Read', end: '2035-01-01T00:00:00Z' },
      });
    const refused = await grant('leela,zapp,kif');
    assert.equal(refused.status, 400);
    assert.match(String(refused.body.message), /do not exist: \[zapp,kif\]\. Please provide valid ones\.$/);
    assert.equal((await grant('leela,members,Everyone,transient/kif@example.org')).status, 200);
  });

  test('who may do it goes into a variable', async () => {
    const answer = await run('Document.GetUsersAndGroups', {
      input: workspaces,
      params: { permission: 'Read', 'variable name': 'names', 'prefix identifiers': true },
    });
    assert.equal(answer.body.path, workspaces);
    await run('Document.AddPermission', {
      input: workspaces,
      params: { username: 'leela', permission: 'Write' },
    });
    const both = await run('RunOperation', {
      input: workspaces,
      params: {
        id: 'Document.GetUsersAndGroups',
        parameters: { permission: 'WriteProperties', 'variable name': 'names' },
      },
    });
    assert.equal(both.status, 200);
    await run('Document.RemovePermission', { input: workspaces, params: { user: 'leela' } });
  });
});

describe('files', () => {
  test('attached to a property or added to a list, and taken away', async () => {
    const id = await newFile();
    const nowhere = await run('Blob.Attach', {
      input: blob('x'),
      params: { document: id, xpath: 'dc:title' },
    });
    assert.equal(nowhere.status, 400);
    const given = await run('Blob.Attach', { input: blob('main'), params: { document: id } });
    assert.deepEqual([given.status, given.text], [200, 'main']);
    for (const text of ['one', 'two']) {
      await run('Blob.AttachOnDocument', {
        input: blob(text),
        params: { document: id, xpath: 'files:files' },
      });
    }
    const all = await run('Document.GetBlobs', { input: id });
    assert.match(all.headers.get('content-type') ?? '', /^multipart\/mixed/);
    assert.match(all.text, /main[\s\S]*one[\s\S]*two/);
    await run('Blob.RemoveFromDocument', { input: id, params: { xpath: 'files:files/0/file' } });
    const rest = await run('Document.GetBlobsByProperty', { input: id });
    assert.match(rest.text, /two/);
    assert.doesNotMatch(rest.text, /one/);
    await run('Blob.Remove', { input: id });
    // As on a Platform: the next operation in a chain gets a file in any case.
    const none = await run('Document.GetBlob', { input: id, params: { xpath: 'files:files/3/file' } });
    assert.match(none.text, /two/);
    await run('Blob.Remove', { input: id, params: { xpath: 'files:files/0/file' } });
    const empty = await run('Document.GetBlob', { input: id });
    assert.deepEqual([empty.status, empty.text], [200, '']);
    assert.match(empty.headers.get('content-disposition') ?? '', /\.null/);
  });

  test('a storage key is no way to a file', async () => {
    const id = await newFile();
    await run('Blob.Attach', { input: blob('secret'), params: { document: id } });
    const stolen = { data: 'a'.repeat(64), digest: 'x', length: 6, digestAlgorithm: 'MD5', name: 'x' };
    await run('Document.Update', { input: id, params: { properties: { 'file:content': stolen } } });
    const shown = await run('Document.GetBlob', { input: id });
    assert.notEqual(shown.text, 'secret');
  });

  test('converted', async () => {
    const converted = await run('Blob.Convert', {
      input: blob('# Hi', 'a.md'),
      params: { mimeType: 'application/pdf' },
    });
    assert.equal(converted.status, 200);
    assert.match(converted.text, /^%PDF/);
  });

  test('imported by kind', async () => {
    const context = { currentDocument: workspaces };
    const homeless = await run('FileManager.Import', { input: blob('x') });
    assert.equal(homeless.status, 400);
    const note = await run('FileManager.Import', { input: blob('hello', 'hello.txt'), context });
    assert.equal(note.body.type, 'Note');
    assert.equal(properties(note)['note:note'], 'hello');
    const other = await run('FileManager.Import', {
      input: { ...blob('x', 'café.bin'), 'mime-type': 'application/x-thing' },
      context,
    });
    assert.deepEqual([other.body.type, other.body.title], ['File', 'café.bin']);
    const again = await run('FileManager.Import', {
      input: blob('changed', 'hello.txt'),
      context,
      params: { overwite: true },
    });
    assert.deepEqual([again.body.uid, properties(again)['note:note']], [note.body.uid, 'changed']);
  });
});

describe('searches and suggestions', () => {
  test('queries, records, one property', async () => {
    const id = await newFile();
    const found = await run('Document.Query', {
      params: { query: 'SELECT * FROM File WHERE ecm:uuid = ?', queryParams: id, pageSize: 5 },
    });
    assert.equal(found.body.resultsCount, 1);
    const records = await run('Repository.ResultSetQuery', {
      params: { query: `SELECT ecm:uuid FROM File WHERE ecm:uuid = '${id}'` },
    });
    assert.deepEqual(records.body.entries, [{ 'ecm:uuid': id }]);
    const titled = await run('Document.FetchByProperty', {
      params: { property: 'dc:title', values: [`file-${made}`] },
    });
    assert.equal(Array.isArray(titled.body.entries) && titled.body.entries.length, 1);
    const anything = await run('Repository.Query', { params: { pageSize: 1 } });
    assert.equal(anything.body.currentPageSize, 1);
    const faulty = await run('Repository.Query', { params: { query: 'SELECT' } });
    assert.equal(faulty.status, 400);
  });

  test('what the Platform’s web components send to look documents up', async () => {
    const id = await newFile();
    const idsOf = ({ body }: Answer) =>
      Array.isArray(body.entries) ? body.entries.map((entry) => isJsonObject(entry) && entry.uid) : [];
    const typed = await run('Repository.PageProvider', {
      params: {
        providerName: 'default_document_suggestion',
        repository: 'default',
        page: 0,
        searchTerm: `file-${made}`,
      },
    });
    assert.deepEqual(idsOf(typed), [id]);
    const resolved = await run('Document.FetchByProperty', { params: { property: 'ecm:uuid', values: id } });
    assert.deepEqual(idsOf(resolved), [id]);
    const unknown = await run('Document.FetchByProperty', {
      params: { property: 'ecm:nothing', values: id },
    });
    assert.equal(unknown.status, 400);
  });

  test('people and vocabularies', async () => {
    const people = await run('UserGroup.Suggestion', { params: { searchTerm: 'lee' } });
    assert.match(JSON.stringify(parsed(people)), /"prefixed_id":"user:leela"/);
    assert.match(people.headers.get('content-type') ?? '', /^application\/json/);
    const nature = await run('Directory.SuggestEntries', {
      params: { directoryName: 'nature', prefix: 'art', localize: true },
    });
    assert.match(nature.text, /"id":"article"/);
    const refused = await run(
      'Directory.CreateEntries',
      { params: { directoryName: 'nature', entries: '[{"id":"x","label":"X"}]' } },
      'leela',
    );
    assert.equal(refused.status, 403);
  });
});

describe('operations of the configuration folder', () => {
  test('a value of a document that is not stored', async () => {
    const input = { 'entity-type': 'document', name: 'x', type: 'File', properties: { 'dc:title': 'Foo' } };
    const title = await run('Scripting.ReturnDocumentTitle', { input });
    assert.deepEqual(title.body, { 'entity-type': 'string', value: 'Foo' });
    assert.deepEqual(parsed(await run('Scripting.Token', {})), { 'entity-type': 'custom', userId: '1' });
  });

  test('steps, one after the other, by either name', async () => {
    const id = await newFile();
    const changed = await run('Chain.Own.TitleTwice', { input: id, params: { word: 'New' } });
    assert.equal(properties(changed)['dc:title'], 'New');
    assert.equal(properties(changed)['dc:description'], 'New again');
    const listed = await server.ask('/automation');
    assert.match(JSON.stringify(listed.body.chains), /"url":"Chain\.Own\.TitleTwice"/);
  });

  test('once for each item, with the item in a variable', async () => {
    const id = await newFile();
    const answer = await run('RunOperationOnList', {
      input: id,
      context: { all: ['art', 'sciences'] },
      params: {
        id: 'Document.AddEntryToMultivaluedProperty',
        list: 'all',
        parameters: { xpath: 'dc:subjects', value: 'expr:item' },
      },
    });
    assert.equal(answer.status, 204);
    const after = await run('Document.Fetch', { params: { value: id } });
    assert.deepEqual(properties(after)['dc:subjects'], ['art', 'sciences']);
  });

  test('an expression that is none', async () => {
    const refused = await run('Log', { params: { message: 'expr:while(true)' } });
    assert.equal(refused.status, 400);
    assert.match(String(refused.body.message), /^Failed to invoke operation: Log, The expression/);
  });

  test('a circle ends', async () => {
    const refused = await run('Own.Endless', {});
    assert.equal(refused.status, 400);
  });
});
