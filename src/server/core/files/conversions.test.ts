/** Stored conversions: results for good, failures only as long as they may be true. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openTestRepository } from '#server/testing/test-repository.ts';
import { ConversionInterrupted, RepositoryError } from '../kernel/errors.ts';
import type { Conversion } from '../kernel/ports.ts';
import type { StoredBlob } from '../kernel/stores.ts';
import { convertBlob, thumbnailOf } from './conversions.ts';

async function* bytes(text: string): AsyncGenerator<Uint8Array, void> {
  yield new TextEncoder().encode(text);
}

/** Converts nothing until a test says what. */
class Fake {
  tries = 0;
  readonly persons: (string | undefined)[] = [];
  tools = 'old';
  make: Conversion['thumbnail'] = async () => undefined;
}

const fake = new Fake();
const plain = await openTestRepository();
const { repository } = plain;
const conversion: Conversion = {
  ...repository.ports.conversion,
  get tools() {
    return fake.tools;
  },
  list: () => [
    {
      name: 'slow',
      sourceMimeTypes: ['image/png'],
      destinationMimeType: 'text/plain',
      unavailable: undefined,
    },
  ],
  thumbnail: (source, size) => {
    fake.tries += 1;
    fake.persons.push(source.person);
    return fake.make(source, size);
  },
};
const server = await openTestRepository({ conversion });
after(async () => {
  await server.close();
  await plain.close();
});

let made = 0;
async function newBlob(): Promise<StoredBlob> {
  const stored = await server.repository.ports.blobs.write(bytes(`picture ${++made}`));
  return { ...stored, name: 'a.png', mimeType: 'image/png', encoding: null };
}

const ask = (blob: StoredBlob) => server.as('Administrator', (session) => thumbnailOf(session, blob, 100));
const picture: Conversion['thumbnail'] = async () => ({
  bytes: bytes('small'),
  name: 'a.png',
  mimeType: 'image/png',
  encoding: null,
});

async function triesOf(work: () => Promise<unknown>): Promise<number> {
  const before = fake.tries;
  await work();
  return fake.tries - before;
}

test('a picture is made once', async () => {
  const blob = await newBlob();
  fake.make = picture;
  assert.equal(await triesOf(() => ask(blob)), 1);
  assert.equal(await triesOf(async () => assert.equal((await ask(blob))?.name, 'a.png')), 0);
});

test('a picture is made for whoever asks, or whoever brought the file', async () => {
  await server.addUser('ann');
  fake.make = picture;
  const [one, other] = [await newBlob(), await newBlob()];
  await server.as('ann', (session) => thumbnailOf(session, one, 100));
  await server.as('Administrator', (session) => thumbnailOf(session, other, 100, 'bob'));
  assert.deepEqual(fake.persons.slice(-2), ['ann', 'bob']);
});

test('a broken file is tried once, and again when there are other programs', async () => {
  const blob = await newBlob();
  fake.make = async () => undefined;
  assert.equal(await triesOf(() => ask(blob)), 1);
  assert.equal(await triesOf(() => ask(blob)), 0);
  fake.tools = 'new';
  fake.make = picture;
  assert.ok(await ask(blob));
});

test('a file that took too long is tried again another day', async () => {
  const blob = await newBlob();
  fake.make = () => Promise.reject(new ConversionInterrupted('too long', true));
  await assert.rejects(ask(blob), /too long/);
  const larger = () => server.as('Administrator', (session) => thumbnailOf(session, blob, 900));
  assert.equal(await triesOf(async () => assert.equal(await larger(), undefined)), 0);
  assert.equal(await triesOf(async () => assert.equal(await ask(blob), undefined)), 0);
  await assert.rejects(
    convertBlob(server.repository, 'Administrator', blob, { converter: 'slow' }),
    /took too long or was interrupted today; it can be tried again tomorrow/,
  );
  server.pass(24 * 3_600_000);
  fake.make = picture;
  assert.ok(await ask(blob));
});

test('that there was too much to do says nothing about the file', async () => {
  const blob = await newBlob();
  fake.make = () => Promise.reject(new RepositoryError('overloaded', 'busy'));
  await assert.rejects(ask(blob), /busy/);
  fake.make = picture;
  assert.ok(await ask(blob));
});
