/** Addresses for administration, and icons: who may call them, then their answers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { conversionFigures } from '#server/core/files/conversions.ts';
import { readStores } from '#server/core/kernel/read-stores.ts';
import { addDocument, addUser, startTestServer } from '#server/testing/test-server.ts';
import { isJsonObject } from '#wire/json.ts';

const server = await startTestServer();
await addUser(server, 'leela', 'members');

describe('/management', () => {
  test('is for administrators', async () => {
    const all = [
      ['GET', 'probes'],
      ['GET', 'probes/repositoryStatus'],
      ['GET', 'bulk/x'],
      ['POST', 'fulltext/extract'],
      ['GET', 'jobs'],
      ['GET', 'distribution'],
    ] as const;
    for (const [method, path] of all) {
      assert.equal((await server.ask(`/management/${path}`, { method, as: 'leela' })).status, 403, path);
    }
  });

  test('probes are listed and run by name', async () => {
    assert.equal((await server.ask('/management/probes/nothing')).status, 404);
    const { body } = await server.ask('/management/probes/repositoryStatus', { method: 'POST' });
    assert.deepEqual(body.status, {
      'entity-type': 'probeStatus',
      neverExecuted: false,
      success: true,
      infos: {},
    });
  });

  test('files are read again as a bulk command', async () => {
    await addDocument(server, '/default-domain/workspaces', 'Note', 'note', { 'note:note': 'hello' });
    for (const path of ['elasticsearch/reindex', 'thumbnails/recompute?query=SELECT * FROM Note']) {
      const { status, body } = await server.ask(`/management/${path}`, { method: 'POST' });
      assert.equal(status, 200);
      await server.runJobs();
      const after = await server.ask(`/management/bulk/${String(body.commandId)}`);
      assert.deepEqual([after.body.state, after.body.errorCount], ['COMPLETED', 0]);
    }
  });
});

describe('/oauth2/provider/{provider}/token', () => {
  test('is the caller’s own, or 404', async () => {
    await server.ask('/oauth2/provider', {
      json: { 'entity-type': 'nuxeoOAuth2ServiceProvider', serviceName: 'box', clientId: 'c' },
    });
    const made = await server.ask('/directory/oauth2Tokens', {
      json: {
        'entity-type': 'directoryEntry',
        directoryName: 'oauth2Tokens',
        properties: { serviceName: 'box', nuxeoLogin: 'leela', accessToken: 'abc', refreshToken: 'def' },
      },
    });
    const entry = made.body;
    assert.ok(isJsonObject(entry.properties), made.text);
    const id = String(entry.properties.id);
    const shown = await server.ask(`/directory/oauth2Tokens/${id}`);
    assert.doesNotMatch(shown.text, /abc|def|encrypted/);
    // The shown entry is sent back with one change: the tokens stay.
    const changed = { ...shown.body, properties: { ...entry.properties, serviceLogin: 'turanga' } };
    const put = await server.ask(`/directory/oauth2Tokens/${id}`, { method: 'PUT', json: changed });
    assert.equal(put.status, 200, put.text);
    const { items } = await readStores(server.repository, ({ entries }) => entries.list('oauth2Tokens', {}));
    const stored = items.find((one) => one.id === id)?.fields;
    assert.equal(stored?.serviceLogin, 'turanga');
    for (const text of [stored?.accessToken, stored?.refreshToken])
      assert.match(String(text), /^encrypted:1:/);
    assert.equal((await server.ask('/oauth2/provider/nothing/token', { as: 'leela' })).status, 404);
    assert.equal((await server.ask('/oauth2/provider/box/token')).status, 404);
    assert.deepEqual((await server.ask('/oauth2/provider/box/token', { as: 'leela' })).body, {
      token: 'abc',
    });
  });
});

describe('/nuxeo/icons', () => {
  const icon = (path: string) => server.fetch(new Request(`http://localhost/nuxeo/icons/${path}`));

  test('unknown names and strange addresses are not drawn', async () => {
    for (const path of ['nothing.png', 'constructor.png', '../x.png', 'file.exe', 'file']) {
      assert.equal((await icon(path)).status, 404, path);
    }
  });

  test('every picture that a rendition points to, and every type', async () => {
    for (const name of ['xml', 'zip', 'pdf', 'image', 'file', 'Workspace', 'note', 'picture']) {
      const answer = await icon(`${name}.png`);
      assert.equal(answer.headers.get('content-type'), 'image/png');
      const header = new DataView(await answer.arrayBuffer());
      assert.deepEqual([header.getUint32(16), header.getUint32(20)], [64, 64], 'width and height');
    }
    assert.match(await (await icon('folder.svg')).text(), /^<svg/);
  });

  test('a picture is drawn once, whoever asks for it again and again', async () => {
    const figures = () => conversionFigures(server.repository.ports.blobs);
    const { hits, misses } = figures();
    for (const { status } of await Promise.all(
      ['audio', 'audio', 'Audio'].map((name) => icon(`${name}.png`)),
    ))
      assert.equal(status, 200);
    assert.deepEqual([figures().hits, figures().misses], [hits, misses + 1]);
  });
});
