/** Conversions in calls that have already changed something, over HTTP. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { addDocument, startTestServer } from '#server/testing/test-server.ts';

const config = await mkdtemp(join(tmpdir(), 'muniment-conversions-'));
after(() => rm(config, { recursive: true }));
const changeThenConvert = `
      - run: Document.Update
        params: { properties: { dc:description: changed } }
      - Blob.ToPDF`;
await writeFile(
  join(config, 'own.yaml'),
  `operations:
  Own.Printed:
    input: document
    output: blob
    steps:${changeThenConvert}
  Own.JoinedTwice:
    input: document
    output: blob
    steps:${changeThenConvert}
      - run: Blob.ConcatenatePDFs
        params: { filename: joined.pdf }
      - run: PDF.ExtractPages
        params: { startPage: 1, endPage: 1, fileName: first.pdf }
  Own.Broken:
    input: document
    output: blob
    steps:${changeThenConvert}
      - run: Blob.RunConverter
        params: { converter: nothing }
`,
);
const server = await startTestServer(['--config', config]);
const workspaces = '/default-domain/workspaces';
const content = { content: 'Dear reader', name: 'letter.txt', 'mime-type': 'text/plain' };
const letter = (name: string) => addDocument(server, workspaces, 'File', name, { 'file:content': content });
const run = (id: string, input: string) => server.ask(`/automation/${id}`, { json: { input } });
const eventsOf = async (id: string): Promise<string> => (await server.ask(`/id/${id}/@audit`)).text;

test('a chain that changes a document and then converts its file does each once', async () => {
  const id = await letter('one');
  const { status, text, headers } = await run('Own.Printed', id);
  assert.equal(status, 200, text.slice(0, 300));
  assert.equal(headers.get('content-type'), 'application/pdf');
  assert.match(text, /^%PDF-/);
  assert.equal((await eventsOf(id)).match(/"documentModified"/g)?.length, 1);
});

test('several conversions may follow a change', async () => {
  const { status, headers, text } = await run('Own.JoinedTwice', await letter('two'));
  assert.equal(status, 200, text.slice(0, 300));
  assert.match(headers.get('content-disposition') ?? '', /first\.pdf/);
});

test('a chain that fails after a conversion leaves nothing behind', async () => {
  const id = await letter('three');
  const { status, body } = await run('Own.Broken', id);
  assert.equal(status, 500);
  assert.match(String(body.message), /Converter nothing is not registered/);
  assert.equal((await eventsOf(id)).match(/"documentModified"/g), null);
});
