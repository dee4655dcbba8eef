/** Metadata of files stored in properties, with configured mappings. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { picture } from '#server/adapters/conversion/test-files.ts';
import { addDocument, startTestServer } from '#server/testing/test-server.ts';
import { isJsonObject } from '#wire/json.ts';

const config = await mkdtemp(join(tmpdir(), 'muniment-mappings-'));
after(() => rm(config, { recursive: true }));
await writeFile(
  join(config, 'own.yaml'),
  `metadataMappings:
  camera:
    properties: { dc:source: imd:equipment, dc:rights: imd:copyright, dc:format: imd:absent }
`,
);
const server = await startTestServer(['--config', config]);
const id = await addDocument(server, '/default-domain/workspaces', 'File', 'photo');
const map = (mapping: string) =>
  server.ask('/automation/Document.SetMetadataFromBlob', {
    json: { input: id, params: { metadataMappingId: mapping } },
  });
async function properties() {
  const { body } = await server.ask(`/id/${id}`, { headers: { properties: '*' } });
  assert.ok(isJsonObject(body.properties));
  return body.properties;
}

test('an unknown mapping is refused, a document without the file stays as it is', async () => {
  assert.equal((await map('nothing')).status, 400);
  assert.equal((await map('camera')).status, 204);
  assert.equal((await properties())['dc:source'], null);
});

test('facts that the file states are set, others left', async () => {
  const form = new FormData();
  const call = { params: { document: id } };
  form.append('params', new Blob([JSON.stringify(call)], { type: 'application/json' }));
  form.append(
    'input',
    new Blob([new Uint8Array(await picture('jpeg'))], { type: 'image/jpeg' }),
    'photo.jpg',
  );
  assert.equal((await server.ask('/automation/Blob.Attach', { method: 'POST', body: form })).status, 200);
  assert.equal((await map('camera')).status, 204);
  const found = await properties();
  assert.equal(found['dc:source'], 'Maker Model 1');
  assert.equal(found['dc:rights'], 'Somebody');
  assert.equal(found['dc:format'], null);
});
