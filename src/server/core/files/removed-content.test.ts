/** Results of conversions are removed with their source; further files in a form are not stored. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { addDocument, addUser, startTestServer } from '#server/testing/test-server.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';
import { sweepBlobs } from './blobs.ts';

const server = await startTestServer();
const { repository } = server;
await addUser(server, 'leela', 'administrators');

/** Attaches a file and returns its key. */
async function attach(id: string, text: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([text]), 'a.txt');
  const { status } = await server.ask(`/id/${id}/@blob/file:content`, {
    method: 'PUT',
    body: form,
    as: 'leela',
  });
  assert.equal(status, 200);
  const unit = repository.ports.store.begin();
  const row = await unit.stores.documents.get(id);
  await unit.rollback();
  const content = JSON.parse(JSON.stringify(row?.properties['file:content']));
  return String(content.data);
}

async function madeOf(key: string) {
  const unit = repository.ports.store.begin();
  const made = await unit.stores.renditions.get(key, 'pdf');
  await unit.rollback();
  return made;
}

test('what was made of a file goes when nothing holds the file', async () => {
  const one = await addDocument(server, '/default-domain/workspaces', 'File', 'one');
  const other = await addDocument(server, '/default-domain/workspaces', 'File', 'other');
  const key = await attach(one, 'secret plans');
  assert.equal(await attach(other, 'secret plans'), key);
  await inSession(repository, { principals: systemPrincipals }, async (session) => {
    const written = await repository.ports.blobs.write(
      (async function* () {
        yield new TextEncoder().encode('secret plans as a PDF');
      })(),
    );
    const made = { ...written, name: 'a.pdf', mimeType: 'application/pdf', encoding: null };
    await (await session.write()).renditions.put(key, 'pdf', made);
  });
  await sweepBlobs(repository);
  assert.ok(await madeOf(key));
  await server.ask(`/id/${one}`, { method: 'DELETE', as: 'leela' });
  await sweepBlobs(repository);
  assert.ok(await madeOf(key));
  await server.ask(`/id/${other}`, { method: 'DELETE', as: 'leela' });
  await sweepBlobs(repository);
  assert.equal(await madeOf(key), undefined);
});

test('a second file in a form for one is refused before it is stored', async () => {
  const id = await addDocument(server, '/default-domain/workspaces', 'File', 'single');
  const part = (name: string, text: string): string =>
    `--x\r\nContent-Disposition: form-data; name="${name}"; filename="${name}.txt"\r\n\r\n${text}\r\n`;
  // As one text: a form made in pieces would go on after its reader has left, and fail.
  const { status } = await server.ask(`/id/${id}/@blob/file:content`, {
    method: 'PUT',
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    body: `${part('file', 'asked for')}${part('more', 'not asked for')}--x--\r\n`,
  });
  assert.equal(status, 400);
  // The first file may be stored, or about to be; nothing refers to it, so the sweep removes it.
  const second = createHash('sha256').update('not asked for').digest('hex');
  assert.ok(!(await keys()).includes(second));
});

async function keys(): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const key of repository.ports.blobs.keys(new Date(Date.now() + 60_000))) all.push(key);
  return all;
}
