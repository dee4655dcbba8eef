/** Searches that begin with few candidates find the same documents as others, and do begin with candidates. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Executor } from '../database.ts';
import { connection, idsOf, inPages, pageOf, readAclIds, store } from '../testing/library-of-hits.ts';
import { written } from '../testing/sample-documents.ts';

const orders = ['', ' ORDER BY dc:title', ' ORDER BY dc:title DESC', ' ORDER BY dc:modified DESC'];

async function askedFor(text: string, as: readonly number[]) {
  const statements: string[] = [];
  const over: Executor = {
    execute: (statement, parameters, traits) => {
      statements.push(statement);
      return connection.execute(statement, parameters, traits);
    },
  };
  const { items, total } = await pageOf(text, { as, over, limit: 40, countUpTo: -1 });
  return { items, total, statements };
}

/** Compares with the same condition in a form that no index supports. */
async function compare(condition: string, plain: string, isFew: boolean): Promise<void> {
  for (const as of [readAclIds.slice(0, 1), readAclIds, []])
    for (const order of orders) {
      const text = `SELECT * FROM Document WHERE ${condition}${order}`;
      const expected = await idsOf(`SELECT * FROM Document WHERE ${plain}${order}`, { as });
      assert.deepEqual(await inPages(text, 300, { as }), expected, text);
      const { items, total, statements } = await askedFor(text, as);
      assert.deepEqual(items, expected.slice(0, 40));
      assert.equal(total, expected.length);
      const isByKeys = /"d"\."seq" (in \(|= any)|1 = 0/.test(statements[1] ?? '');
      if (as.length > 0) assert.equal(isByKeys, isFew, `${text}: ${statements.join('\n')}`);
      const isCountedByKeys = /count\(.*"d"\."seq" (in \(|= any)/s.test(statements.at(-1) ?? '');
      if (as.length > 0 && !isFew) assert.ok(isCountedByKeys, statements.join('\n'));
    }
}

test('a part of a title', async () => {
  await compare(
    "dc:title ILIKE '%T 7919%'",
    "(dc:title LIKE '%t 7919%' OR dc:title IS NULL) AND dc:title IS NOT NULL",
    true,
  );
  await compare(
    "dc:title ILIKE '%REPORT 1_3%'",
    "(dc:title LIKE '%Report 1_3%' OR dc:title IS NULL) AND dc:title IS NOT NULL",
    true,
  );
  await compare(
    "dc:title ILIKE '%port%'",
    "(dc:title LIKE '%port%' OR dc:title IS NULL) AND dc:title IS NOT NULL",
    false,
  );
  await compare("dc:title ILIKE '%nothing%'", "dc:title = 'nothing'", true);
});

test('facets of types and of documents', async () => {
  const [first = '', second = ''] = await idsOf('SELECT * FROM File', { as: readAclIds, limit: 2 });
  const without = await idsOf("SELECT * FROM Document WHERE ecm:mixinType = 'Seldom'");
  assert.deepEqual(without, []);
  await written(store, async ({ documents }) => {
    await documents.update(first, { facets: ['Other', 'Seldom'] });
    await documents.update(second, { facets: ['Seldom'] });
  });
  await compare("ecm:mixinType = 'Seldom'", `ecm:uuid IN ('${first}', '${second}')`, true);
  await compare("ecm:mixinType IN ('Other', 'No')", `ecm:uuid = '${first}'`, true);
  await written(store, async ({ documents }) => {
    await documents.update(first, { facets: [] });
    await documents.update(second, { facets: [] });
  });
});

test('contributors, whoever made the document', async () => {
  const [one = '', other = '', third = ''] = await idsOf('SELECT * FROM File', { as: readAclIds, limit: 3 });
  const people = (creator: string | undefined, ...contributors: readonly string[]) => ({
    ...(creator === undefined ? {} : { 'dc:creator': creator }),
    'dc:contributors': contributors,
  });
  await written(store, async ({ documents }) => {
    await documents.update(one, { properties: people('ann', 'ann') });
    await documents.update(other, { properties: people('bob', 'bob', 'a%n', 'ann') });
    await documents.update(third, { properties: people(undefined, 'ann"s', 'ann') });
  });
  const all = `ecm:uuid IN ('${one}', '${other}', '${third}')`;
  await compare("dc:contributors/* = 'ann'", all, true);
  await compare("dc:contributors = 'ann'", all, true);
  await compare("dc:contributors/* IN ('bob', 'nobody')", `ecm:uuid = '${other}'`, true);
  await compare("dc:contributors = 'a%n'", `ecm:uuid = '${other}'`, true);
  await compare("dc:contributors = 'nobody'", "ecm:uuid = 'nobody'", true);
  assert.deepEqual(await idsOf(`SELECT * FROM Document WHERE dc:contributors/* = 'ann"s'`), [third]);
  await written(store, async ({ documents }) => {
    for (const id of [one, other, third]) await documents.update(id, { properties: {} });
  });
});

test('subjects', async () => {
  const [one = '', other = '', third = ''] = await idsOf('SELECT * FROM File', { as: readAclIds, limit: 3 });
  const about = (...subjects: readonly string[]) => ({ 'dc:subjects': subjects });
  await written(store, async ({ documents }) => {
    await documents.update(one, { properties: about('art/music', 'law') });
    await documents.update(other, { properties: about('law/civil', 'x"law"x') });
    await documents.update(third, { properties: about('art/music') });
  });
  await compare("dc:subjects/* = 'law'", `ecm:uuid = '${one}'`, true);
  await compare("dc:subjects = 'law'", `ecm:uuid = '${one}'`, true);
  await compare("dc:subjects/*1 = 'law/civil'", `ecm:uuid = '${other}'`, true);
  await compare("dc:subjects IN ('law', 'law/civil')", `ecm:uuid IN ('${one}', '${other}')`, true);
  await compare("dc:subjects = 'art'", "ecm:uuid = 'nothing'", true);
  await compare("dc:subjects/* IN ('art/music')", `ecm:uuid IN ('${one}', '${third}')`, true);
  for (const [condition, ids] of [
    [`dc:subjects = 'x"law"x'`, [other]],
    ["dc:subjects STARTSWITH 'law'", [one, other]],
  ] as const)
    assert.deepEqual(
      (await idsOf(`SELECT * FROM Document WHERE ${condition}`)).toSorted(),
      ids.toSorted(),
      condition,
    );
  await written(store, async ({ documents }) => {
    for (const id of [one, other, third]) await documents.update(id, { properties: {} });
  });
});

test('coverage', async () => {
  const [one = '', other = ''] = await idsOf('SELECT * FROM File', { as: readAclIds, limit: 2 });
  await written(store, async ({ documents }) => {
    await documents.update(one, { properties: { 'dc:coverage': 'europe/France' } });
    await documents.update(other, { properties: { 'dc:coverage': 'europe/Spain' } });
  });
  await compare("dc:coverage = 'europe/France'", `ecm:uuid = '${one}'`, true);
  await compare(
    "dc:coverage IN ('europe/France', 'europe/Spain')",
    `ecm:uuid IN ('${one}', '${other}')`,
    true,
  );
  await compare("dc:coverage = 'europe'", "ecm:uuid = 'nothing'", true);
  await written(store, async ({ documents }) => {
    for (const id of [one, other]) await documents.update(id, { properties: {} });
  });
});
