/**
 * Tens of thousands of valid and invalid queries on every engine: each gives a result or a query error, the same on all
 * engines. MUNIMENT_FUZZ_QUERIES sets the number; `npm run soak` runs 100,000.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type fc from 'fast-check';
import { brokenQueries, looseQueries, validQueries } from '#nxql/generate.test-support.ts';
import { parse, print } from '#nxql/index.ts';
import { nameMissingEngines } from '#server/adapters/sql/testing/test-engines.ts';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { Principals } from '#server/core/kernel/model.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import { inSession, type Session, systemPrincipals } from '#server/core/kernel/session.ts';
import { queryPage, runProjection } from '#server/core/search/run-query.ts';
import { checkMany } from './many-samples.test-support.ts';
import { corpusVocabulary, openCorpora } from './query-corpus.test-support.ts';

const QUERIES = Number(process.env.MUNIMENT_FUZZ_QUERIES ?? 30_000);
/** Queries at the same time. */
const TOGETHER = 8;

const repositories = await openCorpora();

const joe: Principals = { username: 'joe', groups: ['members'], isAdministrator: false, isAnonymous: false };

/** The results of the query, or the error. */
async function answer(session: Session, text: string): Promise<string> {
  const { query } = parse(text);
  // Engines may differ in how well documents match a text, and in how they write fractions in lists, by which DISTINCT
  // sorts.
  const isRanked = text.includes('ecm:fulltext') && (query?.orderBy.length === 0 || text.includes('Score'));
  const isOwnOrder = isRanked || /\bDISTINCT .*doubles/.test(text);
  const sent = isOwnOrder && query ? print({ ...query, limit: undefined, offset: undefined }) : text;
  try {
    const found = await (query?.select.length === 0
      ? queryPage(session, sent, { request: EVERYTHING, sort: [], countUpTo: -1 }, (request) =>
          session.read.documents.queryIds(request),
        )
      : runProjection(session, sent));
    const rows = text.includes('Score') ? [] : found.entries.map((entry) => JSON.stringify(entry));
    return `${found.page.resultsCount} ${(isOwnOrder ? rows.toSorted() : rows).join(' ')}`;
  } catch (error) {
    if (error instanceof RepositoryError && error.code === 'invalidQuery') return error.message;
    throw error;
  }
}

const EVERYTHING = { pageSize: 0, currentPageIndex: 0 };

async function requireAlike(text: string, mayRefuse: boolean): Promise<void> {
  // Chosen by the text, so that a shrunk query keeps its caller.
  const principals = text.length % 2 === 0 ? systemPrincipals : joe;
  const answers = await Promise.all(
    repositories.map((repository: Repository) =>
      inSession(repository, { principals }, (session) => answer(session, text)),
    ),
  );
  for (const one of answers) assert.equal(one, answers[0], text);
  if (!mayRefuse) assert.doesNotMatch(answers[0] ?? '', /^Failed to execute query/, text);
}

function compare(values: fc.Arbitrary<string>, count: number, mayRefuse: boolean): Promise<void> {
  return checkMany({ values, count, batch: 1000, faults: (texts) => faultsOf(texts, mayRefuse) });
}

async function faultsOf(texts: readonly string[], mayRefuse: boolean): Promise<ReadonlyMap<number, unknown>> {
  const faults = new Map<number, unknown>();
  const rest = texts.entries();
  const work = async (): Promise<void> => {
    for (const [index, text] of rest) {
      await requireAlike(text, mayRefuse).catch((fault: unknown) => faults.set(index, fault));
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, work));
  return faults;
}

const vocabulary = corpusVocabulary();
test('whole queries are answered alike', () => compare(validQueries(vocabulary), QUERIES * 0.4, false));
test('loose queries are answered or refused alike', () =>
  compare(looseQueries(vocabulary), QUERIES * 0.4, true));
test('broken queries are answered or refused alike', () =>
  compare(brokenQueries(vocabulary), QUERIES * 0.2, true));
nameMissingEngines(
  repositories.map(({ ports }) => ports.store),
  3,
);
