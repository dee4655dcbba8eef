import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ensureRoot, openTestRepository, type TestRepository } from '#server/testing/test-repository.ts';
import { createDocument } from '../documents/documents.ts';
import { Budget, defaultLimits } from '../kernel/budget.ts';
import type { DocumentRow } from '../kernel/model.ts';
import { refusal } from '../kernel/refusal.test-support.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';
import { describeProvider } from './describe-provider.ts';
import { fulltextIn, highlights, segmentsOf } from './highlight.ts';
import { sanitiseFulltext } from './provider-query.ts';
import { runProvider } from './run-provider.ts';
import { runProjection, runQuery } from './run-query.ts';

let server: TestRepository;
let folder: DocumentRow;

before(async () => {
  server = await openTestRepository();
  await server.addUser('fry');
  await server.addUser('guest', []);
  await inSession(server.repository, { principals: systemPrincipals }, async (session) => {
    const root = await ensureRoot(session);
    folder = await createDocument(session, root, {
      type: 'Folder',
      name: 'ws',
      properties: { 'dc:title': 'Ws' },
    });
    for (const [name, nature, day] of [
      ['alpha', 'article', '2026-03-04'],
      ['beta', 'note', '2026-03-01'],
      ['gamma', 'article', '2024-01-01'],
    ] as const) {
      await createDocument(session, folder, {
        type: 'File',
        name,
        properties: {
          'dc:title': `Note ${name}`,
          'dc:nature': nature,
          'dc:source': 'test',
          'dc:modified': `${day}T00:00:00.000Z`,
        },
      });
    }
  });
});
after(() => server.close());

const titles = (entries: readonly DocumentRow[]) => entries.map(({ properties }) => properties['dc:title']);
const as = <T>(name: string, work: Parameters<typeof server.as<T>>[1]) => server.as(name, work);

describe('NXQL', () => {
  test('that is faulty is a 400 that says what and where', async () => {
    const query = 'SELECT * FROM Document WHERE foo:bar = 1';
    await assert.rejects(
      as('fry', (session) => runQuery(session, query)),
      (error) =>
        refusal(
          400,
          /^Failed to execute query: SELECT \* FROM Document WHERE foo:bar = 1, No such property: foo:bar$/,
        )(error) &&
        error instanceof Error &&
        'infos' in error &&
        assert.deepEqual(error.infos, ['No such property: foo:bar at offset 29']) === undefined,
    );
    for (const [text, message] of [
      ['SELECT * FROM Foo', /Unknown type: Foo/],
      ['SELECT * FRM Document', /Syntax error: Invalid token/],
      ['SELECT * FROM File WHERE dc:title = :title', /Lexical Error: Illegal character <:> at offset/],
    ] as const) {
      await assert.rejects(
        as('fry', (session) => runQuery(session, text)),
        refusal(400, message),
      );
    }
    await assert.rejects(
      as('fry', (session) => runQuery(session, 'SELECT * FROM File', { sortBy: ['no:such'] })),
      refusal(400, /No such property: no:such/),
    );
  });

  test('binds parameters as single values', async () => {
    const found = await as('fry', (session) =>
      runQuery(session, 'SELECT * FROM File WHERE dc:title = ? OR dc:creator = :who', {
        positional: ["Note alpha' OR dc:title != '"],
        named: { who: '$currentUser' },
      }),
    );
    assert.deepEqual(found.entries, []);
  });

  test('pages, sorts and counts no further than asked', async () => {
    const page = await as('fry', (session) =>
      runQuery(session, "SELECT * FROM File WHERE dc:source = 'test'", {
        pageSize: 2,
        currentPageIndex: 1,
        sortBy: ['dc:title'],
        sortOrder: ['asc'],
      }),
    );
    assert.deepEqual(titles(page.entries), ['Note gamma']);
    assert.equal(page.page.resultsCount, 3);
    assert.equal(page.page.totalSize, 3);
    const descending = await as('fry', (session) =>
      runQuery(session, 'SELECT * FROM File', { sortBy: ['dc:title'], pageSize: 1, maxResults: 1 }),
    );
    assert.deepEqual(titles(descending.entries), ['Note gamma']);
    assert.equal(descending.page.resultsCount, -2);
  });

  test('shows people only what they may browse', async () => {
    const found = await as('guest', (session) => runQuery(session, 'SELECT * FROM Document'));
    assert.deepEqual(found.entries, []);
    assert.equal(found.page.resultsCount, 0);
  });

  test('gives records for a select list', async () => {
    const { entries } = await as('fry', (session) =>
      runProjection(session, 'SELECT dc:title AS t FROM File WHERE dc:nature = ? ORDER BY dc:title', {
        positional: ['article'],
      }),
    );
    assert.deepEqual(
      entries.map(({ t }) => t),
      ['Note alpha', 'Note gamma'],
    );
  });
});

describe('page providers', () => {
  test('that do not exist are not found', async () => {
    await assert.rejects(
      as('fry', (session) => runProvider(session, 'nowhere')),
      refusal(404, /Could not resolve page provider with name 'nowhere'/),
    );
    assert.equal(await as('fry', async (session) => describeProvider(session, 'nowhere')), undefined);
  });

  test('every one of them makes a query that the server takes', async () => {
    const values: Record<string, string> = { searchTerm: '%', pageProvider: 'x', userId: 'fry' };
    await as('fry', async (session) => {
      for (const name of session.repository.providers.names()) {
        const first = /nxql_search|REST_API/.test(name)
          ? 'SELECT * FROM Document'
          : name === 'domain_documents'
            ? '/ws'
            : 'word';
        const { predicates } = session.repository.providers.get(name) ?? { predicates: [] };
        const dates = predicates.flatMap(({ parameter, upper, operator }) =>
          operator === 'BETWEEN'
            ? [
                [parameter, '2020-01-01'],
                [upper ?? '', '2030-01-01T10:00:00Z'],
              ]
            : [],
        );
        const words = predicates.flatMap(({ parameter, operator }) =>
          operator === 'BETWEEN' ? [] : [[parameter, operator === 'STARTSWITH' ? '/ws' : '["a","b"]']],
        );
        const found = await runProvider(session, name, {
          positional: [first],
          named: { ...values, ...Object.fromEntries([...dates, ...words]) },
          quickFilters: ['noFolder', 'mostRecent', 'approved'],
        });
        assert.ok(found.page.resultsCount >= -2, name);
      }
    });
  });

  test('children are counted to the page only', async () => {
    const children = (currentPageIndex: number) =>
      as('fry', (session) =>
        runProvider(session, 'CURRENT_DOC_CHILDREN', {
          positional: [folder.id],
          pageSize: 1,
          currentPageIndex,
        }),
      );
    const last = await children(2);
    assert.equal(last.page.resultsCount, -2);
    assert.equal(last.page.isNextPageAvailable, true);
    const beyond = await children(3);
    assert.deepEqual(beyond.entries, []);
    assert.equal(beyond.page.isNextPageAvailable, false);
    const all = await as('fry', (session) =>
      runProvider(session, 'document_content', { positional: [folder.id], pageSize: 1, currentPageIndex: 2 }),
    );
    assert.equal(all.page.isNextPageAvailable, false);
    assert.equal(all.page.resultsCount, 3);
  });

  test('filter by predicates and selections; a selection does not narrow its own buckets', async () => {
    const found = await as('fry', (session) =>
      runProvider(session, 'default_search', {
        named: { 'defaults:dc_nature': '["article","note"]', dc_nature_agg: '["article"]', ecm_path: '/ws' },
        quickFilters: ['noFolder'],
      }),
    );
    assert.deepEqual(titles(found.entries).sort(), ['Note alpha', 'Note gamma']);
    const nature = found.aggregations?.dc_nature_agg;
    assert.deepEqual(nature?.selection, ['article']);
    assert.deepEqual(nature?.buckets, [{ key: 'article', docCount: 2 }]);
    assert.deepEqual(
      new Map(nature?.extendedBuckets?.map(({ key, docCount }) => [key, docCount])),
      new Map([
        ['article', 2],
        ['note', 1],
      ]),
    );
    const periods = new Map(
      found.aggregations?.dc_modified_agg?.buckets?.map(({ key, docCount }) => [key, docCount]),
    );
    assert.equal(periods.get('last24h'), 1);
    assert.equal(periods.get('priorToLastYear'), 1);
    assert.deepEqual(found.quickFilters?.[0], { name: 'noFolder', active: true });
    const old = await as('fry', (session) =>
      runProvider(session, 'default_search', { named: { dc_modified_agg: ['priorToLastYear'] } }),
    );
    assert.deepEqual(titles(old.entries), ['Note gamma']);
  });

  test('say what they are', async () => {
    const description = await as('fry', async (session) => describeProvider(session, 'document_content'));
    assert.equal(description?.pageSize, 20);
    assert.deepEqual(description?.sortInfos, [{ sortColumn: 'dc:title', sortAscending: true }]);
  });
});

test('full-text input is freed of punctuation', () => {
  assert.equal(sanitiseFulltext("it's a-test (really)! foo* -bar *"), 'it s a test really foo* -bar');
  assert.equal(sanitiseFulltext('  - * '), '');
});

describe('a whole query beside its filters', () => {
  const query =
    "SELECT * FROM Document WHERE (dc:source = 'test' OR dc:title = 'x WHERE 1 ORDER BY y') ORDER BY dc:title DESC";
  const run = (named: Readonly<Record<string, readonly string[]>>, text = query) =>
    as('fry', (session) => runProvider(session, 'nxql_search', { positional: [text], named }));

  test('is refused with its own place when it cannot be read', async () => {
    await assert.rejects(
      run({ dc_nature_agg: ['note'] }, 'SELECT * FROM Document WHERE'),
      refusal(400, /WHERE/),
    );
  });

  test('is counted by values, narrowed by what is chosen, and keeps its order', async () => {
    const whole = await run({});
    assert.deepEqual(titles(whole.entries), ['Note gamma', 'Note beta', 'Note alpha']);
    const found = await run({ dc_nature_agg: ['article'] });
    assert.deepEqual(titles(found.entries), ['Note gamma', 'Note alpha']);
    const counts = found.aggregations?.dc_nature_agg?.extendedBuckets?.map(({ key, docCount }) => [
      key,
      docCount,
    ]);
    assert.deepEqual(counts, [
      ['article', 2],
      ['note', 1],
    ]);
  });

  test('tells nobody of what they may not read', async () => {
    const found = await as('guest', (session) =>
      runProvider(session, 'nxql_search', { positional: [query] }),
    );
    assert.deepEqual([found.page.resultsCount, found.aggregations?.dc_nature_agg?.buckets], [0, []]);
  });

  test('says which words it looks for, and not which it forbids', () => {
    assert.deepEqual(
      fulltextIn(
        "SELECT * FROM Document WHERE ecm:fulltext = 'quay -sold' AND NOT ecm:fulltext = 'draft' AND ecm:fulltext.dc:title LIKE 'leas%'",
      ),
      ['quay -sold', 'leas*'],
    );
    assert.deepEqual(fulltextIn('SELECT'), []);
  });
});

test('the whole text is highlighted as people wrote it', async () => {
  await inSession(server.repository, { principals: systemPrincipals }, async (session) => {
    const found = await highlights(session, [folder], ['ecm:fulltext'], ['ws']);
    const [segment] = found.get(folder.id)?.[0]?.segments ?? [];
    assert.match(segment ?? '', /<em>Ws<\/em>/);
  });
});

test('the text of a file is highlighted as it was written', async () => {
  await inSession(server.repository, { principals: systemPrincipals }, async (session) => {
    const { documents } = await session.write();
    await documents.setText(folder.id, { title: 'ws', body: 'ws', blobText: 'Annual REPORT' });
    const found = await highlights(session, [folder], ['ecm:binarytext'], ['report']);
    assert.deepEqual(found.get(folder.id), [
      { field: 'ecm:binarytext', segments: ['Annual <em>REPORT</em>'] },
    ]);
  });
});

const marked = (text: string, words: readonly string[]) =>
  segmentsOf(text, words, new Budget(defaultLimits.call));

test('highlights reach a few places, each once', async () => {
  const places = Array.from({ length: 5 }, () => `one two ${'-'.repeat(200)}`).join('');
  const segments = await marked(places, ['one', 'two']);
  assert.equal(segments.length, 3);
  for (const segment of segments) assert.match(segment, /^-*<em>one<\/em> <em>two<\/em> -+$/);
});

test('a highlighted piece begins and ends between words', async () => {
  const [segment = ''] = await marked(`${'before '.repeat(40)}one ${'afterwards '.repeat(40)}`, ['one']);
  assert.match(segment, /^(before )+<em>one<\/em>( afterwards)+$/);
});

test('highlights find words in scripts without spaces, and decomposed ones', async () => {
  assert.deepEqual(await marked('昨日東京都で', ['東京都']), ['昨日<em>東京都</em>で']);
  assert.deepEqual(await marked('L’été'.normalize('NFD'), ['ete']), [`L’<em>${'été'.normalize('NFD')}</em>`]);
});

test('highlights mark words whatever their accents and escape the rest', async () => {
  assert.deepEqual(await marked('<b>Été</b> & hiver', ['ete']), [
    '&lt;b&gt;<em>Été</em>&lt;/b&gt; &amp; hiver',
  ]);
  assert.deepEqual(await marked('contrat contractuel', ['contra*']), [
    '<em>contrat</em> <em>contractuel</em>',
  ]);
  assert.deepEqual(await marked('nothing here', ['word']), []);
});

test('looking for what to highlight gives way to others, and ends with its caller', async () => {
  const text = 'word '.repeat(50_000);
  let steps = 0;
  const step = async () => {
    if (++steps > 3) throw new Error('The caller has gone');
  };
  await assert.rejects(segmentsOf(text, ['other'], { step }), /has gone/);
});

test('a query that is too long for the parser is refused, and long texts are no ids', async () => {
  await inSession(server.repository, { principals: systemPrincipals }, async (session) => {
    const { documents } = await session.write();
    const note = { ...folder.properties, 'dc:description': 'x'.repeat(500) };
    await documents.update(folder.id, { properties: note });
    const named = await runQuery(session, "SELECT dc:description FROM Folder WHERE dc:title = 'Ws'");
    assert.deepEqual([named.entries, named.page.resultsCount], [[], 1]);
    const long = `SELECT * FROM Folder WHERE dc:title = '${'x'.repeat(1_000_000)}'`;
    await assert.rejects(runQuery(session, long), { code: 'invalidQuery', message: /more than 1000000/ });
    const wide = `SELECT ${'dc:title, '.repeat(1_000)}dc:title FROM Folder`;
    await assert.rejects(runQuery(session, wide), {
      code: 'invalidQuery',
      message: /more than 1000 columns/,
    });
    const sorted = `SELECT * FROM Folder ORDER BY ${'dc:title, '.repeat(100)}dc:title`;
    await assert.rejects(runQuery(session, sorted), {
      code: 'invalidQuery',
      message: /more than 100 orders/,
    });
  });
});
