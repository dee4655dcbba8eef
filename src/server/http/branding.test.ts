/** The organization's name, logo and colour on the server's own pages, from the app's config.json. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createApp } from '#server/app.ts';
import { createOperationRunner } from '#server/operations/machinery/operation-runner.ts';
import { ownOperations } from '#server/operations/registry.ts';
import { openStaticFolder } from '#server/static-folder.ts';
import { startTestServer } from '#server/testing/test-server.ts';

const server = await startTestServer();

/** A server with an app that has this configuration. */
async function beside(config: string) {
  const dist = await mkdtemp(join(tmpdir(), 'muniment-brand-'));
  after(() => rm(dist, { recursive: true }));
  await writeFile(join(dist, 'index.html'), '<base href="./" />');
  await writeFile(join(dist, 'config.json'), config);
  await writeFile(join(dist, 'manifest.webmanifest'), '{"name":"Muniment","start_url":"./"}');
  const app = createApp({
    repository: server.repository,
    operations: createOperationRunner(ownOperations),
    staticFiles: await openStaticFolder(dist),
  });
  return async (path: string) => {
    const answer = await app.fetch(new Request(`http://localhost${path}`));
    return { headers: answer.headers, text: await answer.text() };
  };
}

test('pages without a brand, or with a broken one, look plain', async () => {
  for (const config of [
    '{}',
    '{ "branding": 7 }',
    'no JSON',
    '{ "branding": { "mark": "javascript:x", "ink": "red;}" } }',
  ]) {
    const ask = await beside(config);
    const page = await ask('/nuxeo/oauth2/signed_out');
    assert.match(page.text, /<title>[^<]* · Muniment<\/title>/);
    assert.doesNotMatch(page.text, /<img/);
    assert.doesNotMatch(page.headers.get('content-security-policy') ?? '', /img-src/);
    assert.doesNotMatch((await ask('/nuxeo/oauth2/page.css')).text, /red/);
    assert.equal(JSON.parse((await ask('/manifest.webmanifest')).text).name, 'Muniment');
  }
});

test('pages have the name, the mark and the ink of the organisation, and so has the installed app', async () => {
  const ask = await beside(
    JSON.stringify({ branding: { name: 'Port & <b>', mark: 'ada.svg', ink: { light: '#7a1f3d' } } }),
  );
  const page = await ask('/nuxeo/oauth2/signed_out');
  assert.match(page.text, /· Port &#38; &#60;b&#62;<\/title>/);
  assert.match(page.text, /<img src="\/ada.svg" alt="" height="26"> Port &#38; &#60;b&#62;<\/p>/);
  assert.doesNotMatch(page.text, /Muniment/);
  assert.match(page.headers.get('content-security-policy') ?? '', /img-src 'self';/);
  assert.match((await ask('/nuxeo/oauth2/page.css')).text, /--ink: light-dark\(#7a1f3d, #/);
  const manifest = JSON.parse((await ask('/manifest.webmanifest')).text);
  assert.deepEqual(manifest, {
    name: 'Port & <b>',
    start_url: './',
    short_name: 'Port & <b>',
    icons: [{ src: '/ada.svg', sizes: 'any' }],
    theme_color: '#7a1f3d',
  });
});

test('a mark elsewhere may come from there and nowhere else', async () => {
  const ask = await beside(JSON.stringify({ branding: { mark: 'https://ada.example/mark.png' } }));
  const { headers } = await ask('/nuxeo/oauth2/signed_out');
  assert.match(headers.get('content-security-policy') ?? '', /img-src https:\/\/ada\.example;/);
});
