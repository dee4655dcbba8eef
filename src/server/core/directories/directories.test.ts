import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openTestRepository, type TestRepository } from '#server/testing/test-repository.ts';
import { refusal } from '../kernel/refusal.test-support.ts';
import {
  createEntry,
  deleteEntry,
  getEntry,
  isEntryValue,
  listDirectories,
  listEntries,
  updateEntry,
} from './entries.ts';
import { suggestEntries } from './suggestions.ts';

let server: TestRepository;
before(async () => {
  server = await openTestRepository();
  await server.addUser('fry');
  await server.addUser('leela', ['powerusers']);
});
after(() => server.close());

describe('the vocabularies of a fresh server', () => {
  test('hold what the interface says they hold', async () => {
    const counts = await server.as('fry', async (session) => {
      const found: Record<string, number> = {};
      for (const { name } of listDirectories(session))
        found[name] = (await listEntries(session, name)).entries.length;
      return found;
    });
    assert.equal(counts.continent, 7);
    assert.equal(counts.country, 244);
    assert.equal(counts.nature, 37);
    assert.equal(counts.language, 11);
    assert.equal(counts.l10nsubjects, 58);
    assert.equal(counts.l10ncoverage, 251);
    assert.equal(counts.topic, 5);
    assert.equal(counts.subtopic, 52);
    assert.equal('userDirectory' in counts, false);
  });

  test('say their entries in full', async () => {
    const { properties } = await server.as('fry', (session) => getEntry(session, 'country', 'France'));
    assert.deepEqual(properties, {
      id: 'France',
      label: 'label.directories.country.France',
      parent: 'europe',
      obsolete: 0,
      ordering: 10_000_000,
    });
    const { directories } = server.repository;
    assert.equal(directories.translate('label.directories.nature.article', 'en'), 'Article');
    assert.equal(directories.translate('label.directories.country.Germany', 'fr-FR'), 'Allemagne');
    assert.equal(directories.translate('Plain words', 'fr'), 'Plain words');
  });
});

test('a hierarchical value is a path of parents and children', async () => {
  const coverage = { directory: 'l10ncoverage', hierarchical: true };
  const known = (value: string, resolver = coverage) =>
    server.as('fry', (session) => isEntryValue(session.read, resolver, value));
  assert.equal(await known('europe/France'), true);
  assert.equal(await known('asia/France'), false);
  assert.equal(await known('France'), true);
  assert.equal(await known('europe/Atlantis'), false);
  assert.equal(await known('europe/France', { ...coverage, hierarchical: false }), false);
});

describe('changing entries', () => {
  test('is refused to most, and for people’s directories', async () => {
    await assert.rejects(
      server.as('fry', (session) => createEntry(session, 'nature', { id: 'x' })),
      refusal(403, /Not allowed to edit directory/),
    );
    await assert.rejects(
      server.as('Administrator', (session) => createEntry(session, 'userDirectory', { username: 'x' })),
      refusal(400, /please use user\/group endpoints/),
    );
    await assert.rejects(
      server.as('leela', (session) => createEntry(session, 'oauth2Clients', { clientId: 'x' })),
      refusal(403),
    );
    await assert.rejects(
      server.as('fry', (session) => listEntries(session, 'nowhere')),
      refusal(404, /^Directory nowhere was not found$/),
    );
  });

  test('shows administrators’ directories to nobody else', async () => {
    const seen = await server.as('leela', (session) => listEntries(session, 'oauth2Clients'));
    assert.deepEqual(seen.entries, []);
    assert.equal(seen.page.resultsCount, 0);
    await assert.rejects(
      server.as('leela', (session) => getEntry(session, 'oauth2Clients', '1')),
      refusal(404, /Entry not found/),
    );
  });

  test('merges, keeps ids that are addresses, and refuses duplicates and referenced entries', async () => {
    const id = 'http://address.com/a?b;c@d%';
    await server.as('leela', (session) => createEntry(session, 'nature', { id, label: 'Address', junk: 1 }));
    await assert.rejects(
      server.as('leela', (session) => createEntry(session, 'nature', { id })),
      refusal(409, /^Entry with id .* already exists in directory nature$/),
    );
    const changed = await server.as('leela', (session) =>
      updateEntry(session, 'nature', undefined, { id, obsolete: '1' }),
    );
    assert.equal(changed.properties.label, 'Address');
    assert.equal(changed.properties.obsolete, 1);
    assert.equal('junk' in changed.properties, false);
    await server.as('leela', (session) => deleteEntry(session, 'nature', id));
    await assert.rejects(
      server.as('leela', (session) => deleteEntry(session, 'nature', id)),
      refusal(404),
    );
    await assert.rejects(
      server.as('leela', (session) => deleteEntry(session, 'continent', 'europe')),
      refusal(409, /^This entry is referenced in another vocabulary\.$/),
    );
  });

  test('numbers ids where the directory does, and takes them as text or number', async () => {
    await server.as('Administrator', async (session) => {
      const client = await createEntry(session, 'oauth2Clients', { clientId: 'numbered' });
      assert.equal(client.properties.id, Number(client.id));
      assert.equal(client.properties.enabled, true);
      const changed = await updateEntry(session, 'oauth2Clients', undefined, {
        id: Number(client.id),
        name: 'Numbered',
      });
      assert.equal(changed.properties.name, 'Numbered');
      await deleteEntry(session, 'oauth2Clients', client.id);
    });
  });

  test('never shows a password', async () => {
    const { properties } = await server.as('fry', (session) =>
      getEntry(session, 'userDirectory', 'Administrator'),
    );
    assert.equal(properties.password, '');
  });
});

describe('suggestions', () => {
  const suggest = (directory: string, options: Parameters<typeof suggestEntries>[2]) =>
    server.as('fry', (session) => suggestEntries(session, directory, options));

  test('are translated, filtered by their label and leave out what is obsolete', async () => {
    const natures = await suggest('nature', { localize: true, language: 'fr', searchTerm: 'rev' });
    assert.deepEqual(
      natures.map(({ displayLabel }) => displayLabel),
      ['Revue de presse'],
    );
    const languages = await suggest('language', { localize: true });
    assert.equal(
      languages.some(({ id }) => id === 'sp'),
      false,
    );
    const all = await suggest('language', { localize: true, showObsolete: true });
    assert.equal(all.at(-1)?.id, 'sp');
    assert.match(String(all.at(-1)?.warn_message), /obsolete/);
  });

  test('stand below their parents, in one directory or two', async () => {
    const subjects = await suggest('l10nsubjects', { hasLabelColumns: true, searchTerm: 'archi' });
    assert.equal(subjects.length, 1);
    assert.deepEqual(Object.keys(subjects[0] ?? {}), ['displayLabel', 'children']);
    const [child] = JSON.parse(JSON.stringify(subjects[0]?.children));
    assert.equal(child.computedId, 'art/architecture');
    assert.equal(child.absoluteLabel, 'Art/Architecture');
    const countries = await suggest('country', { localize: true, searchTerm: 'fran', canSelectParent: true });
    assert.equal(countries[0]?.id, 'europe');
    const [france] = JSON.parse(JSON.stringify(countries[0]?.children));
    assert.equal(france.computedId, 'europe/France');
    assert.equal(france.directoryName, 'country');
  });
});
