/** What the content job stores in its last transaction, and what it leaves to the first reader. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ensureRoot, openTestRepository } from '#server/testing/test-repository.ts';
import { isJsonObject } from '#wire/json.ts';
import { fromBlobValue, toBlobValue } from '../files/blobs.ts';
import { rememberText } from '../files/short-texts.ts';
import { isBlobValue } from '../kernel/blob-value.ts';
import { runDueJobs } from '../kernel/jobs.ts';
import type { BlobValue, DocumentRow } from '../kernel/model.ts';
import type { Conversion } from '../kernel/ports.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';
import { runQuery } from '../search/run-query.ts';
import { contentJob } from './content-job.ts';
import { contentJobKind } from './document-content.ts';
import { createDocument, getDocument, updateDocument } from './documents.ts';

const plain = await openTestRepository();
let pictures = 0;
let beforeText = async (): Promise<void> => {};
const conversion: Conversion = {
  ...plain.repository.ports.conversion,
  picturesAhead: (mimeType) => /^(image|video)\//.test(mimeType),
  thumbnail: async () => {
    pictures++;
    return undefined;
  },
  shortText: (_mimeType, bytes) => new TextDecoder().decode(bytes),
  text: async () => {
    await beforeText();
    return 'heliotrope';
  },
  metadata: async () => ({ 'vid:info': { duration: filmSeconds } }),
  scenes: async (_source, times) =>
    times.map((seconds) => ({
      seconds,
      picture: {
        bytes: new Blob([`at ${seconds}`]).stream(),
        name: `${seconds}.jpg`,
        mimeType: 'image/jpeg',
        encoding: null,
      },
    })),
};
let filmSeconds = 90;
const server = await openTestRepository({ conversion });
after(async () => {
  await server.close();
  await plain.close();
});
const root = await inSession(server.repository, { principals: systemPrincipals }, (session) =>
  ensureRoot(session),
);
const handlers = new Map([[contentJobKind, contentJob]]);
const work = (worker: string) => runDueJobs(server.repository, handlers, worker, 10);

async function newContent(mimeType: string): Promise<BlobValue> {
  const stored = await server.repository.ports.blobs.write(new Blob([crypto.randomUUID()]).stream());
  return toBlobValue({ ...stored, name: 'a', mimeType, encoding: null });
}

async function addFile(mimeType: string, type = 'File'): Promise<DocumentRow> {
  const content = await newContent(mimeType);
  return server.as('Administrator', (session) =>
    createDocument(session, root, { type, properties: { 'file:content': content } }),
  );
}

const found = (word = 'heliotrope') =>
  server.as('Administrator', async (session) => {
    const { page } = await runQuery(session, `SELECT * FROM Document WHERE ecm:fulltext = '${word}'`, {
      pageSize: 10,
      currentPageIndex: 0,
    });
    return page.resultsCount;
  });
const waiting = async () =>
  (await server.as('Administrator', (session) => session.read.jobs.counts()))
    .filter(({ state }) => state !== 'completed')
    .reduce((sum, { count }) => sum + count, 0);

test('words are stored with the end of the job, and no picture is drawn of a text', async () => {
  await addFile('text/plain');
  assert.equal(await work('one'), 1);
  assert.equal(await found(), 1);
  assert.equal(await waiting(), 0);
  assert.equal(pictures, 0);
});

test('a picture is made ahead where looking would wait for it', async () => {
  await addFile('image/png');
  assert.equal(await work('one'), 1);
  assert.equal(pictures, 1);
  assert.equal(await found(), 2);
  assert.equal(await waiting(), 0);
});

test('who has lost the job to another stores nothing', async () => {
  await addFile('text/plain');
  const { promise: isSlow, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
  beforeText = async () => {
    begin();
    await isSlow;
  };
  const slow = work('slow');
  await hasBegun;
  beforeText = async () => {};
  server.pass(120_000);
  assert.equal(await work('other'), 1);
  await addFile('text/plain');
  goOn();
  assert.equal(await slow, 1);
  assert.equal(await waiting(), 1);
  assert.equal(await found(), 3);
});

test('a short text that has just come is found with its document, and no job is left', async () => {
  const { repository } = server;
  const before = await waiting();
  const bring = async (text: string) => {
    const bytes = new TextEncoder().encode(text);
    const stored = await repository.ports.blobs.write(new Blob([bytes]).stream());
    rememberText(repository, { key: stored.key, mimeType: 'text/plain' }, bytes);
    return toBlobValue({ ...stored, name: 'a', mimeType: 'text/plain', encoding: null });
  };
  const first = await bring('vermilion\n\nvirens');
  const make = () =>
    server.as('Administrator', (session) =>
      createDocument(session, root, { type: 'File', properties: { 'file:content': first } }),
    );
  const row = await make();
  assert.equal(await found('vermilion virens'), 1);
  assert.equal(await waiting(), before);
  const second = await bring('cinnabar');
  await server.as('Administrator', (session) =>
    updateDocument(session, row, { properties: { 'file:content': second } }),
  );
  assert.deepEqual([await found('vermilion'), await found('cinnabar'), await waiting()], [0, 1, before]);
  await server.as('Administrator', (session) =>
    updateDocument(session, row, { properties: { 'file:content': null } }),
  );
  assert.deepEqual([await found('cinnabar'), await waiting()], [0, before]);
  // The remembered text was used up.
  await make();
  assert.equal(await waiting(), before + 1);
});

test('scenes of a film are kept in its document, and those of the film before it are not', async () => {
  const { id, systemChange } = await addFile('video/mp4', 'Video');
  await work('one');
  assert.equal(await waiting(), 0);
  const read = () =>
    server.as('Administrator', async (session) => (await session.read.documents.get(id)) ?? null);
  const scenes = async () => {
    const stored = (await read())?.properties['vid:storyboard'] ?? [];
    return Array.isArray(stored) ? stored.filter(isJsonObject) : [];
  };
  const storedScenes = await scenes();
  assert.deepEqual(
    storedScenes.map(({ timecode }) => timecode),
    [5, 15, 25, 35, 45, 55, 65, 75, 85],
  );
  const { content } = storedScenes[0] ?? {};
  assert.ok(isBlobValue(content));
  const picture = await server.repository.ports.blobs.open(fromBlobValue(content).key);
  assert.equal(await new Response(picture?.stream()).text(), 'at 5');
  // It counts neither as a person's change nor as new content, which would be examined again.
  assert.equal((await read())?.properties['dc:lastContributor'], 'Administrator');
  assert.ok(((await read())?.systemChange ?? 0) > systemChange);
  filmSeconds = 9;
  const shorter = { 'file:content': await newContent('video/mp4') };
  await server.as('Administrator', async (session) =>
    updateDocument(session, await getDocument(session, { id }), { properties: shorter }),
  );
  await work('one');
  assert.equal(await waiting(), 0);
  assert.deepEqual(await scenes(), []);
});

test('what a file says of itself is announced to those who have its document open', async () => {
  const { id } = await addFile('video/mp4', 'Video');
  const { promise: announced, resolve } = Promise.withResolvers<void>();
  const end = server.repository.changes.listen(
    (changes) => {
      if (changes?.some((change) => change.id === id && change.isDerived === true)) resolve();
    },
    () => {},
  );
  await work('one');
  await announced;
  end();
});
